package proxy_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// An upstream whose stream ends cleanly, but without an end, at each byte: the client gets what came, and no end.
func TestAStreamWithoutAnEndEndsSoInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for name, upstream := range map[string]string{
			"before anything":       "",
			"behind the start":      w.begin,
			"within a call as text": w.begin + w.held,
			"behind a call as text": w.begin + w.held + w.call,
			"within an event":       w.begin + w.held + w.call[:len(w.call)/2],
		} {
			t.Run(name, func(t *testing.T) {
				s := start(t, sends(asEvents, upstream), nil)
				if got := s.text(w.request(s, true)); got != upstream {
					t.Errorf("got %q, want %q", got, upstream)
				}
				if log := s.log.String(); !strings.Contains(log, "level=WARN") || !strings.Contains(log, `method=error`) || !strings.Contains(log, `error="the response ended without an end"`) {
					t.Errorf("the log has no such line: %s", log)
				}
			})
		}
	})
}

// Nothing was sent of a stream that ends without an end, so another upstream may have a better one.
func TestAStreamWithoutAnEndFallsBackInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for name, test := range map[string]struct {
			upstream string
			hold     proxy.Hold
		}{
			"before anything":            {"", proxy.HoldFirst},
			"behind what was held":       {w.held, proxy.HoldFirst},
			"behind a start that waits":  {w.begin, proxy.HoldAll},
			"behind a call that waits":   {w.begin + w.held + w.call, proxy.HoldAll},
			"within an event that waits": {w.begin + w.held + w.call[:len(w.call)/2], proxy.HoldAll},
		} {
			t.Run(name, func(t *testing.T) {
				if w.path == "/v1/messages" && test.upstream == w.held {
					t.Skip("a message begins with an event that leaves at once")
				}
				s := chain(t, func(c *proxy.Config) { c.Hold = test.hold }, sends(asEvents, test.upstream), sends(asEvents, w.begin+w.texts+w.end))
				r := w.request(s, true)
				s.wantFrom(r, "b", 2)
				if got := s.text(r); !strings.Contains(got, "get_weather") || strings.Contains(got, "<tool_call>") {
					t.Errorf("got %s", got)
				}
				if log := s.log.String(); !strings.Contains(log, "fell_back_on=error") {
					t.Errorf("the log has no such line: %s", log)
				}
			})
		}
	})
}

// A body that ends cleanly within its JSON passes as it came.
func TestABodyWithoutAnEndPassesInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for _, upstream := range []string{"", w.called[:len(w.called)/2], w.called[:len(w.called)-1]} {
			s := start(t, sends(asJSON, upstream, ""), nil)
			if got := s.text(w.request(s, false)); got != upstream {
				t.Errorf("got %q, want %q", got, upstream)
			}
		}
	})
}

// A stream that ends with the end of its connection, and no length, ends as one in chunks.
func TestAStreamThatEndsWithItsConnection(t *testing.T) {
	upstream := apitest.LiveHello + apitest.LiveCall
	s := start(t, func(w http.ResponseWriter, r *http.Request) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = connection.Write([]byte("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + upstream))
		_ = connection.Close()
	}, nil)
	if got := s.text(s.post(apitest.AskLive)); got != upstream {
		t.Errorf("got %q", got)
	}
}
