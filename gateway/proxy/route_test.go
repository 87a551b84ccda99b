package proxy_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

const (
	rejectedText = `{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}` // plain text, which --require-markup rejects
	leakedText   = `<tool_call>`
	invalidText  = `<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": </tool_call>`
)

func says(text string) string {
	return `{"choices":[{"index":0,"message":{"content":"` + text + `"},"finish_reason":"stop"}]}`
}

func saysLive(text string) string {
	return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"}}]}\n\n" + apitest.LiveStop + apitest.LiveDone
}

// fails is an upstream with an error of its own.
func fails(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", asJSON)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"error":{"message":"no"}}`)
	}
}

// A counting upstream counts its requests.
type counting struct {
	requests atomic.Int64
	next     atomic.Pointer[http.HandlerFunc]
}

func counts(next http.HandlerFunc) *counting {
	c := &counting{}
	c.next.Store(&next)
	return c
}

func (c *counting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.requests.Add(1)
	(*c.next.Load())(w, r)
}

// chain starts a proxy that tries upstreams in order, named a, b and so on.
func chain(t *testing.T, change func(*proxy.Config), upstreams ...http.Handler) *setup {
	t.Helper()
	return start(t, nil, func(c *proxy.Config) {
		c.Upstreams = nil
		for i, handler := range upstreams {
			s := httptest.NewServer(handler)
			t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
			c.Upstreams = append(c.Upstreams, proxy.Upstream{Name: string(rune('a' + i)), URL: s.URL + "/v1", Cost: 1})
		}
		c.Policy.RequireMarkup = []string{"*"}
		if change != nil {
			change(c)
		}
	})
}

// wantFrom checks which upstream responds, and after how many attempts.
func (s *setup) wantFrom(r *http.Response, upstream string, attempts int) {
	s.Helper()
	if got := r.Header.Get("X-Toolparser-Upstream"); got != upstream {
		s.Errorf("upstream %q responds, want %q", got, upstream)
	}
	if got := r.Header.Get("X-Toolparser-Attempts"); got != strconv.Itoa(attempts) {
		s.Errorf("there were %s attempts, want %d", got, attempts)
	}
}

// impatient has short timeouts where one is to be exceeded, and only there: an upstream may be slow.
func impatient(reason proxy.Reason) func(*proxy.Config) {
	if reason == proxy.ReasonTimeout {
		return soon
	}
	return func(*proxy.Config) {}
}

// irreparable is a response with a structured call whose arguments can't be repaired.
const irreparable = `{"model":"qwen3","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"get_weather","arguments":"{\"city\": <city>}"}}]},"finish_reason":"tool_calls"}]}`

func TestFallsBackOn(t *testing.T) {
	stall := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	for name, first := range map[string]struct {
		handler http.HandlerFunc
		reason  proxy.Reason
	}{
		"a status of 500":          {fails(500), proxy.ReasonError},
		"a status of 429":          {fails(429), proxy.ReasonError},
		"an error with status 200": {sends(asJSON, `{"error":{"message":"overloaded"}}`), proxy.ReasonError},
		"HTML":                     {sends("text/html", "<html>"), proxy.ReasonError},
		"HTML said to be JSON":     {sends(asJSON, "<html>"), proxy.ReasonError},
		"a closed connection":      {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, proxy.ReasonError},
		"half a response": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", asJSON)
			_, _ = io.WriteString(w, apitest.Called[:30])
			breaks(w)
		}, proxy.ReasonError},
		"no response in time":                                {stall, proxy.ReasonTimeout},
		"a rejected call":                                    {sends(asJSON, says(rejectedText)), proxy.ReasonRejected},
		"markup of a call":                                   {sends(asJSON, says(leakedText)), proxy.ReasonLeaked},
		"an invalid call":                                    {sends(asJSON, says(invalidText)), proxy.ReasonInvalid},
		"a structured call that can't be repaired":           {sends(asJSON, irreparable), proxy.ReasonInvalid},
		"a structured call next to one that can be repaired": {sends(asJSON, strings.Replace(irreparable, `"tool_calls":[{`, `"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_weather","arguments":"{\"city\": \"Oslo\",}"}},{`, 1)), proxy.ReasonInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			s := chain(t, impatient(first.reason), first.handler, sends(asJSON, apitest.Called))
			r := s.post(apitest.Ask)
			s.wantFrom(r, "b", 2)
			if got := s.text(r); !strings.Contains(got, `"finish_reason":"tool_calls"`) {
				t.Errorf("got %s", got)
			}
			if log := s.log.String(); !strings.Contains(log, "fell_back_on="+first.reason.String()) {
				t.Errorf("the log has no reason %v: %s", first.reason, log)
			}
		})
		t.Run(name+", without it", func(t *testing.T) {
			second := counts(sends(asJSON, apitest.Called))
			s := chain(t, func(c *proxy.Config) {
				impatient(first.reason)(c)
				r := proxy.Route{Try: []string{"a", "b"}}
				for _, reason := range proxy.Reasons {
					if reason != first.reason {
						r.FallBackOn = append(r.FallBackOn, reason)
					}
				}
				c.Routes = []proxy.Route{r}
			}, first.handler, second)
			s.wantFrom(s.post(apitest.Ask), "a", 1)
			if n := second.requests.Load(); n != 0 {
				t.Errorf("the second upstream got %d requests", n)
			}
		})
	}
}

func TestDoesNotFallBackOn(t *testing.T) {
	for name, first := range map[string]http.HandlerFunc{
		"text":                            sends(asJSON, apitest.Plain),
		"a call":                          sends(asJSON, apitest.Called),
		"the caller's mistake":            fails(400),
		"a call that was cut off":         sends(asJSON, strings.Replace(irreparable, `"finish_reason":"tool_calls"`, `"finish_reason":"length"`, 1)),
		"a caller that may not call":      fails(401),
		"a call in a text that is quoted": sends(asJSON, says("Write `<tool_call>` to call.")),
	} {
		t.Run(name, func(t *testing.T) {
			s := chain(t, nil, first, sends(asJSON, apitest.Plain))
			s.wantFrom(s.post(apitest.Ask), "a", 1)
		})
	}
}

// If no response is good, the client gets what the first upstream answered, byte for byte.
func TestTheBestResponseIsKept(t *testing.T) {
	leaked, rejected := says(leakedText), says(rejectedText)
	for name, test := range map[string]struct {
		upstreams []http.Handler
		from      string
		want      string
	}{
		"the first answer":            {[]http.Handler{sends(asJSON, leaked), sends(asJSON, rejected)}, "a", leaked},
		"an answer before an error":   {[]http.Handler{sends(asJSON, leaked), fails(500)}, "a", leaked},
		"an answer behind an error":   {[]http.Handler{fails(500), sends(asJSON, leaked)}, "b", leaked},
		"the first error":             {[]http.Handler{fails(503), fails(500)}, "a", `{"error":{"message":"no"}}`},
		"an error before no response": {[]http.Handler{http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), fails(500)}, "b", `{"error":{"message":"no"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			s := chain(t, nil, test.upstreams...)
			r := s.post(apitest.Ask)
			s.wantFrom(r, test.from, 2)
			if got := s.text(r); got != test.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

func TestARequestWithoutToolsFallsBackOnErrors(t *testing.T) {
	s := chain(t, nil, fails(500), sends(asJSON, apitest.Called))
	if got := s.text(s.post(`{"model":"x"}`)); got != apitest.Called {
		t.Errorf("got %s", got)
	}
	s = chain(t, nil, sends(asJSON, says(leakedText)), sends(asJSON, apitest.Called))
	if got := s.text(s.post(`{"model":"x"}`)); got != says(leakedText) {
		t.Errorf("got %s", got)
	}
}

func TestAStreamFallsBackBeforeItsFirstByte(t *testing.T) {
	for name, first := range map[string]http.HandlerFunc{
		"that starts with an error":   sends(asEvents, "data: {\"error\":{\"message\":\"x\"}}\n\n"),
		"that is empty":               sends(asEvents, ""),
		"that breaks":                 func(w http.ResponseWriter, r *http.Request) { sends(asEvents, "data: {\"cho", "")(w, r); breaks(w) },
		"that starts with a leak":     sends(asEvents, saysLive(leakedText)),
		"that starts with a rejected": sends(asEvents, saysLive(rejectedText)),
	} {
		t.Run(name, func(t *testing.T) {
			s := chain(t, nil, first, sends(asEvents, apitest.LiveCall+apitest.LiveStop+apitest.LiveDone))
			r := s.post(apitest.AskLive)
			s.wantFrom(r, "b", 2)
			if got := s.text(r); !strings.Contains(got, `"tool_calls":[{"index":0`) || strings.Contains(got, `"error"`) {
				t.Errorf("got %s", got)
			}
		})
	}
}

// Once the client has got anything, the stream stays.
func TestAStreamThatHasLeftStays(t *testing.T) {
	arrived := make(chan struct{})
	s := chain(t, nil, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sends(asEvents, apitest.LiveHello, "")(w, r)
		<-arrived
		_, _ = io.WriteString(w, saysLive(leakedText))
	}), sends(asEvents, apitest.LiveCall+apitest.LiveStop+apitest.LiveDone))
	r := s.post(apitest.AskLive)
	first := make([]byte, len(apitest.LiveHello))
	if _, err := io.ReadFull(r.Body, first); err != nil {
		t.Fatal(err)
	}
	close(arrived)
	s.wantFrom(r, "a", 1)
	if got := s.text(r); got != saysLive(leakedText) {
		t.Errorf("got %s", got)
	}
}

func TestAStreamThatIsHeldFallsBack(t *testing.T) {
	leak := sends(asEvents, apitest.LiveHello, saysLive(leakedText))
	s := chain(t, func(c *proxy.Config) { c.Hold = proxy.HoldAll }, leak, sends(asEvents, apitest.LiveCall+apitest.LiveStop+apitest.LiveDone))
	s.wantFrom(s.post(apitest.AskLive), "b", 2)
	long := strings.Repeat(apitest.LiveHello, 1000) + saysLive(leakedText)
	s = chain(t, func(c *proxy.Config) { c.Hold, c.MaxResponseBytes = proxy.HoldAll, 1000 }, sends(asEvents, long), sends(asEvents, apitest.LiveCall))
	if got := s.text(s.post(apitest.AskLive)); got != long {
		t.Errorf("got %d bytes", len(got))
	}
}

func TestAHeldStreamWithACallThatCannotBeRepairedFallsBack(t *testing.T) {
	const delta = `data: {"model":"qwen3","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c0","type":"function","function":{"name":"get_weather","arguments":"{\"city\": <city>}"}}]},"finish_reason":null}]}` + "\n\n"
	end := strings.Replace(apitest.LiveStop, `"stop"`, `"tool_calls"`, 1) + apitest.LiveDone
	hold := func(c *proxy.Config) { c.Hold = proxy.HoldAll }
	s := chain(t, hold, sends(asEvents, delta+end), sends(asEvents, apitest.LiveCall+apitest.LiveStop+apitest.LiveDone))
	s.wantFrom(s.post(apitest.AskLive), "b", 2)
	s = chain(t, hold, sends(asEvents, delta+end), sends(asEvents, delta+end))
	if got := s.text(s.post(apitest.AskLive)); got != delta+end {
		t.Errorf("got %s", got)
	}
}

func TestAHeldStreamReportsInItsHeaders(t *testing.T) {
	s := chain(t, func(c *proxy.Config) { c.Hold = proxy.HoldAll }, sends(asEvents, apitest.LiveHello+apitest.LiveCall+apitest.LiveStop+apitest.LiveDone), sends(asEvents, ""))
	r := s.post(apitest.AskLive)
	if got := r.Header.Get("X-Toolparser-Method"); got != "parsed" {
		t.Errorf("the method is %q", got)
	}
}

// No stream is worse than the upstream's own.
func TestTheBestStreamIsKept(t *testing.T) {
	leak := apitest.LiveHello + saysLive(leakedText)
	s := chain(t, func(c *proxy.Config) { c.Hold = proxy.HoldAll }, sends(asEvents, leak), fails(500))
	r := s.post(apitest.AskLive)
	s.wantFrom(r, "a", 2)
	if got := s.text(r); got != leak {
		t.Errorf("got %s", got)
	}
}

func TestBudget(t *testing.T) {
	for name, test := range map[string]struct {
		costs  []float64
		budget float64
		from   string
		tries  int
	}{
		"that has room for all":        {[]float64{1, 28, 170}, 200, "c", 3},
		"that has none for the last":   {[]float64{1, 28, 170}, 30, "a", 2},
		"that has none for the second": {[]float64{1, 28, 5}, 10, "c", 2},
		"of tenths":                    {[]float64{0.1, 0.2, 0.3}, 0.6, "c", 3},
		"that errors don't use up":     {[]float64{5, 5, 5}, 5, "a", 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := chain(t, func(c *proxy.Config) {
				for i, cost := range test.costs {
					c.Upstreams[i].Cost = cost
				}
				c.Routes = []proxy.Route{{Budget: test.budget}}
			}, sends(asJSON, says(leakedText)), sends(asJSON, says(leakedText)), sends(asJSON, apitest.Called))
			s.wantFrom(s.post(apitest.Ask), test.from, test.tries)
		})
	}
	s := chain(t, func(c *proxy.Config) { c.Routes = []proxy.Route{{Budget: 1}} }, fails(500), sends(asJSON, apitest.Called))
	s.wantFrom(s.post(apitest.Ask), "b", 2) // an error costs nothing
}

func TestStick(t *testing.T) {
	first := counts(fails(500))
	s := chain(t, func(c *proxy.Config) { c.Routes = []proxy.Route{{Stick: time.Hour}} }, first, sends(asJSON, apitest.Called))
	for range 3 {
		s.wantFrom(s.post(apitest.Ask), "b", 2)
	}
	for range 2 {
		s.wantFrom(s.post(apitest.Ask), "b", 1)
	}
	if n := first.requests.Load(); n != 3 {
		t.Errorf("the first upstream got %d requests", n)
	}
}

// A client that leaves says nothing about the upstream: it counts for no failure.
func TestAClientThatLeavesIsNoFailure(t *testing.T) {
	came, ended := make(chan struct{}), make(chan struct{})
	first := counts(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // then the server sees that the proxy closes the connection
		came <- struct{}{}
		<-r.Context().Done()
		ended <- struct{}{}
	})
	good := sends(asJSON, apitest.Called)
	s := chain(t, func(c *proxy.Config) { c.Routes = []proxy.Route{{Stick: time.Hour}} }, first, sends(asJSON, apitest.Plain))
	for range 3 {
		ctx, leave := context.WithCancel(t.Context())
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.proxy.URL+"/v1/chat/completions", strings.NewReader(apitest.Ask))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", asJSON)
		go func() {
			if r, err := s.client.Do(request); err == nil {
				_ = r.Body.Close()
			}
		}()
		<-came
		leave()
		<-ended
	}
	s.proxy.CloseClientConnections() // after it, no request is on its way
	first.next.Store(&good)
	s.wantFrom(s.post(apitest.Ask), "a", 1)
}

// A success in between starts the count anew, and after the time the first upstream is tried again.
func TestStickEnds(t *testing.T) {
	first := counts(fails(500))
	good, bad := sends(asJSON, apitest.Called), fails(500)
	s := chain(t, func(c *proxy.Config) { c.Routes = []proxy.Route{{Stick: time.Nanosecond}} }, first, sends(asJSON, apitest.Called))
	for range 2 {
		s.wantFrom(s.post(apitest.Ask), "b", 2)
	}
	first.next.Store(&good)
	s.wantFrom(s.post(apitest.Ask), "a", 1)
	first.next.Store(&bad)
	for range 4 {
		s.wantFrom(s.post(apitest.Ask), "b", 2)
	}
}

func TestTheModelDecidesTheRoute(t *testing.T) {
	routes := func(c *proxy.Config) {
		c.Routes = []proxy.Route{{Models: []string{"*kimi*", "qwen3"}, Try: []string{"a"}}, {Try: []string{"b"}}}
	}
	var got atomic.Pointer[string]
	notes := func(name string) http.HandlerFunc {
		return func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			got.Store(&name)
		}
	}
	s := chain(t, routes, notes("a"), notes("b"))
	for _, test := range []struct{ path, body, want string }{
		{"/v1/chat/completions", `{"model":"moonshotai/Kimi-K2",` + apitest.Tools + `}`, "a"},
		{"/v1/chat/completions", `{"model":"qwen3"}`, "a"},
		{"/v1/chat/completions", `{"model":"qwen3-coder"}`, "b"},
		{"/v1/embeddings", `{"model":"kimi-embed"}`, "a"},
		{"/v1/embeddings", `{"model":"other"}`, "b"},
		{"/v1/embeddings", `{"input":"x"}`, "b"},
	} {
		s.text(s.do(http.MethodPost, test.path, test.body, "Content-Type", asJSON))
		if *got.Load() != test.want {
			t.Errorf("%s %s: got %s", test.path, test.body, *got.Load())
		}
	}
	s.text(s.do(http.MethodGet, "/v1/models", ""))
	if *got.Load() != "a" {
		t.Error("a request without a model doesn't take the first route")
	}
}

func TestModelsAreRenamed(t *testing.T) {
	for model, want := range map[string]string{"kimi-k2": "kimi-k2-0905-preview", "gpt-x": "big", "": ""} {
		for _, path := range []string{"/v1/chat/completions", "/v1/embeddings"} {
			var got string
			s := chain(t, func(c *proxy.Config) {
				c.Upstreams[0].Models = map[string]string{"kimi-k2": "kimi-k2-0905-preview", "*": "big"}
			}, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				text, _ := io.ReadAll(r.Body)
				got = string(text)
			}))
			body := func(model string) string { return `{ "x": 1.0, "model" : "` + model + `", ` + apitest.Tools + `}` }
			s.text(s.do(http.MethodPost, path, body(model), "Content-Type", asJSON))
			if got != body(want) {
				t.Errorf("%s: %q becomes %s", path, model, got)
			}
		}
	}
}

// recorded is an upstream that fails, and keeps the headers that it got.
func recorded(headers *atomic.Pointer[http.Header]) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		headers.Store(&r.Header)
		fails(500)(w, r)
	}
}

func keyFile(t *testing.T, key string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCredentials(t *testing.T) {
	const mine, others = "Bearer callers-secret", "Bearer upstreams-secret"
	for name, test := range map[string]struct {
		change        func(*proxy.Config, *testing.T)
		sent          []string
		first, second [2]string // Authorization, X-Api-Key
	}{
		"go to the first upstream only": {
			nil, []string{"Authorization", mine, "X-Api-Key", "callers-secret", "Cookie", "callers-secret"},
			[2]string{mine, "callers-secret"}, [2]string{},
		},
		"go to another one that says so": {
			func(c *proxy.Config, _ *testing.T) { c.Upstreams[1].ForwardCredentials = true }, []string{"Authorization", mine},
			[2]string{mine}, [2]string{mine},
		},
		"give way to a key": {
			func(c *proxy.Config, t *testing.T) {
				c.Upstreams[0].APIKeyFile = keyFile(t, "upstreams-secret\n")
				c.Upstreams[1].APIKeyFile = keyFile(t, "second-secret")
			}, []string{"Authorization", mine},
			[2]string{others}, [2]string{"Bearer second-secret"},
		},
		"decide the header of the key": {
			func(c *proxy.Config, t *testing.T) { c.Upstreams[0].APIKeyFile = keyFile(t, "upstreams-secret") },
			[]string{"X-Api-Key", "callers-secret"},
			[2]string{"", "upstreams-secret"}, [2]string{},
		},
	} {
		t.Run("of the caller "+name, func(t *testing.T) {
			var first, second atomic.Pointer[http.Header]
			s := chain(t, func(c *proxy.Config) {
				if test.change != nil {
					test.change(c, t)
				}
			}, recorded(&first), recorded(&second))
			r := s.post(apitest.Ask, test.sent...)
			body := s.text(r)
			for i, headers := range []*http.Header{first.Load(), second.Load()} {
				want := [][2]string{test.first, test.second}[i]
				if got := [2]string{headers.Get("Authorization"), headers.Get("X-Api-Key")}; got != want {
					t.Errorf("upstream %d got %q, want %q", i, got, want)
				}
			}
			if second.Load().Get("Cookie") != "" {
				t.Error("the second upstream got a cookie")
			}
			if out := body + s.log.String(); strings.Contains(out, "secret") {
				t.Errorf("a key got out: %s", out)
			}
		})
	}
}

// Where the caller's own credentials are refused, a key of the operator's isn't used in their place.
func TestARefusedCallerDoesNotGetAnothersKey(t *testing.T) {
	second := counts(sends(asJSON, apitest.Called))
	s := chain(t, func(c *proxy.Config) { c.Upstreams[1].APIKeyFile = keyFile(t, "k") }, fails(401), second)
	if r := s.post(apitest.Ask); r.StatusCode != http.StatusUnauthorized || second.requests.Load() != 0 {
		t.Errorf("status %d, and %d requests", r.StatusCode, second.requests.Load())
	}
	s = chain(t, func(c *proxy.Config) { c.Upstreams[0].APIKeyFile = keyFile(t, "k") }, fails(401), sends(asJSON, apitest.Called))
	s.wantFrom(s.post(apitest.Ask), "b", 2) // the operator's key is refused
}

func TestTokens(t *testing.T) {
	var headers atomic.Pointer[http.Header]
	s := chain(t, func(c *proxy.Config) {
		c.TokensFile = keyFile(t, "agent a-token-of-an-agent")
		c.Upstreams[0].APIKeyFile = keyFile(t, "upstreams-secret")
	}, recorded(&headers))
	for _, sent := range [][]string{nil, {"Authorization", "Bearer wrong"}, {"X-Api-Key", "a-token-of-an-agent"}} {
		r := s.post(apitest.Ask, sent...)
		if message(t, s.text(r)); r.StatusCode != http.StatusUnauthorized || headers.Load() != nil {
			t.Errorf("%q: status %d", sent, r.StatusCode)
		}
	}
	s.text(s.post(apitest.Ask, "Authorization", "Bearer a-token-of-an-agent"))
	if got := headers.Load().Get("Authorization"); got != "Bearer upstreams-secret" {
		t.Errorf("the upstream got %q", got)
	}
	if log := s.log.String(); !strings.Contains(log, "identity=agent") || strings.Contains(log, "a-token") {
		t.Errorf("the log is %s", log)
	}
}

// A client of Anthropic's API whose own header is the proxy's token: the upstream's key is where the API has it.
func TestTheKeyIsWhereTheAPIHasIt(t *testing.T) {
	for name, test := range map[string]struct {
		tokens string
		sent   []string
		want   [2]string // Authorization, X-Api-Key
	}{
		"with a token":                {"agent a-token-of-an-agent", []string{"Authorization", "Bearer a-token-of-an-agent"}, [2]string{"", "own"}},
		"without credentials":         {"", nil, [2]string{"", "own"}},
		"with credentials of its own": {"", []string{"Authorization", "Bearer x"}, [2]string{"Bearer own", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			var headers atomic.Pointer[http.Header]
			s := chain(t, func(c *proxy.Config) {
				if test.tokens != "" {
					c.TokensFile = keyFile(t, test.tokens)
				}
				c.Upstreams[0].APIKeyFile = keyFile(t, "own")
			}, recorded(&headers))
			s.text(s.do(http.MethodPost, "/v1/messages", `{}`, test.sent...))
			if got := [2]string{headers.Load().Get("Authorization"), headers.Load().Get("X-Api-Key")}; got != test.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestKeysAreReadAgain(t *testing.T) {
	var headers atomic.Pointer[http.Header]
	path := keyFile(t, "first-secret")
	upstream := httptest.NewServer(recorded(&headers))
	defer upstream.Close()
	log := &apitest.Log{}
	p, err := proxy.New(apitest.Registry(), proxy.Config{Upstreams: []proxy.Upstream{{URL: upstream.URL, APIKeyFile: path}}}, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := os.WriteFile(path, []byte("second-secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.Files().Watch(t.Context(), slog.New(slog.NewTextHandler(log, nil)))
	p.Files().Ask()
	for headers.Load() == nil || headers.Load().Get("Authorization") != "Bearer second-secret" { // until it was read
		p.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(apitest.Ask)))
	}
	if strings.Contains(log.String(), "secret") {
		t.Errorf("a key got out: %s", log.String())
	}
}

func TestAnnotate(t *testing.T) {
	annotate := func(c *proxy.Config) { c.Annotate = true }
	s := start(t, sends(asEvents, apitest.LiveHello, apitest.LiveCall, apitest.LiveStop, apitest.LiveDone), annotate)
	got := s.text(s.post(apitest.AskLive))
	comment := ": toolparser method=parsed upstream=" + s.upstream.URL + " attempts=1 confidence=1 format=hermes/tool_call\n\n"
	if !strings.HasSuffix(got, "\n\n"+comment+apitest.LiveDone) {
		t.Errorf("got %s", got)
	}
	s = start(t, sends(asEvents, apitest.LiveHello+apitest.LiveStop), annotate)
	got = s.text(s.post(apitest.AskLive))
	if want := apitest.LiveHello + ": toolparser method=none upstream=" + s.upstream.URL + " attempts=1\n\n" + apitest.LiveStop; got != want {
		t.Errorf("got %s", got)
	}
}

func TestAllThatIsWrongWithRoutesIsReported(t *testing.T) {
	config := proxy.Config{
		Upstreams: []proxy.Upstream{
			{Name: "a", URL: "ftp://a:pass@x", Cost: -1, Family: "nope"},
			{Name: "b", URL: "http://b", APIKeyFile: "/none", ForwardCredentials: true, Models: map[string]string{"x": ""}},
			{Name: "b", URL: "http://b", Cost: 50},
			{Name: "un used", URL: "http://c"},
		},
		Routes: []proxy.Route{
			{Try: []string{"a", "nope", "a"}, MinConfidence: 2, Budget: -1, Stick: -1},
			{Models: []string{"x"}, Try: []string{"b"}, FallBackOn: []proxy.Reason{proxy.ReasonError}, Stick: time.Second},
		},
	}
	_, err := proxy.New(apitest.Registry(), config, slog.New(slog.DiscardHandler))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"upstreams.a.url: not a URL", "upstreams.a.cost -1: want", "upstreams.a.family: ",
		"upstreams.b.models.x: want", "api key of b: open /none",
		"upstreams.b: there are two", "upstreams.un used: want a name", "upstreams.un used: no route tries it",
		`routes[0].try: there is no upstream "nope"; want a, b`, `routes[0].try: "a" is there twice`, "routes[0].min confidence 2", "routes[0].budget -1", "routes[0].stick -1ns",
		"routes[1]: no request gets here, because routes[0] takes all models", "routes[1].fall back on: there is no other", "routes[1].stick: there is no other",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if strings.Contains(err.Error(), "pass") {
		t.Errorf("the error has a password: %v", err)
	}
	config = proxy.Config{
		Upstreams: []proxy.Upstream{{Name: "a", URL: "http://a", Cost: 5}, {Name: "b", URL: "http://b", Cost: 50}},
		Routes:    []proxy.Route{{Models: []string{"x"}, Try: []string{"a", "b"}, Budget: 20}, {Models: []string{"y"}, Try: []string{"a", "b"}, Budget: 1}},
	}
	_, err = proxy.New(apitest.Registry(), config, slog.New(slog.DiscardHandler))
	for _, want := range []string{`routes[0].budget 20: "b" costs 50, so it is never tried`, "routes[1].budget 1: the first upstream costs more"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}

// An observing observer keeps the outcomes, in order.
type observing struct {
	mu       sync.Mutex
	outcomes []proxy.Outcome
	healed   []string // "route upstream"
}

func (o *observing) ObserveOutcome(outcome *proxy.Outcome) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.outcomes = append(o.outcomes, *outcome)
}

func (o *observing) ObserveHealed(route, upstream string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.healed = append(o.healed, route+" "+upstream)
}

func TestOutcomes(t *testing.T) {
	for name, test := range map[string]struct {
		second  http.HandlerFunc
		request string
		methods []string // in the order in which the attempts end
		costs   []float64
	}{
		"a call behind a leak":    {sends(asJSON, apitest.Called), apitest.Ask, []string{"fallback", "parsed"}, []float64{1, 28}},
		"an error behind a leak":  {fails(500), apitest.Ask, []string{"fallback", "leaked"}, []float64{0, 1}},
		"a request without tools": {sends(asJSON, apitest.Called), `{}`, nil, nil},
		"a stream behind a leak":  {sends(asEvents, apitest.LiveCall+apitest.LiveStop+apitest.LiveDone), apitest.Ask, []string{"fallback", "parsed"}, []float64{1, 28}},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := httptest.NewServer(sends(asJSON, says(leakedText))), httptest.NewServer(test.second)
			defer a.Close()
			defer b.Close()
			o := &observing{}
			p, err := proxy.New(apitest.Registry(), proxy.Config{Upstreams: []proxy.Upstream{{Name: "a", URL: a.URL, Cost: 1}, {Name: "b", URL: b.URL, Cost: 28}}}, slog.New(slog.DiscardHandler), o)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			p.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(test.request)))
			var methods []string
			var costs []float64
			for _, outcome := range o.outcomes {
				methods, costs = append(methods, outcome.Method), append(costs, outcome.Cost)
				if outcome.Upstream == "a" && outcome.Reason != proxy.ReasonLeaked {
					t.Errorf("the reason is %v", outcome.Reason)
				}
				if outcome.Method == "parsed" && (outcome.FirstByte <= 0 || outcome.Added <= 0) {
					t.Errorf("the first byte came after %v, %v of that is the proxy's", outcome.FirstByte, outcome.Added)
				}
			}
			if !slices.Equal(methods, test.methods) || !slices.Equal(costs, test.costs) {
				t.Errorf("got %q %v", methods, costs)
			}
		})
	}
}

// An upstream whose response isn't good is followed by the next one in each API, and a comment in the stream says so.
func TestEachAPIFallsBack(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		failed := `{"type":"error","error":{"type":"overloaded_error","message":"x"}}`
		for name, test := range map[string]struct {
			live  bool
			first http.HandlerFunc
		}{
			"a leak":                    {false, sends(asJSON, w.event(w.called, leakedText))},
			"a rejected call":           {false, sends(asJSON, w.event(w.called, rejectedText))},
			"an invalid call":           {false, sends(asJSON, w.event(w.called, invalidText))},
			"an error with status 200":  {false, sends(asJSON, failed)},
			"HTML":                      {false, sends("text/html", "<html>")},
			"a stream with a leak":      {true, sends(asEvents, w.stream(leakedText))},
			"a stream with a rejected":  {true, sends(asEvents, w.stream(rejectedText))},
			"a stream with an invalid":  {true, sends(asEvents, w.stream(invalidText))},
			"a stream that is an error": {true, sends(asEvents, "event: error\ndata: "+failed+"\n\n")},
			"a stream that breaks":      {true, func(rw http.ResponseWriter, r *http.Request) { sends(asEvents, w.begin, w.held, "")(rw, r); breaks(rw) }},
			"an empty stream":           {true, sends(asEvents, "")},
		} {
			t.Run(name, func(t *testing.T) {
				second := sends(asJSON, w.called)
				if test.live {
					second = sends(asEvents, w.stream(apitest.CallText))
				}
				s := chain(t, func(c *proxy.Config) { c.Hold, c.Annotate = proxy.HoldAll, true }, test.first, second)
				r := w.request(s, test.live)
				s.wantFrom(r, "b", 2)
				got := s.text(r)
				if !strings.Contains(got, `get_weather`) || strings.Contains(got, "<tool") || strings.Contains(got, "overloaded") {
					t.Errorf("got %s", got)
				}
				before, last, annotated := strings.Cut(got, "\n\n: toolparser method=parsed upstream=b attempts=2 confidence=1 format=hermes/tool_call\n\n")
				if annotated != test.live || annotated && (strings.Count(last, "\n\n") != 1 || !strings.HasSuffix(last, "\n\n") || before == "") {
					t.Errorf("want a comment before the last event: %s", got)
				}
			})
		}
	})
}

// The thresholds of a route take the place of both that the flags set.
func TestARoutesThresholdCounts(t *testing.T) {
	const (
		inMarkup = `<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\",}}</tool_call>` // 0.8: it is repaired
		plain    = `I look: {\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}`                 // 0.7
	)
	for _, test := range []struct {
		policy, route   float64
		inMarkup, plain bool
	}{
		{0, 0, true, true}, {0, 0.75, true, false}, {0, 0.9, false, false}, {0.9, 0, false, false}, {0.9, 0.75, true, false}, {0.9, 0.6, true, true},
	} {
		for text, called := range map[string]bool{inMarkup: test.inMarkup, plain: test.plain} {
			s := chain(t, func(c *proxy.Config) {
				c.Policy = gateway.Policy{MinConfidence: test.policy, MinPlainConfidence: test.policy}
				c.Routes = []proxy.Route{{Models: []string{"other"}}, {MinConfidence: test.route}}
			}, sends(asJSON, says(text)))
			if got := s.text(s.post(apitest.Ask)); strings.Contains(got, `"tool_calls"`) != called {
				t.Errorf("%+v: %s becomes %s", test, text, got)
			}
		}
	}
}

// The family of an upstream reads what it returns, else that of the route, else that of the flags, else the model's.
func TestTheFamilyOfAnUpstreamReadsItsTexts(t *testing.T) {
	for _, test := range []struct{ upstream, route, policy, want string }{
		{"llama3", "kimi", "glm", "llama3"}, {"", "kimi", "glm", "kimi"}, {"", "", "glm", "glm"}, {"", "", "", "hermes"},
	} {
		s := chain(t, func(c *proxy.Config) {
			c.Upstreams[0].Family, c.Policy.Family, c.Routes = test.upstream, test.policy, []proxy.Route{{Family: test.route}}
		}, sends(asJSON, apitest.Plain))
		s.text(s.post(apitest.Ask))
		if log := s.log.String(); !strings.Contains(log, " family="+test.want+" ") {
			t.Errorf("%+v: the log is %s", test, log)
		}
	}
}

// What isn't known passes as it comes, and at once, also if it looks like a request or a response that is fixed.
func TestUnknownPathsPassAtOnce(t *testing.T) {
	for _, path := range []string{"/v1/completions", "/v1/chat/completions/abc", "/v2/chat", "/v1/messages/batches", "/v1/responses/resp_1/cancel", "/"} {
		goOn := make(chan struct{})
		var got string
		s := chain(t, nil, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text, _ := io.ReadAll(r.Body)
			got = string(text)
			sends(asEvents, apitest.LiveHello, apitest.LiveCall[:40], "")(w, &http.Request{Body: http.NoBody})
			<-goOn
			_, _ = io.WriteString(w, apitest.LiveCall[40:]+": \r\n")
		}))
		r := s.do(http.MethodPost, path, apitest.AskLive, "Content-Type", asJSON)
		first := make([]byte, len(apitest.LiveHello)+40)
		if _, err := io.ReadFull(r.Body, first); err != nil {
			t.Fatal(err)
		}
		close(goOn)
		if all, want := string(first)+s.text(r), apitest.LiveHello+apitest.LiveCall+": \r\n"; all != want || got != apitest.AskLive {
			t.Errorf("%s: the upstream got %s, the client %q", path, got, all)
		}
		for name := range r.Header {
			if strings.HasPrefix(name, "X-Toolparser") {
				t.Errorf("%s: there is a header %s", path, name)
			}
		}
	}
}
