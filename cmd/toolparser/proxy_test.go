//go:build unix

package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestProxy runs the command as a person would, with nothing but the upstream: it asks for a
// completion whose call comes as text, and ends the command with a signal.
func TestProxy(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"model":"qwen3","choices":[{"message":{"content":"<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>"}}]}`)
	}))
	defer upstream.Close()
	logReader, logWriter := io.Pipe()
	code := make(chan int, 1)
	go func() {
		args := []string{"proxy", "--upstream", upstream.URL, "--listen", "127.0.0.1:0"}
		code <- run(context.Background(), args, stdio{out: io.Discard, err: logWriter})
		_ = logWriter.Close()
	}()
	log := bufio.NewScanner(logReader)
	waitFor(t, log, regexp.MustCompile(`msg=(starting) version=\S`))
	base := waitFor(t, log, regexp.MustCompile(`address=(http://\S+)`))
	go func() {
		for log.Scan() { // so that the proxy doesn't wait for a reader
		}
	}()
	r, err := http.Post(base+"/chat/completions", "application/json", strings.NewReader(`{"tools":[{"type":"function","function":{"name":"f"}}]}`)) //nolint:noctx // the test ends the proxy
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r.Body)
	_ = r.Body.Close()
	if err != nil || !strings.Contains(string(text), `"function":{"name":"f","arguments":"{}"}`) {
		t.Errorf("got %s, %v", text, err)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-code:
		if got != exitOK {
			t.Errorf("exit code %d", got)
		}
	case <-time.After(patience):
		t.Error("proxy does not end")
	}
}

func TestProxyReportsAllWrongSettings(t *testing.T) {
	got := execute(t, []string{"proxy", "--listen", "0.0.0.0:1", "--min-confidence", "2", "--stall-timeout", "-1s"}, "")
	for _, want := range []string{"--upstream: missing", `--listen "0.0.0.0:1": other machines reach it`, "--min-confidence 2: want", "--stall-timeout -1s: want"} {
		if !strings.Contains(got["stderr"], want) {
			t.Errorf("%q isn't in %s", want, got["stderr"])
		}
	}
	if got["exit"] != "2\n" {
		t.Errorf("the exit code is %s", got["exit"])
	}
	if got := execute(t, []string{"proxy", "--upstream", "http://127.0.0.1", "--family", "nope"}, ""); got["exit"] != "2\n" || !strings.Contains(got["stderr"], "nope") {
		t.Errorf("got %v", got)
	}
	got = execute(t, []string{"proxy", "--upstream", "http://127.0.0.1:1/v1", "--listen", ""}, "")
	if want := `--listen "": want host:port`; !strings.Contains(got["stderr"], want) {
		t.Errorf("want %q in %s", want, got["stderr"])
	}
}
