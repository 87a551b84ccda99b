package proxy_test

import (
	"slices"
	"strings"
	"testing"
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

// What can't be read is an error if nothing that can follows.
func TestAnEventThatCannotBeReadIsAnErrorAtTheEnd(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		upstream := w.begin + w.held + w.call + "data: Internal Server Error\n\ndata: [DONE]\n\n"
		s := start(t, sends(asEvents, upstream), nil)
		want, got := strings.Split(upstream, "\n\n"), strings.Split(s.text(w.request(s, true)), "\n\n")
		slices.Sort(want)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("got %s", got)
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
