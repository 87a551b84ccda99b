package client_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/toolparser/toolparser/client"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

func TestTwoCalls(t *testing.T) {
	c, _ := serve(t, server.Config{}).connect(t)
	want := []string{`get_weather{"city": "Zürich"}`, `get_time{"zone": "Europe/Zurich"}`}
	if got := calls(parse(t, c, "kimi", twoCalls)); !slices.Equal(got, want) {
		t.Errorf("calls %q, want %q", got, want)
	}
}

// TestFullConnection: a session that waits for a place on a full connection fails at its deadline, and says what the
// cause may be. The client's health watch takes a place, too.
func TestFullConnection(t *testing.T) {
	c, _ := serve(t, server.Config{MaxConcurrentStreams: 3}).connect(t)
	var err error
	for _, patience := range []time.Duration{patience, patience, 2 * time.Second, time.Second} { // no session ends before the next one gave up
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		var s *client.Session
		if s, err = c.Stream(ctx, &toolparserv1.StreamStart{Family: "llama3"}); err != nil {
			break
		}
		defer s.Close() // one that is forgotten ends
	}
	if status.Code(err) != codes.DeadlineExceeded || !strings.Contains(err.Error(), "--max-concurrent-streams") {
		t.Errorf("the session after the last place: %v", err)
	}
}

// TestSendTokens: the special tokens of chunks, also of those that end inside a code point.
func TestSendTokens(t *testing.T) {
	const call = "<tool_call>\n<function=f>\n<parameter=x>\né\n</parameter>\n</function>\n</tool_call>"
	const output = "The log says é " + call + ". " + call
	tokens := [][2]int{{len(output) - len(call), len(output) - len(call) + len("<tool_call>")}, {len(output) - len("</tool_call>"), len(output)}}
	c, _ := serve(t, server.Config{}).connect(t)
	for _, size := range []int{1, 3, 10, len(output)} {
		s, err := c.Stream(t.Context(), &toolparserv1.StreamStart{Family: "qwen3_coder", SpecialTokens: new(toolparserv1.SpecialTokens)})
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(output); at += size {
			end := min(at+size, len(output))
			var spans []*toolparserv1.Span
			for _, token := range tokens {
				if from, to := max(at, token[0]), min(end, token[1]); from < to {
					spans = append(spans, &toolparserv1.Span{Start: int32(from - at), End: int32(to - at)})
				}
			}
			if _, err := s.SendTokens(output[at:end], spans); err != nil {
				t.Fatal(err)
			}
		}
		last, err := s.Finish(toolparserv1.FinishReason_FINISH_REASON_STOP)
		if err != nil {
			t.Fatal(err)
		}
		if got := calls(last.GetResult()); !slices.Equal(got, []string{`f{"x":"é"}`}) || last.GetResult().GetResult().GetContent() != "The log says é "+call+"." {
			t.Errorf("chunks of %d: calls %q, content %q", size, got, last.GetResult().GetResult().GetContent())
		}
	}
}

// An added adds deltas up.
type added struct {
	content string
	calls   []string
}

func (a *added) add(delta *toolparserv1.DeltaMessage) {
	a.content += delta.GetContent()
	for _, call := range delta.GetToolCalls() {
		for int(call.GetIndex()) >= len(a.calls) {
			a.calls = append(a.calls, "")
		}
		a.calls[call.GetIndex()] += call.GetFunction().GetName() + call.GetFunction().GetArguments()
	}
	for _, withdrawn := range delta.GetInvalidToolCalls() {
		a.calls[withdrawn.GetIndex()] = ""
	}
}

// check checks that the deltas add up to the result.
func (a *added) check(t *testing.T, response *toolparserv1.ParseToolCallsResponse) {
	t.Helper()
	kept := slices.DeleteFunc(a.calls, func(call string) bool { return call == "" })
	if !slices.Equal(kept, calls(response)) {
		t.Errorf("deltas add up to calls %q, the result has %q", kept, calls(response))
	}
	if got, want := strings.TrimSpace(a.content), strings.TrimSpace(response.GetResult().GetContent()); got != want {
		t.Errorf("deltas add up to content %q, the result has %q", got, want)
	}
}

// streamed is the result of an output in chunks.
func streamed(t *testing.T, c *client.Client, family string, pieces ...string) *toolparserv1.ParseToolCallsResponse {
	t.Helper()
	var sum added
	session := begin(t, c, family)
	for _, piece := range pieces {
		delta, err := session.Send(piece)
		if err != nil {
			t.Fatal(err)
		}
		sum.add(delta)
	}
	last, err := session.Finish(toolparserv1.FinishReason_FINISH_REASON_UNSPECIFIED)
	if err != nil {
		t.Fatal(err)
	}
	sum.add(last.GetDelta())
	sum.check(t, last.GetResult())
	return last.GetResult()
}

func TestAStreamGivesWhatUnaryGives(t *testing.T) {
	c, _ := serve(t, server.Config{}).connect(t)
	for _, output := range []struct{ family, text string }{
		{"llama3", oneCall}, {"kimi", twoCalls}, {"llama3", prose}, {"llama3", cutOff},
	} {
		whole := withoutMadeIDs(parse(t, c, output.family, output.text))
		same := func(pieces ...string) {
			t.Helper()
			if got := withoutMadeIDs(streamed(t, c, output.family, pieces...)); !proto.Equal(got, whole) {
				t.Errorf("%.40q: stream %v\nunary %v", pieces, got, whole)
			}
		}
		for cut := range output.text { // every code point
			same(output.text[:cut], output.text[cut:])
		}
		same(strings.Split(output.text, "")...)
		same(bytesOf(output.text)...)
	}
}

// bytesOf cuts a text inside its code points, too.
func bytesOf(text string) (pieces []string) {
	for i := range len(text) {
		pieces = append(pieces, text[i:i+1])
	}
	if utf8.RuneCountInString(text) == len(text) {
		panic("a text of ASCII alone")
	}
	return pieces
}

func TestADeadlineEndsASession(t *testing.T) {
	c, _ := serve(t, server.Config{}).connect(t)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	session, err := c.Stream(ctx, &toolparserv1.StreamStart{Family: "llama3"})
	if err == nil { // on a slow machine it is over already
		<-ctx.Done()
		_, err = session.Send("x")
	}
	wantCode(t, err, codes.DeadlineExceeded)
}

func TestAnAbandonedSessionEndsItsStream(t *testing.T) {
	for name, abandon := range map[string]func(*client.Session, context.CancelFunc){
		"closed":    func(s *client.Session, _ context.CancelFunc) { s.Close() },
		"cancelled": func(_ *client.Session, cancel context.CancelFunc) { cancel() },
		"forgotten": func(*client.Session, context.CancelFunc) {},
		"finished": func(s *client.Session, _ context.CancelFunc) {
			_, _ = s.Finish(toolparserv1.FinishReason_FINISH_REASON_STOP)
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := serve(t, server.Config{})
			c, ctx := r.connect(t)
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			func() {
				session, err := c.Stream(ctx, &toolparserv1.StreamStart{Family: "llama3"})
				if err != nil {
					t.Fatal(err)
				}
				if open := r.server.Load().Streams; open != 1 {
					t.Fatalf("%d streams are open", open)
				}
				abandon(session, cancel)
			}()
			eventually(t, "the stream ends", func() bool {
				runtime.GC()
				return r.server.Load().Streams == 0
			})
		})
	}
}

func TestASessionThatIsInUseIsNotForgotten(t *testing.T) {
	c, _ := serve(t, server.Config{}).connect(t)
	session := begin(t, c, "llama3")
	for range 20 {
		runtime.GC()
		if _, err := session.Send("x"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAServerThatGoesAwayIsUnavailable(t *testing.T) {
	r := serve(t, server.Config{})
	c, _ := r.connect(t)
	session := begin(t, c, "llama3")
	r.kill()
	_, err := session.Send("x")
	wantCode(t, err, codes.Unavailable)
}
