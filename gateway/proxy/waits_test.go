package proxy_test

import (
	"bufio"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolparser/toolparser/gateway/httpfix"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/internal/sse"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// While something of a stream is held back, its client never waits longer than the keep-alive, wherever the upstream pauses. The pauses
// are chosen at random, and the same each time; a clock of the test's own passes them at once.
func TestNoClientWaitsLongerThanTheKeepAlive(t *testing.T) {
	apitest.Registry() // not in a bubble
	for _, r := range allRuns(t) {
		if !r.live {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			seed := fnv.New64a()
			_, _ = seed.Write([]byte(r.name)) // a hash takes all
			random := rand.New(rand.NewPCG(seed.Sum64(), 1))
			for range 1 + *cuts/2 {
				synctest.Test(t, func(t *testing.T) { newSlowRun(&r, random).play(t) })
			}
		})
	}
}

// A slowRun is a run whose upstream pauses between pieces of the body.
type slowRun struct {
	*run
	pieces []string
	pauses []time.Duration // after each
	breaks bool            // the connection ends within the body

	serving sync.WaitGroup
	mu      sync.Mutex
	came    []time.Time // when the upstream had sent each
	went    []time.Time // when the client got something
}

const keepAlive = 5 * time.Second

func newSlowRun(r *run, random *rand.Rand) *slowRun {
	s := &slowRun{run: r, breaks: random.IntN(4) == 0}
	body := marks.ReplaceAllString(r.body, "")
	if random.IntN(2) == 0 {
		body = body[:random.IntN(len(body)+1)]
	}
	for body != "" {
		n := 1 + random.IntN(len(body))
		if end := strings.Index(body[n-1:], "\n\n"); end >= 0 && random.IntN(2) == 0 {
			n += end + 1 // most pauses are between events
		}
		s.pieces, body = append(s.pieces, body[:n]), body[n:]
		pause := time.Duration(random.IntN(3*int(keepAlive))) + 1
		if random.IntN(5) == 0 {
			pause *= 20
		}
		s.pauses = append(s.pauses, pause)
	}
	return s
}

// play plays the run, and checks how long the client waited.
func (s *slowRun) play(t *testing.T) {
	config := proxy.Config{
		Upstreams: []proxy.Upstream{{URL: "http://upstream.example/v1"}}, Policy: apitest.PolicyOf(t, s.policy), KeepAlive: keepAlive, StallTimeout: time.Hour,
	}
	p, err := proxy.New(apitest.Registry(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	p.DialWith(func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		s.serving.Go(func() { s.serve(server) })
		return client, nil
	})
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost"+pathOf[s.api], strings.NewReader(compressed(s.coding, s.ask)))
	if s.coding != "" {
		request.Header.Set("Content-Encoding", s.coding)
	}
	func() {
		defer func() { _ = recover() }() // a body that breaks off panics
		p.ServeHTTP(&timed{s, http.Header{}}, request)
	}()
	ended := time.Now()
	p.Close()
	s.serving.Wait()
	s.check(t, request, ended)
}

// serve answers a request, and closes the connection.
func (s *slowRun) serve(c net.Conn) {
	defer func() { _ = c.Close() }()
	r, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil {
		return // no one asked
	}
	_, _ = io.Copy(io.Discard, r.Body)
	_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nConnection: close\r\n"+s.header+"Transfer-Encoding: chunked\r\n\r\n")
	for i, piece := range s.pieces {
		if _, err := fmt.Fprintf(c, "%x\r\n%s\r\n", len(piece), piece); err != nil {
			return // the proxy has what it wants
		}
		s.mu.Lock()
		s.came = append(s.came, time.Now())
		s.mu.Unlock()
		time.Sleep(s.pauses[i])
	}
	if !s.breaks {
		_, _ = io.WriteString(c, "0\r\n\r\n")
	}
}

// check checks that in each pause, as long as something is held back, no wait is longer than the keep-alive.
func (s *slowRun) check(t *testing.T, request *http.Request, ended time.Time) {
	api, _ := httpfix.Of(request.Method, request.URL.Path, request.Header)
	stream := api.ReadRequest(s.ask).Stream(apitest.Fixer(t, apitest.PolicyOf(t, s.policy)))
	defer stream.Abort()
	var all string
	var began time.Time // when it was known that there is a stream
	for i, came := range s.came {
		stream.Write([]byte(s.pieces[i]))
		all += s.pieces[i]
		if _, known := sse.Starts(all); began.IsZero() && (known || s.header == "Content-Type: text/event-stream\r\n") {
			began = came
		}
		if began.IsZero() || !stream.Waits() {
			continue
		}
		until := ended
		if i+1 < len(s.came) {
			until = s.came[i+1]
		}
		last := began
		for _, went := range append(s.went, ended) {
			if due := later(last.Add(keepAlive), came.Add(keepAlive/10)); went.After(due) && due.Before(until) {
				t.Fatalf("behind piece %d of %q, the client waited from %v to %v", i, s.pieces, last.Sub(began), went.Sub(began))
			}
			last = went
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// timed is a client that notes when it gets something.
type timed struct {
	s      *slowRun
	header http.Header
}

func (w *timed) Header() http.Header { return w.header }
func (w *timed) WriteHeader(int)     {}
func (w *timed) FlushError() error   { return nil }
func (w *timed) Write(p []byte) (int, error) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	w.s.went = append(w.s.went, time.Now())
	return len(p), nil
}
