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

// named are the bytes that few files may name, in a literal, and which files may. What quotes
// and what markers begin with is decided in one place, for all. The lists may only get shorter.
var named = []struct {
	what  string
	files []string
	names func(lit *ast.BasicLit, text string) bool
	ask   string // what other files do
}{
	{
		"a backtick", []string{"fence/fence.go"},
		func(_ *ast.BasicLit, text string) bool { return strings.Contains(text, "`") },
		"ask package fence which runs quote, and what begins one (fence.Begins) or ends a word (fence.Code)",
	},
	{
		"'<'", []string{"engine/functiontag.go", "engine/triggers.go", "tags/pieces.go"},
		func(lit *ast.BasicLit, text string) bool { return lit.Kind == token.CHAR && text == "<" },
		"ask what the table's markers begin with (place.Around.Firsts)",
	},
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
			name := strings.TrimPrefix(filepath.ToSlash(path), "../")
			for i := range named {
				if named[i].names(lit, text) && !slices.Contains(found[i], name) {
					found[i] = append(found[i], name)
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
		for _, path := range found[i] {
			if !slices.Contains(few.files, path) {
				t.Errorf("%s names %s: %s", path, few.what, few.ask)
			}
		}
		for _, path := range few.files {
			if !slices.Contains(found[i], path) {
				t.Errorf("%s doesn't name %s now: take it out of named", path, few.what)
			}
		}
	}
}
