package proxy_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// ObserveRefused implements proxy.Observer.
func (*observing) ObserveRefused() {}

// A refusing observer counts requests that are refused, too.
type refusing struct {
	observing
	refused atomic.Int32
}

// ObserveRefused implements proxy.Observer.
func (r *refusing) ObserveRefused() { r.refused.Add(1) }

// startSmall starts a proxy that has 8 MiB for all requests. Each connection counts as a caller.
func startSmall(t *testing.T, upstream http.HandlerFunc) (*setup, *proxy.Proxy, *refusing) {
	t.Helper()
	s := &setup{T: t, log: &apitest.Log{}, upstream: httptest.NewServer(upstream)}
	config := proxy.Config{Upstreams: []proxy.Upstream{{URL: s.upstream.URL + "/api/v1"}}, MaxMemory: 8 << 20}
	observer := &refusing{}
	p, err := proxy.New(apitest.Registry(), config, slog.New(slog.NewTextHandler(s.log, nil)), observer)
	if err != nil {
		t.Fatal(err)
	}
	s.proxy = httptest.NewUnstartedServer(p)
	s.proxy.Config.ConnContext = proxy.ConnContext
	s.proxy.Start()
	s.client = &http.Client{Transport: &http.Transport{DisableCompression: true}, Timeout: 30 * time.Second}
	t.Cleanup(func() {
		s.client.CloseIdleConnections()
		s.proxy.Close()
		p.Close()
		s.upstream.CloseClientConnections()
		s.upstream.Close()
		if held := p.Memory(); held != 0 {
			t.Errorf("%d bytes are held in the end", held)
		}
	})
	return s, p, observer
}

// longRequest is a request whose memory is too much.
func longRequest(ask string) string {
	return strings.Replace(ask, `{"model"`, `{"x":"`+strings.Repeat("x", 3<<20)+`","model"`, 1)
}

// TestLongRequestsAreRefused: a request for which there is no memory gets the API's own error, and the upstream doesn't see it.
func TestLongRequestsAreRefused(t *testing.T) {
	s, _, observer := startSmall(t, func(w http.ResponseWriter, r *http.Request) {
		t.Error("the upstream is asked")
	})
	for path, ask := range map[string]string{"/v1/chat/completions": apitest.Ask, "/v1/responses": askResponse, "/v1/messages": askMessage} {
		r := s.do(http.MethodPost, path, longRequest(ask))
		var body struct {
			Error struct{ Message string }
		}
		text := s.text(r)
		if err := json.Unmarshal([]byte(text), &body); err != nil || r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" || !strings.Contains(body.Error.Message, "--max-memory") {
			t.Errorf("%s: status %d, %s", path, r.StatusCode, text)
		}
	}
	if n := observer.refused.Load(); n != 3 {
		t.Errorf("%d are counted", n)
	}
}

// compressedFar is a text that takes a window of 8 MiB with zstd, and of 16 MiB with Brotli.
func compressedFar(t *testing.T, coding, text string) string {
	var b strings.Builder
	var w interface {
		io.WriteCloser
		Flush() error
	}
	w = brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: 5, LGWin: 24})
	if coding == "zstd" {
		var err error
		if w, err = zstd.NewWriter(&b, zstd.WithWindowSize(8<<20), zstd.WithSingleSegment(false)); err != nil {
			t.Fatal(err)
		}
	}
	_, _ = io.WriteString(w, text)
	_ = w.Flush() // otherwise, what is short needs no window
	_ = w.Close()
	return b.String()
}

// What decompressing a request takes counts, too: these are short, and ask for a large window, or have a frame before the one that does.
func TestAWindowCounts(t *testing.T) {
	s, p, observer := startSmall(t, sends(asJSON, apitest.Called))
	far := compressedFar(t, "zstd", apitest.Ask)
	for _, request := range []struct{ coding, body string }{
		{"zstd", far}, {"zstd", compressed("zstd", " ") + far}, {"zstd", "\x50\x2a\x4d\x18\x01\x00\x00\x00x" + far}, {"br", compressedFar(t, "br", apitest.Ask)},
	} {
		if r := s.post(request.body, "Content-Encoding", request.coding); r.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s: status %d: %s", request.coding, r.StatusCode, s.text(r))
		}
	}
	if n := observer.refused.Load(); n != 4 {
		t.Errorf("%d are counted", n)
	}
	for _, coding := range []string{"zstd", "br"} {
		if got := s.text(s.post(compressed(coding, apitest.Ask), "Content-Encoding", coding)); !strings.Contains(got, `"tool_calls"`) {
			t.Errorf("a short window of %s: %s", coding, got)
		}
	}
	eventually(t, "nothing is held", func() bool { return p.Memory() == 0 })
}

// The window of a stream counts: a stream for which there is no memory is decompressed, and not fixed.
func TestAStreamsWindowCounts(t *testing.T) {
	text := strings.Repeat(apitest.LiveHello, 200) + apitest.LiveCall + apitest.LiveStop + apitest.LiveDone
	for _, coding := range codings {
		bodies := map[string]string{"near": compressed(coding, text), "far": compressedFar(t, coding, text)}
		if coding == "zstd" {
			bodies["later"] = compressed(coding, apitest.LiveHello) + compressedFar(t, coding, strings.TrimPrefix(text, apitest.LiveHello))
		}
		for name, body := range bodies {
			fixed := name == "near"
			if coding == "gzip" { // its window is always small
				body, fixed = compressed(coding, text), true
			}
			t.Run(coding+"/"+name, func(t *testing.T) {
				s, p, _ := startSmall(t, func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Encoding", coding)
					sends(asEvents, body)(w, r)
				})
				if got := s.text(s.post(apitest.AskLive)); strings.Contains(got, `"tool_calls"`) != fixed || !fixed && got != text {
					t.Errorf("got ... %.400q", got[max(0, len(got)-400):])
				}
				eventually(t, "nothing is held", func() bool { return p.Memory() == 0 })
			})
		}
	}
}

// TestMemoryThatIsMissingCostsTheFix, and not the response, which passes as it came.
func TestMemoryThatIsMissingCostsTheFix(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	for name, test := range map[string]struct{ ask, kind, response string }{
		"a response":               {apitest.Ask, asJSON, strings.Replace(apitest.Called, "<tool_call>", long+"<tool_call>", 1)},
		"a stream of one event":    {apitest.AskLive, asEvents, strings.Replace(apitest.LiveCall, "<tool_call>", long+"<tool_call>", 1) + apitest.LiveStop + apitest.LiveDone},
		"a stream of many events":  {apitest.AskLive, asEvents, strings.Repeat(openCall(strings.Repeat("x", 1000)), 3000) + apitest.LiveStop + apitest.LiveDone},
		"a stream of short events": {apitest.AskLive, asEvents, openCall("x") + strings.Repeat(openCall(""), 10_000) + apitest.LiveStop + apitest.LiveDone},
		"many calls":               {apitest.AskLive, asEvents, manyCalls(10_000) + apitest.LiveStop + apitest.LiveDone},
		"many invalid calls":       {apitest.Ask, asJSON, strings.Replace(apitest.Called, "<tool_call>", strings.Repeat("<tool_call>{</tool_call>", 20_000)+"<tool_call>", 1)},
	} {
		t.Run(name, func(t *testing.T) {
			s, p, _ := startSmall(t, sends(test.kind, test.response))
			if got := s.text(s.post(test.ask)); got != test.response {
				t.Errorf("got %d bytes of %d: %.200s", len(got), len(test.response), got)
			}
			eventually(t, "nothing is held", func() bool { return p.Memory() == 0 })
			s.upstream.Config.Handler = sends(asJSON, apitest.Called)
			if got := s.text(s.post(apitest.Ask)); !strings.Contains(got, `"tool_calls"`) {
				t.Errorf("afterwards: %s", got)
			}
		})
	}
}

// openCall is an event with the arguments of a call in text that doesn't end.
func openCall(text string) string {
	return `data: {"choices":[{"index":0,"delta":{"content":"<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"` + text + `"}}]}` + "\n\n"
}

// manyCalls are events of as many calls that need a repair.
func manyCalls(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"id":"c%d","function":{"name":"get_weather","arguments":"{\"city\": Oslo,"}}]}}]}`+"\n\n", i, i)
	}
	return b.String()
}

// TestOneCallerHasItsShare: while one connection holds its share, others are served.
func TestOneCallerHasItsShare(t *testing.T) {
	s, p, _ := startSmall(t, sends(asJSON, apitest.Called))
	c, err := net.Dial("tcp", s.proxy.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	const half = 1500 << 10
	_, _ = fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", 2*half, strings.Repeat(" ", half))
	eventually(t, "the body is held", func() bool { return p.Memory() >= 3*half })
	if got := s.text(s.post(apitest.Ask)); !strings.Contains(got, `"tool_calls"`) {
		t.Errorf("another one gets %s", got)
	}
	_ = c.Close()
	eventually(t, "nothing is held of a request whose client has left", func() bool { return p.Memory() == 0 })
}

// TestWhoReadsNothingHoldsLittle: a client that doesn't read its response holds no more than is kept to fix it, and nothing once
// it has left.
func TestWhoReadsNothingHoldsLittle(t *testing.T) {
	s, p, _ := startSmall(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", asEvents)
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, strings.Repeat(apitest.LiveHello, 100)); err != nil {
				return
			}
		}
	})
	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.proxy.URL+"/v1/chat/completions", strings.NewReader(apitest.AskLive))
	if err != nil {
		t.Fatal(err)
	}
	response, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "something is held", func() bool { return p.Memory() > 0 })
	leave()
	_ = response.Body.Close()
	eventually(t, "nothing is held", func() bool { return p.Memory() == 0 })
}

// eventually waits for what comes in its own time.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 3000 {
		if is() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("it never came that %s", what)
}
