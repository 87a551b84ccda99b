package proxy_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/gateway/httpfix"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
	"github.com/toolparser/toolparser/parsers"
)

func TestCallInTextBecomesOne(t *testing.T) {
	s := start(t, sends(asJSON, apitest.Called), nil)
	r := s.post(apitest.Ask)
	got := s.text(r)
	if !strings.Contains(got, `"finish_reason":"tool_calls"`) || !strings.Contains(got, `"arguments":"{\"city\": \"Oslo\"}"`) {
		t.Errorf("got %s", got)
	}
	if r.ContentLength != int64(len(got)) {
		t.Errorf("the body has %d bytes, its header says %d", len(got), r.ContentLength)
	}
	for header, want := range map[string]string{
		"X-Toolparser-Method":     "parsed",
		"X-Toolparser-Confidence": "1",
		"X-Toolparser-Format":     "hermes/tool_call",
		"X-Toolparser-Upstream":   s.upstream.URL,
		"X-Toolparser-Attempts":   "1",
	} {
		if got := r.Header.Get(header); got != want {
			t.Errorf("%s is %q, want %q", header, got, want)
		}
	}
}

func TestStreamedCallInTextBecomesOne(t *testing.T) {
	s := start(t, sends(asEvents, apitest.LiveHello, apitest.LiveCall, apitest.LiveStop, apitest.LiveDone), nil)
	got := s.text(s.post(apitest.AskLive))
	if !strings.HasPrefix(got, apitest.LiveHello) || !strings.HasSuffix(got, apitest.LiveDone) || !strings.Contains(got, `"tool_calls":[{"index":0,"id":"call_`) || strings.Contains(got, "<tool_call>") {
		t.Errorf("got %s", got)
	}
}

// Whatever needs no fix comes through byte for byte.
func TestPassesThrough(t *testing.T) {
	for name, test := range map[string]struct {
		contentType, body, request string
	}{
		"plain text":                {asJSON, apitest.Plain, apitest.Ask},
		"a request without tools":   {asJSON, apitest.Called, `{"model":"qwen3"}`},
		"tool_choice none":          {asJSON, apitest.Called, `{` + apitest.Tools + `,"tool_choice":"none"}`},
		"a request that is no JSON": {asJSON, apitest.Called, `{`},
		"a stream of text":          {asEvents, ": hi\r\n\r\n" + apitest.LiveHello + apitest.LiveStop + apitest.LiveDone, apitest.AskLive},
		"a stream without tools":    {asEvents, apitest.LiveCall + apitest.LiveStop, `{"stream":true}`},
		"HTML":                      {"text/html", "<html><tool_call></html>", apitest.Ask},
		"HTML said to be JSON":      {asJSON, "<html><tool_call></html>", apitest.Ask},
		"an error with status 200":  {asJSON, `{"error":{"message":"<tool_call>"}}`, apitest.Ask},
		"an error in a stream":      {asEvents, "data: {\"error\":{\"message\":\"x\"}}\n\n", apitest.AskLive},
		"invalid UTF-8":             {asJSON, "{\"choices\":[{\"message\":{\"content\":\"\xff\"}}]}", apitest.Ask},
		"nothing":                   {asJSON, "", apitest.Ask},
		"a long response":           {asJSON, `{"x":"` + strings.Repeat("x", 100<<20) + `"}`, apitest.Ask},
		"a long event":              {asEvents, "data: {\"x\":\"" + strings.Repeat("x", httpfix.MaxHeldBytes+1<<20) + "\"}\n\n" + apitest.LiveCall, apitest.AskLive},
		"an image":                  {"image/png", "\x89PNG", apitest.Ask},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && len(test.body) > 1<<20 {
				t.Skip("tens of megabytes take long with the race detector")
			}
			s := start(t, sends(test.contentType, test.body), nil)
			r := s.post(test.request)
			if got := s.text(r); got != test.body {
				t.Errorf("got %d bytes, %.200q", len(got), got)
			}
			if got := r.Header.Get("Content-Type"); got != test.contentType {
				t.Errorf("the type is %s", got)
			}
		})
	}
}

func TestStatusPassesThrough(t *testing.T) {
	s := start(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.Header().Set("Content-Type", asJSON)
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, apitest.Called)
	}, nil)
	r := s.post(apitest.Ask)
	if got := s.text(r); got != apitest.Called || r.StatusCode != http.StatusTooManyRequests || r.Header.Get("Retry-After") != "7" {
		t.Errorf("got %d %s", r.StatusCode, got)
	}
}

func TestRequestReachesTheUpstreamAsItIs(t *testing.T) {
	for _, test := range []struct{ method, path, want string }{
		{"POST", "/v1/chat/completions", "/api/v1/chat/completions"},
		{"POST", "/chat/completions?a=b;c&d=%20", "/api/v1/chat/completions?a=b;c&d=%20"},
		{"GET", "/v1/models/a%2Fb?x=1", "/api/v1/models/a%2Fb?x=1"},
		{"DELETE", "/v1", "/api/v1"},
		{"PUT", "/v10/x", "/api/v1/v10/x"},
	} {
		var got, body string
		var headers http.Header
		s := start(t, func(_ http.ResponseWriter, r *http.Request) {
			text, _ := io.ReadAll(r.Body)
			got, body, headers = r.Method+" "+r.URL.RequestURI(), string(text), r.Header
		}, nil)
		s.text(s.do(test.method, test.path, apitest.Ask, "Authorization", "Bearer secret", "X-Api-Key", "secret", "X-Foo", "bar", "Accept-Encoding", "br, gzip"))
		if want := test.method + " " + test.want; got != want || body != apitest.Ask {
			t.Errorf("the upstream got %s with %s, want %s", got, body, want)
		}
		for header, want := range map[string]string{"Authorization": "Bearer secret", "X-Api-Key": "secret", "X-Foo": "bar"} {
			if headers.Get(header) != want {
				t.Errorf("the upstream got %s: %q", header, headers.Get(header))
			}
		}
	}
}

// An upstream may answer while it still reads.
func TestAnswersWhileTheRequestGoesOn(t *testing.T) {
	s := start(t, func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).EnableFullDuplex()
		sends("text/plain", "first ", "")(w, &http.Request{Body: http.NoBody})
		rest, err := io.ReadAll(r.Body)
		_, _ = w.Write(rest)
		if err != nil {
			_, _ = io.WriteString(w, err.Error())
		}
	}, nil)
	body, more := io.Pipe()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.proxy.URL+"/v1/audio", body)
	if err != nil {
		t.Fatal(err)
	}
	response, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // it is read
	first := make([]byte, len("first "))
	if _, err := io.ReadFull(response.Body, first); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(more, "second")
	_ = more.Close()
	if got := s.text(response); got != "second" {
		t.Errorf("got %q", got)
	}
}

func TestALongRequestPassesThrough(t *testing.T) {
	var got string
	s := start(t, func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		got = string(text)
		sends(asJSON, apitest.Called)(w, r)
	}, func(c *proxy.Config) { c.MaxRequestBytes = 100 })
	if response := s.text(s.post(apitest.Ask)); response != apitest.Called || got != apitest.Ask {
		t.Errorf("the upstream got %s, the client %s", got, response)
	}
}

// Events leave before the rest of the stream is there.
func TestEventsLeaveAtOnce(t *testing.T) {
	goOn := make(chan struct{})
	s := start(t, func(w http.ResponseWriter, r *http.Request) {
		sends(asEvents, apitest.LiveHello, "")(w, r)
		<-goOn
		_, _ = io.WriteString(w, apitest.LiveCall+apitest.LiveStop+apitest.LiveDone)
	}, nil)
	r := s.post(apitest.AskLive)
	first := make([]byte, len(apitest.LiveHello))
	if _, err := io.ReadFull(r.Body, first); err != nil || string(first) != apitest.LiveHello {
		t.Fatal(string(first), err)
	}
	close(goOn)
	if rest := s.text(r); !strings.Contains(rest, "tool_calls") {
		t.Errorf("got %s", rest)
	}
}

// A stream without an end passes until its client leaves, however much of it may still be a call.
func TestAnEndlessStream(t *testing.T) {
	for name, test := range map[string]struct{ first, again string }{
		"of text":               {"", apitest.LiveHello},
		"behind a call's start": {apitest.LiveHello + `data: {"choices":[{"index":0,"delta":{"content":"<tool_call>"}}]}` + "\n\n", `data: {"choices":[{"index":0,"delta":{"content":"` + strings.Repeat("{", 64<<10) + `"}}]}` + "\n\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() {
				t.Skip("tens of megabytes take long with the race detector")
			}
			left := make(chan struct{})
			s := start(t, func(w http.ResponseWriter, r *http.Request) {
				defer close(left)
				sends(asEvents, test.first)(w, r)
				for again := strings.Repeat(test.again, 100); r.Context().Err() == nil; {
					if _, err := io.WriteString(w, again); err != nil {
						return
					}
				}
			}, nil)
			r := s.post(apitest.AskLive)
			got := make([]byte, httpfix.MaxHeldBytes+1<<20)
			if n, err := io.ReadFull(r.Body, got); err != nil {
				t.Fatalf("after %d bytes: %v", n, err)
			}
			want := test.first + strings.Repeat(test.again, len(got)/len(test.again)+1)
			if string(got) != want[:len(got)] {
				t.Errorf("got another stream, %.300q", got)
			}
			_ = r.Body.Close()
			<-left
		})
	}
}

func zipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, text)
	_ = z.Close()
	return b.String()
}

// zips is an upstream that compresses.
func zips(contentType, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		sends(contentType, zipped(text))(w, r)
	}
}

func TestACompressedResponse(t *testing.T) {
	t.Run("that needs no fix stays compressed", func(t *testing.T) {
		s := start(t, zips(asJSON, apitest.Plain), nil)
		r := s.post(apitest.Ask, "Accept-Encoding", "gzip")
		if got := s.text(r); got != zipped(apitest.Plain) || r.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("that is fixed", func(t *testing.T) {
		s := start(t, zips(asJSON, apitest.Called), nil)
		r := s.post(apitest.Ask, "Accept-Encoding", "gzip")
		if got := s.text(r); !strings.Contains(got, `"tool_calls"`) || r.Header.Get("Content-Encoding") != "" || r.ContentLength != int64(len(got)) {
			t.Errorf("got %q", got)
		}
	})
	t.Run("that is streamed", func(t *testing.T) {
		s := start(t, zips(asEvents, apitest.LiveCall+apitest.LiveStop+apitest.LiveDone), nil)
		r := s.post(apitest.AskLive, "Accept-Encoding", "gzip")
		if got := s.text(r); !strings.Contains(got, `"tool_calls"`) || r.Header.Get("Content-Encoding") != "" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("that isn't what it says", func(t *testing.T) {
		s := start(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			sends(asJSON, apitest.Called)(w, r)
		}, nil)
		if got := s.text(s.post(apitest.Ask)); got != apitest.Called {
			t.Errorf("got %q", got)
		}
	})
	t.Run("in a way that wasn't asked for", func(t *testing.T) {
		s := start(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "compress")
			sends(asJSON, "\x01\x02")(w, r)
		}, nil)
		if got := s.text(s.post(apitest.Ask)); got != "\x01\x02" {
			t.Errorf("got %q", got)
		}
	})
}

func TestUpstreamIsAskedForWhatCanBeRead(t *testing.T) {
	for accepts, want := range map[string]string{
		"": "identity", "br": "identity", "gzip, br": "gzip", "br;q=1, GZIP;q=0.5": "gzip", "gzip;q=0": "identity",
	} {
		var got string
		s := start(t, func(_ http.ResponseWriter, r *http.Request) { got = r.Header.Get("Accept-Encoding") }, nil)
		if accepts == "" {
			s.text(s.post(apitest.Ask))
		} else {
			s.text(s.post(apitest.Ask, "Accept-Encoding", accepts))
		}
		if got != want {
			t.Errorf("a client that accepts %q: the upstream is asked for %q, want %q", accepts, got, want)
		}
	}
}

// counted counts the parsers that are made.
type counted struct{ parsers.Parser }

func TestNoParserWithoutTools(t *testing.T) {
	registry := families.Registry()
	family, err := registry.Find("hermes", "")
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	err = registry.Register(&parsers.Family{
		Name: "counted", Description: "Counts.", Formats: []parsers.Format{{Name: "counted/none", Description: "None.", Example: "none"}},
		NewParser: func() parsers.Parser { made++; return counted{family.NewParser()} },
	})
	if err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]int{`{"model":"x"}`: 0, `{` + apitest.Tools + `,"tool_choice":"none"}`: 0, apitest.Ask: 1} {
		made = 0
		s := startWith(t, registry, sends(asJSON, apitest.Called), func(c *proxy.Config) { c.Policy.Family = "counted" })
		s.text(s.post(request))
		if made != want {
			t.Errorf("%s made %d parsers, want %d", request, made, want)
		}
	}
}

// broken is a parser that panics.
type broken struct{}

func (broken) Parse([]byte)                           { panic("what the output says") }
func (broken) Finish(parsers.FinishReason)            { panic("what the output says") }
func (broken) Reset(*parsers.Config, parsers.Handler) {}

func TestAPanicCostsOnlyTheFix(t *testing.T) {
	registry := families.Registry()
	err := registry.Register(&parsers.Family{
		Name: "broken", Description: "Panics.", Formats: []parsers.Format{{Name: "broken/none", Description: "None.", Example: "none"}},
		NewParser: func() parsers.Parser { return broken{} },
	})
	if err != nil {
		t.Fatal(err)
	}
	change := func(c *proxy.Config) { c.Policy.Family = "broken" }
	s := startWith(t, registry, sends(asJSON, apitest.Called), change)
	if got := s.text(s.post(apitest.Ask)); got != apitest.Called {
		t.Errorf("got %s", got)
	}
	if log := s.log.String(); !strings.Contains(log, "panic: a value of type string") || strings.Contains(log, "what the output says") { // it may quote an output
		t.Errorf("the log is %s", s.log)
	}
	s = startWith(t, registry, sends(asEvents, apitest.LiveCall+apitest.LiveStop+apitest.LiveDone), change)
	if got := s.text(s.post(apitest.AskLive)); got != apitest.LiveCall+apitest.LiveStop+apitest.LiveDone {
		t.Errorf("got %s", got)
	}
	s = startWith(t, registry, sends(asJSON, messageCalled), change)
	if got := s.text(s.postMessage(askMessage)); got != messageCalled {
		t.Errorf("got %s", got)
	}
	live := messageStart + messageHello + messageCall + messageEnd
	s = startWith(t, registry, sends(asEvents, live), change)
	if got := s.text(s.postMessage(liveMessage)); got != live {
		t.Errorf("got %s", got)
	}
}

func TestLogHasNothingThatWasCarried(t *testing.T) {
	for _, upstream := range []http.HandlerFunc{sends(asJSON, apitest.Called), func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }} {
		s := start(t, upstream, nil)
		body := s.text(s.do(http.MethodPost, "/v1/chat/completions?key=s3cret", apitest.Ask, "Authorization", "Bearer s3cret", "X-Api-Key", "s3cret"))
		if strings.Contains(body, "s3cret") {
			t.Errorf("the client gets a key: %s", body)
		}
		got := s.log.String()
		if !strings.Contains(got, "msg=response") {
			t.Errorf("the log is %q", got)
		}
		for _, secret := range []string{"s3cret", "Oslo", "city", "get_weather"} {
			if strings.Contains(got, secret) {
				t.Errorf("the log has %q: %s", secret, got)
			}
		}
	}
}
