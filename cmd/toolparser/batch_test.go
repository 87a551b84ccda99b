package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestBatchResumes cuts the output of a batch anywhere: what a second run makes of
// it, of its summary and of the lines that failed, is what one run makes.
func TestBatchResumes(t *testing.T) {
	t.Chdir(t.TempDir())
	var items strings.Builder
	for i := range 30 {
		fmt.Fprintf(&items, `{"id": "%d", "request": {"family": "%s", "model_output": "{\"name\": \"f%d\", \"parameters\": {}}"}}`+"\n%s",
			i, []string{"llama3", "hermes", ""}[i%3], i, strings.Repeat("\n", i%3))
		if i%10 == 5 {
			items.WriteString("broken\n")
		}
	}
	writeFiles(t, map[string]string{"items": items.String()})
	first := execute(t, []string{"batch", "items", "--output", "whole", "--unread", "unread"}, "")
	if first["exit"] != "" {
		t.Fatal(first)
	}
	whole, unread := readFile(t, "whole"), readFile(t, "unread")
	if n := strings.Count(whole, "\n"); n != 30 {
		t.Fatalf("%d answers", n)
	}
	if n := strings.Count(unread, "\n"); n != 10+3 { // those without a family, and those that are broken
		t.Fatalf("%d lines weren't read", n)
	}
	for _, cut := range []int{0, 1, len(whole) / 3, len(whole) / 2, len(whole) - 1, len(whole)} {
		writeFiles(t, map[string]string{"part": whole[:cut]})
		again := execute(t, []string{"batch", "items", "--output", "part", "--resume", "--unread", "unread"}, "")
		if part := withoutIDs(readFile(t, "part")); part != withoutIDs(whole) {
			t.Errorf("cut at %d: %d bytes, want %d", cut, len(part), len(whole))
		}
		if got := readFile(t, "unread"); again["stderr"] != first["stderr"] || got != unread {
			t.Errorf("cut at %d: the summary is %s\nnot %s\nand %q weren't read, not %q", cut, again["stderr"], first["stderr"], got, unread)
		}
	}
	if got := execute(t, []string{"batch", "items", "--resume"}, ""); got["exit"] != "2\n" {
		t.Errorf("--resume without --output: %v", got)
	}
}

// TestBatchHasSpecialTokens: an item can say where the special tokens of its output are.
func TestBatchHasSpecialTokens(t *testing.T) {
	t.Chdir(t.TempDir())
	const request = `{"request": {"family": "hermes", "model_output": "<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>", "special_tokens": {%s}}}` + "\n"
	writeFiles(t, map[string]string{"items": fmt.Sprintf(request, "") + fmt.Sprintf(request, `"spans": [{"start": 0, "end": 11}, {"start": 41, "end": 53}]`) +
		fmt.Sprintf(request, `"spans": [{"start": 41, "end": 54}]`)})
	var got []string
	for line := range strings.Lines(execute(t, []string{"batch", "items"}, "")["stdout"]) {
		got = append(got, fmt.Sprint(strings.Count(line, `"hermes/tool_call"`), strings.Contains(line, "outside of the text")))
	}
	if want := []string{"0 false", "1 false", "0 true"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// withoutIDs is a text without the ids that differ from run to run.
func withoutIDs(text string) string { return madeID.ReplaceAllString(text, "ID") }

// TestBatchNoticesAnotherInput: a run that goes on leaves the answers to others alone.
func TestBatchNoticesAnotherInput(t *testing.T) {
	t.Chdir(t.TempDir())
	const (
		one   = `{"text": "{\"name\": \"f\", \"parameters\": {}}"}` + "\n"
		two   = `{"text": "Hi."}` + "\n"
		three = `{"text": "Ho."}` + "\n"
		// An item with an id of its own.
		own = `{"id": "%s", "request": {"family": "llama3"}}` + "\n"
	)
	log := []string{"--output-field", "text", "--family", "llama3"}
	for name, tc := range map[string]struct {
		before, now string
		flags, more []string // of both runs, of the second one
		want        string   // of the error; empty: it goes on
	}{
		"the same":             {one + two, one + two + three, log, nil, ""},
		"an empty file":        {"", one, log, nil, ""},
		"another first line":   {one + two, three + two + two, log, nil, "has another answer to line 1 than the line gets now"},
		"another last line":    {one + two + two, one + two + three + one, log, nil, "has another answer to line 3 than the line gets now"},
		"a line that is added": {one + one + two, "{}\n" + one + one + two, log, nil, `has an answer to "1" where the input has "2"`},
		"fewer lines":          {one + two + three, one + two, log, nil, "has more answers (3) than there are items (2)"},
		"no lines":             {one, "\n", log, nil, "has more answers (1) than there are items (0)"},
		"another family":       {one + two, one + two, log, []string{"--family", "hermes"}, "has another answer to line 1"},
		"another id":           {fmt.Sprintf(own, "1") + fmt.Sprintf(own, "2"), fmt.Sprintf(own, "1") + fmt.Sprintf(own, "3"), nil, nil, `has an answer to "2" where the input has "3"`},
	} {
		writeFiles(t, map[string]string{"before": tc.before, "now": tc.now})
		if got := execute(t, slices.Concat([]string{"batch", "before", "-o", "answers"}, tc.flags), ""); got["exit"] != "" {
			t.Fatal(name, got)
		}
		answers := readFile(t, "answers")
		got := execute(t, slices.Concat([]string{"batch", "now", "-o", "answers", "--resume"}, tc.flags, tc.more), "")
		if tc.want == "" {
			if got["exit"] != "" {
				t.Errorf("%s: %v", name, got)
			}
			continue
		}
		if got["exit"] != "2\n" || !strings.Contains(got["stderr"], "toolparser: --output answers "+tc.want) {
			t.Errorf("%s: %v, want %s", name, got, tc.want)
		}
		if after := readFile(t, "answers"); after != answers {
			t.Errorf("%s: the answers are changed", name)
		}
	}
}

// TestBatchKeepsItsInput: what is read isn't written, by whatever name.
func TestBatchKeepsItsInput(t *testing.T) {
	t.Chdir(t.TempDir())
	const items = `{"id": "1", "request": {"family": "llama3"}}` + "\n" + `{"id": "2"}`
	writeFiles(t, map[string]string{"items": items})
	if err := os.Symlink("items", "link"); err != nil {
		t.Fatal(err)
	}
	stdin, err := os.Open("items")
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close() //nolint:errcheck // it was only read
	for _, args := range [][]string{
		{"items", "-o", "items"}, {"items", "-o", "items", "--resume"}, {"./items", "-o", "link"}, {"link", "-o", "items"}, {"-o", "items"},
		{"items", "--failed", "items"}, {"items", "--failed", "link"}, {"items", "--unread", "link"},
	} {
		var out, errOut bytes.Buffer
		code := run(context.Background(), append([]string{"batch"}, args...), stdio{in: stdin, out: &out, err: &errOut})
		if want := "is what is read"; code != exitUsage || !strings.Contains(errOut.String(), want) {
			t.Errorf("%v: exit %d, %s", args, code, errOut.String())
		}
		if text := readFile(t, "items"); text != items {
			t.Fatalf("%v: the input is %q", args, text)
		}
	}
}

// TestBatchIsInterrupted: also while it waits for a line, an interrupted batch ends, keeps what it
// has, and says how to go on.
func TestBatchIsInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	const line, lines = `{"text": "Hi."}` + "\n", 200
	log := []string{"--output-field", "text", "--family", "llama3"}
	for want, args := range map[string][]string{
		"to go on, run the same command with --resume":            {"-o", "answers"},
		"a run with --output FILE can go on later, with --resume": nil,
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		in, pipe := io.Pipe()
		var out, errOut bytes.Buffer
		ended := make(chan int, 1)
		go func() {
			ended <- run(ctx, slices.Concat([]string{"batch"}, log, args), stdio{in: in, out: &out, err: &errOut})
		}()
		for range lines { // some of the last may still be without an answer
			if _, err := io.WriteString(pipe, line); err != nil {
				t.Fatal(err)
			}
		}
		interrupt()
		code := <-ended
		_ = pipe.Close()
		answers := out.String()
		if args != nil {
			answers = readFile(t, "answers")
		}
		n := strings.Count(answers, "\n")
		want := fmt.Sprintf("toolparser: interrupted after line %d, with %d answers; %s\n", n, n, want)
		if code != exitError || !strings.HasSuffix(errOut.String(), want) || n == 0 {
			t.Errorf("exit %d, %s\nnot %s", code, errOut.String(), want)
		}
	}
	writeFiles(t, map[string]string{"log": strings.Repeat(line, lines+5)})
	got := execute(t, slices.Concat([]string{"batch", "log", "-o", "answers", "--resume"}, log), "")
	if n := strings.Count(readFile(t, "answers"), "\n"); got["exit"] != "" || n != lines+5 {
		t.Errorf("it goes on to %d answers: %v", n, got)
	}
}
