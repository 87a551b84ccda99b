//go:build unix

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// A stub is an upstream that gives the answers a test asks for, and records the requests.
type stub struct {
	*httptest.Server
	status  atomic.Int64
	content atomic.Pointer[string]
	got     chan string // model and Authorization
}

const (
	called = `<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": 1}}</tool_call>`
	leaks  = `<|tool_calls_section_begin|> <|python_tag|>` // of Kimi and of Llama
)

func newStub(t *testing.T, content string) *stub {
	s := &stub{got: make(chan string, 10)}
	s.status.Store(http.StatusOK)
	s.content.Store(&content)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		_, model, _ := strings.Cut(string(text), `"model":"`)
		model, _, _ = strings.Cut(model, `"`)
		s.got <- model + " " + r.Header.Get("Authorization")
		if strings.Contains(string(text), `"stream":true`) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", *s.content.Load())
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(int(s.status.Load()))
		_, _ = fmt.Fprintf(w, `{"choices":[{"index":0,"message":{"content":"%s"},"finish_reason":"stop"}]}`, *s.content.Load())
	}))
	t.Cleanup(s.Close)
	return s
}

// wants checks what the upstream got; nothing if want is empty.
func (s *stub) wants(t *testing.T, want string) {
	t.Helper()
	got := ""
	select {
	case got = <-s.got:
	default:
	}
	if got != want {
		t.Errorf("the upstream got %q, want %q", got, want)
	}
}

// TestProxyRoutes: each setting of upstreams and routes in the file counts.
func TestProxyRoutes(t *testing.T) {
	t.Chdir(t.TempDir())
	a, b, c := newStub(t, leaks), newStub(t, called), newStub(t, called)
	write(t, "key", "own")
	write(t, "proxy.yaml", fmt.Sprintf(`
admin-listen: 127.0.0.1:0
annotate: true
hold: all
upstreams:
  a: {url: %s/v1, api-key-file: key, cost: 1}
  b: {url: %s/v1, cost: 28, forward-credentials: true, models: {kimi-k2: another-name}, family: hermes}
  c: {url: %s/v1, cost: 60, models: {"*": big-model}}
routes:
  - {name: first, models: ["*kimi*"], try: [a, b, c], fall-back-on: [leaked, rejected], min-confidence: 0.75, budget: 70, stick: 1h}
  - {models: [qwen3], try: [a], family: llama3}
  - {try: [c]}
`, a.URL, b.URL, c.URL))
	p := startProxy(t, "--config", "proxy.yaml")
	admin := p.logs(`serving admin.* address=(http://\S+)`)
	base := p.logs(`address=(http://\S+)`)
	p.drop()
	ask := func(model, more string) (*http.Response, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/chat/completions", strings.NewReader(`{"model":"`+model+`",`+more+`"tools":[{"type":"function","function":{"name":"f"}}]}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer callers")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close() //nolint:errcheck // it is read
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response, string(text)
	}
	from := func(r *http.Response) string {
		return r.Header.Get("X-Toolparser-Upstream") + " " + r.Header.Get("X-Toolparser-Attempts")
	}

	r, text := ask("kimi-k2", "") // a leaks, b calls
	if from(r) != "b 2" || !strings.Contains(text, `"tool_calls"`) {
		t.Errorf("got %s, %s", from(r), text)
	}
	a.wants(t, "kimi-k2 Bearer own")
	b.wants(t, "another-name Bearer callers")

	r, _ = ask("qwen3", "") // nothing to fall back to
	if from(r) != "a 1" {
		t.Errorf("got %s", from(r))
	}
	a.wants(t, "qwen3 Bearer own")

	r, _ = ask("other", "")
	if from(r) != "c 1" {
		t.Errorf("got %s", from(r))
	}
	c.wants(t, "big-model Bearer callers")

	r, text = ask("kimi-k2", `"stream":true,`) // all of it is held
	if from(r) != "b 2" || !strings.Contains(text, "\n\n: toolparser method=parsed upstream=b attempts=2 confidence=1 format=hermes/tool_call\n\ndata: [DONE]") {
		t.Errorf("got %s, %s", from(r), text)
	}
	a.wants(t, "kimi-k2 Bearer own")
	b.wants(t, "another-name Bearer callers")

	plain := `Plain: {\"name\": \"f\", \"arguments\": {\"a\": 1}}` // 0.7
	b.content.Store(&plain)
	if r, text = ask("kimi-k2", ""); from(r) != "a 2" || !strings.Contains(text, leaks) { // c is too dear
		t.Errorf("got %s, %s", from(r), text)
	}
	a.wants(t, "kimi-k2 Bearer own")
	b.wants(t, "another-name Bearer callers")
	c.wants(t, "")

	if r, _ = ask("kimi-k2", ""); from(r) != "b 1" { // three failures of a in a row
		t.Errorf("got %s", from(r))
	}
	a.wants(t, "")
	b.wants(t, "another-name Bearer callers")
	b.status.Store(http.StatusInternalServerError)
	if r, _ = ask("kimi-k2", ""); from(r) != "b 1" || r.StatusCode != http.StatusInternalServerError { // errors aren't on the list
		t.Errorf("got %s, %d", from(r), r.StatusCode)
	}
	_, text = p.ask(http.DefaultClient, http.MethodGet, admin+"/metrics", "")
	for _, want := range []string{
		`cost_total{route="first",upstream="a"} 3`,
		`cost_total{route="first",upstream="b"} 112`, // four times 28: an error costs nothing
		`cost_total{route="qwen3",upstream="a"} 1`,
		`cost_total{route="default",upstream="c"} 60`,
		`fallbacks_total{reason="leaked",route="first",upstream="a"} 3`,
		`leaks_total{family="llama3",route="qwen3",upstream="a"} 1`,
		`calls_total{confidence="1",family="hermes",format="hermes/tool_call",route="first",upstream="b"} 2`,
		`responses_total{family="hermes",method="rejected",route="first",upstream="b"} 1`,
		`responses_total{family="none",method="error",route="first",upstream="b"} 1`,
		`first_byte_seconds_count{route="default",upstream="c"} 1`,
		`added_seconds_count{route="default",upstream="c"} 1`,
	} {
		if !strings.Contains(text, "\ntoolparser_proxy_"+want+"\n") {
			t.Errorf("no %s", want)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
	p.stop()
	p.wantEnd()
}

// TestProxyFlags: each flag of the fixes does what its help says.
func TestProxyFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	const (
		tools    = `"tools":[{"type":"function","function":{"name":"f"}}]}`
		ask      = `{"model":"qwen3",` + tools
		live     = `{"model":"qwen3","stream":true,` + tools
		repaired = `<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": 1,}}</tool_call>` // 0.8
		plain    = `Plain: {\"name\": \"f\", \"arguments\": {\"a\": 1}}`                  // 0.7
		thought  = `<think>Hm.</think>` + called
	)
	for _, test := range []struct {
		flags            string
		content, request string
		without, with    string // what only the response without the flag has, and only the one with it
	}{
		{"--min-confidence 0.9", repaired, ask, `"tool_calls"`, `<tool_call>`},
		{"--min-plain-confidence 0.75", plain, ask, `"tool_calls"`, `Plain: {`},
		{"--require-markup g,f", plain, ask, `"tool_calls"`, `Plain: {`},
		{"--safe", plain, ask, `"tool_calls"`, `Plain: {`},
		{"--family passthrough", called, ask, `"tool_calls"`, `<tool_call>`},
		{"--separate-reasoning", thought, ask, `<think>`, `"reasoning_content":"Hm."`},
		{"--annotate", called, live, "\"tool_calls\"}]}\n\ndata: [DONE]", ": toolparser method=parsed"},
		{"--max-request-bytes 50", called, ask, `"tool_calls"`, `<tool_call>`},
		{"--max-response-bytes 50", called, ask, `"tool_calls"`, `<tool_call>`},
	} {
		upstream := newStub(t, test.content)
		answer := func(flags ...string) string {
			p := startProxy(t, append(flags, "--upstream", upstream.URL)...)
			base := p.logs(`address=(http://\S+)`)
			p.drop()
			_, text := p.ask(http.DefaultClient, http.MethodPost, base+"/chat/completions", test.request)
			p.stop()
			p.wantEnd()
			return text
		}
		if got := answer(); !strings.Contains(got, test.without) || strings.Contains(got, test.with) {
			t.Errorf("without %s: %s", test.flags, got)
		}
		if got := answer(strings.Fields(test.flags)...); !strings.Contains(got, test.with) || strings.Contains(got, test.without) {
			t.Errorf("with %s: %s", test.flags, got)
		}
	}
}

// TestProxyHistory: the flag and the upstream's settings say how earlier calls are treated.
func TestProxyHistory(t *testing.T) {
	t.Chdir(t.TempDir())
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.Copy(w, r.Body)
	}))
	t.Cleanup(echo.Close)
	const (
		ask    = `{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{"}},{"id":"b","function":{"name":"f","arguments":""}}]}]}`
		result = `"The call was interrupted; there is no result."`
	)
	for _, test := range []struct {
		flags                    []string
		upstream                 string
		healed, empty, completes bool
	}{
		{nil, "", true, false, false},
		{[]string{"--history", "pass"}, "", false, false, false},
		{[]string{"--history", "complete"}, "", true, false, true},
		{[]string{"--history", "pass"}, ", history: heal, empty-arguments: object", true, true, false},
		{nil, ", history: pass", false, false, false},
	} {
		write(t, "c.yaml", "upstreams: {a: {url: '"+echo.URL+"'"+test.upstream+"}}")
		p := startProxy(t, append(test.flags, "--config", "c.yaml")...)
		base := p.logs(`address=(http://\S+)`)
		p.drop()
		_, got := p.ask(http.DefaultClient, http.MethodPost, base+"/chat/completions", ask)
		p.stop()
		p.wantEnd()
		if strings.Contains(got, "invalid_arguments") != test.healed || strings.Contains(got, `"arguments":"{}"`) != test.empty || strings.Contains(got, result) != test.completes {
			t.Errorf("%v%s: the upstream got %s", test.flags, test.upstream, got)
		}
	}
}

// certificate writes a certificate for 127.0.0.1 with its key, and returns clients that trust it alone.
func certificate(t *testing.T, name string) *http.Client {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{name}, IsCA: true, BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	write(t, "cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})))
	write(t, "key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})))
	trusted := x509.NewCertPool()
	if parsed, err := x509.ParseCertificate(raw); err == nil {
		trusted.AddCert(parsed)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}
	t.Cleanup(client.CloseIdleConnections)
	return client
}

const (
	halfCalled = "data: {\"model\":\"qwen3\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello <tool_call>{\\\"name\\\": \"}}]}\n\n"
	restCalled = "data: {\"model\":\"qwen3\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\\\"f\\\", \\\"arguments\\\": {}}</tool_call>\"}}]}\n\n" +
		"data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
	askStream = `{"model":"qwen3","stream":true,"tools":[{"type":"function","function":{"name":"f"}}]}`
)

// streaming is an upstream that sends half of a stream, and the rest when it may.
func streaming(t *testing.T) (upstream *httptest.Server, arrived <-chan string, goOn chan<- struct{}) {
	keys, more := make(chan string, 10), make(chan struct{})
	upstream = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, ": hi\n\n"+halfCalled)
		_ = http.NewResponseController(w).Flush()
		keys <- r.Header.Get("Authorization")
		select {
		case <-more:
			_, _ = io.WriteString(w, restCalled)
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(upstream.Close)
	return upstream, keys, more
}

// openStream asks for a stream, and returns the rest of it once its first event is there.
func (p *proxyRun) openStream(client *http.Client, base string, headers ...string) io.ReadCloser {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), http.MethodPost, base+"/chat/completions", strings.NewReader(askStream))
	if err != nil {
		p.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := client.Do(r)
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { _ = response.Body.Close() })
	first := make([]byte, len(": hi\n\n"))
	if _, err := io.ReadFull(response.Body, first); err != nil {
		p.Fatal(err)
	}
	return response.Body
}

// wantCalled checks that the rest of a stream has the call, and its end.
func (p *proxyRun) wantCalled(stream io.Reader) {
	p.Helper()
	text, err := io.ReadAll(stream)
	if got := string(text); err != nil || !strings.Contains(got, `"function":{"name":"f","arguments":"{}"}`) || !strings.HasSuffix(got, "data: [DONE]\n\n") {
		p.Errorf("got %s, %v", got, err)
	}
}

// TestProxyReadsFilesAgainWhileStreamsAreOpen: keys, tokens and certificates change for what comes next, and open streams go on.
func TestProxyReadsFilesAgainWhileStreamsAreOpen(t *testing.T) {
	t.Chdir(t.TempDir())
	upstream, keys, goOn := streaming(t)
	before := certificate(t, "before")
	write(t, "tokens", "agent before-before-before")
	write(t, "key", "before")
	p := startProxy(t, "--upstream", upstream.URL, "--api-key-file", "key", "--tokens", "tokens", "--tls-cert", "cert.pem", "--tls-key", "key.pem")
	base := p.logs(`address=(https://\S+)`)
	stream := p.openStream(before, base, "Authorization", "Bearer before-before-before")
	if got := <-keys; got != "Bearer before" {
		t.Errorf("the upstream got %q", got)
	}
	after := certificate(t, "after")
	write(t, "tokens", "agent after-after-after")
	write(t, "key", "after")
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	read := ""
	for range 3 { // in any order
		read += p.logs(`read the (.*) again`)
	}
	for _, want := range []string{"api key", "tokens", "tls certificate"} {
		if !strings.Contains(read, want) {
			t.Errorf("the files that were read again are %s", read)
		}
	}
	p.drop()
	if status, _ := p.ask(after, http.MethodPost, base+"/chat/completions", askStream, "Authorization", "Bearer before-before-before"); status != http.StatusUnauthorized {
		t.Errorf("with the old token: %d", status)
	}
	second := p.openStream(after, base, "Authorization", "Bearer after-after-after")
	if got := <-keys; got != "Bearer after" {
		t.Errorf("the upstream got %q", got)
	}
	goOn <- struct{}{}
	goOn <- struct{}{}
	p.wantCalled(stream)
	p.wantCalled(second)
	p.stop()
	p.wantEnd()
}

// TestProxyDrainsStreams: at SIGTERM, streams that are open have their time to end, and new connections are refused.
func TestProxyDrainsStreams(t *testing.T) {
	for name, test := range map[string]struct {
		timeout string
		ends    bool
	}{
		"that end in time": {"1m", true}, "that don't": {"50ms", false},
	} {
		t.Run(name, func(t *testing.T) {
			upstream, keys, goOn := streaming(t)
			p := startProxy(t, "--upstream", upstream.URL, "--shutdown-timeout", test.timeout)
			base := p.logs(`address=(http://\S+)`)
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			stream := p.openStream(client, base)
			<-keys
			if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			p.logs(`msg=(draining)`)
			if !test.ends {
				p.logs(`(cutting off the requests that are still open)`)
				p.drop()
				if text, err := io.ReadAll(stream); err == nil {
					t.Errorf("the client doesn't learn that the stream was cut off, and got %q", text)
				}
				p.wantEnd()
				return
			}
			p.drop()
			host := strings.TrimSuffix(strings.TrimPrefix(base, "http://"), "/v1")
			for refused := false; !refused; { // as soon as the listener is closed
				connection, err := net.Dial("tcp", host)
				if refused = err != nil; !refused {
					_ = connection.Close()
				}
			}
			goOn <- struct{}{}
			p.wantCalled(stream)
			p.wantEnd()
		})
	}
}

// TestProxyBoundsConnections: what is more than --max-connections waits.
func TestProxyBoundsConnections(t *testing.T) {
	upstream, keys, goOn := streaming(t)
	p := startProxy(t, "--upstream", upstream.URL, "--max-connections", "1")
	base := p.logs(`address=(http://\S+)`)
	p.drop()
	first := &http.Client{Transport: &http.Transport{}}
	stream := p.openStream(first, base)
	<-keys
	next := make(chan io.ReadCloser)
	go func() {
		second := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		next <- p.openStream(second, base)
	}()
	select {
	case <-keys:
		t.Error("a second connection is served")
	case <-time.After(100 * time.Millisecond):
	}
	goOn <- struct{}{}
	p.wantCalled(stream)
	first.CloseIdleConnections()
	<-keys
	goOn <- struct{}{}
	p.wantCalled(<-next)
	p.stop()
	p.wantEnd()
}

// TestProxyLogsOutputs: --log-outputs writes what came and what went.
func TestProxyLogsOutputs(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "outputs")
	p := startProxy(t, "--upstream", newStub(t, called).URL, "--log-outputs", folder, "--log-outputs-bytes", "67108864")
	base := p.logs(`address=(http://\S+)`)
	p.drop()
	_, went := p.ask(http.DefaultClient, http.MethodPost, base+"/chat/completions", askFor, "Authorization", "Bearer s3cret")
	p.stop()
	p.wantEnd()
	text, err := os.ReadFile(filepath.Join(folder, "outputs.jsonl"))
	if err != nil || strings.Contains(string(text), "s3cret") || !strings.Contains(string(text), `"method":"parsed"`) || !strings.Contains(went, `"tool_calls"`) {
		t.Errorf("got %s, %v", text, err)
	}
}
