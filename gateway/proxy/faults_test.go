package proxy_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
	"github.com/toolparser/toolparser/parsers"
)

// A wire is what goes over it in one API.
type wire struct {
	path, ask, askLive string
	called             string // a response whose text is a call
	begin              string // events that leave at once
	held               string // events that wait, as they may be part of a call
	call, end          string // the rest of the call, and what ends the stream
	texts              string // an event with all of the call, and what comes before it
}

// event is an event with a text in place of CallText.
func (w *wire) event(event, text string) string {
	return strings.Replace(event, apitest.CallText, text, 1)
}

// stream is a stream of a text.
func (w *wire) stream(text string) string {
	return w.begin + w.event(w.texts, text) + w.event(w.end, text)
}

const (
	liveCallStart = `<tool_`
	liveCallRest  = `call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</tool_call>`
)

// wires are the APIs.
func wires() map[string]*wire {
	chat := &wire{path: "/v1/chat/completions", ask: apitest.Ask, askLive: apitest.AskLive, called: apitest.Called, begin: apitest.LiveHello, texts: apitest.LiveCall, end: apitest.LiveStop + apitest.LiveDone}
	chat.held, chat.call = chat.event(apitest.LiveCall, liveCallStart), chat.event(apitest.LiveCall, liveCallRest)
	responses := &wire{path: "/v1/responses", ask: askResponse, askLive: askLiveResponse, called: responded, begin: liveCreated, texts: liveItem + liveText, end: liveEnd}
	responses.held, responses.call = liveItem+responses.event(liveText, liveCallStart), strings.Replace(responses.event(liveText, liveCallRest), `:2,`, `:3,`, 1)
	responses.end = strings.Replace(responses.end, `:3,`, `:4,`, 1)
	messages := &wire{path: "/v1/messages", ask: askMessage, askLive: liveMessage, called: messageCalled, begin: messageStart + messageHello, texts: messageCall, end: messageEnd}
	messages.held, messages.call = messages.event(messageCall, liveCallStart), messages.event(messageCall, liveCallRest)
	return map[string]*wire{"chat completions": chat, "responses": responses, "messages": messages}
}

// request sends a request of the API, for a stream or not.
func (w *wire) request(s *setup, live bool, headers ...string) *http.Response {
	s.Helper()
	body := w.ask
	if live {
		body = w.askLive
	}
	return s.do(http.MethodPost, w.path, body, headers...)
}

// inEachAPI runs a test with each API.
func inEachAPI(t *testing.T, test func(t *testing.T, w *wire)) {
	t.Helper()
	for name, w := range wires() {
		t.Run(name, func(t *testing.T) { test(t, w) })
	}
}

// Servers send streams with a wrong type, or none. The client asked for a stream, and gets it as if its type were right.
func TestEventsAreReadWhateverTheirTypeInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		events := ": hi\n\n" + w.begin + w.held + w.call + w.end
		for _, kinds := range [][]string{nil, {asJSON}, {"text/plain; charset=utf-8"}, {asEvents + ", " + asEvents}} {
			for coding, body := range map[string]string{"identity": events, "gzip": zipped(events)} {
				s := start(t, func(rw http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body)
					rw.Header()["Content-Type"] = kinds
					rw.Header().Set("Content-Encoding", coding)
					_, _ = io.WriteString(rw, body)
				}, nil)
				r := w.request(s, true, "Accept-Encoding", "gzip")
				if got := s.text(r); strings.Contains(got, "tool_call>") || !strings.Contains(got, "get_weather") || !slices.Equal(r.Header["Content-Type"], kinds) {
					t.Errorf("%q, %s: got %q, %s", kinds, coding, r.Header["Content-Type"], got)
				}
				if r = w.request(s, false, "Accept-Encoding", "gzip"); !slices.Equal(r.Header["Content-Type"], kinds) || s.text(r) != body {
					t.Errorf("%q, %s: what no one asked to be a stream doesn't pass", kinds, coding)
				}
			}
		}
	})
}

// What doesn't start like a stream passes, or is a body, although the request asked for a stream.
func TestABodyIsReadAsOneThoughAStreamWasAskedFor(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for body, fixed := range map[string]bool{w.called: true, "dat": false, "": false, "error: no model": false} {
			for _, kinds := range [][]string{nil, {asJSON}, {"text/plain"}} {
				s := start(t, func(rw http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body)
					rw.Header()["Content-Type"] = kinds
					_, _ = io.WriteString(rw, body)
				}, nil)
				r := w.request(s, true)
				got, want := s.text(r), fixed && !slices.Equal(kinds, []string{"text/plain"})
				if (got != body) != want || !slices.Equal(r.Header["Content-Type"], kinds) {
					t.Errorf("%q: got %q, %s", kinds, r.Header["Content-Type"], got)
				}
			}
		}
	})
}

// resets ends the connection with a reset, behind what was flushed.
func resets(w http.ResponseWriter, _ *http.Request) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	_ = connection.(*net.TCPConn).SetLinger(0) // then closing it sends RST
	_ = connection.Close()
}

// An upstream that fails before the client has anything: it gets the API's own error, which names the upstream.
func TestAnUpstreamThatFailsInEachAPI(t *testing.T) {
	silent := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	for name, test := range map[string]struct {
		half    bool // of a response comes before
		fails   func(w http.ResponseWriter, r *http.Request)
		change  func(*proxy.Config)
		status  int
		message string
	}{
		"is down":                 {false, silent, func(c *proxy.Config) { c.Upstreams[0].URL = "http://127.0.0.1:1/v1" }, 502, "can't be reached: connection refused"},
		"is slow":                 {false, silent, soon, 504, "didn't respond in time"},
		"resets the connection":   {false, resets, nil, 502, "closed the connection before its response ended"},
		"resets it in the middle": {true, resets, nil, 502, "closed the connection before its response ended"},
		"stalls in the middle":    {true, silent, soon, 504, "sent nothing for 50ms"},
	} {
		t.Run(name, func(t *testing.T) {
			inEachAPI(t, func(t *testing.T, w *wire) {
				s := start(t, func(rw http.ResponseWriter, r *http.Request) {
					if test.half {
						sends(asJSON, w.called[:30], "")(rw, r)
					}
					test.fails(rw, r)
				}, test.change)
				for _, live := range []bool{false, true} {
					r := w.request(s, live)
					got := s.text(r)
					if r.StatusCode != test.status || r.Header.Get("Content-Type") != asJSON {
						t.Errorf("got %s with %v", r.Status, r.Header)
					}
					w.wantError(t, got, test.message)
				}
			})
		})
	}
}

// wantError checks that a body is the API's error, about an upstream.
func (w *wire) wantError(t *testing.T, body, message string) {
	t.Helper()
	var e struct {
		Type  string
		Error struct{ Message, Type string }
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil || e.Error.Type == "" || (e.Type == "error") != (w.path == "/v1/messages") {
		t.Errorf("no error of the API: %s, %v", body, err)
	}
	if got := e.Error.Message; !strings.HasPrefix(got, "upstream http://127.0.0.1:") || !strings.HasSuffix(got, message) {
		t.Errorf("the message is %q", got)
	}
}

// An upstream that fails within a stream: what the client has got stays, what was held leaves, half an event
// doesn't, and one error event of the API ends the stream.
func TestAnUpstreamThatFailsWithinAStream(t *testing.T) {
	for name, test := range map[string]struct {
		fails   func(w http.ResponseWriter, r *http.Request)
		message string
	}{
		"closes the connection": {func(w http.ResponseWriter, _ *http.Request) { breaks(w) }, "closed the connection before its response ended"},
		"resets the connection": {resets, "closed the connection before its response ended"},
		"stalls":                {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "sent nothing for 50ms"},
	} {
		t.Run(name, func(t *testing.T) {
			inEachAPI(t, func(t *testing.T, w *wire) {
				came := make(chan struct{})
				s := start(t, func(rw http.ResponseWriter, r *http.Request) {
					sends(asEvents, w.begin, w.held, w.call[:len(w.call)/2], "")(rw, r)
					<-came
					test.fails(rw, r)
				}, func(c *proxy.Config) {
					if name == "stalls" {
						soon(c)
					}
				})
				r := w.request(s, true)
				first := make([]byte, len(w.begin))
				if _, err := io.ReadFull(r.Body, first); err != nil || string(first) != w.begin {
					t.Fatalf("got %q, %v", first, err)
				}
				close(came) // a reset discards what hasn't been read
				got := s.text(r)
				last, ok := strings.CutPrefix(got, w.held)
				if !ok {
					t.Fatalf("got %q", got)
				}
				w.wantErrorEvent(t, last, test.message)
			})
		})
	}
}

// wantErrorEvent checks that a text is one event, the API's error.
func (w *wire) wantErrorEvent(t *testing.T, text, message string) {
	t.Helper()
	name, data, _ := strings.Cut(text, "data: ")
	body, ended := strings.CutSuffix(data, "\n\n")
	if !ended || strings.Contains(body, "\n") {
		t.Errorf("want one event: %q", text)
	}
	switch w.path {
	case "/v1/chat/completions":
		if name != "" {
			t.Errorf("the event has the fields %q", name)
		}
		w.wantError(t, body, message)
	case "/v1/messages":
		if name != "event: error\n" {
			t.Errorf("the event has the fields %q", name)
		}
		w.wantError(t, body, message)
	default:
		var e struct{ Type, Code, Message string }
		if err := json.Unmarshal([]byte(body), &e); err != nil || name != "event: error\n" || e.Type != "error" || e.Code == "" || !strings.HasSuffix(e.Message, message) {
			t.Errorf("no error event of the API: %q, %v", text, err)
		}
	}
}

// What the proxy can't read reaches the client as it came, whatever the client asked for.
func TestWhatCannotBeReadPassesInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for name, test := range map[string]struct {
			status     int
			kind, body string
		}{
			"a page of HTML":               {200, "text/html; charset=utf-8", "<html><tool_call></html>"},
			"a page with an error":         {502, "text/html", "<html>502 Bad Gateway</html>"},
			"HTML said to be JSON":         {200, asJSON, "<html><tool_call></html>"},
			"HTML said to be events":       {200, asEvents, "<html>\n\n<tool_call></html>"},
			"an error of OpenAI's, as 200": {200, asJSON, `{"error":{"message":"<tool_call>","type":"x"}}`},
			"an error of Anthropic's":      {200, asJSON, `{"type":"error","error":{"type":"overloaded_error","message":"<tool_call>"}}`},
			"an error that is a text":      {200, asJSON, `{"error":"<tool_call>"}`},
			"an error in a stream":         {200, asEvents, w.begin + w.held + "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"x\",\"message\":\"y\"}}\n\n"},
			"an error alone in a stream":   {200, asEvents, "event: error\ndata: {\"error\":{\"message\":\"x\",\"code\":502}}\n\n"},
			"an error with its status":     {500, asEvents, w.begin + w.held + w.call + w.end},
			"half of JSON":                 {200, asJSON, w.called[:len(w.called)-3]},
			"two bodies":                   {200, asJSON, w.called + w.called},
			"invalid UTF-8":                {200, asJSON, w.event(w.called, "\xff <b>\xf0\x9f")},
			"an event that is no JSON":     {200, asEvents, w.begin + "data: {\"a\n\n" + "data: \xff\n\n" + "data\n\n" + w.event(w.end, "Hello")},
			"nothing":                      {200, asJSON, ""},
			"no content":                   {204, "", ""},
			"an empty stream":              {200, asEvents, ""},
		} {
			t.Run(name, func(t *testing.T) {
				s := start(t, func(rw http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body)
					rw.Header()["Content-Type"] = []string{test.kind}
					rw.WriteHeader(test.status)
					_, _ = io.WriteString(rw, test.body)
				}, nil)
				for _, live := range []bool{false, true} {
					r := w.request(s, live)
					if got := s.text(r); got != test.body || r.StatusCode != test.status || r.Header.Get("Content-Type") != test.kind {
						t.Errorf("got %s, %s, %q", r.Status, r.Header.Get("Content-Type"), got)
					}
				}
			})
		}
	})
}

// A fragile parser reads as another one does, and panics at a word.
type fragile struct{ parsers.Parser }

func (p fragile) Parse(b []byte) {
	p.Parser.Parse(b)
	if strings.Contains(string(b), "get_weather") {
		panic("what the output says")
	}
}

// A parser that panics once half of the stream has left: the client gets the other half as it came.
func TestAPanicCostsOnlyTheFixInEachAPI(t *testing.T) {
	registry := families.Registry()
	family, err := registry.Find("hermes", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := registry.Register(&parsers.Family{
		Name: "fragile", Description: "Panics.", Formats: family.Formats,
		NewParser: func() parsers.Parser { return fragile{family.NewParser()} },
	}); err != nil {
		t.Fatal(err)
	}
	inEachAPI(t, func(t *testing.T, w *wire) {
		for name, test := range map[string]struct {
			live bool
			kind string
			body []string
		}{
			"complete": {false, asJSON, []string{w.called}},
			"streamed": {true, asEvents, []string{w.begin, w.held, w.call, w.end}},
		} {
			t.Run(name, func(t *testing.T) {
				s := startWith(t, registry, sends(test.kind, test.body...), func(c *proxy.Config) { c.Policy.Family = "fragile" })
				if got, want := s.text(w.request(s, test.live)), strings.Join(test.body, ""); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
				if log := s.log.String(); !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "panic: a value of type string") || strings.Contains(log, "what the output says") {
					t.Errorf("the log is %s", log)
				}
			})
		}
	})
}

// A client that leaves ends the upstream's request, before the response starts and in the middle of it.
func TestAClientThatLeavesEndsTheRequestInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for name, test := range map[string]struct {
			kind, sent string
			reads      bool
		}{
			"while it waits":   {"", "", false},
			"within a body":    {asJSON, w.called[:30], false},
			"within a stream":  {asEvents, w.begin, true},
			"while it is held": {asEvents, w.begin + w.held, true},
		} {
			t.Run(name, func(t *testing.T) {
				arrived, left := make(chan struct{}), make(chan struct{})
				s := start(t, func(rw http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body)
					if test.sent != "" {
						sends(test.kind, test.sent, "")(rw, r)
					}
					close(arrived)
					<-r.Context().Done()
					close(left)
				}, nil)
				ctx, leave := context.WithCancel(t.Context())
				r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.proxy.URL+w.path, strings.NewReader(w.askLive))
				if err != nil {
					t.Fatal(err)
				}
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					if response, err := s.client.Do(r); err == nil {
						_, _ = io.Copy(io.Discard, response.Body)
						_ = response.Body.Close()
					}
				}()
				<-arrived
				leave()
				<-left
				<-ended
				s.proxy.Close() // when the handler has returned
				if log := s.log.String(); strings.Contains(log, "level=") {
					t.Errorf("the log is %s", log) // it is no error of the upstream
				}
			})
		}
	})
}

// An upstream may keep the connection open behind the end of its stream, and even go on.
func TestAnOpenConnectionBehindTheEnd(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		end := w.event(w.end, "Hello")
		if w.path == "/v1/responses" {
			end += apitest.LiveDone // some servers send it; without it, it may still come
		}
		s := start(t, func(rw http.ResponseWriter, r *http.Request) {
			sends(asEvents, w.begin, end, ": still here\n\n", "")(rw, r)
			<-r.Context().Done() // ended by the proxy
		}, nil)
		if got, want := s.text(w.request(s, true)), w.begin+end; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// A stream that its upstream has ended, or ended with an error, doesn't end twice, whatever becomes of the connection.
func TestAFailureBehindTheEndIsNone(t *testing.T) {
	failed := "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"x\",\"message\":\"y\"}}\n\n"
	for name, fails := range map[string]func(http.ResponseWriter, *http.Request){
		"closes the connection": func(w http.ResponseWriter, _ *http.Request) { breaks(w) },
		"stalls":                func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	} {
		t.Run(name, func(t *testing.T) {
			inEachAPI(t, func(t *testing.T, w *wire) {
				for _, last := range []string{w.event(w.end, "Hello"), failed} {
					s := start(t, func(rw http.ResponseWriter, r *http.Request) {
						sends(asEvents, w.begin, last, "")(rw, r)
						fails(rw, r)
					}, func(c *proxy.Config) {
						if name == "stalls" {
							soon(c)
						}
					})
					if got, want := s.text(w.request(s, true)), w.begin+last; got != want {
						t.Errorf("got %q, want %q", got, want)
					}
					if log := s.log.String(); strings.Contains(log, `error="upstream`) || last != failed && strings.Contains(log, "level=WARN") {
						t.Errorf("the log is %s", log)
					}
				}
			})
		})
	}
}

// A response that is compressed is fixed in every API, and leaves uncompressed.
func TestACompressedResponseOfEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		for kind, body := range map[string]string{asJSON: w.called, asEvents: w.begin + w.held + w.call + w.end} {
			s := start(t, zips(kind, body), nil)
			r := w.request(s, kind == asEvents, "Accept-Encoding", "gzip")
			if got := s.text(r); !strings.Contains(got, "get_weather") || strings.Contains(got, "<tool") || r.Header.Get("Content-Encoding") != "" {
				t.Errorf("got %q", got)
			}
		}
	})
}

// A request that doesn't arrive in time gets the API's own error, and reaches no upstream.
func TestARequestThatDoesNotArrive(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		upstream := counts(fails(500))
		s := chain(t, func(c *proxy.Config) { c.ReceiveTimeout = soonTimeout }, upstream)
		body, half := io.Pipe()
		defer func() { _ = half.Close() }()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.proxy.URL+w.path, body)
		if err != nil {
			t.Fatal(err)
		}
		go func() { _, _ = io.WriteString(half, w.ask[:20]) }()
		response, err := s.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close() //nolint:errcheck // it is read
		got := s.text(response)
		if response.StatusCode != http.StatusRequestTimeout || !strings.Contains(message(t, got), "the request didn't arrive within 50ms") || upstream.requests.Load() != 0 {
			t.Errorf("got %s, %s; the upstream got %d requests", response.Status, got, upstream.requests.Load())
		}
	})
}

// Many streams at once lose nothing, and none gets an event of another one.
func TestManyStreamsAtOnceLoseNothing(t *testing.T) {
	const streams, events = 100, 100
	s := start(t, func(rw http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		_, name, _ := strings.Cut(string(text), `"user":"`)
		name, _, _ = strings.Cut(name, `"`)
		pieces := make([]string, 0, events+2)
		for i := range events {
			pieces = append(pieces, fmt.Sprintf("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s-%d \"}}]}\n\n", name, i))
		}
		sends(asEvents, append(pieces, strings.ReplaceAll(apitest.LiveCall, "Oslo", name), apitest.LiveStop+apitest.LiveDone)...)(rw, &http.Request{Body: http.NoBody})
	}, nil)
	var all sync.WaitGroup
	for i := range streams {
		all.Go(func() {
			name := fmt.Sprint("s", i)
			r, err := s.client.Post(s.proxy.URL+"/v1/chat/completions", asJSON, strings.NewReader(`{"user":"`+name+`",`+apitest.AskLive[1:])) //nolint:noctx // the client has a timeout
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Body.Close() //nolint:errcheck // it is read
			got, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			at := 0
			for j := range events {
				next := strings.Index(string(got[at:]), fmt.Sprintf(`"%s-%d`, name, j))
				if next < 0 {
					t.Errorf("stream %d has no event %d behind the one before", i, j)
					return
				}
				at += next
			}
			if rest := string(got[at:]); strings.Count(string(got), "data: ") != events+3 || !strings.Contains(rest, `{\"city\": \"`+name+`\"}`) || !strings.HasSuffix(rest, apitest.LiveDone) {
				t.Errorf("stream %d ends with %s", i, rest)
			}
		})
	}
	all.Wait()
}
