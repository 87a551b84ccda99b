// Package lint holds the repository to its architecture: limits of size, and the direction of calls and
// imports. docs/develop/architecture.md has the reasons. Each failure says what to do.
package lint

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const (
	module = "github.com/toolparser/toolparser/"
	root   = "../../"
)

// tops are the folders of the product's module that hold code which was written by hand.
var tops = []string{"cmd", "gateway", "server", "client", "familyfile", "internal", "families", "chatapi", "conformance", "parsers"}

// walk calls visit for each Go file of the repository that isn't a test, with its path from the root. It
// leaves out generated code and the data of tests.
func walk(t *testing.T, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path = filepath.ToSlash(path)
		name := d.Name()
		switch {
		case d.IsDir() && (name == "gen" || name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".") && path != root):
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			visit(strings.TrimPrefix(path, root))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A limit is the largest number that a check allows, with the exceptions known so far.
type limit struct {
	most   int
	of     string // what is counted
	known  map[string]exception
	advice string
}

// An exception is larger than the limit allows, for a reason. Its number may only fall.
type exception struct {
	n   int
	why string
}

// problems lists what exceeds the limit, and which exceptions are out of date.
func (l limit) problems(found map[string]int) []string {
	var problems []string
	for name, n := range found {
		known, listed := l.known[name]
		switch {
		case n > max(l.most, known.n):
			problems = append(problems, fmt.Sprintf("%s has %d %s, at most %d are allowed: %s", name, n, l.of, max(l.most, known.n), l.advice))
		case listed && n <= l.most:
			problems = append(problems, fmt.Sprintf("%s has only %d %s: delete its exception", name, n, l.of))
		case listed && n < known.n:
			problems = append(problems, fmt.Sprintf("%s has only %d %s: lower the number of its exception", name, n, l.of))
		}
	}
	for name, known := range l.known {
		if _, ok := found[name]; !ok {
			problems = append(problems, "there is no "+name+": delete its exception")
		}
		if known.why == "" {
			problems = append(problems, "the exception of "+name+" has no reason: write why it can't be divided")
		}
	}
	slices.Sort(problems)
	return problems
}

func (l limit) check(t *testing.T, found map[string]int) {
	t.Helper()
	if len(found) == 0 {
		t.Fatalf("nothing found that has %s", l.of)
	}
	for _, problem := range l.problems(found) {
		t.Error(problem)
	}
}

// TestLimit checks that exceptions can only shrink.
func TestLimit(t *testing.T) {
	l := limit{most: 10, of: "lines", advice: "divide it", known: map[string]exception{
		"a.go": {15, "a table"}, "b.go": {15, "a table"}, "c.go": {15, "a table"}, "d.go": {15, "a table"}, "e.go": {15, ""},
	}}
	got := l.problems(map[string]int{"a.go": 16, "b.go": 15, "c.go": 14, "d.go": 10, "e.go": 15, "f.go": 11, "g.go": 10})
	want := []string{
		"a.go has 16 lines, at most 15 are allowed: divide it",
		"c.go has only 14 lines: lower the number of its exception",
		"d.go has only 10 lines: delete its exception",
		"f.go has 11 lines, at most 10 are allowed: divide it",
		"the exception of e.go has no reason: write why it can't be divided",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := l.problems(map[string]int{"a.go": 15, "b.go": 15, "c.go": 15, "e.go": 15}); !slices.Contains(got, "there is no d.go: delete its exception") {
		t.Errorf("got %q", got)
	}
}

// A pack is a package of the product's module with its types.
type pack struct {
	folder string
	names  []string // of its files
	files  []*ast.File
	own    *types.Package
	uses   map[*ast.Ident]types.Object
	at     *token.FileSet
}

// packs are the packages below tops. They are read once for all tests.
var packs = sync.OnceValues(func() ([]*pack, error) {
	compiled, err := compiled()
	if err != nil {
		return nil, err
	}
	at := token.NewFileSet()
	imports := importer.ForCompiler(at, "gc", compiled)
	var found []*pack
	for _, top := range tops {
		err := filepath.WalkDir(root+top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			if d.Name() == "testdata" {
				return filepath.SkipDir
			}
			p, err := read(at, imports, strings.TrimPrefix(filepath.ToSlash(path), root))
			if p != nil {
				found = append(found, p)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
})

func allPacks(t *testing.T) []*pack {
	t.Helper()
	found, err := packs()
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// compiled finds what the packages import, as it was compiled.
func compiled() (importer.Lookup, error) {
	args := []string{"list", "-export", "-pgo=off", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, top := range tops {
		args = append(args, module+top+"/...")
	}
	list, err := exec.Command("go", args...).Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("%w: %s", err, failed.Stderr)
	} else if err != nil {
		return nil, err
	}
	at := map[string]string{}
	for line := range strings.Lines(string(list)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		at[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(at[path]) }, nil
}

// read reads the package of a folder. It returns nil if there is none.
func read(at *token.FileSet, imports types.Importer, folder string) (*pack, error) {
	paths, err := filepath.Glob(root + folder + "/*.go")
	if err != nil {
		return nil, err
	}
	p := &pack{folder: folder, uses: map[*ast.Ident]types.Object{}, at: at}
	for _, path := range paths {
		if ours, _ := build.Default.MatchFile(root+folder, filepath.Base(path)); !ours || strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(at, path, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, f)
		if name := filepath.Base(path); name != "doc.go" { // which holds no calls
			p.names = append(p.names, name)
		}
	}
	if len(p.files) == 0 {
		return nil, nil //nolint:nilnil // a folder without a package is no error
	}
	config := types.Config{Importer: imports}
	p.own, err = config.Check(module+folder, at, p.files, &types.Info{Uses: p.uses})
	return p, err
}
