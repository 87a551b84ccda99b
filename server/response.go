package server

import (
	"context"
	"strconv"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/wire"
	"github.com/toolparser/toolparser/parsers"
)

// tellLimits bound what is reported of one output, so that no response is many times as
// long as what was asked.
type tellLimits struct {
	invalid, repairs int
}

// maxResponseHeader is how a client says what it can take: gRPC doesn't.
const maxResponseHeader = "toolparser-max-response-bytes"

// omitHint says what makes the result of a stream shorter.
const omitHint = "; finish.omit_delivered makes it shorter"

// responseLimit is how long a response of a call may be; 0 for any length. A response
// that its client couldn't take would be an error of the client's own, without a word
// of what to do.
func (s *Service) responseLimit(ctx context.Context) int {
	most := s.maxResponse
	if values := metadata.ValueFromIncomingContext(ctx, maxResponseHeader); len(values) > 0 {
		if n, err := strconv.Atoi(values[0]); err == nil && n > 0 && (most == 0 || n < most) {
			most = n
		}
	}
	return most
}

// checkResponse fails for a response that is longer than most, if that isn't 0. It takes a turn, whose error it may return.
func checkResponse(turn *admit.Turn, m proto.Message, most int, hint string) error {
	if most == 0 {
		return nil
	}
	size, err := sizeInTurn(turn, m)
	if err != nil {
		return err
	}
	if size > most {
		return status.Errorf(codes.ResourceExhausted, "the answer has %d bytes, more than the limit of %d (--max-response-bytes of the server, or %s of the client)%s",
			size, most, maxResponseHeader, hint)
	}
	return nil
}

// sizeInTurn is how many bytes a response has, encoded. The error is the turn's.
func sizeInTurn(turn *admit.Turn, m proto.Message) (size int, err error) {
	err = turn.Do(wire.Work(m), func() { size = wire.Size(m) })
	return size, err
}

// checkRequest fails for a message that is too long. gRPC itself refuses those of
// twice the length, but ends the stream with them.
func (s *Service) checkRequest(m proto.Message) error {
	if s.maxRequest > 0 && wire.Size(m) > s.maxRequest {
		return admit.TooLong("the request", s.maxRequest, " (--max-request-bytes of the server)")
	}
	return nil
}

// omitDelivered takes out of a stream's result what its deltas have said.
func omitDelivered(r *toolparserv1.ParseToolCallsResponse) {
	r.Result.Content, r.Result.Reasoning = nil, nil
	r.Diagnostics.Segments = nil
	for _, call := range r.GetResult().GetToolCalls() {
		call.Function.Arguments = ""
	}
	for _, call := range r.GetInvalidToolCalls() {
		call.Arguments = ""
	}
}

// toolType is the only type that tools and tool calls have.
const toolType = "function"

// offset is a byte offset as the contract gives it; MaxOutputBytes keeps it in range.
func offset(n int) int32 {
	return int32(n)
}

// response is the result as the contract gives it, made in a turn. The error is the turn's.
func (j *job) response(turn *admit.Turn, r *parsers.Result) (*toolparserv1.ParseToolCallsResponse, error) {
	m := new(struct { // in one chunk of memory
		response           toolparserv1.ParseToolCallsResponse
		result             toolparserv1.ExtractedToolCallInformation
		diagnostics        toolparserv1.Diagnostics
		content, reasoning string
	})
	repairs := &repairTeller{left: j.reported.repairs}
	var err error
	if m.result.ToolCalls, m.diagnostics.ToolCalls, err = j.toolCalls(turn, r.ToolCalls, repairs); err != nil {
		return nil, err
	}
	m.result.ToolsCalled = len(r.ToolCalls) > 0
	m.content, m.reasoning = r.Content, r.Reasoning
	m.result.Content = set(&m.content)
	m.result.Reasoning = set(&m.reasoning)
	m.diagnostics.Family = r.Family
	m.diagnostics.Confidence = r.Confidence
	if m.diagnostics.Segments, err = segments(turn, r.Segments, j.reported.invalid); err != nil {
		return nil, err
	}
	m.diagnostics.OmittedInvalidToolCalls = omitted(len(r.InvalidToolCalls) - j.reported.invalid)
	m.diagnostics.Attempts = attempts(r.Attempts)
	m.diagnostics.Leaks, m.diagnostics.LooksLike = leaks(r.Leaks), r.LooksLike
	m.response.Result = &m.result
	reported := r.InvalidToolCalls[:min(len(r.InvalidToolCalls), j.reported.invalid)]
	if m.response.InvalidToolCalls, err = invalidToolCalls(turn, reported, repairs); err != nil {
		return nil, err
	}
	m.response.Diagnostics = &m.diagnostics
	return &m.response, admit.CallError(turn.Context())
}

// A callMessage is what a response has of a call.
type callMessage struct {
	call        toolparserv1.ToolCall
	function    toolparserv1.FunctionCall
	diagnostics toolparserv1.ToolCallDiagnostics
	span        toolparserv1.Span
}

// An invalidMessage is what it has of an invalid call.
type invalidMessage struct {
	call toolparserv1.InvalidToolCall
	span toolparserv1.Span
}

// A segmentMessage is what it has of a segment.
type segmentMessage struct {
	segment toolparserv1.Segment
	span    toolparserv1.Span
	index   int32
}

// callsAtOnce is how many calls are made in one part of a turn.
const callsAtOnce = 128

// spendAt counts the work on the next calls of n, once for callsAtOnce of them. The error is the turn's.
func spendAt(turn *admit.Turn, i, n int) error {
	if i%callsAtOnce != 0 {
		return nil
	}
	return turn.Spend(partBytes * callParts * min(n-i, callsAtOnce))
}

// toolCalls makes all messages in one chunk of memory. The error is the turn's.
func (j *job) toolCalls(turn *admit.Turn, calls []parsers.ToolCall, repairs *repairTeller) ([]*toolparserv1.ToolCall, []*toolparserv1.ToolCallDiagnostics, error) {
	if len(calls) == 0 {
		return nil, nil, nil
	}
	messages := make([]callMessage, len(calls))
	protoCalls := make([]*toolparserv1.ToolCall, len(calls))
	diagnostics := make([]*toolparserv1.ToolCallDiagnostics, len(calls))
	for i := range calls {
		if err := spendAt(turn, i, len(calls)); err != nil {
			return nil, nil, err
		}
		call, m := &calls[i], &messages[i]
		m.function.Name, m.function.Arguments = call.Name, call.Arguments
		m.call.Id, m.call.Type, m.call.Function = call.ID, toolType, &m.function
		m.diagnostics.Format = call.Format
		m.diagnostics.Span = fillSpan(&m.span, call.Span)
		m.diagnostics.Confidence = call.Confidence
		m.diagnostics.Repairs, m.diagnostics.OmittedRepairs = repairs.tell(call.Repairs)
		m.diagnostics.IdSynthesized = call.IDSynthesized
		m.diagnostics.UnknownTool = call.UnknownTool
		m.diagnostics.SchemaViolations = schemaViolations(j.check.Violations(call.Name, call.Arguments))
		protoCalls[i], diagnostics[i] = &m.call, &m.diagnostics
	}
	return protoCalls, diagnostics, nil
}

// A repairTeller tells the repairs of an output while there are any left to tell, and
// one of each call in any case.
type repairTeller struct{ left int }

func (t *repairTeller) tell(list []parsers.Repair) (told []*toolparserv1.Repair, more *int32) {
	n := min(len(list), max(1, t.left))
	t.left -= n
	return repairs(list[:n]), omitted(len(list) - n)
}

// repairs relies on both enums having the same numbers.
func repairs(list []parsers.Repair) []*toolparserv1.Repair {
	if len(list) == 0 {
		return nil
	}
	messages := make([]toolparserv1.Repair, len(list))
	out := make([]*toolparserv1.Repair, len(list))
	for i, r := range list {
		messages[i].Kind = toolparserv1.RepairKind(r.Kind)
		messages[i].Offset = offset(r.Offset)
		out[i] = &messages[i]
	}
	return out
}

// invalidToolCalls makes all messages in one chunk of memory, too.
func invalidToolCalls(turn *admit.Turn, list []*parsers.InvalidToolCall, repairs *repairTeller) ([]*toolparserv1.InvalidToolCall, error) {
	if len(list) == 0 {
		return nil, nil
	}
	messages := make([]invalidMessage, len(list))
	out := make([]*toolparserv1.InvalidToolCall, len(list))
	for i := range list {
		if err := spendAt(turn, i, len(list)); err != nil {
			return nil, err
		}
		c, m := list[i], &messages[i].call
		m.Id, m.Name, m.Arguments = c.ID, c.Name, c.Arguments
		m.Reason, m.Message = toolparserv1.InvalidReason(c.Reason), c.Why()
		m.Format, m.Confidence = c.Format, c.Confidence
		m.Span = fillSpan(&messages[i].span, c.Span)
		m.Repairs, m.OmittedRepairs = repairs.tell(c.Repairs)
		out[i] = m
	}
	return out, nil
}

// segmentsAtOnce is for how many segments memory is taken at a time, and how many are made at once.
const segmentsAtOnce = 1 << 10

// segments makes many messages in one chunk of memory: there can be millions. Only the first
// reported invalid calls have segments. Those of the rest are text, and merge with the text
// around them. The error is the turn's.
func segments(turn *admit.Turn, list []parsers.Segment, reported int) ([]*toolparserv1.Segment, error) {
	if len(list) == 0 {
		return nil, nil
	}
	told := segmentTeller{reported: reported, out: make([]*toolparserv1.Segment, 0, len(list))}
	for len(list) > 0 {
		n := min(len(list), segmentsAtOnce)
		if err := turn.Spend(partBytes * n); err != nil {
			return nil, err
		}
		told.tell(list[:n])
		list = list[n:]
	}
	return told.out, nil
}

// A segmentTeller makes messages of segments.
type segmentTeller struct {
	reported int
	out      []*toolparserv1.Segment
	// untold: an invalid call has no segment.
	untold bool
}

// tell makes messages of the next segments.
func (t *segmentTeller) tell(list []parsers.Segment) {
	messages := make([]segmentMessage, len(list))
	for i, s := range list {
		if s.Kind == parsers.SegmentInvalidToolCall && s.Index >= t.reported {
			s.Kind, t.untold = parsers.SegmentText, true
		}
		if n := len(t.out); t.untold && s.Kind == parsers.SegmentText && n > 0 && t.out[n-1].GetKind() == textSegment {
			t.out[n-1].Span.End = offset(s.Span.End)
			continue
		}
		m := &messages[i]
		m.segment.Kind = toolparserv1.SegmentKind(s.Kind)
		m.segment.Span = fillSpan(&m.span, s.Span)
		if s.Kind == parsers.SegmentToolCall || s.Kind == parsers.SegmentInvalidToolCall {
			m.index = offset(s.Index)
			m.segment.Index = &m.index
		}
		t.out = append(t.out, &m.segment)
	}
}

const textSegment = toolparserv1.SegmentKind_SEGMENT_KIND_TEXT

func attempts(list []parsers.Attempt) []*toolparserv1.ParseAttempt {
	messages := make([]toolparserv1.ParseAttempt, len(list))
	out := make([]*toolparserv1.ParseAttempt, len(list))
	for i, a := range list {
		m := &messages[i]
		m.Family, m.RejectedBecause = a.Family, a.RejectedBecause
		m.Confidence, m.ToolCallCount = a.Confidence, offset(a.ToolCallCount)
		out[i] = m
	}
	return out
}

// leaks relies on both enums having the same numbers.
func leaks(list []parsers.Leak) []*toolparserv1.Leak {
	var out []*toolparserv1.Leak
	for i := range list {
		l := &list[i]
		out = append(out, &toolparserv1.Leak{
			Kind: toolparserv1.LeakKind(l.Kind), Span: fillSpan(new(toolparserv1.Span), l.Span), Family: l.Family, Name: l.Name,
		})
	}
	return out
}

func fillSpan(m *toolparserv1.Span, s parsers.Span) *toolparserv1.Span {
	m.Start, m.End = offset(s.Start), offset(s.End)
	return m
}

// omitted counts what isn't reported; unset for nothing.
func omitted(n int) *int32 {
	if n <= 0 {
		return nil
	}
	count := offset(n)
	return &count
}

// set is a string field that is unset when empty, in the memory of its message.
func set(s *string) *string {
	if *s == "" {
		return nil
	}
	return s
}

// optional is a string field that is unset when empty.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
