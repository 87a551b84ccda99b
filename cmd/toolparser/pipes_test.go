//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pipe makes a pipe that no one writes to.
func pipe(t *testing.T, name string) {
	t.Helper()
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestPipesAreReadAsStandardInputIs: what a program writes to one that is named.
func TestPipesAreReadAsStandardInputIs(t *testing.T) {
	t.Chdir(t.TempDir())
	pipe(t, "pipe")
	const call = `{"name": "f", "parameters": {}}`
	for command, text := range map[string]string{
		"parse -f llama3":                              call,
		"detect":                                       call,
		"detect --jsonl --output-field text":           `{"text": "<|python_tag|>{\"name\": \"f\", \"parameters\": {}}"}` + "\n",
		"batch -f llama3 --output-field text":          `{"text": "a"}` + "\n",
		"batch -f llama3 --output-field text --strict": `{"text": "a"}` + "\n",
	} {
		want := execute(t, strings.Fields(command), text)
		written := make(chan error, 1)
		go func() { written <- os.WriteFile("pipe", []byte(text), 0) }()
		got := execute(t, append(strings.Fields(command), "pipe"), "")
		if err := <-written; err != nil {
			t.Fatal(err)
		}
		// An id that was made is another one each time.
		if got["exit"] != want["exit"] || got["stderr"] != want["stderr"] || len(got["stdout"]) != len(want["stdout"]) {
			t.Errorf("%s: %v, want %v", command, got, want)
		}
	}
}

// TestWaitingForAPipeCanBeInterrupted: for its writer, and for what that writes.
func TestWaitingForAPipeCanBeInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	pipe(t, "pipe")
	for _, written := range []bool{false, true} {
		if written {
			writer, err := os.OpenFile("pipe", os.O_RDWR, 0) // with a writer, opening it doesn't block
			if err != nil {
				t.Fatal(err)
			}
			defer writer.Close() //nolint:errcheck // the test is over
		}
		for _, command := range []string{"parse -f llama3 pipe", "detect pipe", "detect --jsonl pipe", "batch -f llama3 pipe"} {
			ctx, interrupt := context.WithCancel(context.Background())
			ended := make(chan string, 1)
			go func() {
				var out, err bytes.Buffer
				run(ctx, strings.Fields(command), stdio{in: strings.NewReader(""), out: &out, err: &err})
				ended <- err.String()
			}()
			interrupt()
			select {
			case <-ended:
			case <-time.After(patience):
				t.Fatalf("%s, with a writer %v: it still waits", command, written)
			}
		}
	}
}

// TestFilesOfSettingsAreRegular: tools and templates have no reason to be pipes, which would block.
func TestFilesOfSettingsAreRegular(t *testing.T) {
	t.Chdir(t.TempDir())
	pipe(t, "pipe")
	for _, command := range []string{
		"parse -f llama3 --tools pipe -", "batch --tools pipe -", "detect --tools pipe -", "import-template pipe", "infer-template pipe",
	} {
		if got := execute(t, strings.Fields(command), ""); got["exit"] != "1\n" || !strings.Contains(got["stderr"], "read pipe: it is a pipe; want a regular file") {
			t.Errorf("%s: %v", command, got)
		}
	}
	writeFiles(t, map[string]string{"items": `{"id": "1", "request": {"family": "llama3"}}`})
	if got := execute(t, strings.Fields("batch items --output pipe --resume"), ""); got["exit"] != "2\n" || !strings.Contains(got["stderr"], "--output pipe is no regular file") {
		t.Errorf("got %v", got)
	}
}

// TestALineIsBounded, also where it has an end: of several lines, the error names the one.
func TestALineIsBounded(t *testing.T) {
	text := `{"text": "a"}` + "\n" + strings.Repeat("x", maxLineBytes) + "\n"
	for _, command := range []string{"batch -f llama3 --output-field text", "detect --jsonl --output-field text"} {
		if got := execute(t, strings.Fields(command), text); got["exit"] != "1\n" || !strings.Contains(got["stderr"], "read line 2: it is over the limit of 67108864 bytes") {
			t.Errorf("%s: %v", command, got)
		}
	}
	text = `{"text": "a"}` + strings.Repeat(" ", maxLineBytes-14) + "\n"
	if got := execute(t, strings.Fields("batch -f llama3 --output-field text"), text); got["exit"] != "" {
		t.Errorf("a line of %d bytes: %v", len(text), got)
	}
}
