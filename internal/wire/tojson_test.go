package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// longAnswers are answers whose JSON is made in parts.
func longAnswers() map[string]proto.Message {
	index, omitted, id := int32(7), int32(0), "call_1"
	text := strings.Repeat("a\u00e9\u20ac\U0001f600\n\"", 40_000)
	response := func() *toolparserv1.ParseToolCallsResponse {
		return &toolparserv1.ParseToolCallsResponse{Result: &toolparserv1.ExtractedToolCallInformation{}, Diagnostics: &toolparserv1.Diagnostics{}}
	}
	segments, texts, calls, repairs, empty := response(), response(), response(), response(), response()
	segments.Diagnostics.Family, segments.Diagnostics.Confidence, segments.Diagnostics.OmittedInvalidToolCalls = "hermes", 0.5, &omitted
	for i := range 5000 {
		segment := &toolparserv1.Segment{Kind: toolparserv1.SegmentKind(i % 4), Span: &toolparserv1.Span{Start: int32(i), End: int32(2 * i)}}
		if i%3 == 0 {
			segment.Index = &index
		}
		segments.Diagnostics.Segments = append(segments.Diagnostics.Segments, segment)
	}
	texts.Result.Content, texts.Result.Reasoning = &text, &id
	for i := range 300 {
		arguments := strings.Repeat(`{"a": "\u00e9"}`, i)
		if i == 100 {
			arguments = text
		}
		calls.Result.ToolCalls = append(calls.Result.ToolCalls, &toolparserv1.ToolCall{Id: id, Function: &toolparserv1.FunctionCall{Name: "f", Arguments: arguments}})
		calls.InvalidToolCalls = append(calls.InvalidToolCalls, &toolparserv1.InvalidToolCall{Arguments: arguments})
		diagnostics := &toolparserv1.ToolCallDiagnostics{Format: "f"}
		for j := range 50 * (i % 100) {
			diagnostics.Repairs = append(diagnostics.Repairs, &toolparserv1.Repair{Offset: int32(j)})
		}
		repairs.Diagnostics.ToolCalls = append(repairs.Diagnostics.ToolCalls, diagnostics)
	}
	for range 20_000 { // messages without a byte
		empty.InvalidToolCalls = append(empty.InvalidToolCalls, &toolparserv1.InvalidToolCall{})
	}
	multiplex := &toolparserv1.MultiplexToolCallsResponse{}
	for _, r := range []*toolparserv1.ParseToolCallsResponse{segments, texts, calls, {}} {
		multiplex.Outputs = append(multiplex.Outputs, &toolparserv1.MultiplexOutput{Result: r})
	}
	return map[string]proto.Message{
		"segments": segments, "texts": texts, "calls": calls, "repairs": repairs, "empty": empty, "multiplex": multiplex,
		"short": &toolparserv1.ParseToolCallsResponse{}, "names": &toolparserv1.ParseToolCallsResponse{Diagnostics: &toolparserv1.Diagnostics{Family: text}},
	}
}

// TestToJSON: JSON that is made in parts is what protojson makes at once, ignoring white space.
func TestToJSON(t *testing.T) {
	for name, m := range longAnswers() {
		t.Run(name, func(t *testing.T) {
			data, err := proto.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			parts, longest := 0, 0
			got, err := ToJSON(m.ProtoReflect().Type(), data, func(n int) error {
				parts, longest = parts+1, max(longest, n)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			want, err := protojson.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(compacted(t, got), compacted(t, want)) {
				t.Errorf("got %.300s, want %.300s", got, want)
			}
			if longest > partWork*jsonPart || parts < len(data)/jsonText {
				t.Errorf("%d bytes in %d parts, up to %d at once", len(data), parts, longest)
			}
		})
	}
}

func compacted(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestToJSONEnds: it ends with the error of spend, wherever that comes, and fails for what is no message.
func TestToJSONEnds(t *testing.T) {
	left := errors.New("left")
	for name, m := range longAnswers() {
		data, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		for most := range 20 {
			n := 0
			_, err := ToJSON(m.ProtoReflect().Type(), data, func(int) error {
				if n++; n > most {
					return left
				}
				return nil
			})
			if n > most != errors.Is(err, left) || n > most+1 {
				t.Fatalf("%s: after %d parts: error %v", name, n, err)
			}
		}
		if len(data) > 0 {
			if _, err := ToJSON(m.ProtoReflect().Type(), data[:len(data)-1], func(int) error { return nil }); err == nil {
				t.Errorf("%s: half a message is one", name)
			}
		}
	}
}
