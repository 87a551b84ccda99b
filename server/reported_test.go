package server

import (
	"testing"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/parsers"
)

// responseOf is a job's response, made in a turn.
func responseOf(t *testing.T, j *job, r *parsers.Result) *toolparserv1.ParseToolCallsResponse {
	t.Helper()
	response, err := j.response(admit.NewTurns(1).Turn(t.Context()), r)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// TestReportedInvalidCallsAreBounded: the rest are counted, and their text is text.
func TestReportedInvalidCallsAreBounded(t *testing.T) {
	r := &parsers.Result{Family: "f"}
	r.Segments = append(r.Segments, parsers.Segment{Kind: parsers.SegmentText, Span: parsers.Span{Start: 0, End: 10}})
	for i := range 5 {
		span := parsers.Span{Start: 10 + 20*i, End: 20 + 20*i}
		r.InvalidToolCalls = append(r.InvalidToolCalls, &parsers.InvalidToolCall{Reason: parsers.ReasonMalformed, Span: span})
		r.Segments = append(r.Segments,
			parsers.Segment{Kind: parsers.SegmentInvalidToolCall, Span: span, Index: i},
			parsers.Segment{Kind: parsers.SegmentText, Span: parsers.Span{Start: span.End, End: span.End + 10}})
	}
	r.Segments = append(r.Segments, parsers.Segment{Kind: parsers.SegmentMarkup, Span: parsers.Span{Start: 110, End: 120}})
	j := &job{reported: tellLimits{invalid: 2}}
	response := responseOf(t, j, r)
	if reported, omitted := len(response.GetInvalidToolCalls()), response.GetDiagnostics().GetOmittedInvalidToolCalls(); reported != 2 || omitted != 3 {
		t.Errorf("%d are reported, %d counted", reported, omitted)
	}
	end, kinds := int32(0), ""
	for _, s := range response.GetDiagnostics().GetSegments() {
		if s.GetSpan().GetStart() != end {
			t.Errorf("a gap before %v", s)
		}
		end = s.GetSpan().GetEnd()
		kinds += s.GetKind().String()[len("SEGMENT_KIND_"):][:1]
	}
	if end != 120 || kinds != "TITITM" {
		t.Errorf("segments %s to %d", kinds, end)
	}
}

func TestReportedRepairsAreBounded(t *testing.T) {
	r := &parsers.Result{Family: "f"}
	for _, n := range []int{3, 4, 0, 2} {
		r.ToolCalls = append(r.ToolCalls, parsers.ToolCall{Repairs: make([]parsers.Repair, n)})
	}
	j := &job{reported: tellLimits{repairs: 5}}
	r.InvalidToolCalls = []*parsers.InvalidToolCall{{Repairs: make([]parsers.Repair, 3)}}
	j.reported.invalid = 1
	var reported, omitted []int32
	for _, d := range responseOf(t, j, r).GetDiagnostics().GetToolCalls() {
		reported, omitted = append(reported, int32(len(d.GetRepairs()))), append(omitted, d.GetOmittedRepairs())
	}
	for _, c := range responseOf(t, j, r).GetInvalidToolCalls() {
		reported, omitted = append(reported, int32(len(c.GetRepairs()))), append(omitted, c.GetOmittedRepairs())
	}
	want := func(name string, got []int32, want ...int32) {
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s %v, want %v", name, got, want)
				return
			}
		}
	}
	want("reported", reported, 3, 2, 0, 1, 1) // one of each call in any case
	want("omitted", omitted, 0, 2, 0, 1, 2)
}

func TestOmitDelivered(t *testing.T) {
	text := "text"
	r := &toolparserv1.ParseToolCallsResponse{
		Result: &toolparserv1.ExtractedToolCallInformation{
			Content: &text, Reasoning: &text,
			ToolCalls: []*toolparserv1.ToolCall{{Id: "1", Function: &toolparserv1.FunctionCall{Name: "f", Arguments: "{}"}}},
		},
		InvalidToolCalls: []*toolparserv1.InvalidToolCall{{Name: "g", Arguments: "{"}},
		Diagnostics:      &toolparserv1.Diagnostics{Segments: []*toolparserv1.Segment{{}}, Confidence: 1},
	}
	omitDelivered(r)
	call, invalidCall := r.GetResult().GetToolCalls()[0], r.GetInvalidToolCalls()[0]
	if r.GetResult().Content != nil || r.GetResult().Reasoning != nil || call.GetFunction().GetArguments() != "" ||
		invalidCall.GetArguments() != "" || r.GetDiagnostics().GetSegments() != nil {
		t.Errorf("not omitted: %v", r)
	}
	if call.GetId() != "1" || call.GetFunction().GetName() != "f" || invalidCall.GetName() != "g" || r.GetDiagnostics().GetConfidence() != 1 {
		t.Errorf("omitted: %v", r)
	}
}
