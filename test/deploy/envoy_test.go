package deploy

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The real Envoy, with deploy/envoy/envoy.yaml, the real toolparser, and an upstream of the test.
// TOOLPARSER_ENVOY names Envoy's binary; `.ci/run envoy` installs one.

const (
	envoyTools  = `"tools":[{"type":"function","function":{"name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}}]`
	envoyAsk    = `{"model":"qwen3","messages":[],` + envoyTools + `}`
	envoyText   = `<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</tool_call>`
	envoyCalled = `{"choices":[{"index":0,"message":{"content":"` + envoyText + `"},"finish_reason":"stop"}]}`
	envoyHello  = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}]}\n\n"
	envoyCall   = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + envoyText + "\"}}]}\n\n"
	envoyEnd    = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
)

// A mesh is an upstream behind Envoy and toolparser.
type mesh struct {
	*testing.T
	base       string // of the API
	toolparser *exec.Cmd
	log        *syncedBuffer // Envoy's

	mu       sync.Mutex
	upstream http.HandlerFunc
}

type syncedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// startMesh starts all, with the configuration changed by replacements.
func startMesh(t *testing.T, replacements ...string) *mesh {
	t.Helper()
	binary := os.Getenv("TOOLPARSER_ENVOY")
	if binary == "" {
		t.Skip("TOOLPARSER_ENVOY names no Envoy")
	}
	m := &mesh{T: t, log: &syncedBuffer{}}
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.mu.Lock()
		handler := m.upstream
		m.mu.Unlock()
		handler(w, r)
	}))
	t.Cleanup(func() {
		upstream.CloseClientConnections()
		upstream.Close()
	})
	ports := freePorts(t, 2)
	text, err := os.ReadFile(manifests + "envoy/envoy.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, model, _ := net.SplitHostPort(upstream.Listener.Addr().String())
	all := append([]string{"port_value: 10000", "port_value: " + ports[0], "port_value: 50051", "port_value: " + ports[1], "port_value: 8000", "port_value: " + model}, replacements...)
	for i := 0; i < len(all); i += 2 {
		if !bytes.Contains(text, []byte(all[i])) {
			t.Fatalf("the configuration has no %q", all[i])
		}
	}
	config := filepath.Join(t.TempDir(), "envoy.yaml")
	if err := os.WriteFile(config, []byte(strings.NewReplacer(all...).Replace(string(text))), 0o600); err != nil {
		t.Fatal(err)
	}
	m.toolparser = m.run(io.Discard, buildToolparser(t), "serve", "--ext-proc", "--listen", "127.0.0.1:"+ports[1])
	m.run(m.log, binary, "-c", config, "--concurrency", "1", "--use-dynamic-base-id", "--log-level", "warning")
	m.base = "http://127.0.0.1:" + ports[0]
	for _, port := range ports {
		m.waitFor(port)
	}
	return m
}

func buildToolparser(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "toolparser")
	if text, err := runInRoot("build", "-pgo=off", "-o", binary, "./cmd/toolparser"); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return binary
}

// run runs a program until the test ends.
func (m *mesh) run(log io.Writer, binary string, args ...string) *exec.Cmd {
	m.Helper()
	c := exec.Command(binary, args...)
	c.Stdout, c.Stderr = log, log
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		m.Fatal(err)
	}
	m.Cleanup(func() { stopProgram(c) })
	return c
}

// stopProgram ends a program and those that it started: the wheel's envoy is a script.
func stopProgram(c *exec.Cmd) {
	_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	_ = c.Wait()
}

func freePorts(t *testing.T, n int) (ports []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close() //nolint:errcheck // nothing was written
		_, port, _ := net.SplitHostPort(l.Addr().String())
		ports = append(ports, port)
	}
	return ports
}

// eventually waits until a condition holds.
func (m *mesh) eventually(what string, holds func() bool) {
	m.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			m.Fatalf("never: %s; Envoy says %s", what, m.log)
		}
	}
}

func (m *mesh) waitFor(port string) {
	m.Helper()
	m.eventually("port "+port+" is served", func() bool {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
}

// answers has the upstream answer.
func (m *mesh) answers(handler http.HandlerFunc) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.upstream = handler
}

func sending(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, body)
	}
}

func (m *mesh) post(ctx context.Context, path, body string) *http.Response {
	m.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, m.base+path, strings.NewReader(body))
	if err != nil {
		m.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip") // so that the client doesn't decompress
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(func() { _ = response.Body.Close() })
	return response
}

// chat makes a request for chat completions, and returns all of the response.
func (m *mesh) chat(body string) (string, *http.Response) {
	m.Helper()
	response := m.post(m.Context(), "/v1/chat/completions", body)
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		m.Fatalf("%s: %q, %v", response.Status, text, err)
	}
	return string(text), response
}

func (m *mesh) wantCall(text string) {
	m.Helper()
	if !strings.Contains(text, `"arguments":"{\"city\": \"Oslo\"}"`) || !strings.Contains(text, `"finish_reason":"tool_calls"`) || strings.Contains(text, "<tool_call>") {
		m.Errorf("got %.1000s", text)
	}
}

func TestEnvoy(t *testing.T) {
	m := startMesh(t)
	run := func(name string, test func(*mesh)) {
		t.Run(name, func(t *testing.T) {
			whole := m.T
			m.T = t
			defer func() { m.T = whole }()
			test(m)
		})
	}
	run("a call in text becomes one", (*mesh).testCall)
	run("and its event, while the rest streams", (*mesh).testStream)
	run("a compressed response", (*mesh).testGzip)
	run("a long request", (*mesh).testLongRequest)
	run("what needs no fix passes", (*mesh).testPasses)
	run("a client that leaves", (*mesh).testLeaves)
	run("an upstream that breaks", (*mesh).testBreaks)
	run("without toolparser", (*mesh).testDown)
}

func (m *mesh) testCall() {
	m.answers(sending("application/json", envoyCalled))
	text, _ := m.chat(envoyAsk)
	m.wantCall(text)
	m.eventually("the access log has the method", func() bool {
		return strings.Contains(m.log.String(), "POST /v1/chat/completions 200 toolparser=parsed")
	})
}

func (m *mesh) testStream() {
	goOn := make(chan struct{})
	m.answers(func(w http.ResponseWriter, r *http.Request) {
		sending("text/event-stream", envoyHello)(w, r)
		_ = http.NewResponseController(w).Flush()
		<-goOn
		_, _ = io.WriteString(w, envoyCall+envoyEnd)
	})
	response := m.post(m.Context(), "/v1/chat/completions", envoyAsk)
	reader := bufio.NewReader(response.Body)
	first := make([]byte, len(envoyHello))
	if _, err := io.ReadFull(reader, first); err != nil || string(first) != envoyHello {
		m.Fatalf("%q, %v", first, err)
	}
	close(goOn)
	rest, err := io.ReadAll(reader)
	if err != nil || !strings.HasSuffix(string(rest), "data: [DONE]\n\n") {
		m.Errorf("%q, %v", rest, err)
	}
	m.wantCall(string(rest))
}

func (m *mesh) testGzip() {
	m.answers(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Accept-Encoding"); got != "identity" {
			m.Errorf("the upstream is asked for %q", got)
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, envoyCalled)
		_ = z.Close()
	})
	text, response := m.chat(envoyAsk)
	m.wantCall(text)
	if coding := response.Header.Get("Content-Encoding"); coding != "" {
		m.Errorf("the coding is %q", coding)
	}
}

// Envoy's buffers hold 1 MiB.
func (m *mesh) testLongRequest() {
	request := strings.Replace(envoyAsk, `[]`, `["`+strings.Repeat("x", 5<<20)+`"]`, 1)
	m.answers(func(w http.ResponseWriter, r *http.Request) {
		if got, err := io.ReadAll(r.Body); string(got) != request {
			m.Errorf("the upstream got %d bytes, %v", len(got), err)
		}
		sending("application/json", envoyCalled)(w, r)
	})
	text, _ := m.chat(request)
	m.wantCall(text)
}

func (m *mesh) testPasses() {
	long := `{"x":"` + strings.Repeat("x", 20<<20) + `"}`
	for name, test := range map[string]struct{ path, request, kind, body string }{
		"no tools":        {"/v1/chat/completions", `{"model":"qwen3"}`, "application/json", envoyCalled},
		"another path":    {"/v1/embeddings", envoyAsk, "application/json", envoyCalled},
		"text":            {"/v1/chat/completions", envoyAsk, "application/json", ` {"choices":[{"message":{"content":"Hello"}}], "x":1.50}`},
		"a stream":        {"/v1/chat/completions", envoyAsk, "text/event-stream", ": hi\r\n\r\n" + envoyHello + envoyEnd},
		"an error":        {"/v1/chat/completions", envoyAsk, "application/json", `{"error":{"message":"x"}}`},
		"HTML":            {"/v1/chat/completions", envoyAsk, "text/html", "<html><tool_call>"},
		"a long response": {"/v1/chat/completions", envoyAsk, "application/json", long},
	} {
		m.answers(sending(test.kind, test.body))
		response := m.post(m.Context(), test.path, test.request)
		if got, err := io.ReadAll(response.Body); string(got) != test.body {
			m.Errorf("%s: got %d bytes, %.100q, %v", name, len(got), got, err)
		}
	}
}

func (m *mesh) testLeaves() {
	left := make(chan struct{})
	m.answers(func(w http.ResponseWriter, r *http.Request) {
		sending("text/event-stream", envoyHello)(w, r)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		close(left)
	})
	ctx, leave := context.WithCancel(m.Context())
	response := m.post(ctx, "/v1/chat/completions", envoyAsk)
	_, _ = response.Body.Read(make([]byte, 1))
	leave()
	<-left
}

func (m *mesh) testBreaks() {
	goOn := make(chan struct{})
	m.answers(func(w http.ResponseWriter, r *http.Request) {
		sending("text/event-stream", envoyHello)(w, r)
		_ = http.NewResponseController(w).Flush()
		<-goOn
		panic(http.ErrAbortHandler)
	})
	response := m.post(m.Context(), "/v1/chat/completions", envoyAsk)
	_, _ = response.Body.Read(make([]byte, 1))
	close(goOn)
	if got, err := io.ReadAll(response.Body); err == nil {
		m.Errorf("the client doesn't learn of it, and got %q", got)
	}
}

func (m *mesh) testDown() {
	stopProgram(m.toolparser)
	m.answers(sending("application/json", envoyCalled))
	if text, _ := m.chat(envoyAsk); text != envoyCalled {
		m.Errorf("got %s", text)
	}
}

// Both bodies go through toolparser.
func TestEnvoyDuplex(t *testing.T) {
	m := startMesh(t,
		"request_body_mode: STREAMED", "request_body_mode: FULL_DUPLEX_STREAMED",
		"response_body_mode: NONE", "response_body_mode: FULL_DUPLEX_STREAMED",
		"response_trailer_mode: SKIP", "response_trailer_mode: SEND")
	m.answers(sending("application/json", envoyCalled))
	text, response := m.chat(envoyAsk)
	m.wantCall(text)
	if method := response.Header.Get("X-Toolparser-Method"); method != "parsed" {
		t.Errorf("the method is %q", method)
	}
	m.testStream()
	m.testLongRequest()
	m.testPasses()
	m.testLeaves()
}

// TestEnvoyContentLength: Envoy removes the Content-Length of requests, in both modes, and its buffer filter sets it again, as
// docs/connect/envoy.md says.
func TestEnvoyContentLength(t *testing.T) {
	const router = "          - name: envoy.filters.http.router\n"
	const buffer = `          - name: envoy.filters.http.buffer
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.buffer.v3.Buffer
              max_request_bytes: 16777216
`
	duplex := []string{
		"request_body_mode: STREAMED", "request_body_mode: FULL_DUPLEX_STREAMED",
		"response_body_mode: NONE", "response_body_mode: FULL_DUPLEX_STREAMED",
		"response_trailer_mode: SKIP", "response_trailer_mode: SEND",
	}
	// In the first mode, the request stays. In the other one, it is healed.
	broken := strings.Replace(envoyAsk, `"messages":[]`, `"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"city"}}]}]`, 1)
	for name, test := range map[string]struct {
		changes []string
		sized   bool
	}{
		"streamed":               {nil, false},
		"streamed, and buffered": {[]string{router, buffer + router}, true},
		"duplex":                 {duplex, false},
		"duplex, and buffered":   {append(duplex, router, buffer+router), true},
	} {
		t.Run(name, func(t *testing.T) {
			m := startMesh(t, test.changes...)
			m.answers(func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				if want := map[bool]int64{true: int64(len(body)), false: -1}[test.sized]; err != nil || r.ContentLength != want {
					t.Errorf("a request of %d bytes has the Content-Length %d, want %d: %v", len(body), r.ContentLength, want, err)
				}
				sending("application/json", envoyCalled)(w, r)
			})
			text, _ := m.chat(broken)
			m.wantCall(text)
		})
	}
}
