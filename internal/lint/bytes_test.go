package lint

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// named lists the bytes that few files of parsers/internal may name in a literal, and which files may.
// What quotes, and what markers begin with, is decided in one place. The lists may only get shorter.
var named = []struct {
	what  string
	files []string
	names func(lit *ast.BasicLit, text string) bool
	ask   string // what other files do
}{
	{
		"a backtick",
		[]string{"fence/fence.go"},
		func(_ *ast.BasicLit, text string) bool { return strings.Contains(text, "`") },
		"ask package fence which runs quote, and what begins one (fence.Begins) or ends a word (fence.Code)",
	},
	{
		"a tilde",
		[]string{"fence/fence.go", "match/space.go", "pythonargs/ends.go", "schema/reader.go"},
		func(_ *ast.BasicLit, text string) bool { return strings.Contains(text, "~") },
		"ask package fence which runs quote; an operator, or a range of characters, may go on the list",
	},
	{
		"'<'",
		[]string{"openings/functiontag.go", "markers/triggers.go", "tags/damaged.go"},
		func(lit *ast.BasicLit, text string) bool { return lit.Kind == token.CHAR && text == "<" },
		"ask what the table's markers begin with (body.Env.Firsts)",
	},
}

// TestFewFilesNameBytes checks that few files name what quotes, or what markers begin with.
func TestFewFilesNameBytes(t *testing.T) {
	const rooms = "parsers/internal/"
	found := make([][]string, len(named))
	for _, p := range allPacks(t) {
		if !strings.HasPrefix(p.folder, rooms) {
			continue
		}
		for _, file := range p.files {
			path := strings.TrimPrefix(p.at.Position(file.Pos()).Filename, root)
			path = strings.TrimPrefix(strings.TrimPrefix(path, "/"), rooms)
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
		}
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
