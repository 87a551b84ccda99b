package main

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// Each term of a chain is dropped by itself, wherever the chain is, and what is left compiles.
func TestMutate(t *testing.T) {
	const source = `package p

func f(a, b, c bool) bool {
	if a && b && (b || c) {
		return !a
	}
	return a
}
`
	list, err := mutate("p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		if _, err := parser.ParseFile(token.NewFileSet(), m.file, m.source, 0); err != nil {
			t.Errorf("%s: %v", m, err)
		}
		got = append(got, strings.TrimSpace(strings.Split(m.source, "\n")[m.line-1]))
	}
	want := []string{
		"if (false && (a && b && (b || c))) {",
		"if (true || (a && b && (b || c))) {",
		"if (true || (a)) && b && (b || c) {",
		"if a && (true || (b)) && (b || c) {",
		"if a && b && (true || ((b || c))) {",
		"if a && b && ((false && (b)) || c) {",
		"if a && b && (b || (false && (c))) {",
		"return a",
	}
	if !slices.Equal(got, want) {
		t.Errorf("mutants:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The rooms have mutants, and tests have none.
func TestRoomFiles(t *testing.T) {
	files, err := roomFiles("../..", "match,look")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(files, "parsers/internal/match/match.go") || slices.ContainsFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") }) {
		t.Errorf("files %q", files)
	}
}
