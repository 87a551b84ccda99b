package proxy_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// message is the message of an error of the API.
func message(t *testing.T, body string) string {
	t.Helper()
	var e struct {
		Error struct{ Message, Type string }
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil || e.Error.Type == "" {
		t.Errorf("no error of the API: %s", body)
	}
	return e.Error.Message
}

// soonTimeout is short; messages have it as 50ms.
const soonTimeout = 50 * time.Millisecond

func soon(c *proxy.Config) {
	c.ResponseTimeout = soonTimeout
	c.StallTimeout = soonTimeout
}

func TestAnUpstreamThatFailsIsNamed(t *testing.T) {
	stall := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	for name, test := range map[string]struct {
		upstream http.HandlerFunc
		change   func(*proxy.Config)
		status   int
		message  string
	}{
		"refuses connections": {
			nil, func(c *proxy.Config) { c.Upstreams[0].URL = "http://127.0.0.1:1/v1" },
			502, "upstream http://127.0.0.1:1 can't be reached: connection refused",
		},
		"doesn't use TLS": {
			sends(asJSON, apitest.Called), func(c *proxy.Config) { c.Upstreams[0].URL = strings.Replace(c.Upstreams[0].URL, "http:", "https:", 1) },
			502, "doesn't use TLS; check whether its URL begins with http:// or https://",
		},
		"doesn't respond": {stall, soon, 504, "didn't respond in time"},
		"closes the connection": {
			func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, nil,
			502, "closed the connection before its response ended",
		},
		"closes the connection within a response": {
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", asJSON)
				_, _ = io.WriteString(w, apitest.Called[:30])
				breaks(w)
			}, nil,
			502, "closed the connection before its response ended",
		},
		"stalls within a response": {
			func(w http.ResponseWriter, r *http.Request) {
				sends(asJSON, apitest.Called[:30], "")(w, r)
				<-r.Context().Done()
			}, soon,
			504, "sent nothing for 50ms",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, test.upstream, test.change)
			r := s.post(apitest.Ask)
			body := s.text(r)
			if got := message(t, body); r.StatusCode != test.status || !strings.HasPrefix(got, "upstream http") || !strings.Contains(got, test.message) {
				t.Errorf("got %d %s", r.StatusCode, body)
			}
			if r.Header.Get("Content-Type") != asJSON {
				t.Errorf("the type is %s", r.Header.Get("Content-Type"))
			}
		})
	}
}

// The connection to the client stays usable, whatever of the request the upstream has read.
func TestAnUnreadRequestDoesNotBreakTheConnection(t *testing.T) {
	for name, upstream := range map[string]func(*proxy.Config){
		"that can't be sent":     func(c *proxy.Config) { c.Upstreams[0].URL = "http://127.0.0.1:1" },
		"that is answered early": nil,
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, upstream)
			var reused bool
			for range 10 {
				r, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
					GotConn: func(info httptrace.GotConnInfo) { reused = info.Reused },
				}), http.MethodPost, s.proxy.URL+"/v1/audio", strings.NewReader(strings.Repeat("x", 100_000)))
				if err != nil {
					t.Fatal(err)
				}
				response, err := s.client.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				s.text(response)
				_ = response.Body.Close()
			}
			if !reused {
				t.Error("the connection isn't used again")
			}
		})
	}
}

func TestPassThroughFails(t *testing.T) {
	s := start(t, nil, func(c *proxy.Config) { c.Upstreams[0].URL = "http://127.0.0.1:1" })
	r := s.do(http.MethodGet, "/v1/models", "")
	if got := message(t, s.text(r)); r.StatusCode != http.StatusBadGateway || !strings.Contains(got, "connection refused") {
		t.Errorf("got %d %s", r.StatusCode, got)
	}
}

// A body that passes breaks off, too, if its upstream falls silent, and the log says so.
func TestABodyThatPassesStalls(t *testing.T) {
	for name, upstreams := range map[string]int{"one upstream": 1, "two upstreams": 2} {
		t.Run(name, func(t *testing.T) {
			stall := func(w http.ResponseWriter, r *http.Request) {
				sends("audio/wav", "RIFF", "")(w, r)
				<-r.Context().Done()
			}
			s := chain(t, soon, slices.Repeat([]http.Handler{http.HandlerFunc(stall)}, upstreams)...)
			r := s.do(http.MethodGet, "/v1/files/1/content", "")
			text, err := io.ReadAll(r.Body)
			if string(text) != "RIFF" || err == nil {
				t.Errorf("got %q, %v", text, err)
			}
			if log := s.log.String(); strings.Count(log, "sent nothing for 50ms") != 1 || !strings.Contains(log, "level=WARN") {
				t.Errorf("the log is %s", log)
			}
		})
	}
}

func TestConfigIsChecked(t *testing.T) {
	for want, config := range map[string]proxy.Config{
		"upstream: missing":          {},
		"upstream: not a URL":        {Upstreams: one("router.example")},
		"user or a password":         {Upstreams: one("http://a:b@router.example")},
		"a query or a fragment":      {Upstreams: one("http://router.example?key=1")},
		"stall timeout -1s":          {Upstreams: one("http://router.example"), StallTimeout: -time.Second},
		"max request bytes -1: want": {Upstreams: one("http://router.example"), MaxRequestBytes: -1},
	} {
		_, err := proxy.New(apitest.Registry(), config, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
		if err != nil && (strings.Contains(err.Error(), "a:b") || strings.Contains(err.Error(), "key=1")) {
			t.Errorf("the error has a secret: %v", err)
		}
	}
}

func one(url string) []proxy.Upstream { return []proxy.Upstream{{URL: url}} }
