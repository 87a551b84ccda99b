package server_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/testing/protocmp"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/kimi"
	"github.com/toolparser/toolparser/parsers/llama3"
	"github.com/toolparser/toolparser/server"
)

type (
	muxClient = grpc.BidiStreamingClient[toolparserv1.MultiplexToolCallsRequest, toolparserv1.MultiplexToolCallsResponse]
	muxInput  = toolparserv1.MultiplexInput
	muxOutput = toolparserv1.MultiplexOutput
)

func openMux(t *testing.T, r *running) muxClient {
	t.Helper()
	stream, err := r.client.MultiplexToolCalls(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

// exchangeMux sends inputs and returns the outputs of their answer.
func exchangeMux(stream muxClient, inputs ...*muxInput) ([]*muxOutput, error) {
	if err := stream.Send(&toolparserv1.MultiplexToolCallsRequest{Inputs: inputs}); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	response, err := stream.Recv()
	return response.GetOutputs(), err
}

func mustMux(t *testing.T, stream muxClient, inputs ...*muxInput) []*muxOutput {
	t.Helper()
	outputs, err := exchangeMux(stream, inputs...)
	if err != nil {
		t.Fatal(err)
	}
	return outputs
}

func muxStart(output uint64, family string) *muxInput {
	return &muxInput{Output: output, Input: &toolparserv1.MultiplexInput_Start{Start: &toolparserv1.StreamStart{Family: family}}}
}

func muxDelta(output uint64, text string) *muxInput {
	return &muxInput{Output: output, Input: &toolparserv1.MultiplexInput_Delta{Delta: text}}
}

func muxBytes(output uint64, raw string) *muxInput {
	return &muxInput{Output: output, Input: &toolparserv1.MultiplexInput_RawDelta{RawDelta: []byte(raw)}}
}

func muxFinish(output uint64) *muxInput {
	return &muxInput{Output: output, Input: &toolparserv1.MultiplexInput_Finish{Finish: &toolparserv1.StreamFinish{}}}
}

func muxCancel(output uint64) *muxInput {
	return &muxInput{Output: output, Input: &toolparserv1.MultiplexInput_Cancel{}}
}

// wantItemError checks that an answer is one output's error.
func wantItemError(t *testing.T, outputs []*muxOutput, number uint64, code codes.Code, says string) {
	t.Helper()
	if len(outputs) != 1 || outputs[0].GetOutput() != number || outputs[0].GetResult() != nil {
		t.Fatalf("got %v, want an error of output %d", outputs, number)
	}
	e := outputs[0].GetError()
	if codes.Code(e.GetCode()) != code || !strings.Contains(e.GetMessage(), says) {
		t.Errorf("got error %v, want %v with %q", e, code, says)
	}
}

// TestMultiplexEqualsUnary has an output for every place to cut it, and for every size of
// chunks, all on one stream, and a chunk of each output in every request.
func TestMultiplexEqualsUnary(t *testing.T) {
	r := startWith(t, []*parsers.Family{lineFamily(), llama3.Family(), kimi.Family()})
	for _, test := range []struct{ family, output string }{
		{"line", "Grüße\n!get {\"city\": \"Zürich\"}\nund\n!broken {\nEnde 🎉"},
		{"llama3", `Let me see. {"name": "get", "parameters": {"city": "Zürich", "n": [1, 2.0]}} Wait: {"name": "cut", "parameters": {"a`},
		{"kimi", `Both.<|tool_calls_section_begin|><|tool_call_begin|>functions.get:0<|tool_call_argument_begin|>{"city": "Zürich"}<|tool_call_end|>` +
			`<|tool_call_begin|>functions.get:1<|tool_call_argument_begin|>{"city": "Genève",}<|tool_call_end|><|tool_calls_section_end|>`},
	} {
		t.Run(test.family, func(t *testing.T) {
			want, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: test.family, ModelOutput: test.output})
			if err != nil {
				t.Fatal(err)
			}
			outputs := make(map[uint64][]string)
			for at := range len(test.output) {
				outputs[uint64(at)] = []string{test.output[:at], test.output[at:]}
				outputs[1<<40+uint64(at)] = cutEvery(test.output, at+1)
			}
			results, contents := runMux(t, openMux(t, r), test.family, outputs)
			for number, pieces := range outputs {
				if diff := cmp.Diff(forgetIDs(want), forgetIDs(results[number]), protocmp.Transform()); diff != "" {
					t.Fatalf("pieces %q: %s", pieces, diff)
				}
				if got := contents[number]; strings.TrimSpace(got) != strings.TrimSpace(want.GetResult().GetContent()) {
					t.Fatalf("pieces %q: deltas add up to %q", pieces, got)
				}
			}
		})
	}
}

func cutEvery(s string, n int) (pieces []string) {
	for ; s != ""; s = s[min(n, len(s)):] {
		pieces = append(pieces, s[:min(n, len(s))])
	}
	return pieces
}

// forgetIDs drops the ids that were made at random.
func forgetIDs(r *toolparserv1.ParseToolCallsResponse) *toolparserv1.ParseToolCallsResponse {
	for i, call := range r.GetResult().GetToolCalls() {
		if r.GetDiagnostics().GetToolCalls()[i].GetIdSynthesized() {
			call.Id = ""
		}
	}
	return r
}

// runMux sends the pieces of all outputs, one of each in a request, and returns the
// results, and the content of the deltas.
func runMux(t *testing.T, stream muxClient, family string, outputs map[uint64][]string) (map[uint64]*toolparserv1.ParseToolCallsResponse, map[uint64]string) {
	t.Helper()
	results, contents := map[uint64]*toolparserv1.ParseToolCallsResponse{}, map[uint64]string{}
	for step := 0; len(results) < len(outputs); step++ {
		var inputs []*muxInput
		for number, pieces := range outputs {
			switch {
			case step == 0:
				inputs = append(inputs, muxStart(number, family))
			case step <= len(pieces):
				inputs = append(inputs, muxBytes(number, pieces[step-1]))
			case step == len(pieces)+1:
				inputs = append(inputs, muxFinish(number))
			}
		}
		for _, output := range mustMux(t, stream, inputs...) {
			if output.GetError() != nil {
				t.Fatal(output)
			}
			contents[output.GetOutput()] += output.GetDelta().GetContent()
			if output.GetResult() != nil {
				results[output.GetOutput()] = output.GetResult()
			}
		}
	}
	return results, contents
}

// TestMultiplexSteps shows what each request is answered with.
func TestMultiplexSteps(t *testing.T) {
	stream := openMux(t, start(t))
	show := func(outputs []*muxOutput) string {
		var parts []string
		for _, output := range outputs {
			part := fmt.Sprintf("%d:%s", output.GetOutput(), showDelta(output.GetDelta()))
			if output.GetResult() != nil {
				part += "|" + output.GetResult().GetResult().GetContent()
			}
			parts = append(parts, part)
		}
		return strings.Join(parts, " ")
	}
	for i, step := range []struct {
		inputs []*muxInput
		want   string
	}{
		{nil, ""},
		{[]*muxInput{muxStart(7, "line"), muxStart(0, "line")}, ""},
		{[]*muxInput{muxDelta(0, "zero"), muxDelta(7, "!f"), muxStart(3, "line"), muxDelta(3, "three")}, "0:zero 3:three"},
		{[]*muxInput{muxDelta(7, " {}\n"), muxDelta(7, "more")}, "7:+0 f-0 f {} . 7:more"},
		{[]*muxInput{muxFinish(3), muxStart(3, "line"), muxDelta(3, "again")}, "3:|three 3:again"},
		{[]*muxInput{muxCancel(7), muxCancel(7), muxCancel(99), muxFinish(0)}, "0:|zero"},
		{[]*muxInput{muxStart(7, "line"), muxDelta(7, "a new seven"), muxFinish(7)}, "7:a new seven 7:|a new seven"},
	} {
		if got := show(mustMux(t, stream, step.inputs...)); got != step.want {
			t.Errorf("step %d: got %s, want %s", i, got, step.want)
		}
	}
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	last, err := stream.Recv()
	if got := show(last.GetOutputs()); err != nil || got != "3:|again" {
		t.Errorf("after the half-close: %s %v", got, err)
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("in the end: %v", err)
	}
}

// TestMultiplexErrorsAreOfOneOutput: the other outputs go on, and the number is free.
func TestMultiplexErrorsAreOfOneOutput(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxStreamBytes: 10, MaxTools: 1}))
	stream := openMux(t, r)
	mustMux(t, stream, muxStart(1, "line"))
	negative := muxStart(2, "line")
	negative.GetStart().PriorToolCalls = -1
	tools := muxStart(2, "line")
	tools.GetStart().Tools = []*toolparserv1.Tool{tool("a", ""), tool("b", "")}
	badFinish := muxFinish(2)
	badFinish.GetFinish().FinishReason = 9
	for _, test := range []struct {
		name  string
		sends []*muxInput
		code  codes.Code
		says  string
	}{
		{"delta before start", []*muxInput{muxDelta(2, "x")}, codes.InvalidArgument, "delta: no output of that number is open"},
		{"raw_delta before start", []*muxInput{muxBytes(2, "x")}, codes.InvalidArgument, "raw_delta: no output of that number is open"},
		{"finish before start", []*muxInput{muxFinish(2)}, codes.InvalidArgument, "finish: no output of that number is open"},
		{"two starts", []*muxInput{muxStart(2, "line"), muxStart(2, "line")}, codes.InvalidArgument, "started already"},
		{"unknown family", []*muxInput{muxStart(2, "nope")}, codes.NotFound, `no family is named "nope"`},
		{"bad start", []*muxInput{negative}, codes.InvalidArgument, "start.prior_tool_calls: -1"},
		{"too many tools", []*muxInput{tools}, codes.InvalidArgument, "tools"},
		{"bad finish", []*muxInput{muxStart(2, "line"), badFinish}, codes.InvalidArgument, "finish.finish_reason"},
		{"nothing set", []*muxInput{{Output: 2}}, codes.InvalidArgument, "none of start, delta, raw_delta, finish, cancel"},
		{"too long", []*muxInput{muxStart(2, "line"), muxDelta(2, "!345678901")}, codes.OK, ""},
		{"too long by one", []*muxInput{muxDelta(2, "x")}, codes.ResourceExhausted, "10 bytes"},
		{"panic", []*muxInput{muxStart(2, "line"), muxDelta(2, "!panic {}"), muxDelta(2, "\n")}, codes.Internal, "internal error"},
	} {
		outputs := mustMux(t, stream, test.sends...)
		if test.code == codes.OK {
			if len(outputs) > 0 {
				t.Errorf("%s: %v", test.name, outputs)
			}
			continue
		}
		t.Log(test.name)
		wantItemError(t, outputs, 2, test.code, test.says)
	}
	got := mustMux(t, stream, muxDelta(1, "one"), muxFinish(1))
	if len(got) != 2 || got[1].GetResult().GetResult().GetContent() != "one" {
		t.Errorf("the output among all these errors: %v", got)
	}
	if load := r.server.Load(); load.FailedOutputs["InvalidArgument"] != 8 || load.FailedOutputs["Internal"] != 1 || load.Streams != 1 {
		t.Errorf("load %+v", load)
	}
	if line := `msg="failed output" method=/toolparser.v1.ToolParserService/MultiplexToolCalls`; strings.Count(r.log.String(), line) != 11 {
		t.Errorf("the log has not 11 lines of %s:\n%s", line, r.log)
	}
	if strings.Contains(r.log.String(), "345678901") || strings.Contains(r.log.String(), "!panic") {
		t.Error("the log holds an output")
	}
}

// TestMultiplexErrorsAreBounded: beyond some, errors are their code alone.
func TestMultiplexErrorsAreBounded(t *testing.T) {
	stream := openMux(t, start(t))
	const n = 5000
	var inputs []*muxInput
	for number := range uint64(n) {
		inputs = append(inputs, muxDelta(number, ""))
	}
	size, told := 0, 0
	for number, output := range mustMux(t, stream, inputs...) {
		if output.GetOutput() != uint64(number) || codes.Code(output.GetError().GetCode()) != codes.InvalidArgument {
			t.Fatalf("output %d: %v", number, output)
		}
		if size += len(output.String()); output.GetError().GetMessage() != "" {
			told++
		}
	}
	if told < 100 || told > n/5 {
		t.Errorf("%d errors of %d are reported", told, n)
	}
	_, err := exchangeMux(stream, make([]*muxInput, 16385)...)
	if message, _ := wantError(t, err, codes.InvalidArgument); !strings.Contains(message, "inputs: more than 16384") {
		t.Error(message)
	}
}

func TestMultiplexOmitDelivered(t *testing.T) {
	stream := openMux(t, start(t))
	finish := muxFinish(1)
	finish.GetFinish().OmitDelivered = true
	got := mustMux(t, stream, muxStart(1, "line"), muxDelta(1, "text\n!f {}\n"), finish)
	result := got[len(got)-1].GetResult()
	if result.GetResult().Content != nil || result.GetDiagnostics().GetSegments() != nil || len(result.GetResult().GetToolCalls()) != 1 {
		t.Errorf("result %v", result)
	}
}

// TestMultiplexAnswersAreBounded: what doesn't fit any more into one answer fails alone.
func TestMultiplexAnswersAreBounded(t *testing.T) {
	stream := openMux(t, start(t, server.WithConfig(server.Config{MaxResponseBytes: 3000})))
	long := strings.Repeat("x", 1000)
	mustMux(t, stream, muxStart(1, "line"), muxStart(2, "line"), muxStart(3, "line"), muxDelta(1, long))
	mustMux(t, stream, muxDelta(2, long), muxDelta(3, long))
	got := mustMux(t, stream, muxFinish(1), muxFinish(2), muxFinish(3))
	if len(got) != 3 || got[0].GetResult() == nil || got[1].GetResult() == nil {
		t.Fatalf("got %v", got)
	}
	wantItemError(t, got[2:], 3, codes.ResourceExhausted, "limit of 3000")
}

// TestManyFailedOutputsFewLines: a request of some bytes an input would fill the log.
func TestManyFailedOutputsFewLines(t *testing.T) {
	begun := time.Now()
	r := start(t)
	stream := openMux(t, r)
	var inputs []*muxInput
	for i := range uint64(1000) {
		inputs = append(inputs, muxDelta(i, "x"))
	}
	if outputs := mustMux(t, stream, inputs...); len(outputs) != 1000 {
		t.Errorf("%d outputs failed", len(outputs))
	}
	mustMux(t, stream, inputs[:16]...)
	if n := r.server.Load().FailedOutputs["InvalidArgument"]; n != 1016 {
		t.Errorf("%d are counted", n)
	}
	wantFewLines(t, r, `msg="failed output" `, 1016, 10, begun)
}
