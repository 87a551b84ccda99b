package work_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// searches are the functions of package bytes that look at as many bytes as they are given.
var searches = []string{
	"Clone", "Contains", "ContainsAny", "ContainsFunc", "ContainsRune", "Count", "Cut", "Fields", "FieldsFunc", "Index", "IndexAny",
	"IndexByte", "IndexFunc", "IndexRune", "LastIndex", "LastIndexAny", "LastIndexByte", "LastIndexFunc", "Replace", "ReplaceAll",
	"Split", "SplitN", "ToLower", "ToUpper", "Trim", "TrimFunc", "TrimLeft", "TrimLeftFunc", "TrimRight", "TrimRightFunc", "TrimSpace",
}

// uncounted are the places that may search uncounted, and why.
var uncounted = map[string]string{
	"parsers/internal/work/counter.go":      "it counts",
	"parsers/internal/quoting/skipper.go":   "the text passed over is counted, whichever way the machine searches it",
	"parsers/internal/tags/brackets.go":     "it looks at no more than a prefix may have",
	"parsers/internal/body/tagged/value.go": "a type is short",
	"parsers/internal/schema/reader.go":     "a schema is no output",
	"chatapi/tools.go":                      "tools are no output",
	"parsers/internal/look/quotes.go":       "the arguments are counted, and each string is looked at once more",

	"parsers/internal/body/informal/begins.go": "it looks at no more than a name and white space may have",
	"parsers/internal/body/informal/read.go":   "the text is counted before it is read",
	"parsers/internal/body/informal/forms.go":  "the text is counted before it is read, and each form reads it once",
}

// A search that isn't counted would hide work that isn't linear.
func TestSearchesAreCounted(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	for _, folder := range []string{"parsers", "families", "chatapi"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			name, _ := filepath.Rel(root, path)
			name = filepath.ToSlash(name)
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return filepath.SkipDir
			case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || filepath.Dir(name) == "parsers":
				return nil // the collector counts by itself what it looks at again
			}
			for _, use := range uses(t, path) {
				if uncounted[name] == "" {
					t.Errorf("%s: call the method of work.Counter, or say in this test why it needn't count", use)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestUses(t *testing.T) {
	for code, want := range map[string]int{
		"package p\nvar w = jsonscan.Window{Win: b}":            1,
		"package p\nvar w = jsonscan.Window{Win: b, Visits: v}": 0,
		"package p\nvar i = bytes.IndexByte(b, c)":              1,
		"package p\nvar i = bytes.HasPrefix(b, c)":              0,
	} {
		file := filepath.Join(t.TempDir(), "p.go")
		if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := len(uses(t, file)); got != want {
			t.Errorf("%q: %d uses, want %d", code, got, want)
		}
	}
}

// uses are the places in a file that search, or make a window, without counting.
func uses(t *testing.T, path string) (places []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if pkg, name := selected(n.Fun); pkg == "bytes" && slices.Contains(searches, name) {
				places = append(places, set.Position(n.Pos()).String()+": bytes."+name)
			}
		case *ast.CompositeLit:
			if pkg, name := selected(n.Type); pkg == "jsonscan" && name == "Window" && !sets(n, "Visits") {
				places = append(places, set.Position(n.Pos()).String()+": a window without Visits")
			}
		}
		return true
	})
	return places
}

func selected(e ast.Expr) (pkg, name string) {
	if s, ok := e.(*ast.SelectorExpr); ok {
		if x, ok := s.X.(*ast.Ident); ok {
			return x.Name, s.Sel.Name
		}
	}
	return "", ""
}

func sets(lit *ast.CompositeLit, field string) bool {
	return slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		key, ok := pair.Key.(*ast.Ident)
		return ok && key.Name == field
	})
}
