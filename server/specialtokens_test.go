package server_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/testing/protocmp"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/wire"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/qwen3_coder"
)

const (
	tokenCall   = "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>"
	tokenOutput = "The log says " + tokenCall + ". " + tokenCall
)

// tokenSpans are the special tokens of tokenOutput: those of the second call.
var tokenSpans = []*toolparserv1.Span{
	tokenSpan(len(tokenOutput)-len(tokenCall), len("<tool_call>")), tokenSpan(len(tokenOutput)-len("</tool_call>"), len("</tool_call>")),
}

func tokenSpan(start, length int) *toolparserv1.Span {
	return &toolparserv1.Span{Start: int32(start), End: int32(start + length)}
}

func tokenRequest(t *toolparserv1.SpecialTokens) *toolparserv1.ParseToolCallsRequest {
	return &toolparserv1.ParseToolCallsRequest{
		Family: "qwen3_coder", ModelOutput: tokenOutput, Tools: []*toolparserv1.Tool{tool("bash", "")}, SpecialTokens: t,
	}
}

func tokenStart() *toolparserv1.StreamStart {
	r := tokenRequest(new(toolparserv1.SpecialTokens))
	return &toolparserv1.StreamStart{Family: r.GetFamily(), Tools: r.GetTools(), SpecialTokens: r.GetSpecialTokens()}
}

func startTokens(t *testing.T) *running {
	t.Helper()
	return startWith(t, []*parsers.Family{qwen3_coder.Family()})
}

// contentAndCalls is the number of calls, and the content.
func contentAndCalls(r *toolparserv1.ParseToolCallsResponse) string {
	return fmt.Sprintf("%d %s", len(r.GetResult().GetToolCalls()), r.GetResult().GetContent())
}

func TestSpecialTokens(t *testing.T) {
	r := startTokens(t)
	for name, c := range map[string]struct {
		tokens *toolparserv1.SpecialTokens
		want   string
	}{
		"not given":   {nil, "2 The log says\n\n."},
		"none":        {new(toolparserv1.SpecialTokens), "0 " + tokenOutput},
		"of a call":   {&toolparserv1.SpecialTokens{Spans: tokenSpans}, "1 The log says " + tokenCall + "."},
		"constrained": {&toolparserv1.SpecialTokens{Constrained: true}, "2 The log says\n\n."},
		"missing":     {&toolparserv1.SpecialTokens{Missing: []string{"<tool_call>", "</tool_call>", "<seed:tool_call>"}}, "2 The log says\n\n."},
	} {
		got, err := r.client.ParseToolCalls(testContext(t), tokenRequest(c.tokens))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if s := contentAndCalls(got); s != c.want {
			t.Errorf("%s: %q, want %q", name, s, c.want)
		}
	}
}

// A tokenPiece is a chunk of tokenOutput, and its special tokens.
type tokenPiece struct {
	text   string
	tokens []*toolparserv1.Span
}

// tokenPieces divides tokenOutput, and its special tokens, into chunks.
func tokenPieces(size int) (pieces []tokenPiece) {
	for at := 0; at < len(tokenOutput); at += size {
		end := min(at+size, len(tokenOutput))
		p := tokenPiece{text: tokenOutput[at:end]}
		for _, s := range tokenSpans {
			if from, to := max(at, int(s.GetStart())), min(end, int(s.GetEnd())); from < to {
				p.tokens = append(p.tokens, tokenSpan(from-at, to-from))
			}
		}
		pieces = append(pieces, p)
	}
	return pieces
}

// TestSpecialTokensOfChunks: streams and multiplexed ones have the result of the complete output, also where a special token is
// divided between chunks, and send the content that it has.
func TestSpecialTokensOfChunks(t *testing.T) {
	r := startTokens(t)
	want, err := r.client.ParseToolCalls(testContext(t), tokenRequest(&toolparserv1.SpecialTokens{Spans: tokenSpans}))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1, 2, 3, 7, 20, len(tokenOutput)} {
		for _, raw := range []bool{false, true} {
			got := streamTokens(t, r, tokenPieces(size), raw)
			if diff := cmp.Diff(want, got, protocmp.Transform(), protocmp.IgnoreFields(&toolparserv1.ToolCall{}, "id")); diff != "" {
				t.Errorf("chunks of %d, raw %v: %s", size, raw, diff)
			}
			got = muxTokens(t, r, tokenPieces(size), raw)
			if diff := cmp.Diff(want, got, protocmp.Transform(), protocmp.IgnoreFields(&toolparserv1.ToolCall{}, "id")); diff != "" {
				t.Errorf("chunks of %d, raw %v, multiplexed: %s", size, raw, diff)
			}
		}
	}
}

func streamTokens(t *testing.T, r *running, pieces []tokenPiece, raw bool) *toolparserv1.ParseToolCallsResponse {
	t.Helper()
	stream := openStream(t, r)
	mustExchange(t, stream, &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{Start: tokenStart()}})
	for _, p := range pieces {
		request := deltaRequest(p.text)
		if raw {
			request = bytesRequest(p.text)
		}
		request.SpecialTokens = p.tokens
		mustExchange(t, stream, request)
	}
	return mustExchange(t, stream, finishRequest(0)).GetResult()
}

func muxTokens(t *testing.T, r *running, pieces []tokenPiece, raw bool) *toolparserv1.ParseToolCallsResponse {
	t.Helper()
	stream := openMux(t, r)
	mustMux(t, stream, &muxInput{Output: 7, Input: &toolparserv1.MultiplexInput_Start{Start: tokenStart()}})
	for _, p := range pieces {
		input := muxDelta(7, p.text)
		if raw {
			input.Input = &toolparserv1.MultiplexInput_RawDelta{RawDelta: []byte(p.text)}
		}
		input.SpecialTokens = p.tokens
		mustMux(t, stream, input)
	}
	outputs := mustMux(t, stream, muxFinish(7))
	return outputs[len(outputs)-1].GetResult()
}

// TestSpecialTokensOfBatches: an item has special tokens as a request has, and errors of its own.
func TestSpecialTokensOfBatches(t *testing.T) {
	r := startTokens(t)
	stream, err := r.client.BatchParseToolCalls(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, tokens := range []*toolparserv1.SpecialTokens{{Spans: tokenSpans}, {Spans: []*toolparserv1.Span{{Start: 1 << 20, End: 1 << 21}}}} {
		if err := stream.Send(&toolparserv1.BatchParseToolCallsRequest{Request: tokenRequest(tokens)}); err != nil {
			t.Fatal(err)
		}
	}
	_ = stream.CloseSend()
	var got []string
	for {
		answer, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, contentAndCalls(answer.GetResponse())+answer.GetError().GetMessage())
	}
	want := []string{
		"1 The log says " + tokenCall + ".",
		fmt.Sprintf("0 request.special_tokens.spans[0]: 1048576 to 2097152 is outside of the text, which has %d bytes", len(tokenOutput)),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSpecialTokensErrors(t *testing.T) {
	r := startTokens(t)
	for name, c := range map[string]struct {
		output, message string
		spans           []*toolparserv1.Span
	}{
		"out of range":  {"é<a>", "special_tokens.spans[0]: 2 to 6 is outside of the text, which has 5 bytes", []*toolparserv1.Span{{Start: 2, End: 6}}},
		"negative":      {"é<a>", "special_tokens.spans[0]: -1 to 2 is outside of the text, which has 5 bytes", []*toolparserv1.Span{{Start: -1, End: 2}}},
		"empty":         {"é<a>", "special_tokens.spans[1]: 4 to 4 has no byte", []*toolparserv1.Span{{Start: 2, End: 3}, {Start: 4, End: 4}}},
		"overlapping":   {"é<a>", "special_tokens.spans[1]: 3 is before the end of the span before, 4", []*toolparserv1.Span{{Start: 2, End: 4}, {Start: 3, End: 5}}},
		"not ascending": {"é<a>", "special_tokens.spans[1]: 2 is before the end of the span before, 4", []*toolparserv1.Span{{Start: 3, End: 4}, {Start: 2, End: 3}}},
		"inside a rune": {"é<a>", "special_tokens.spans[0]: byte 1 is inside a code point", []*toolparserv1.Span{{Start: 1, End: 3}}},
	} {
		request := &toolparserv1.ParseToolCallsRequest{Family: "qwen3_coder", ModelOutput: c.output, SpecialTokens: &toolparserv1.SpecialTokens{Spans: c.spans}}
		_, err := r.client.ParseToolCalls(testContext(t), request)
		if message, _ := wantError(t, err, codes.InvalidArgument); message != c.message {
			t.Errorf("%s: %q, want %q", name, message, c.message)
		}
		for _, raw := range []bool{false, true} {
			step := deltaRequest(c.output)
			if raw {
				step = bytesRequest(c.output)
			}
			step.SpecialTokens = c.spans
			stream := openStream(t, r)
			mustExchange(t, stream, &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{Start: tokenStart()}})
			_, err = exchange(t, stream, step)
			want := strings.Replace(c.message, "special_tokens.spans", "special_tokens", 1)
			if message, _ := wantError(t, err, codes.InvalidArgument); message != want {
				t.Errorf("%s in a stream: %q, want %q", name, message, want)
			}
		}
	}
}

// TestSpecialTokensAreLimited: more than the limit, in less and in more bytes than a decoder looks through.
func TestSpecialTokensAreLimited(t *testing.T) {
	r := startTokens(t)
	spans := func(n int) (list []*toolparserv1.Span) {
		for i := range n {
			list = append(list, tokenSpan(i, 1))
		}
		return list
	}
	output := strings.Repeat("x", 2*wire.MaxSpans)
	for n, want := range map[int]codes.Code{wire.MaxSpans: codes.OK, wire.MaxSpans + 1: codes.InvalidArgument, 2 * wire.MaxSpans: codes.InvalidArgument} {
		request := &toolparserv1.ParseToolCallsRequest{Family: "qwen3_coder", ModelOutput: output, SpecialTokens: &toolparserv1.SpecialTokens{Spans: spans(n)}}
		_, err := r.client.ParseToolCalls(testContext(t), request)
		if want != codes.OK {
			wantError(t, err, want)
		} else if err != nil {
			t.Error(err)
		}
		stream := openStream(t, r)
		mustExchange(t, stream, &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{Start: tokenStart()}})
		step := deltaRequest(output)
		step.SpecialTokens = spans(n)
		if _, err = exchange(t, stream, step); want != codes.OK {
			wantError(t, err, want)
		} else if err != nil {
			t.Error(err)
		}
	}
}

// TestSpecialTokensOutOfPlace: only chunks have special tokens, and only if the start says so.
func TestSpecialTokensOutOfPlace(t *testing.T) {
	r := startTokens(t)
	span := []*toolparserv1.Span{{Start: 0, End: 1}}
	with := func(step *toolparserv1.StreamToolCallsRequest) *toolparserv1.StreamToolCallsRequest {
		step.SpecialTokens = span
		return step
	}
	begun := &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{Start: tokenStart()}}
	listed := tokenStart()
	listed.SpecialTokens.Spans = span
	for name, c := range map[string]struct {
		steps   []*toolparserv1.StreamToolCallsRequest
		message string
	}{
		"without those of the start": {
			[]*toolparserv1.StreamToolCallsRequest{startRequest("qwen3_coder"), with(deltaRequest("x"))},
			"special_tokens: start has no special_tokens: set it there, too",
		},
		"with a finish": {[]*toolparserv1.StreamToolCallsRequest{begun, with(finishRequest(0))}, "special_tokens: only delta and raw_delta have them"},
		"with a start":  {[]*toolparserv1.StreamToolCallsRequest{with(startRequest("qwen3_coder"))}, "special_tokens: only delta and raw_delta have them"},
		"in the start": {
			[]*toolparserv1.StreamToolCallsRequest{{Input: &toolparserv1.StreamToolCallsRequest_Start{Start: listed}}},
			"start.special_tokens.spans: want none here: each chunk has its own",
		},
	} {
		stream, mux := openStream(t, r), openMux(t, r)
		var err error
		var failed string
		for _, step := range c.steps {
			_, err = exchange(t, stream, step)
			for _, output := range mustMux(t, mux, muxOf(step)) {
				failed += output.GetError().GetMessage()
			}
		}
		if message, _ := wantError(t, err, codes.InvalidArgument); message != c.message || failed != c.message {
			t.Errorf("%s: %q, multiplexed %q, want %q", name, message, failed, c.message)
		}
	}
}

// muxOf is a step of a stream as an input.
func muxOf(step *toolparserv1.StreamToolCallsRequest) *muxInput {
	input := &muxInput{SpecialTokens: step.GetSpecialTokens()}
	switch step := step.GetInput().(type) {
	case *toolparserv1.StreamToolCallsRequest_Start:
		input.Input = &toolparserv1.MultiplexInput_Start{Start: step.Start}
	case *toolparserv1.StreamToolCallsRequest_Delta:
		input.Input = &toolparserv1.MultiplexInput_Delta{Delta: step.Delta}
	case *toolparserv1.StreamToolCallsRequest_Finish:
		input.Input = &toolparserv1.MultiplexInput_Finish{Finish: step.Finish}
	}
	return input
}
