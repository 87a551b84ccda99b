package proxy_test

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/websocket"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// A seen request is what an upstream got.
type seenRequest struct {
	header      http.Header
	query, body string
}

// sees is an upstream that sends what it gets, and then responds.
func sees(into *[]seenRequest, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*into = append(*into, seenRequest{r.Header.Clone(), r.URL.RawQuery, string(body)})
		next(w, r)
	}
}

// secrets are headers in which clients have credentials of somebody.
var secrets = []string{
	"Helicone-Auth", "Cf-Aig-Authorization", "X-Portkey-Api-Key", "X-Litellm-Api-Key", "Ocp-Apim-Subscription-Key", "X-Amz-Security-Token",
	"Authorization", "X-Api-Key", "Api-Key", "X-Goog-Api-Key", "Cookie", "X-Anything-Else",
}

// Only headers and parameters without credentials, and those that the configuration names, go to an upstream that doesn't get the caller's.
func TestHeadersAndQueriesAreWithheldInEachAPI(t *testing.T) {
	plain := []string{
		"Content-Type", "Accept", "User-Agent", "Idempotency-Key", "Traceparent", "Tracestate",
		"Anthropic-Version", "Anthropic-Beta", "Openai-Beta", "X-Stainless-Lang", "X-Stainless-Retry-Count",
	}
	sent := []string{"Anthropic-Version", "2023-06-01"}
	for _, name := range append(slices.Clone(plain), secrets...) {
		if name != "Content-Type" {
			sent = append(sent, name, "callers-secret")
		}
	}
	sent = append(sent, "Content-Type", asJSON)
	const query, plainQuery = "?beta=true&key=callers-secret&api-version=2024-10-21&b=1&alt=sse&token=callers-secret;beta&x=1&%6Bey=callers-secret", "beta=true&api-version=2024-10-21&alt=sse"
	inEachAPI(t, func(t *testing.T, w *wire) {
		for _, body := range []string{w.ask, `{"model":"x"}`} {
			var all, second, third, keyed []seenRequest
			s := chain(t, func(c *proxy.Config) {
				c.Upstreams[2].ForwardHeaders, c.Upstreams[2].ForwardQuery = []string{"helicone-auth"}, []string{"x"}
				c.Upstreams[3].APIKeyFile = keyFile(t, "own")
			}, sees(&all, fails(500)), sees(&second, fails(500)), sees(&third, fails(500)), sees(&keyed, fails(500)))
			s.text(s.do(http.MethodPost, w.path+query, body, sent...))
			if len(all) != 1 || len(second) != 1 || len(third) != 1 || len(keyed) != 1 {
				t.Fatalf("not every upstream was asked: %s", s.log)
			}
			for _, name := range secrets {
				if all[0].header.Get(name) != "callers-secret" {
					t.Errorf("the first upstream doesn't get %s", name)
				}
			}
			if "?"+all[0].query != query {
				t.Errorf("the first upstream gets the query %s", all[0].query)
			}
			for _, r := range []seenRequest{second[0], third[0], keyed[0]} {
				for _, name := range plain {
					if r.header.Get(name) == "" {
						t.Errorf("%s is missing", name)
					}
				}
			}
			withheld := func(r seenRequest) (names []string) {
				for name, values := range r.header {
					if slices.Contains(values, "callers-secret") && !slices.Contains(plain, name) {
						names = append(names, name)
					}
				}
				return names
			}
			if got := withheld(second[0]); len(got) > 0 || second[0].query != plainQuery {
				t.Errorf("the second upstream gets %v and %s", got, second[0].query)
			}
			if got := withheld(third[0]); !slices.Equal(got, []string{"Helicone-Auth"}) || third[0].query != plainQuery+"&x=1" {
				t.Errorf("the third upstream gets %v and %s", got, third[0].query)
			}
			if got := withheld(keyed[0]); len(got) > 0 || keyed[0].query != plainQuery {
				t.Errorf("the upstream with a key gets %v and %s", got, keyed[0].query)
			}
		}
	})
}

// withCredentials are bodies that have credentials of somebody, by where they have them.
var withCredentials = map[string]string{
	"api_key":                     `"api_key":"callers-secret"`,
	"api_base":                    `"api_base":"https://callers-secret"`,
	"mcp_servers":                 `"mcp_servers":[{"type":"url","url":"https://x","authorization_token":"callers-secret"}]`,
	"the headers of a tool":       `"tools":[{"type":"function","name":"f"},{"type":"mcp","server_url":"https://x","headers":{"X":"callers-secret"}}]`,
	"the authorization of a tool": `"tools":[{"type":"mcp","server_url":"https://x","authorization":"callers-secret"}]`,
}

// A request whose body has credentials isn't sent to an upstream that doesn't get the caller's.
func TestBodiesWithCredentialsAreWithheldInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for where, member := range withCredentials {
			t.Run(where, func(t *testing.T) {
				body := `{"model":"x",` + member + `,` + strings.TrimPrefix(w.ask, "{")
				var second, third []seenRequest
				s := chain(t, func(c *proxy.Config) { c.Upstreams[2].ForwardCredentials = true }, fails(500), sees(&second, sends(asJSON, w.called)), sees(&third, sends(asJSON, w.called)))
				r := s.do(http.MethodPost, w.path, body)
				if s.text(r); len(second) != 0 || len(third) != 1 || third[0].body != body || r.Header.Get("X-Toolparser-Upstream") != "c" || r.Header.Get("X-Toolparser-Attempts") != "2" {
					t.Errorf("the second upstream got %v, the third %v: %v", second, third, r.Header)
				}
				if log := s.log.String(); !strings.Contains(log, "fell_back_on=credentials") || strings.Contains(log, "secret") {
					t.Errorf("the log is %s", log)
				}

				var keyed []seenRequest
				s = chain(t, func(c *proxy.Config) { c.Upstreams[0].APIKeyFile = keyFile(t, "own") }, sees(&keyed, sends(asJSON, w.called)))
				r = s.do(http.MethodPost, w.path, body)
				if text := s.text(r); r.StatusCode != http.StatusBadRequest || len(keyed) != 0 || !strings.Contains(text, where) || !strings.Contains(text, "forward-credentials") || strings.Contains(text, "secret") {
					t.Errorf("status %d, %s", r.StatusCode, text)
				}

				s = chain(t, func(c *proxy.Config) {
					c.Upstreams[0].APIKeyFile, c.Upstreams[0].ForwardCredentials = keyFile(t, "own"), true
				}, sees(&keyed, sends(asJSON, w.called)))
				r = s.do(http.MethodPost, w.path, body, "Authorization", "Bearer callers", "Helicone-Auth", "callers")
				if s.text(r); len(keyed) != 1 || keyed[0].body != body || keyed[0].header.Get("Authorization") != "Bearer own" || keyed[0].header.Get("Helicone-Auth") != "" {
					t.Errorf("the upstream with a key gets %v", keyed)
				}
			})
		}
	})
}

// What says nothing is no credential; nor is a property of a tool's schema.
func TestBodiesWithoutCredentialsPass(t *testing.T) {
	for _, body := range []string{
		`{"api_key":null,"api_base":"","mcp_servers":[ ]}`,
		`{"tools":[{"type":"mcp","headers":{ },"authorization":null}]}`,
		`{"tools":[{"type":"function","function":{"name":"f","parameters":{"properties":{"headers":{"type":"object"},"authorization":{"type":"string"}}}}}]}`,
		`{"messages":[{"role":"user","content":"mcp_servers","api_key":"x"}]}`, `not JSON`, ``,
	} {
		var keyed []seenRequest
		s := chain(t, func(c *proxy.Config) { c.Upstreams[0].APIKeyFile = keyFile(t, "own") }, sees(&keyed, sends(asJSON, apitest.Called)))
		if s.text(s.post(body)); len(keyed) != 1 || keyed[0].body != body {
			t.Errorf("%s: the upstream got %v", body, keyed)
		}
	}
}

// Requests that the proxy doesn't fix have credentials, too.
func TestOtherRequestsWithCredentialsAreWithheld(t *testing.T) {
	for _, path := range []string{"/v1/embeddings", "/v1/completions", "/v1/messages/count_tokens"} {
		var second []seenRequest
		s := chain(t, func(c *proxy.Config) { c.Upstreams[1].APIKeyFile = keyFile(t, "own") }, fails(500), sees(&second, sends(asJSON, "{}")))
		r := s.do(http.MethodPost, path, `{"model":"x","api_key":"callers-secret"}`, "Content-Type", asJSON)
		if s.text(r); len(second) != 0 || r.StatusCode != http.StatusInternalServerError {
			t.Errorf("%s: status %d, the second upstream got %v", path, r.StatusCode, second)
		}
		s = chain(t, func(c *proxy.Config) { c.Upstreams[0].APIKeyFile = keyFile(t, "own") }, sees(&second, sends(asJSON, "{}")))
		r = s.do(http.MethodPost, path, `{"model":"x","api_key":"callers-secret"}`, "Content-Type", asJSON)
		if s.text(r); len(second) != 0 || r.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d, the upstream got %v", path, r.StatusCode, second)
		}
	}
}

// What isn't sent says nothing about the upstream: it is no failure that has requests start at the next one.
func TestWithheldRequestsDoNotBreakAnUpstream(t *testing.T) {
	first := counts(sends(asJSON, apitest.Called))
	s := chain(t, func(c *proxy.Config) {
		c.Upstreams[0].APIKeyFile, c.Upstreams[1].ForwardCredentials = keyFile(t, "own"), true
		c.Routes = []proxy.Route{{Stick: time.Minute}}
	}, first, sends(asJSON, apitest.Called))
	for range 4 {
		s.wantFrom(s.post(`{"api_key":"x",`+strings.TrimPrefix(apitest.Ask, "{")), "b", 1)
	}
	s.wantFrom(s.post(apitest.Ask), "a", 1)
}

// The key of an upstream is where its setting says, else where the caller has one.
func TestTheKeyIsInTheHeaderOfTheUpstream(t *testing.T) {
	for setting, want := range map[string]http.Header{
		"":                      {"Authorization": {"Bearer own"}},
		"Authorization: Bearer": {"Authorization": {"Bearer own"}},
		"authorization":         {"Authorization": {"Bearer own"}},
		"x-api-key":             {"X-Api-Key": {"own"}},
		"api-key":               {"Api-Key": {"own"}},
		"x-goog-api-key":        {"X-Goog-Api-Key": {"own"}},
		"Ocp-Apim-Key":          {"Ocp-Apim-Key": {"own"}},
		"X-Auth: Token":         {"X-Auth": {"Token own"}},
	} {
		for _, sent := range []string{"Authorization", "X-Api-Key", "Api-Key", "X-Goog-Api-Key"} {
			var got []seenRequest
			s := chain(t, func(c *proxy.Config) {
				c.Upstreams[0].APIKeyFile, c.Upstreams[0].APIKeyHeader = keyFile(t, "own"), setting
			}, sees(&got, sends(asJSON, apitest.Called)))
			s.text(s.post(apitest.Ask, sent, "callers"))
			keys := http.Header{}
			for name, values := range got[0].header {
				if strings.Contains(fmt.Sprint(values), "own") || strings.Contains(fmt.Sprint(values), "callers") {
					keys[name] = values
				}
			}
			want := want
			if setting == "" && (sent == "X-Api-Key" || sent == "Api-Key") {
				want = http.Header{sent: {"own"}}
			}
			if diff := cmp.Diff(want, keys); diff != "" {
				t.Errorf("%q, sent in %s: -want +got\n%s", setting, sent, diff)
			}
		}
	}
}

// A WebSocket goes to an upstream with a key, too, without the protocols, in which clients send keys.
func TestAWebSocketIsWithoutTheCallersCredentials(t *testing.T) {
	var header http.Header
	s := start(t, websocket.Server{
		Handshake: func(_ *websocket.Config, r *http.Request) error { header = r.Header; return nil },
		Handler:   func(ws *websocket.Conn) { _ = websocket.Message.Send(ws, "hello") },
	}.ServeHTTP, func(c *proxy.Config) { c.Upstreams[0].APIKeyFile = keyFile(t, "own") })
	config, err := websocket.NewConfig(strings.Replace(s.proxy.URL, "http:", "ws:", 1)+"/v1/realtime?model=x", s.proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	config.Protocol = []string{"openai-insecure-api-key.callers-secret"}
	ws, err := config.DialContext(t.Context())
	if err == nil { // the client insists on a protocol that it named
		_ = ws.Close()
	}
	if header == nil || strings.Contains(fmt.Sprint(header), "secret") || header.Get("Authorization") != "Bearer own" {
		t.Errorf("the upstream got %v", header)
	}
}

func TestSettingsOfCredentialsAreChecked(t *testing.T) {
	_, err := proxy.New(apitest.Registry(), proxy.Config{
		TokensFile: keyFile(t, "agent a-token-of-an-agent"),
		Upstreams: []proxy.Upstream{
			{Name: "a", URL: "http://a", APIKeyHeader: "x-api-key", ForwardHeaders: []string{"a b", "authorization"}},
			{Name: "b", URL: "http://b", APIKeyFile: keyFile(t, "own"), APIKeyHeader: "x api key"},
		},
	}, slog.New(slog.DiscardHandler))
	for _, want := range []string{
		"upstreams.a.api key header: the upstream has no key", `upstreams.a.forward headers: "a b" is no name of a header`,
		"upstreams.a.forward headers: with tokens, Authorization has a token", `upstreams.b.api key header "x api key": want a header`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}

// A path that leaves the base of the upstream is refused, however it is written.
func TestAPathThatLeavesTheBaseIsRefused(t *testing.T) {
	upstream := counts(sends(asJSON, "{}"))
	s := chain(t, func(c *proxy.Config) { c.Upstreams[0].APIKeyFile = keyFile(t, "own") }, upstream)
	get := func(path string) string {
		t.Helper()
		c, err := net.Dial("tcp", strings.TrimPrefix(s.proxy.URL, "http://")) // clients clean paths
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		_, _ = fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path)
		all, _ := io.ReadAll(c)
		return string(all)
	}
	for _, path := range []string{
		"/v1/../../admin", "/v1/%2e%2e/admin", "/v1/.%2e/admin", "/v1/%2E./admin", "/..", "/v1/..", "/v1/a/..%2f..%2fadmin", "/v1/..%5cadmin", "/v1/..;x/admin", "/v1/messages/../../admin",
	} {
		if got := get(path); !strings.HasPrefix(got, "HTTP/1.1 400") || !strings.Contains(got, `{"error":`) && !strings.Contains(got, `"type":"error"`) {
			t.Errorf("%s: got %s", path, got)
		}
	}
	if n := upstream.requests.Load(); n != 0 {
		t.Errorf("%d requests reached the upstream", n)
	}
	for _, path := range []string{"/v1/models/a..b", "/v1/...", "/v1/models/.", "/v1/models?x=../.."} {
		if got := get(path); !strings.HasPrefix(got, "HTTP/1.1 200") {
			t.Errorf("%s: got %s", path, got)
		}
	}
}
