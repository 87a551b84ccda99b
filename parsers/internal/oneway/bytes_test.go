package oneway

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// named are the bytes that few files may name, in a literal, and how many files may. What
// quotes and what markers begin with is decided in one place, for all. The numbers may only fall.
var named = []struct {
	what  string
	files int
	names func(lit *ast.BasicLit, text string) bool
}{
	{"a backtick", 26, func(_ *ast.BasicLit, text string) bool { return strings.Contains(text, "`") }},
	{"'<'", 3, func(lit *ast.BasicLit, text string) bool { return lit.Kind == token.CHAR && text == "<" }},
}

// Few files name what quotes, or what markers begin with.
func TestFewFilesNameBytes(t *testing.T) {
	found := make([][]string, len(named))
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.CHAR && lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Error(err)
			}
			for i := range named {
				if named[i].names(lit, text) && !slices.Contains(found[i], path) {
					found[i] = append(found[i], path)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, few := range named {
		switch n := len(found[i]); {
		case n > few.files:
			t.Errorf("%d files name %s, %d at most: ask the room of fences, or what the table's markers begin with (place.Around.Firsts): %s",
				n, few.what, few.files, strings.Join(found[i], ", "))
		case n < few.files:
			t.Errorf("%d files name %s now: write that into named", n, few.what)
		}
	}
}
