package main

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// Each term of a chain is dropped alone, wherever the chain is, and all mutants fit into one source.
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
	var all []numbered
	for i, m := range list {
		all = append(all, numbered{m, i + 1})
		changed := change(source, all[i:])
		got = append(got, strings.TrimSpace(strings.Split(change(source, []numbered{{m, 7}}), "\n")[m.line-1]))
		if _, err := parser.ParseFile(token.NewFileSet(), m.file, changed, 0); err != nil {
			t.Errorf("%s: %v", m, err)
		}
	}
	want := []string{
		"if (!(numberOfMutant == 7) && (a && b && (b || c))) {",
		"if ((numberOfMutant == 7) || (a && b && (b || c))) {",
		"if ((numberOfMutant == 7) || (a)) && b && (b || c) {",
		"if a && ((numberOfMutant == 7) || (b)) && (b || c) {",
		"if a && b && ((numberOfMutant == 7) || ((b || c))) {",
		"if a && b && ((!(numberOfMutant == 7) && (b)) || c) {",
		"if a && b && (b || (!(numberOfMutant == 7) && (c))) {",
		"return ((numberOfMutant == 7) != (!a))",
	}
	if !slices.Equal(got, want) {
		t.Errorf("mutants:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	const both = "if (!(numberOfMutant == 1) && (((numberOfMutant == 2) || (a && b && (b || c))))) {"
	if line := strings.TrimSpace(strings.Split(change(source, all[:2]), "\n")[3]); line != both {
		t.Errorf("two mutants of one condition: %s, want %s", line, both)
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
