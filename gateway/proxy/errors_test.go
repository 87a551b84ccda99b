package proxy_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// errorEvents are the forms in which upstreams report errors within a stream.
var errorEvents = map[string]string{
	"an object":             `data: {"error":{"message":"overloaded"}}`,
	"a text":                `data: {"error":"overloaded"}`,
	"with a type":           `data: {"type":"error","message":"overloaded"}`,
	"as an object":          `data: {"object":"error","message":"overloaded","code":503}`,
	"with a name":           "event: error\ndata: {\"message\":\"overloaded\"}",
	"a name, and no JSON":   "event: error\ndata: overloaded",
	"HTML":                  "data: <html><body>502 Bad Gateway</body></html>",
	"a completion's, too":   `data: {"choices":[{"index":0,"delta":{},"finish_reason":"error"}],"error":{"message":"overloaded"}}`,
	"a response that fails": `data: {"type":"response.failed","response":{"error":{"message":"overloaded"}}}`,
	"a detail":              `data: {"detail":"overloaded"}`,
}

// onlyIn are forms that are errors in one API alone, by its path.
var onlyIn = map[string]string{"a response that fails": "/v1/responses", "a detail": "/v1/chat/completions"}

// Behind an error, nothing is added: what was held leaves as it came, and so does the error, once.
func TestAnErrorWithinAStreamLeavesAsItCameInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for name, event := range errorEvents {
			if only := onlyIn[name]; only != "" && only != w.path {
				continue
			}
			for _, more := range []string{"", "data: [DONE]\n\n"} {
				t.Run(name+" "+more, func(t *testing.T) {
					upstream := w.begin + w.held + w.call + event + "\n\n" + more
					s := start(t, sends(asEvents, upstream), nil)
					if got := s.text(w.request(s, true)); got != upstream {
						t.Errorf("got %s", got)
					}
					if log := s.log.String(); !strings.Contains(log, "method=error") || !strings.Contains(log, `error="the response reports an error"`) {
						t.Errorf("the log is %s", log)
					}
				})
			}
		}
	})
}

// What can't be read is an error if nothing that can follows. Behind it, all is as it came.
func TestAnEventThatCannotBeReadIsAnErrorAtTheEnd(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for _, more := range []string{"", "data: [DONE]\n\n", "event: ping\ndata: {}\n\n", "data:\n\n", "data: {\"error\":\"overloaded\"}\n\n"} {
			upstream := w.begin + w.held + w.call + "data: Internal Server Error\n\n" + more
			s := start(t, sends(asEvents, upstream), nil)
			got := s.text(w.request(s, true))
			if !strings.HasPrefix(more, "data: ") { // these don't wait for what is held
				upstream, got = strings.Replace(upstream, more, "", 1), strings.Replace(got, more, "", 1)
			}
			if got != upstream {
				t.Errorf("%q follows: got %s", more, got)
			}
			if log := s.log.String(); !strings.Contains(log, "method=error") {
				t.Errorf("%q follows: the log is %s", more, log)
			}
		}
	})
}

// What can't be read doesn't overtake what is held: a client that fails on it has read that.
func TestAnEventThatCannotBeReadWaitsForWhatIsHeld(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		s := start(t, sends(asEvents, w.begin+w.held+"data: hello\n\n"+w.call+w.end), nil)
		got := s.text(w.request(s, true))
		call, hello := strings.LastIndex(got, "get_weather"), strings.Index(got, "data: hello\n\n")
		if call < 0 || hello < call || strings.Contains(got, "tool_call>") {
			t.Errorf("got %s", got)
		}
	})
}

// An event that no empty line ended, and that doesn't wait, leaves behind what is held: it would become part of the next event.
func TestAnUnendedEventLeavesLast(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for _, last := range []string{"event: ping\ndata: {}\n", "event: ping\ndata: {}", "data:\n", ": a comment\n"} {
			upstream := w.begin + w.held + w.call + last
			s := start(t, sends(asEvents, upstream), nil)
			if got := s.text(w.request(s, true)); got != upstream {
				t.Errorf("%q: got %s", last, got)
			}
		}
	})
}

// These are no errors: the call is found.
func TestEventsThatAreNoErrorsInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for _, event := range []string{
			"data:", "event: ping\ndata: x", "event: keepalive\ndata: {}", "event: heartbeat\ndata: x", `data: {"error":null}`, `data: {"error":""}`, "data: hello",
		} {
			s := start(t, sends(asEvents, w.begin+w.held+event+"\n\n"+w.call+w.end), nil)
			got := s.text(w.request(s, true))
			if strings.Contains(got, "tool_call>") || !strings.Contains(got, "get_weather") || !strings.Contains(got, event) {
				t.Errorf("%s: got %s", event, got)
			}
		}
	})
}

// Nothing was sent but what has no content, so that another upstream may have a response.
func TestAnErrorAtTheStartFallsBackInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for name, event := range errorEvents {
			if only := onlyIn[name]; only != "" && only != w.path {
				continue
			}
			s := chain(t, nil, sends(asEvents, event+"\n\n"), sends(asEvents, w.begin+w.texts+w.end))
			r := w.request(s, true)
			s.wantFrom(r, "b", 2)
			if got := s.text(r); !strings.Contains(got, "get_weather") || strings.Contains(got, "overloaded") {
				t.Errorf("%s: got %s", name, got)
			}
		}
	})
}

// A body that reports an error, in any form.
func TestAnErrorAsABodyFallsBackInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for _, body := range []string{`{"error":"overloaded"}`, `{"error":{"message":"x"}}`, `{"object":"error","message":"x"}`, `{"type":"error","message":"x"}`, `<html>`} {
			s := chain(t, nil, sends(asJSON, body), sends(asJSON, w.called))
			s.wantFrom(w.request(s, false), "b", 2)
		}
	})
}

// starts are how streams of each API start, without content.
var starts = map[string]string{
	"/v1/chat/completions": ": hi\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n",
	"/v1/responses":        ": hi\n\n" + liveCreated,
	"/v1/messages":         ": hi\n\n" + messageStart,
}

// The start of a stream waits for its first content, so that an upstream that fails at once can still be replaced.
func TestAnErrorBehindTheStartFallsBackInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for _, end := range []string{"data: {\"error\":\"overloaded\"}\n\n", ""} {
			s := chain(t, nil, sends(asEvents, starts[w.path], end), sends(asEvents, w.begin+w.texts+w.end))
			r := w.request(s, true)
			s.wantFrom(r, "b", 2)
			if got := s.text(r); !strings.Contains(got, "get_weather") || strings.Contains(got, "overloaded") {
				t.Errorf("got %s", got)
			}
		}
	})
}

// It doesn't wait for long, and nothing of what comes then is lost.
func TestTheStartOfASlowStreamLeavesInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		arrived := make(chan struct{})
		s := chain(t, nil, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			sends(asEvents, starts[w.path], "")(rw, r)
			<-arrived
			_, _ = io.WriteString(rw, "data: {\"error\":\"overloaded\"}\n\n")
		}), sends(asEvents, w.begin+w.texts+w.end))
		r := w.request(s, true)
		first := make([]byte, len(starts[w.path]))
		if _, err := io.ReadFull(r.Body, first); err != nil {
			t.Fatal(err)
		}
		close(arrived)
		s.wantFrom(r, "a", 1)
		if got := string(first) + s.text(r); got != starts[w.path]+"data: {\"error\":\"overloaded\"}\n\n" {
			t.Errorf("got %s", got)
		}
	})
}

// A client that leaves while the start waits ends the request to the upstream.
func TestAClientMayLeaveWhileTheStartWaits(t *testing.T) {
	left := make(chan struct{})
	s := chain(t, nil, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		sends(asEvents, starts["/v1/chat/completions"], "")(rw, r)
		<-r.Context().Done()
		close(left)
	}), sends(asEvents, apitest.LiveStop))
	r := s.post(apitest.AskLive)
	_ = r.Body.Close()
	<-left
}

// A client that leaves is no error of the upstream: the method says so, and the log has no line at the usual level.
func TestAClientThatLeavesIsNoErrorOfTheUpstream(t *testing.T) {
	for when, begin := range map[string]http.HandlerFunc{
		"before the response": func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) },
		"in the stream":       sends(asEvents, starts["/v1/chat/completions"], ""),
	} {
		t.Run(when, func(t *testing.T) {
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			a := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
				begin(rw, r)
				leave()
				<-r.Context().Done()
			}))
			defer a.Close()
			observer, log := &observing{}, &apitest.Log{}
			p, err := proxy.New(apitest.Registry(), proxy.Config{Upstreams: []proxy.Upstream{{Name: "a", URL: a.URL}}}, slog.New(slog.NewTextHandler(log, nil)), observer)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/v1/chat/completions", strings.NewReader(apitest.AskLive))
			r.Header.Set("Content-Type", asJSON)
			func() {
				// The handler gives up a response that it started.
				defer func() { _ = recover() }()
				p.ServeHTTP(httptest.NewRecorder(), r)
			}()
			if len(observer.outcomes) != 1 || observer.outcomes[0].Method != proxy.MethodLeft {
				t.Errorf("got the outcomes %+v, want one of the method %q", observer.outcomes, proxy.MethodLeft)
			}
			if log.String() != "" {
				t.Errorf("at the usual level, the log has %s", log.String())
			}
		})
	}
}

// These say nothing to a client of chat completions.
func TestAResponseWithoutChoicesFallsBack(t *testing.T) {
	for _, first := range []http.HandlerFunc{sends(asEvents, apitest.LiveDone), sends(asEvents, ": hi\n\n"+apitest.LiveDone)} {
		s := chain(t, nil, first, sends(asEvents, apitest.LiveCall+apitest.LiveStop+apitest.LiveDone))
		s.wantFrom(s.post(apitest.AskLive), "b", 2)
	}
	for _, first := range []string{`{}`, `{"choices":[]}`, `{"choices":null}`, `{"id":"c1","usage":{}}`} {
		s := chain(t, nil, sends(asJSON, first), sends(asJSON, apitest.Called))
		s.wantFrom(s.post(apitest.Ask), "b", 2)
	}
}

// Requests for other paths fall back, too.
func TestRequestsThatAreNotReadFallBack(t *testing.T) {
	for _, path := range []string{"/v1/embeddings", "/v1/completions", "/v1/rerank", "/v1/messages/count_tokens"} {
		s := chain(t, nil, fails(503), sends(asJSON, `{"from":"b"}`))
		r := s.do(http.MethodPost, path, `{"model":"x","input":"y"}`, "Content-Type", asJSON)
		if got := s.text(r); got != `{"from":"b"}` {
			t.Errorf("%s: got %s", path, got)
		}
	}
}
