package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Calls run one way, in the order in which doc.go lists the files.
func TestCallsRunInReadingOrder(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	place := readingOrder(t)
	var parsed []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if _, ok := place[name]; !ok {
			t.Errorf("doc.go doesn't list %s", name)
		}
		f, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	// What is imported isn't looked at: a call of another package runs downwards.
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Error: func(error) {}}
	own, _ := config.Check("engine", files, parsed, info)
	for id, used := range info.Uses {
		if f, ok := used.(*types.Func); !ok || f.Pkg() != own || isInterface(f) {
			continue
		}
		from, to := files.Position(id.Pos()), files.Position(used.Pos())
		if place[filepath.Base(from.Filename)] > place[filepath.Base(to.Filename)] {
			t.Errorf("%s calls %s, which is in %s, above it", from, used.Name(), filepath.Base(to.Filename))
		}
	}
}

// readingOrder is the place of each file in the list of doc.go.
func readingOrder(t *testing.T) map[string]int {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	list, _, _ := strings.Cut(string(doc), "# One output")
	place := map[string]int{"doc.go": 0}
	for i, name := range regexp.MustCompile(`\w+\.go`).FindAllString(list, -1) {
		place[name] = i
	}
	return place
}

// isInterface tells whether the method is an interface's: whom it calls is open.
func isInterface(f *types.Func) bool {
	recv := f.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}
