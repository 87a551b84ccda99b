package proxy_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// A stage is an upstream that follows a script, with a proxy and a plain forwarder in front of it.
type stage struct {
	listener  net.Listener
	forwarder *httptest.Server
	proxies   map[string]*httptest.Server // by the policy
	closers   []func()
	client    *http.Client

	mu      sync.Mutex
	playing *run
	arrived chan string   // texts that the client has
	wait    time.Duration // for a text to arrive
}

func newStage(t *testing.T) *stage {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{listener: listener, proxies: map[string]*httptest.Server{}}
	base, _ := url.Parse(s.base()) // it is one
	forwarder := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(base) }, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
		Transport: &http.Transport{DisableKeepAlives: true, DisableCompression: true}, FlushInterval: -1,
	}
	s.forwarder = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).EnableFullDuplex() // else the start of a response may break the request off
		forwarder.ServeHTTP(w, r)
	}))
	s.client = &http.Client{Transport: &http.Transport{DisableCompression: true}, Timeout: time.Minute}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { s.serve(c) })
		}
	})
	t.Cleanup(func() {
		s.client.CloseIdleConnections()
		s.forwarder.Close()
		for _, closes := range s.closers {
			closes()
		}
		_ = listener.Close()
		serving.Wait()
	})
	return s
}

func (s *stage) base() string { return "http://" + s.listener.Addr().String() }

// proxy is the address of a proxy with a policy.
func (s *stage) proxy(t *testing.T, policy string) string {
	t.Helper()
	if p := s.proxies[policy]; p != nil {
		return p.URL
	}
	config := proxy.Config{Upstreams: []proxy.Upstream{{URL: s.base() + "/api/v1"}}, Policy: apitest.PolicyOf(t, policy)}
	p, err := proxy.New(apitest.Registry(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(p)
	s.proxies[policy] = server
	s.closers = append(s.closers, func() {
		server.Close()
		p.Close()
	})
	return server.URL
}

// serve answers a request with the script that is played, and closes the connection.
func (s *stage) serve(c net.Conn) {
	defer func() { _ = c.Close() }()
	request, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil {
		return // no one asked
	}
	_, _ = io.Copy(io.Discard, request.Body)
	s.mu.Lock()
	r, arrived, wait := s.playing, s.arrived, s.wait
	s.mu.Unlock()
	write := func(text string) { _, _ = io.WriteString(c, text) } // the client may have left
	write("HTTP/1.1 200 OK\r\nConnection: close\r\n" + r.header)
	if r.end != endClose {
		write("Transfer-Encoding: chunked\r\n")
	}
	write("\r\n")
	rest := r.body
	for rest != "" {
		piece, mark := rest, ""
		if at := marks.FindStringIndex(rest); at != nil {
			piece, mark, rest = rest[:at[0]], rest[at[0]:at[1]], rest[at[1]:]
		} else {
			rest = ""
		}
		switch {
		case piece == "":
		case r.end == endClose:
			write(piece)
		default:
			write(fmt.Sprintf("%x\r\n%s\r\n", len(piece), piece))
		}
		if text := strings.Trim(mark, markPause+markArrives); text != "" {
			waitFor(text, arrived, wait)
		}
	}
	switch r.end {
	case endChunked:
		write("0\r\n\r\n")
	case endReset:
		_ = c.(*net.TCPConn).SetLinger(0) // then closing it sends RST
	}
}

// waitFor waits until the client has a text. What never arrives is noticed by the client.
func waitFor(text string, arrived <-chan string, wait time.Duration) {
	for {
		select {
		case got, ok := <-arrived:
			if !ok || strings.Contains(got, text) {
				return
			}
		case <-time.After(wait):
			return
		}
	}
}

var pathOf = map[string]string{apiChat: "/v1/chat/completions", "responses": "/v1/responses", "messages": "/v1/messages"}

// compressed is a text as a Content-Encoding has it.
func compressed(coding, text string) string {
	var b strings.Builder
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "zstd":
		w, _ = zstd.NewWriter(&b) // without options, nothing is wrong with them
	case "br":
		w = brotli.NewWriter(&b)
	default:
		return text
	}
	_, _ = io.WriteString(w, text) // a builder takes all
	_ = w.Close()
	return b.String()
}

// play is what the client of a run ends with, at a base URL. The upstream waits so long for its client to have what it sent.
func (s *stage) play(t *testing.T, r *run, base string, wait time.Duration) *outcome {
	t.Helper()
	arrived := make(chan string, 1<<10)
	s.mu.Lock()
	s.playing, s.arrived, s.wait = r, arrived, wait
	s.mu.Unlock()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+pathOf[r.api], strings.NewReader(compressed(r.coding, r.ask)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if r.coding != "" {
		request.Header.Set("Content-Encoding", r.coding)
	}
	o := &outcome{kind: "none"}
	response, err := s.client.Do(request)
	if err != nil {
		o.ended, o.detail = failed, err.Error()
		return o
	}
	defer func() { _ = response.Body.Close() }()
	o.status = response.StatusCode
	if kind, ok := response.Header["Content-Type"]; ok {
		o.kind = strings.Join(kind, ", ")
	}
	o.follow(r, response.Body, arrived, wait)
	return o
}

// follow reads a body to its end, and reports what has arrived on the way.
func (o *outcome) follow(r *run, body io.Reader, arrived chan<- string, wait time.Duration) {
	defer close(arrived)
	waits := marks.FindAllString(r.body, -1)
	buffer := make([]byte, 4<<10)
	var err error
	began := time.Now()
	for err == nil {
		var n int
		n, err = body.Read(buffer)
		o.raw += string(buffer[:n])
		if len(waits) > 0 {
			so := &outcome{}
			so.read(r, o.raw)
			select {
			case arrived <- so.text():
			default:
			}
		}
	}
	o.late = len(waits) > 0 && time.Since(began) >= wait
	o.read(r, o.raw)
	if o.status != http.StatusOK {
		o.ended, o.detail = failed, o.raw
	}
	if err != io.EOF && !(o.done && r.live) { // who has the end of a stream doesn't read on
		o.ended, o.detail = failed, err.Error()
	}
}

// read reads what has come of a body.
func (o *outcome) read(r *run, raw string) {
	if r.live {
		reads[r.api].stream(o, splitEvents(raw, r.lines))
	} else {
		reads[r.api].body(o, raw)
	}
	for _, c := range o.choices {
		c.end()
	}
}
