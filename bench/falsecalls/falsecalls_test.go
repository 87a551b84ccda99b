package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// every is how many files of the list the sample passes over for each that it reads: it takes seconds.
const every = 20

// No family reads a call in a sample of ordinary texts. `make falsecalls` reads all of them.
func TestNoOrdinaryTextGivesACall(t *testing.T) {
	p, err := findPlaces()
	if err != nil {
		t.Fatal(err)
	}
	l, err := readList(".")
	if err != nil {
		t.Fatal(err)
	}
	var sample []entry
	for i := 0; i < len(l.files); i += every {
		sample = append(sample, l.files[i])
	}
	l.files = sample
	texts, left, err := l.texts(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range left {
		t.Log("skipped:", what)
	}
	if len(texts) == 0 {
		t.Skip("none of the texts are here")
	}
	unknown, gone := l.compare(texts, search(texts))
	for _, c := range unknown {
		t.Errorf("a call in an ordinary text: %s", c)
	}
	for _, k := range gone {
		t.Errorf("%s: %s has no call for %s any more", knownFile, k.name, k.family)
	}
}

// What isn't here is left out with a word, and what was changed is an error.
func TestTexts(t *testing.T) {
	root, cache := t.TempDir(), t.TempDir()
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(root, "src", "a.go"), "package a")
	write(filepath.Join(cache, "example.org", "!up@v1.0.0", "x.md"), "# X")
	l := &list{version: "go1.2.3", files: []entry{
		{"code", sum([]byte("package a")), "go/src/a.go"},
		{"documentation", sum([]byte("# X")), "example.org/Up@v1.0.0/x.md"},
		{"data", "0", "example.org/absent@v1.0.0/x.json"},
	}}
	texts, left, err := l.texts(&places{root, cache, "go1.2.3"})
	if err != nil || len(texts) != 2 || len(left) != 1 || !strings.Contains(left[0], "example.org/absent@v1.0.0") {
		t.Errorf("texts %v, left out %q, error %v; want two texts, and the absent module left out", texts, left, err)
	}
	texts, left, err = l.texts(&places{root, cache, "go1.2.4"})
	if err != nil || len(texts) != 1 || len(left) != 2 {
		t.Errorf("another version of Go: texts %v, left out %q, error %v; want the module's text alone", texts, left, err)
	}
	write(filepath.Join(root, "src", "a.go"), "package b")
	if _, _, err = l.texts(&places{root, cache, "go1.2.3"}); err == nil || !strings.Contains(err.Error(), "go/src/a.go") {
		t.Errorf("a changed file: error %v, want one that names it", err)
	}
}

// What the families read as a call is found, unless the list names it.
func TestSearch(t *testing.T) {
	texts := []text{
		{"plain.md", "To read a file, call read(path) or `list`."},
		{"call.md", "<tool_call>\n{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>"},
	}
	found := search(texts)
	l := &list{known: []known{{"plain.md", "hermes", "no call"}}}
	for _, c := range found {
		if c.name != "call.md" {
			t.Errorf("found %s", c)
		}
		if c.family != "hermes" {
			l.known = append(l.known, known{c.name, c.family, "the form of this family, too"})
		}
	}
	unknown, gone := l.compare(texts, found)
	if len(unknown) != 2 || unknown[0].family != "hermes" || unknown[0].Name != "read" {
		t.Errorf("unlisted calls: %v, want the one of hermes, in both requests", unknown)
	}
	if len(gone) != 1 || gone[0].name != "plain.md" {
		t.Errorf("listed calls that are gone: %v, want the one of plain.md", gone)
	}
}
