package proxy_test

import (
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/http/httputil"
	"net/textproto"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/websocket"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// A crossing is what is seen of one exchange on both sides of a proxy.
type crossing struct {
	Host              string
	Request           http.Header
	Status, Early     int // Early is the status of an informational response
	EarlyLink         string
	Response, Trailer http.Header
	Body              string
}

// cross sends a request with hop-by-hop headers and trailers through a proxy to an upstream that responds so.
func cross(t *testing.T, proxied func(upstream *url.URL) http.Handler, path, body, contentType, response string) (c crossing) {
	t.Helper()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		c.Host, c.Request = r.Host, r.Header
		w.Header().Set("Link", "</style.css>")
		w.WriteHeader(http.StatusEarlyHints)
		w.Header().Del("Link")
		for name, value := range map[string]string{
			"Content-Type": contentType, "Connection": "X-Hop", "X-Hop": "1", "Keep-Alive": "timeout=5", "Proxy-Authenticate": "Basic",
			"X-End-To-End": "yes", "Set-Cookie": "a=b", "Date": "Mon, 02 Jan 2006 15:04:05 GMT", "Trailer": "X-Sum",
		} {
			w.Header().Set(name, value)
		}
		w.Header().Add("Set-Cookie", "c=d")
		_, _ = io.WriteString(w, response)
		w.Header().Set("X-Sum", "7")
	}))
	defer upstream.Close()
	target, err := url.Parse(upstream.URL)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(proxied(target))
	defer front.Close()
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got1xxResponse: func(status int, h textproto.MIMEHeader) error {
		c.Early, c.EarlyLink = status, h.Get("Link")
		return nil
	}})
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, front.URL+path, struct{ io.Reader }{strings.NewReader(body)}) // of unknown length
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"Connection": "X-Hop, Keep-Alive", "X-Hop": "1", "Keep-Alive": "timeout=5", "Proxy-Authorization": "Basic secret", "Proxy-Connection": "keep-alive",
		"Te": "trailers, deflate", "X-End-To-End": "yes", "X-Forwarded-For": "1.2.3.4", "Forwarded": "for=1.2.3.4", "User-Agent": "sdk/1", "Content-Type": asJSON,
	} {
		r.Header.Set(name, value)
	}
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	got, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close() //nolint:errcheck // it is read
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	c.Status, c.Response, c.Trailer, c.Body = got.StatusCode, got.Header, got.Trailer, string(text)
	if c.Host == target.Host {
		c.Host = "the upstream's"
	}
	return c
}

// Headers of one hop, the host, trailers and informational responses are handled as httputil.ReverseProxy does, whether the response is
// fixed or not. What a fix itself needs is another encoding, and the headers that report it.
func TestHeadersAreThoseOfAReverseProxy(t *testing.T) {
	alone := func(upstream *url.URL) http.Handler {
		transport := &http.Transport{DisableCompression: true}
		t.Cleanup(transport.CloseIdleConnections)
		return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(upstream) }, Transport: transport}
	}
	own := func(upstream *url.URL) http.Handler {
		p, err := proxy.New(apitest.Registry(), proxy.Config{Upstreams: one(upstream.String() + "/v1")}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		return p
	}
	for name, test := range map[string]struct{ path, body, contentType, response string }{
		"another path":                    {"/v1/embeddings", `{"input":"x"}`, asJSON, "{}"},
		"no tools":                        {"/v1/chat/completions", `{"model":"x"}`, asJSON, apitest.Called},
		"a response that needs no fix":    {"/v1/chat/completions", apitest.Ask, asJSON, apitest.Plain},
		"a response that is fixed":        {"/v1/chat/completions", apitest.Ask, asJSON, apitest.Called},
		"a stream that needs no fix":      {"/v1/chat/completions", apitest.AskLive, asEvents, apitest.LiveHello + apitest.LiveStop + apitest.LiveDone},
		"a stream that is fixed":          {"/v1/chat/completions", apitest.AskLive, asEvents, apitest.LiveHello + apitest.LiveCall + apitest.LiveStop + apitest.LiveDone},
		"a response that can't be fixed":  {"/v1/chat/completions", apitest.Ask, "text/html", "<html>"},
		"a body with a call, with a lead": {"/v1/chat/completions", apitest.Ask, asJSON, strings.Repeat(" ", 10_000) + apitest.Called},
	} {
		t.Run(name, func(t *testing.T) {
			want := cross(t, alone, test.path, test.body, test.contentType, test.response)
			got := cross(t, own, test.path, test.body, test.contentType, test.response)
			if want.Early != http.StatusEarlyHints || want.Trailer.Get("X-Sum") != "7" || want.Response.Get("X-Hop") != "" || want.Request.Get("X-Hop") != "" || want.Host != "the upstream's" {
				t.Fatalf("the test's own proxy passes nothing on: %+v", want)
			}
			if strings.Contains(test.body, "tools") {
				if got.Request.Get("Accept-Encoding") != "identity" {
					t.Errorf("the upstream is asked for %q", got.Request.Get("Accept-Encoding"))
				}
				got.Request.Del("Accept-Encoding")
				maps.DeleteFunc(got.Response, func(name string, _ []string) bool { return strings.HasPrefix(name, "X-Toolparser-") })
			}
			if strings.Contains(got.Body, "tool_calls") {
				want.Body, got.Body = "", ""
			}
			for _, c := range []*crossing{&want, &got} {
				c.Request.Del("Content-Length") // a request that was read has one
				c.Response.Del("Content-Length")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-ReverseProxy +proxy\n%s", diff)
			}
		})
	}
}

// A WebSocket goes through both ways, as long as either side wants, and each side learns that the other has closed it.
func TestAWebSocketPasses(t *testing.T) {
	const protocol = "realtime"
	large := strings.Repeat("x", 100_000)
	for name, clientCloses := range map[string]bool{"closed by the client": true, "closed by the upstream": false} {
		t.Run(name, func(t *testing.T) {
			var headers http.Header
			closed := make(chan error, 1)
			serving := websocket.Server{
				Handshake: func(c *websocket.Config, r *http.Request) error {
					headers = r.Header
					c.Protocol = c.Protocol[:1]
					return nil
				},
				Handler: func(ws *websocket.Conn) {
					for {
						var text string
						if err := websocket.Message.Receive(ws, &text); err != nil || text == "close" {
							closed <- err
							return // closes it
						}
						time.Sleep(2 * soonTimeout) // no stall: either side may be silent
						_ = websocket.Message.Send(ws, "echo "+text)
					}
				},
			}
			s := start(t, serving.ServeHTTP, soon)
			config, err := websocket.NewConfig(strings.Replace(s.proxy.URL, "http:", "ws:", 1)+"/v1/realtime?model=x", s.proxy.URL)
			if err != nil {
				t.Fatal(err)
			}
			config.Protocol = []string{protocol, "other"}
			config.Header = http.Header{"Authorization": {"Bearer callers"}}
			ws, err := config.DialContext(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = ws.Close() }()
			if got := ws.Config().Protocol; len(got) != 1 || got[0] != protocol || headers.Get("Authorization") != "Bearer callers" {
				t.Errorf("the protocol is %q, the upstream got %v", got, headers)
			}
			for _, text := range []string{"hello", large} {
				var got string
				if err := websocket.Message.Send(ws, text); err != nil {
					t.Fatal(err)
				}
				if err := websocket.Message.Receive(ws, &got); err != nil || got != "echo "+text {
					t.Fatalf("got %.20q, %v", got, err)
				}
			}
			if clientCloses {
				_ = ws.Close()
				if err := <-closed; err == nil {
					t.Error("the upstream doesn't learn that the client has closed it")
				}
				return
			}
			_ = websocket.Message.Send(ws, "close")
			var got string
			if err := websocket.Message.Receive(ws, &got); !errors.Is(err, io.EOF) {
				t.Errorf("got %q, %v", got, err)
			}
			if err := <-closed; err != nil {
				t.Errorf("the upstream got %v, want the message to close", err)
			}
		})
	}
}

// An upgrade that the upstream refuses, or answers in another way, is answered.
func TestAnUpgradeThatFails(t *testing.T) {
	for name, test := range map[string]struct {
		upstream http.HandlerFunc
		status   int
		body     string
	}{
		"refused": {fails(403), 403, `{"error":{"message":"no"}}`},
		"to another protocol": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Connection", "Upgrade")
			w.Header().Set("Upgrade", "other")
			w.WriteHeader(http.StatusSwitchingProtocols)
		}, 502, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, test.upstream, nil)
			r := s.do(http.MethodGet, "/v1/realtime", "", "Connection", "Upgrade", "Upgrade", "websocket", "Sec-Websocket-Key", "dGhlIHNhbXBsZSBub25jZQ==", "Sec-Websocket-Version", "13")
			got := s.text(r)
			if r.StatusCode != test.status || test.body != "" && got != test.body {
				t.Errorf("got %s, %s", r.Status, got)
			}
			if test.body == "" && !strings.HasPrefix(message(t, got), "upstream http") {
				t.Errorf("got %s", got)
			}
		})
	}
}
