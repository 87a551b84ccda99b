package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestBatchResumes cuts the output of a batch anywhere: what a second run makes of
// it is what one run makes.
func TestBatchResumes(t *testing.T) {
	t.Chdir(t.TempDir())
	var items strings.Builder
	for i := range 30 {
		fmt.Fprintf(&items, `{"id": "%d", "request": {"family": ""}}`+"\n%s", i, strings.Repeat("\n", i%3))
	}
	if err := os.WriteFile("items", []byte(items.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := execute(t, []string{"batch", "items", "--output", "whole"}, ""); got["exit"] != "" {
		t.Fatal(got)
	}
	whole, err := os.ReadFile("whole")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(whole), "\n"); n != 30 {
		t.Fatalf("%d answers", n)
	}
	for _, cut := range []int{0, 1, len(whole) / 3, len(whole) / 2, len(whole) - 1, len(whole)} {
		if err := os.WriteFile("part", whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		execute(t, []string{"batch", "items", "--output", "part", "--resume"}, "")
		if part, err := os.ReadFile("part"); err != nil || string(part) != string(whole) {
			t.Errorf("cut at %d: %d bytes, error %v", cut, len(part), err)
		}
	}
	got := execute(t, []string{"batch", "-", "--output", "whole", "--resume"}, `{"id": "1"}`)
	if want := "toolparser: --output whole has more answers (30) than there are items (1): it is of others\n"; got["exit"] != "1\n" || !strings.HasSuffix(got["stderr"], want) {
		t.Errorf("what another run wrote: %v", got)
	}
	if got := execute(t, []string{"batch", "items", "--resume"}, ""); got["exit"] != "2\n" {
		t.Errorf("--resume without --output: %v", got)
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
	} {
		var out, errOut bytes.Buffer
		code := run(context.Background(), append([]string{"batch"}, args...), stdio{in: stdin, out: &out, err: &errOut})
		if want := "is what is read"; code != exitUsage || !strings.Contains(errOut.String(), want) {
			t.Errorf("%v: exit %d, %s", args, code, errOut.String())
		}
		if text, err := os.ReadFile("items"); err != nil || string(text) != items {
			t.Fatalf("%v: the input is %q, %v", args, text, err)
		}
	}
}
