//go:build unix

package main

import (
	"bufio"
	"context"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A proxyRun is a proxy command that runs.
type proxyRun struct {
	*testing.T
	stop context.CancelFunc
	code chan int
	log  *bufio.Scanner
}

// startProxy starts the command.
func startProxy(t *testing.T, args ...string) *proxyRun {
	t.Helper()
	reader, writer := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	p := &proxyRun{T: t, stop: stop, code: make(chan int, 1), log: bufio.NewScanner(reader)}
	go func() {
		p.code <- run(ctx, append([]string{"proxy", "--listen", "127.0.0.1:0"}, args...), stdio{out: io.Discard, err: writer})
		_ = writer.Close()
	}()
	return p
}

// logs reads the log up to a line that matches, and returns the group.
func (p *proxyRun) logs(pattern string) string {
	p.Helper()
	return waitFor(p.T, p.log, regexp.MustCompile(pattern))
}

// drop reads the rest of the log, so that the proxy doesn't wait for a reader.
func (p *proxyRun) drop() {
	go func() {
		for p.log.Scan() {
		}
	}()
}

func (p *proxyRun) wantEnd() {
	p.Helper()
	select {
	case got := <-p.code:
		if got != exitOK {
			p.Errorf("exit code %d", got)
		}
	case <-time.After(patience):
		p.Error("the proxy does not end")
	}
}

// ask sends a request, and returns the status and the body of the response.
func (p *proxyRun) ask(client *http.Client, method, url, body string, headers ...string) (int, string) {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), method, url, strings.NewReader(body))
	if err != nil {
		p.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
	}
	response, err := client.Do(r)
	if err != nil {
		p.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // it is read
	text, err := io.ReadAll(response.Body)
	if err != nil {
		p.Fatal(err)
	}
	return response.StatusCode, string(text)
}

const askFor = `{"model":"qwen3","tools":[{"type":"function","function":{"name":"f"}}]}`

// modelAPI is an upstream whose call comes as text. It notes the keys that it got.
func modelAPI(t *testing.T, keys chan<- string) *httptest.Server {
	return modelSays(t, `<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>`, keys)
}

func modelSays(t *testing.T, text string, keys chan<- string) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if keys != nil {
			keys <- r.Header.Get("Authorization")
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"`+text+`"}}]}`)
	}))
	t.Cleanup(s.Close)
	return s
}

// write writes a file of the test.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestProxyForOthers: with TLS and tokens, and a listener for operators, nothing of which shows a secret.
func TestProxyForOthers(t *testing.T) {
	t.Chdir(t.TempDir())
	secure := httptest.NewTLSServer(nil)
	defer secure.Close()
	writePair(t, secure)
	write(t, "tokens", "agent a-secret-of-an-agent")
	write(t, "key", "upstreams-secret")
	keys := make(chan string, 10)
	p := startProxy(t, "--upstream", modelAPI(t, keys).URL, "--api-key-file", "key", "--tokens", "tokens", "--tls-cert", "cert.pem", "--tls-key", "key.pem", "--admin-listen", "127.0.0.1:0")
	admin := p.logs(`serving admin.* address=(http://\S+)`)
	base := p.logs(`address=(https://\S+)`)
	p.drop()
	if status, _ := p.ask(secure.Client(), http.MethodPost, base+"/chat/completions", askFor); status != http.StatusUnauthorized {
		t.Errorf("without a token: %d", status)
	}
	status, body := p.ask(secure.Client(), http.MethodPost, base+"/chat/completions", askFor, "Authorization", "Bearer a-secret-of-an-agent")
	if status != http.StatusOK || !strings.Contains(body, `"tool_calls"`) {
		t.Errorf("with a token: %d %s", status, body)
	}
	if got := <-keys; got != "Bearer upstreams-secret" {
		t.Errorf("the upstream got %q", got)
	}
	for path, want := range map[string]string{"/healthz": "SERVING", "/config": "tokens: tokens\n", "/metrics": `method="parsed",route="default",upstream="http://127.0.0.1:`} {
		status, body := p.ask(http.DefaultClient, http.MethodGet, admin+path, "")
		if status != http.StatusOK || !strings.Contains(body, want) || strings.Contains(body, "secret") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	p.stop()
	p.wantEnd()
}

// TestProxyCountsFilesAndHandshakes as serve does: how reading them again went, and clients that can't connect.
func TestProxyCountsFilesAndHandshakes(t *testing.T) {
	t.Chdir(t.TempDir())
	secure := httptest.NewTLSServer(nil)
	defer secure.Close()
	writePair(t, secure)
	write(t, "key", "upstreams-secret")
	p := startProxy(t, "--upstream", modelAPI(t, nil).URL, "--api-key-file", "key", "--tls-cert", "cert.pem", "--tls-key", "key.pem", "--admin-listen", "127.0.0.1:0")
	admin := p.logs(`serving admin.* address=(http://\S+)`)
	base := p.logs(`address=(https://\S+)`)
	response, err := http.Post(strings.Replace(base, "https:", "http:", 1)+"/chat/completions", "application/json", strings.NewReader(askFor))
	if err == nil {
		_ = response.Body.Close()
	}
	p.logs(`(failed TLS handshake)`)
	write(t, "key", "")
	p.logs(`(keeping the api key of \S+ as before)`)
	p.drop()
	_, body := p.ask(http.DefaultClient, http.MethodGet, admin+"/metrics", "")
	for _, want := range []string{
		`toolparser_tls_handshakes_failed_total 1`,
		`toolparser_certificate_expires_seconds ` + strconv.FormatFloat(float64(secure.Certificate().NotAfter.Unix()), 'g', -1, 64),
		`toolparser_file_reload_timestamp_seconds{file_kind="tls_certificate"} 1`,
		`toolparser_file_reload_failures_total{file_kind="tls_certificate"} 0`,
		`toolparser_file_reload_failures_total{file_kind="api_key_of_http://127.0.0.1:`,
	} {
		if !strings.Contains(body, "\n"+want) {
			t.Errorf("no %s in\n%s", want, body)
		}
	}
	if !regexp.MustCompile(`file_reload_failures_total\{file_kind="api_key_of_\S+"\} 1\n`).MatchString(body) {
		t.Errorf("the failure isn't counted:\n%s", body)
	}
	p.stop()
	p.wantEnd()
}

// writePair writes the certificate and the key of a server.
func writePair(t *testing.T, secure *httptest.Server) {
	t.Helper()
	certificate := secure.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	write(t, "cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Certificate[0]})))
	write(t, "key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})))
}

// TestProxyAnswersOnlyForItsOwnNames: a page that points a name of its own at the proxy uses nothing.
func TestProxyAnswersOnlyForItsOwnNames(t *testing.T) {
	p := startProxy(t, "--upstream", modelAPI(t, nil).URL)
	base := p.logs(`address=(http://\S+)`)
	p.drop()
	for host, want := range map[string]int{"localhost": 200, "127.0.0.1:1": 200, "rebound.example": 403, "10.0.0.1": 403} {
		if status, _ := p.ask(http.DefaultClient, http.MethodPost, base+"/chat/completions", askFor, "Host", host); status != want {
			t.Errorf("%s: %d", host, status)
		}
	}
	p.stop()
	p.wantEnd()
}

// TestProxyReadsKeysAgain at SIGHUP.
func TestProxyReadsKeysAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "key", "first-secret")
	keys := make(chan string, 10)
	p := startProxy(t, "--upstream", modelAPI(t, keys).URL, "--api-key-file", "key")
	base := p.logs(`address=(http://\S+)`)
	write(t, "key", "second-secret")
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	p.logs(`(read the api key of http://127\S+ again)`)
	p.drop()
	p.ask(http.DefaultClient, http.MethodPost, base+"/chat/completions", askFor)
	if got := <-keys; got != "Bearer second-secret" {
		t.Errorf("the upstream got %q", got)
	}
	p.stop()
	p.wantEnd()
}

// TestProxyDrains: open requests end well, and balancers see that it stops.
func TestProxyDrains(t *testing.T) {
	arrived, goOn := make(chan struct{}), make(chan struct{})
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		close(arrived)
		<-goOn
		_, _ = io.WriteString(w, "done")
	}))
	defer upstream.Close()
	p := startProxy(t, "--upstream", upstream.URL, "--admin-listen", "127.0.0.1:0", "--shutdown-timeout", "1m")
	admin := p.logs(`serving admin.* address=(http://\S+)`)
	base := p.logs(`address=(http://\S+)`)
	answered := make(chan string, 1)
	go func() {
		response, err := http.Get(base + "/models")
		if err != nil {
			answered <- err.Error()
			return
		}
		defer response.Body.Close() //nolint:errcheck // it is read
		text, _ := io.ReadAll(response.Body)
		answered <- string(text)
	}()
	<-arrived
	p.stop()
	p.logs(`msg=(draining)`)
	p.drop()
	if status, body := p.ask(http.DefaultClient, http.MethodGet, admin+"/healthz", ""); status != http.StatusServiceUnavailable {
		t.Errorf("/healthz: %d %s", status, body)
	}
	close(goOn)
	if got := <-answered; got != "done" {
		t.Errorf("the open request got %q", got)
	}
	p.wantEnd()
}

// TestProxySafe: only calls in markup, with arguments that match the schema.
func TestProxySafe(t *testing.T) {
	const offer = `{"model":"qwen3","tools":[{"type":"function","function":{"name":"rm","parameters":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}}}]}`
	for text, called := range map[string]bool{
		`<tool_call>{\"name\": \"rm\", \"arguments\": {\"path\": \"a\"}}</tool_call>`:                                                                          true,
		`{\"name\": \"rm\", \"arguments\": {\"path\": \"a\"}}`:                                                                                                 false,
		`<tool_call>{\"name\": \"rm\", \"arguments\": {\"path\": \"a\",}}</tool_call>`:                                                                         false, // 0.8
		`<tool_call>{\"name\": \"rm\", \"arguments\": {}}</tool_call>`:                                                                                         false,
		`<tool_call>{\"name\": \"rm\", \"arguments\": {\"path\": \"a\", \"force\": true}}</tool_call>`:                                                         false,
		`<tool_call>{\"name\": \"rm\", \"arguments\": {\"path\": \"a\"}}</tool_call><tool_call>{\"name\": \"rm\", \"arguments\": {\"path\": [1]}}</tool_call>`: false,
	} {
		p := startProxy(t, "--upstream", modelSays(t, text, nil).URL, "--safe")
		base := p.logs(`address=(http://\S+)`)
		p.drop()
		if _, body := p.ask(http.DefaultClient, http.MethodPost, base+"/chat/completions", offer); strings.Contains(body, `"tool_calls"`) != called {
			t.Errorf("%s: got %s", text, body)
		}
		p.stop()
		p.wantEnd()
	}
}
