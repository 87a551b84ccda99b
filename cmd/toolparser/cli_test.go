package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite what the cases of testdata want, and what documents say of every family")

// TestCommands runs the command lines of testdata/*.txtar. A case's comment
// says what it is about and, after "$ ", the command; its files are those that
// the command finds in its folder, stdin, and what it must print: stdout,
// stderr, and exit (the code, 0 if missing).
func TestCommands(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { testCommand(t, file) })
	}
}

func testCommand(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
		if err := os.WriteFile(f.Name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := execute(t, commandOf(t, archive), want["stdin"])
	if *update {
		rewrite(t, path, archive, got)
		return
	}
	for name, text := range got {
		if diff := cmp.Diff(want[name], text); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// commandOf is the command line, without the program.
func commandOf(t *testing.T, archive *txtar.Archive) []string {
	t.Helper()
	for line := range strings.Lines(string(archive.Comment)) {
		if command, ok := strings.CutPrefix(line, "$ toolparser"); ok {
			return strings.Fields(command)
		}
	}
	t.Fatal("the case has no command")
	return nil
}

var (
	madeID  = regexp.MustCompile(`(chatcmpl-tool-)[0-9a-f]{32}|(call_)[0-9A-Za-z]{24}`)
	written = regexp.MustCompile(`(?m)^(# Written by toolparser )\S+$`)
)

func execute(t *testing.T, args []string, stdin string) map[string]string {
	t.Helper()
	var out, errOut bytes.Buffer
	code := run(context.Background(), args, stdio{in: strings.NewReader(stdin), out: &out, err: &errOut})
	exit := ""
	if code != exitOK {
		exit = string(rune('0'+code)) + "\n"
	}
	return map[string]string{
		"stdout": written.ReplaceAllString(madeID.ReplaceAllString(out.String(), "${1}${2}ID"), "${1}VERSION"),
		"stderr": errOut.String(),
		"exit":   exit,
	}
}

func rewrite(t *testing.T, path string, archive *txtar.Archive, got map[string]string) {
	t.Helper()
	var kept []txtar.File
	for _, f := range archive.Files {
		if _, printed := got[f.Name]; !printed {
			kept = append(kept, f)
		}
	}
	for _, name := range []string{"stdout", "stderr", "exit"} {
		if got[name] != "" {
			kept = append(kept, txtar.File{Name: name, Data: []byte(got[name])})
		}
	}
	archive.Files = kept
	if err := os.WriteFile(path, txtar.Format(archive), 0o600); err != nil {
		t.Fatal(err)
	}
}
