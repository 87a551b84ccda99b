//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHTTPDocument runs what docs/use/http.md says to type, and compares what it says is
// answered.
func TestHTTPDocument(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl isn't here")
	}
	address := serveHTTP(t)
	blocks := regexp.MustCompile("(?s)```sh\n([^`]*)```\n\n```(json|jsonl)\n(.*?)```").FindAllStringSubmatch(readDoc(t, "docs/use/http.md"), -1)
	if len(blocks) < 4 {
		t.Fatalf("docs/use/http.md has %d commands", len(blocks))
	}
	for _, block := range blocks {
		command := strings.ReplaceAll(block[1], "127.0.0.1:8080", address)
		output, err := exec.Command("bash", "-c", command).CombinedOutput()
		if err != nil {
			t.Fatalf("%s\n%v\n%s", command, err, output)
		}
		want, got := documents(t, block[3]), documents(t, string(output))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\n%s\nanswers\n%s", block[1], diff, output)
		}
	}
}

// documents are JSON texts, one after the other, without the ids made at random.
func documents(t *testing.T, text string) (list []any) {
	t.Helper()
	text = regexp.MustCompile(`chatcmpl-tool-[0-9a-f]{32}`).ReplaceAllString(text, "chatcmpl-tool-ID")
	for decoder := json.NewDecoder(strings.NewReader(text)); ; {
		var document any
		if err := decoder.Decode(&document); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		list = append(list, document)
	}
}

// serveHTTP runs serve with an HTTP listener until the test ends, and returns the
// listener's address.
func serveHTTP(t *testing.T, flags ...string) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		args := append([]string{"serve", "--listen", "unix:" + filepath.Join(t.TempDir(), "t.sock"), "--http-listen", "127.0.0.1:0"}, flags...)
		ended <- run(ctx, args, stdio{out: io.Discard, err: writer})
		_ = writer.Close()
	}()
	log := bufio.NewScanner(reader)
	address := waitFor(t, log, regexp.MustCompile(`protocol=http .*address=(\S+)`))
	go func() {
		for log.Scan() { // so that the server doesn't wait for a reader
		}
	}()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != exitOK {
			t.Errorf("exit code %d", code)
		}
	})
	return address
}
