package proxy_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// alive has signs of life come soon.
func alive(c *proxy.Config) { c.KeepAlive = 20 * time.Millisecond }

// signOf are the signs of life of each API.
var signOf = map[string]string{
	"/v1/chat/completions": `data: {"choices":[{"index":0,"delta":{},"finish_reason":null}]}`,
	"/v1/responses":        ": keep-alive",
	"/v1/messages":         "event: ping\ndata: {\"type\":\"ping\"}",
}

// sequence is a stream without signs, and how many there were.
func sequence(stream, sign string) (rest string, signs int) {
	return strings.ReplaceAll(stream, sign+"\n\n", ""), strings.Count(stream, sign+"\n\n")
}

// holding is an upstream that sends what comes first, then nothing until goOn, and then the rest.
func holding(first, rest string, goOn <-chan struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		sends(asEvents, first, "")(w, r)
		select {
		case <-goOn:
		case <-r.Context().Done():
		}
		_, _ = io.WriteString(w, rest)
	}
}

// readUntil reads events until one contains a text, and returns all that came.
func readUntil(t *testing.T, r *bufio.Reader, text string) (all string) {
	t.Helper()
	for !strings.Contains(all, text+"\n\n") {
		line, err := r.ReadString('\n')
		if all += line; err != nil {
			t.Fatalf("%v, behind %q", err, all)
		}
	}
	return all
}

// While a call is held back, the client gets signs of life; the call comes as if there were none.
func TestAClientGetsSignsOfLifeWhileACallIsHeldInEachAPI(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		goOn := make(chan struct{})
		s := start(t, holding(w.begin+w.held, w.call+w.end, goOn), alive)
		body := bufio.NewReader(w.request(s, true).Body)
		sign := signOf[w.path]
		got := readUntil(t, body, sign)
		got += readUntil(t, body, sign)
		close(goOn)
		rest, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		all, signs := sequence(got+string(rest), sign)
		whole := start(t, sends(asEvents, w.begin+w.held+w.call+w.end), nil)
		if want := whole.text(w.request(whole, true)); apitest.Stable(all) != apitest.Stable(want) || signs < 2 {
			t.Errorf("got %s\nwant %s", all, want)
		}
	})
}

// The first sign is the first event without its text: with one upstream, and with another one that could still be asked.
func TestTheFirstSignIsTheFirstEventWithoutItsText(t *testing.T) {
	first := `data: {"id":"c1","choices":[{"index":0,"delta":{"role":"assistant","content":"<tool_"},"finish_reason":null}]}` + "\n\n"
	sign := `data: {"id":"c1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`
	call := strings.Replace(apitest.LiveCall, apitest.CallText, liveCallRest, 1)
	for name, upstreams := range map[string]int{"one upstream": 1, "two upstreams": 2} {
		t.Run(name, func(t *testing.T) {
			goOn := make(chan struct{})
			handlers := []http.Handler{holding(first, call+apitest.LiveStop+apitest.LiveDone, goOn), fails(500)}
			s := chain(t, alive, handlers[:upstreams]...)
			body := bufio.NewReader(s.post(apitest.AskLive).Body)
			if got := readUntil(t, body, sign); got != sign+"\n\n" {
				t.Errorf("got %s", got)
			}
			readUntil(t, body, strings.Replace(signOf["/v1/chat/completions"], `{"ch`, `{"id":"c1","ch`, 1))
			close(goOn)
			rest, err := io.ReadAll(body)
			if err != nil || !strings.Contains(string(rest), "get_weather") || strings.Contains(string(rest), "<tool_") {
				t.Errorf("got %s, %v", rest, err)
			}
		})
	}
}

// Deltas of arguments that are held back for a repair have signs between them.
func TestSignsOfLifeBetweenArguments(t *testing.T) {
	goOn := make(chan struct{})
	delta := func(arguments string) string {
		return `data: {"choices":[{"index":0,"delta":{"tool_calls":[` + arguments + `]},"finish_reason":null}]}` + "\n\n"
	}
	begins := delta(`{"index":0,"id":"a","type":"function","function":{"name":"get_weather","arguments":"{\"city\": \"Oslo\""}}`)
	held := delta(`{"index":0,"function":{"arguments":","}}`)
	s := start(t, holding(begins+held, delta(`{"index":0,"function":{"arguments":"}"}}`)+apitest.LiveStop+apitest.LiveDone, goOn), alive)
	body := bufio.NewReader(s.post(apitest.AskLive).Body)
	if got := readUntil(t, body, signOf["/v1/chat/completions"]); got != begins+signOf["/v1/chat/completions"]+"\n\n" {
		t.Errorf("got %s", got)
	}
	close(goOn)
	if rest, err := io.ReadAll(body); err != nil || !strings.Contains(string(rest), `"arguments":"}"`) {
		t.Errorf("got %s, %v", rest, err)
	}
}

// A part of an event holds the client back, too. Where no event is at hand that a sign could be like, it is a comment.
func TestSignsOfLifeWithinAnEvent(t *testing.T) {
	inEachAPI(t, func(t *testing.T, w *wire) {
		goOn := make(chan struct{})
		half := len(w.end) / 2
		s := start(t, holding(w.begin+w.held+w.call+w.end[:half], w.end[half:], goOn), nil)
		close(goOn)
		whole := s.text(w.request(s, true))

		goOn = make(chan struct{})
		s = start(t, holding(w.begin[:len(w.begin)/2], w.begin[len(w.begin)/2:]+w.held+w.call+w.end, goOn), alive)
		body := bufio.NewReader(w.request(s, true).Body)
		sign := signOf[w.path]
		if w.path == "/v1/chat/completions" {
			sign = ": keep-alive"
		}
		got := readUntil(t, body, sign)
		close(goOn)
		rest, err := io.ReadAll(body)
		if all, signs := sequence(got+string(rest), sign); err != nil || signs < 1 || apitest.Stable(all) != apitest.Stable(whole) {
			t.Errorf("got %s, %v\nwant %s", all, err, whole)
		}
	})
}

// A comment ends in one line end where events have ids: some clients take an empty line for an event.
func TestCommentsWhereEventsHaveIDs(t *testing.T) {
	goOn := make(chan struct{})
	first := "id: 1\n" + liveCreated + "id: 2\n" + liveItem + "id: 3\n" + strings.Replace(liveText, apitest.CallText, liveCallStart, 1)
	s := start(t, holding(first, "id: 4\n"+strings.Replace(liveText, apitest.CallText, liveCallRest, 1)+"id: 5\n"+liveEnd, goOn), func(c *proxy.Config) {
		alive(c)
		c.Annotate = true
	})
	body := bufio.NewReader(s.do(http.MethodPost, "/v1/responses", askLiveResponse).Body)
	var got string
	for strings.Count(got, ": keep-alive\n") < 2 {
		line, err := body.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		got += line
	}
	close(goOn)
	rest, err := io.ReadAll(body)
	if got += string(rest); err != nil || strings.Contains(got, ": keep-alive\n\n") || !strings.Contains(got, ": toolparser method=parsed") || strings.Contains(got, "format=hermes/tool_call\n\n") {
		t.Errorf("got %s, %v", got, err)
	}
}

// Nothing is sent where nothing is held back, without the setting, and with --hold all while another upstream could be asked.
func TestNoSignsOfLife(t *testing.T) {
	for name, test := range map[string]struct {
		first  string
		change func(*proxy.Config)
	}{
		"nothing is held":     {apitest.LiveHello, alive},
		"without the setting": {strings.Replace(apitest.LiveCall, apitest.CallText, liveCallStart, 1), nil},
		"all is held":         {strings.Replace(apitest.LiveCall, apitest.CallText, liveCallStart, 1), func(c *proxy.Config) { alive(c); c.Hold = proxy.HoldAll }},
	} {
		t.Run(name, func(t *testing.T) {
			goOn := make(chan struct{})
			s := chain(t, test.change, holding(test.first, apitest.LiveStop+apitest.LiveDone, goOn), fails(500))
			time.AfterFunc(100*time.Millisecond, func() { close(goOn) })
			if got, want := s.text(s.post(apitest.AskLive)), test.first+apitest.LiveStop+apitest.LiveDone; got != want {
				t.Errorf("got %s", got)
			}
		})
	}
}

// Signs come in between the events of many streams, which lose nothing.
func TestSignsOfLifeOfManyStreamsLoseNothing(t *testing.T) {
	held := strings.Replace(apitest.LiveCall, apitest.CallText, liveCallStart, 1)
	s := start(t, func(w http.ResponseWriter, r *http.Request) {
		sends(asEvents, held, "")(w, r)
		for range 20 {
			time.Sleep(time.Millisecond)
			_, _ = io.WriteString(w, strings.Replace(apitest.LiveCall, apitest.CallText, "x", 1))
			_ = http.NewResponseController(w).Flush()
		}
		_, _ = io.WriteString(w, apitest.LiveStop+apitest.LiveDone)
	}, func(c *proxy.Config) { c.KeepAlive = time.Millisecond })
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			got := s.text(s.post(apitest.AskLive))
			role := `data: {"choices":[{"index":0,"delta":{"content":""},"finish_reason":null}]}`
			rest, _ := sequence(got, signOf["/v1/chat/completions"])
			rest, _ = sequence(rest, role)
			rest, _ = sequence(rest, `data: {"choices":[{"index":0,"delta":{"content":""}}]}`)
			if want := held + strings.Repeat(strings.Replace(apitest.LiveCall, apitest.CallText, "x", 1), 20) + apitest.LiveStop + apitest.LiveDone; rest != want {
				t.Errorf("got %s", got)
			}
		})
	}
	all.Wait()
}

// A client that doesn't read is dropped after the stall timeout, whether its response is fixed, passes, or isn't streamed.
func TestAClientThatDoesNotReadIsDropped(t *testing.T) {
	filler := strings.Replace(apitest.LiveHello, "Hello", strings.Repeat("x", 1<<16), 1)
	for name, body := range map[string]string{"a response that is fixed": apitest.AskLive, "a response that passes": `{"model":"x"}`} {
		t.Run(name, func(t *testing.T) {
			left := make(chan struct{})
			s := start(t, func(w http.ResponseWriter, r *http.Request) {
				defer close(left)
				_, _ = io.Copy(io.Discard, r.Body)
				w.Header().Set("Content-Type", asEvents)
				for {
					if _, err := io.WriteString(w, filler); err != nil {
						return
					}
				}
			}, soon)
			c, err := net.Dial("tcp", strings.TrimPrefix(s.proxy.URL, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = c.Close() }()
			_, _ = fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
			<-left
		})
	}
}

// A connection that was idle for longer than the stall timeout still gets its next response.
func TestAnIdleConnectionIsUsedAgain(t *testing.T) {
	s := start(t, sends(asJSON, apitest.Called), soon)
	for range 2 {
		if got := s.text(s.post(apitest.Ask)); !strings.Contains(got, "tool_calls") {
			t.Errorf("got %s", got)
		}
		time.Sleep(2 * soonTimeout)
	}
}
