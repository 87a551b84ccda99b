//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/buildinfo"
)

// patience is how long a test waits for what must happen: longer than any
// machine takes that isn't stuck.
const patience = time.Minute

// TestServe runs the command as a person would: it makes a call, reads the
// metrics, and ends it with a signal.
func TestServe(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "t.sock")
	logReader, logWriter := io.Pipe()
	code := make(chan int, 1)
	go func() {
		args := []string{"serve", "--listen", "unix:" + socket, "--metrics-listen", "127.0.0.1:0", "--shutdown-timeout", "2s"}
		code <- run(context.Background(), args, stdio{out: io.Discard, err: logWriter})
		_ = logWriter.Close()
	}()
	log := bufio.NewScanner(logReader)
	waitFor(t, log, regexp.MustCompile(`msg=(starting) version=\S`))
	metrics := waitFor(t, log, regexp.MustCompile(`address=(http://\S+/metrics)`))
	waitFor(t, log, regexp.MustCompile(`address=(\S+t\.sock)`))
	go func() {
		for log.Scan() { // so that the server doesn't wait for a reader
		}
	}()

	conn, err := grpc.NewClient("unix:"+socket, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // the test is over
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	response, err := toolparserv1.NewToolParserServiceClient(conn).ParseToolCalls(ctx, &toolparserv1.ParseToolCallsRequest{
		Family: "llama3", ModelOutput: `{"name": "f", "parameters": {}}`,
	})
	if err != nil || len(response.GetResult().GetToolCalls()) != 1 {
		t.Fatal(response, err)
	}
	wantMetric(t, metrics, `toolparser_outputs_total{family="llama3",format="llama3/json",outcome="called",shape=`)
	wantMetric(t, metrics, `grpc_server_handled_total{grpc_code="OK",grpc_method="ParseToolCalls",grpc_service="toolparser.v1.ToolParserService",grpc_type="unary"} 1`)

	_ = conn.Close()
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-code:
		if got != exitOK {
			t.Errorf("exit code %d", got)
		}
	case <-time.After(patience):
		t.Error("serve does not end")
	}
}

// waitFor reads the log up to a line that matches and returns the group.
func waitFor(t *testing.T, log *bufio.Scanner, pattern *regexp.Regexp) string {
	t.Helper()
	for log.Scan() {
		if m := pattern.FindStringSubmatch(log.Text()); m != nil {
			return m[1]
		}
	}
	t.Fatalf("the log ends without %v", pattern)
	return ""
}

func wantMetric(t *testing.T, url, want string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(body), want) {
		t.Errorf("the metrics lack %s", want)
	}
}

// TestServeEndsWithoutItsCollector: one that takes what is sent and never answers keeps no
// process from its end.
func TestServeEndsWithoutItsCollector(t *testing.T) {
	collector, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer collector.Close() //nolint:errcheck // the test is over
	socket := filepath.Join(t.TempDir(), "t.sock")
	logReader, logWriter := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		args := []string{"serve", "--listen", "unix:" + socket, "--otlp-url", "http://" + collector.Addr().String(), "--trace-ratio", "1"}
		run(ctx, args, stdio{out: io.Discard, err: logWriter})
		_ = logWriter.Close()
	}()
	log := bufio.NewScanner(logReader)
	waitFor(t, log, regexp.MustCompile(`address=(\S+t\.sock)`))
	go func() {
		conn, err := grpc.NewClient("unix:"+socket, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err == nil {
			_, _ = toolparserv1.NewToolParserServiceClient(conn).ListFamilies(ctx, &toolparserv1.ListFamiliesRequest{})
			_ = conn.Close()
		}
	}()
	waitFor(t, log, regexp.MustCompile(`(ListFamilies)`))
	stop()
	waitFor(t, log, regexp.MustCompile(`msg=traces error="(context deadline exceeded)"`))
	for log.Scan() { // up to the end of the process
	}
}

func TestServeAddressInUse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	got := execute(t, []string{"serve", "--listen", "unix:" + file}, "")
	if got["exit"] != "1\n" || !strings.Contains(got["stderr"], "is not a socket") {
		t.Errorf("got %v", got)
	}
}

func TestVersionText(t *testing.T) {
	for want, built := range map[string]buildinfo.Info{
		"toolparser v1.2.3 (revision 0123abc of 2026-11-30T06:48:34Z, modified) go1.": {Version: "v1.2.3", Revision: "0123abc", Date: "2026-11-30T06:48:34Z", Modified: true},
		"toolparser v1.2.3 (revision 0123abc of 2026-11-30T06:48:34Z) go1.":           {Version: "v1.2.3", Revision: "0123abc", Date: "2026-11-30T06:48:34Z"},
		"toolparser v1.2.3 (revision 0123abc) go1.":                                   {Version: "v1.2.3", Revision: "0123abc"},
		"toolparser v1.2.3 go1.":                                     {Version: "v1.2.3"},
		"toolparser 0.1.0-devel (the build recorded no commit) go1.": {Version: "0.1.0-devel"},
	} {
		if got := versionText(built); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, words := range []string{"version", "--version"} {
		if got := execute(t, []string{words}, ""); got["stdout"] != builtVersion()+"\n" || got["exit"] != "" {
			t.Errorf("%s: got %v", words, got)
		}
	}
}

// TestVersionJSON: the same for programs. What the build didn't record is missing.
func TestVersionJSON(t *testing.T) {
	var own builtObject
	if got := execute(t, []string{"version", "--json"}, ""); json.Unmarshal([]byte(got["stdout"]), &own) != nil || own.Version != buildinfo.Read().Version || own.Go != runtime.Version() {
		t.Errorf("version --json: %v", got)
	}
	platform := `,"go":"` + runtime.Version() + `","platform":"` + runtime.GOOS + "/" + runtime.GOARCH + `"}`
	for want, built := range map[string]buildinfo.Info{
		`{"version":"v1.2.3","revision":"0123abc","date":"2026-11-30T06:48:34Z","modified":false`: {Version: "v1.2.3", Revision: "0123abc", Date: "2026-11-30T06:48:34Z"},
		`{"version":"v1.2.3","revision":"0123abc","modified":true`:                                {Version: "v1.2.3", Revision: "0123abc", Modified: true},
		`{"version":"v1.2.3"`: {Version: "v1.2.3"},
	} {
		if got, err := json.Marshal(versionObject(built)); err != nil || string(got) != want+platform {
			t.Errorf("%s, %v, want %s", got, err, want+platform)
		}
	}
}

// TestStartIsLogged: the log says which program started.
func TestStartIsLogged(t *testing.T) {
	for want, built := range map[string]buildinfo.Info{
		"msg=starting version=v1.2.3 revision=0123abc date=2026-11-30T06:48:34Z modified=true\n": {Version: "v1.2.3", Revision: "0123abc", Date: "2026-11-30T06:48:34Z", Modified: true},
		"msg=starting version=0.1.0-devel\n":                                                     {Version: "0.1.0-devel"},
	} {
		var log strings.Builder
		logStart(newLogger(&log, logText, slog.LevelInfo), built)
		if !strings.HasSuffix(log.String(), want) {
			t.Errorf("%s, want %s", log.String(), want)
		}
	}
}

// TestServeFindsAnotherOne: the error of an address in use says what to do, once.
func TestServeFindsAnotherOne(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // the test is over
	for _, flag := range []string{"--listen", "--http-listen", "--metrics-listen", "--admin-listen"} {
		args := []string{"serve", "--listen", "unix:" + filepath.Join(t.TempDir(), "s"), flag, l.Addr().String()}
		got := execute(t, args, "")
		want := "toolparser: listen on " + l.Addr().String() + ": address already in use; is another toolparser running? use " + flag + " to serve another address\n"
		if got["exit"] != "1\n" || !strings.HasSuffix(got["stderr"], want) {
			t.Errorf("%s: %v, want %s", flag, got, want)
		}
	}
}

func TestMisspeltCommand(t *testing.T) {
	got := execute(t, []string{"srve"}, "")
	if want := "toolparser: toolparser has no command \"srve\"; did you mean serve?\n"; !strings.HasPrefix(got["stderr"], want) || got["exit"] != "2\n" {
		t.Errorf("got %v", got)
	}
}

// TestServeReadsFilesAgainAtSIGHUP, which would end the process by itself.
func TestServeReadsFilesAgainAtSIGHUP(t *testing.T) {
	dir := t.TempDir()
	socket, tokens := filepath.Join(dir, "t.sock"), filepath.Join(dir, "tokens")
	if err := os.WriteFile(tokens, []byte("a the-token-of-a-caller"), 0o600); err != nil {
		t.Fatal(err)
	}
	logReader, logWriter := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"serve", "--listen", "unix:" + socket, "--tokens", tokens}, stdio{out: io.Discard, err: logWriter})
		_ = logWriter.Close()
	}()
	log := bufio.NewScanner(logReader)
	waitFor(t, log, regexp.MustCompile(`address=(\S+t\.sock)`))
	for range 3 {
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		waitFor(t, log, regexp.MustCompile(`(read the tokens again)`))
	}
	if err := os.WriteFile(tokens, []byte("a short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	waitFor(t, log, regexp.MustCompile(`level=WARN msg="(keeping the tokens as before)".*less than 16 bytes`))
	go func() {
		for log.Scan() { // so that the server doesn't wait for a reader
		}
	}()
	stop()
	if got := <-code; got != exitOK {
		t.Errorf("exit code %d", got)
	}
}
