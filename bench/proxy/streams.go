package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"strings"
	"sync"
)

// A crowd is streams that are open at once, of so many events each, in which each text ends in a call.
type crowd struct{ streams, events int }

// maxMemoryRatio is how much memory a stream of the proxy may take, as a multiple of ReverseProxy's.
const maxMemoryRatio = 1.5

// measureCrowd opens all streams at once, and prints what a stream takes in its middle. What client and upstream
// themselves take is measured without anything between them, and not counted.
func measureCrowd(c crowd) error {
	gate := &gate{}
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { c.answer(w, r, gate) }))
	defer upstream.Close()
	s, err := between(upstream.URL)
	if err != nil {
		return err
	}
	defer s.close()
	var bytes [3]int64
	for i, base := range []string{upstream.URL, s.reverse.URL, s.proxy.URL} {
		if bytes[i], err = c.run(base, gate, i == 2); err != nil {
			return err
		}
		s.idle()
	}
	own, reverse := (bytes[2]-bytes[0])/int64(c.streams), (bytes[1]-bytes[0])/int64(c.streams)
	fmt.Println()
	fmt.Println("| streams at once | events each | lost | bytes of a stream | ReverseProxy | ratio | wanted |")
	fmt.Println("|---|---|---|---|---|---|---|")
	fmt.Printf("| %d | %d | 0 | %d | %d | %.2f | ≤ %.1f |\n", c.streams, c.events, own, reverse, float64(own)/float64(reverse), maxMemoryRatio)
	return nil
}

// A gate has streams wait in their middle until all of them are there.
type gate struct {
	arrived sync.WaitGroup
	open    chan struct{}
}

// event is an event with a text, which is JSON without quotes.
func event(content string) string {
	return `data: {"id":"x","object":"chat.completion.chunk","model":"qwen3","choices":[{"index":0,"delta":{"content":"` + content + `"},"finish_reason":null}]}` + "\n\n"
}

// stop ends a stream.
const stop = `data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"

// word is the text of an event with a number.
func word(i int) string { return fmt.Sprintf("word %d ", i) }

// answer is the upstream's.
func (c crowd) answer(w http.ResponseWriter, r *http.Request, g *gate) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	for i := range c.events {
		if i == c.events/2 {
			_ = control.Flush()
			g.arrived.Done()
			<-g.open
		}
		_, _ = io.WriteString(w, event(word(i)))
		_ = control.Flush()
	}
	_, _ = io.WriteString(w, event(call)+stop)
}

// run opens the streams, and returns what memory is in use in their middle. An error says what was lost.
func (c crowd) run(base string, g *gate, fixed bool) (inUse int64, err error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: c.streams, DisableCompression: true}}
	defer client.CloseIdleConnections()
	g.arrived.Add(c.streams)
	g.open = make(chan struct{})
	half := &sync.WaitGroup{} // of clients that have half of their events
	half.Add(c.streams)
	failures := make(chan error, c.streams)
	for range c.streams {
		go func() { failures <- c.read(client, base, half, fixed) }()
	}
	ready := make(chan struct{})
	go func() {
		g.arrived.Wait()
		half.Wait()
		close(ready)
	}()
	select {
	case <-ready:
	case err := <-failures: // the rest may wait for it
		close(g.open)
		return 0, err
	}
	for range 5 { // each halves stacks that were deep before, and lets go of what pools keep
		runtime.GC()
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	close(g.open)
	var errs []error
	for range c.streams {
		errs = append(errs, <-failures)
	}
	return int64(stats.HeapAlloc + stats.StackInuse), errors.Join(errs...)
}

// generatedID is what differs between streams that are fixed.
var generatedID = regexp.MustCompile(`call_[0-9A-Za-z]{24}`)

// read reads a stream, and finds what is lost.
func (c crowd) read(client *http.Client, base string, half *sync.WaitGroup, fixed bool) error {
	halfRead := sync.OnceFunc(half.Done)
	defer halfRead()                                                                               // also of a stream that fails
	r, err := client.Post(base+"/v1/chat/completions", "application/json", strings.NewReader(ask)) //nolint:noctx // a benchmark
	if err != nil {
		return err
	}
	defer r.Body.Close() //nolint:errcheck // it was read
	var came bytes.Buffer
	buffer := make([]byte, 4<<10)
	for lines := 0; err == nil; {
		var n int
		n, err = r.Body.Read(buffer)
		came.Write(buffer[:n])
		lines += bytes.Count(buffer[:n], []byte("\n")) // two for each event, however the stream is cut
		if lines >= 2*(c.events/2-1) {                 // a proxy may keep the last one back
			halfRead()
		}
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	return c.check(generatedID.ReplaceAllString(came.String(), "ID"), fixed)
}

// check finds what a stream has lost.
func (c crowd) check(stream string, fixed bool) error {
	rest := stream
	for i := range c.events {
		want := word(i)
		if fixed && i == c.events-1 {
			want = strings.TrimSuffix(want, " ") // before a call
		}
		_, after, found := strings.Cut(rest, `"content":"`+want+`"`)
		if !found {
			return fmt.Errorf("event %d of %d is lost", i, c.events)
		}
		rest = after
	}
	end := event(call) + stop
	if fixed {
		end = `"tool_calls":[{"index":0,"id":"ID","type":"function","function":{"name":"get_weather","arguments":"{\"city\": \"Oslo\"}"}}]`
	}
	if !strings.Contains(rest, end) || !strings.HasSuffix(rest, "data: [DONE]\n\n") {
		return fmt.Errorf("the end is lost: %q", rest)
	}
	return nil
}
