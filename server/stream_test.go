package server_test

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/testing/protocmp"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

func TestStreamLockstep(t *testing.T) {
	stream := openStream(t, start(t))
	steps := []struct {
		req  *toolparserv1.StreamToolCallsRequest
		want string // of the delta, as showDelta has it
	}{
		{startRequest("line"), ""},
		{deltaRequest("Hello"), "Hello"},
		{deltaRequest(""), ""},
		{deltaRequest("\n!ge"), ""},
		{deltaRequest("t {}"), ""},
		{deltaRequest("\n"), "+0 get-0 get {} ."},
		{deltaRequest("!a 1\n!b {}\n"), "+1 b-0 b {} ."},
		{deltaRequest("bye"), ""},
	}
	for i, step := range steps[:6] {
		response := mustExchange(t, stream, step.req)
		if got := showDelta(response.GetDelta()); got != step.want || response.GetResult() != nil {
			t.Fatalf("step %d: got %q, want %q, result %v", i, got, step.want, response.GetResult())
		}
	}
	last := mustExchange(t, stream, finishRequest(toolparserv1.FinishReason_FINISH_REASON_STOP))
	if last.GetResult().GetResult().GetContent() != "Hello" {
		t.Errorf("last response: %v", last)
	}
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("after the half-close: %v", err)
	}
}

// showDelta writes a delta in one line.
func showDelta(d *toolparserv1.DeltaMessage) string {
	parts := []string{}
	if d.GetContent() != "" {
		parts = append(parts, d.GetContent())
	}
	for _, call := range d.GetToolCalls() {
		if call.Id != nil {
			parts = append(parts, fmt.Sprintf("+%d", call.GetIndex()), call.GetId(), call.GetFunction().GetName())
		}
		if call.GetFunction().Arguments != nil {
			parts = append(parts, call.GetFunction().GetArguments())
		}
		if call.GetComplete() {
			parts = append(parts, ".")
		}
	}
	return strings.Join(parts, " ")
}

// TestStreamEqualsUnary ends a stream in both ways, and cuts it in many.
func TestStreamEqualsUnary(t *testing.T) {
	r := start(t)
	const output = "Grüße\n!get {\"city\": \"Zürich\"}\nund\n!broken {\nEnde 🎉"
	want, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: output})
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1, 2, 3, 4, 5, 7, 11, 16, len(output)} {
		for _, finish := range []bool{true, false} {
			got, content := streamBytes(t, openStream(t, r), output, size, finish)
			if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
				t.Fatalf("pieces of %d, finish %v: %s", size, finish, diff)
			}
			if content != want.GetResult().GetContent() {
				t.Fatalf("pieces of %d, finish %v: deltas add up to %q", size, finish, content)
			}
		}
	}
}

// streamBytes streams output in chunks of size bytes and returns the result
// and the content of the deltas.
func streamBytes(t *testing.T, stream toolClient, output string, size int, finish bool) (*toolparserv1.ParseToolCallsResponse, string) {
	t.Helper()
	mustExchange(t, stream, startRequest("line"))
	var content strings.Builder
	for rest := output; rest != ""; {
		n := min(size, len(rest))
		content.WriteString(mustExchange(t, stream, bytesRequest(rest[:n])).GetDelta().GetContent())
		rest = rest[n:]
	}
	var last *toolparserv1.StreamToolCallsResponse
	if finish {
		last = mustExchange(t, stream, finishRequest(0))
	}
	_ = stream.CloseSend()
	if !finish {
		var err error
		if last, err = stream.Recv(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Fatalf("after the last response: %v", err)
	}
	content.WriteString(last.GetDelta().GetContent())
	return last.GetResult(), content.String()
}

func TestStreamProtocol(t *testing.T) {
	r := start(t)
	begin, piece, finish := startRequest("line"), deltaRequest("x"), finishRequest(0)
	strange := startRequest("line")
	strange.GetStart().Options = &toolparserv1.ParseOptions{Formats: []string{"line/x"}}
	for _, test := range []struct {
		name  string
		sends []*toolparserv1.StreamToolCallsRequest
		field string
		says  string
	}{
		{"delta before start", []*toolparserv1.StreamToolCallsRequest{piece}, "delta", "before start"},
		{"raw_delta before start", []*toolparserv1.StreamToolCallsRequest{bytesRequest("x")}, "raw_delta", "before start"},
		{"finish before start", []*toolparserv1.StreamToolCallsRequest{finish}, "finish", "before start"},
		{"two starts", []*toolparserv1.StreamToolCallsRequest{begin, begin}, "start", "started already"},
		{"start after a delta", []*toolparserv1.StreamToolCallsRequest{begin, piece, begin}, "start", "started already"},
		{"delta after finish", []*toolparserv1.StreamToolCallsRequest{begin, finish, piece}, "delta", "after finish"},
		{"two finishes", []*toolparserv1.StreamToolCallsRequest{begin, finish, finish}, "finish", "after finish"},
		{"start after finish", []*toolparserv1.StreamToolCallsRequest{begin, finish, begin}, "start", "started already"},
		{"empty request", []*toolparserv1.StreamToolCallsRequest{begin, {}}, "input", "none of"},
		{"finish reason", []*toolparserv1.StreamToolCallsRequest{begin, finishRequest(9)}, "finish.finish_reason", "9"},
		{"start without family", []*toolparserv1.StreamToolCallsRequest{startRequest("")}, "start.family", "neither"},
		{"start with a format of no family", []*toolparserv1.StreamToolCallsRequest{strange}, "start.options.formats[0]", "there are line/command"},
		{"half-close before start", nil, "start", "ended before"},
	} {
		t.Run(test.name, func(t *testing.T) {
			stream := openStream(t, r)
			for i, send := range test.sends {
				if _, err := exchange(t, stream, send); i < len(test.sends)-1 && err != nil {
					t.Fatal(err)
				} else if err != nil {
					wantField(t, err, test.field, test.says)
				}
			}
			_ = stream.CloseSend()
			_, err := stream.Recv()
			wantField(t, err, test.field, test.says)
		})
	}
	if _, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line"}); err != nil {
		t.Errorf("the server does not go on: %v", err)
	}
}

func wantField(t *testing.T, err error, field, says string) {
	t.Helper()
	message, fields := wantError(t, err, codes.InvalidArgument)
	if len(fields) != 1 || fields[0] != field || !strings.Contains(message, says) {
		t.Errorf("fields %q, message %q", fields, message)
	}
}

func TestStreamUnknownFamily(t *testing.T) {
	_, err := exchange(t, openStream(t, start(t)), startRequest("nope"))
	if message, _ := wantError(t, err, codes.NotFound); !strings.Contains(message, `no family is named "nope"`) {
		t.Error(message)
	}
}

func TestStreamBytes(t *testing.T) {
	r := start(t)
	for _, test := range []struct {
		name   string
		pieces []*toolparserv1.StreamToolCallsRequest
		want   string
	}{
		{"a code point in three pieces", []*toolparserv1.StreamToolCallsRequest{bytesRequest("\xe2"), bytesRequest("\x82"), bytesRequest("\xac")}, "€"},
		{"bytes that are no UTF-8", []*toolparserv1.StreamToolCallsRequest{bytesRequest("a\xff\xfe"), bytesRequest("b")}, "a\ufffd\ufffdb"},
		{"a code point that text cuts off", []*toolparserv1.StreamToolCallsRequest{bytesRequest("\xe2\x82"), deltaRequest("€")}, "\ufffd\ufffd€"},
		{"an empty delta between", []*toolparserv1.StreamToolCallsRequest{bytesRequest("\xe2\x82"), deltaRequest(""), bytesRequest("\xac")}, "€"},
		{"a code point that the end cuts off", []*toolparserv1.StreamToolCallsRequest{deltaRequest("a"), bytesRequest("\xf0\x9f")}, "a\ufffd\ufffd"},
		{"mixed", []*toolparserv1.StreamToolCallsRequest{deltaRequest("ä"), bytesRequest("ö"), deltaRequest("ü")}, "äöü"},
	} {
		t.Run(test.name, func(t *testing.T) {
			stream := openStream(t, r)
			mustExchange(t, stream, startRequest("line"))
			content := ""
			for _, piece := range append(test.pieces, finishRequest(0)) {
				response := mustExchange(t, stream, piece)
				content += response.GetDelta().GetContent()
				if result := response.GetResult(); result != nil && result.GetResult().GetContent() != test.want {
					t.Errorf("result %q", result.GetResult().GetContent())
				}
			}
			if content != test.want {
				t.Errorf("deltas %q", content)
			}
		})
	}
}

func TestStreamOverSize(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxStreamBytes: 10}))
	for _, test := range []struct {
		name string
		last *toolparserv1.StreamToolCallsRequest
	}{
		{"delta", deltaRequest("67890x")},
		{"raw_delta", bytesRequest("67890x")},
		{"replaced bytes count as they are", bytesRequest("67\xff\xff")},
	} {
		t.Run(test.name, func(t *testing.T) {
			stream := openStream(t, r)
			mustExchange(t, stream, startRequest("line"))
			mustExchange(t, stream, deltaRequest("12345"))
			_, err := exchange(t, stream, test.last)
			if message, _ := wantError(t, err, codes.ResourceExhausted); !strings.Contains(message, "10 bytes") {
				t.Error(message)
			}
		})
	}
	stream := openStream(t, r)
	mustExchange(t, stream, startRequest("line"))
	mustExchange(t, stream, deltaRequest("1234567890"))
	if mustExchange(t, stream, finishRequest(0)).GetResult() == nil {
		t.Error("an output of just that size has no result")
	}
}

// TestInterleavedStreams has streams take turns, piece by piece.
func TestInterleavedStreams(t *testing.T) {
	r := start(t)
	const n = 8
	streams := make([]toolClient, n)
	for i := range streams {
		streams[i] = openStream(t, r)
		mustExchange(t, streams[i], startRequest("line"))
	}
	name := func(i int) string { return fmt.Sprint("tool", i) }
	for _, piece := range []func(i int) string{
		func(int) string { return "text\n!" },
		name,
		func(int) string { return " {\"i\": " },
		strconv.Itoa,
		func(int) string { return "}\n!broken " },
		name,
	} {
		for i, stream := range streams {
			mustExchange(t, stream, deltaRequest(piece(i)))
		}
	}
	for i, stream := range streams {
		result := mustExchange(t, stream, finishRequest(0)).GetResult()
		want := fmt.Sprintf("%s {\"i\": %d} %s", name(i), i, name(i))
		call := result.GetResult().GetToolCalls()[0].GetFunction()
		got := fmt.Sprintf("%s %s %s", call.GetName(), call.GetArguments(), result.GetInvalidToolCalls()[0].GetArguments())
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestStreamAbandoned(t *testing.T) {
	var observed counter
	r := start(t, server.WithObserver(&observed))
	for range 3 {
		stream := openStream(t, r)
		mustExchange(t, stream, startRequest("line"))
		mustExchange(t, stream, deltaRequest("!half"))
		_, err := exchange(t, stream, startRequest("line"))
		wantError(t, err, codes.InvalidArgument)
	}
	stream := openStream(t, r)
	mustExchange(t, stream, startRequest("line"))
	mustExchange(t, stream, deltaRequest("!whole {}"))
	result := mustExchange(t, stream, finishRequest(0)).GetResult()
	if len(result.GetResult().GetToolCalls()) != 1 || result.GetResult().Content != nil {
		t.Errorf("state is left over: %v", result)
	}
	if observed.n.Load() != 1 {
		t.Errorf("observed %d results", observed.n.Load())
	}
}
