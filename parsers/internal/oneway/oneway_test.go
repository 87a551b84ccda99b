// Package oneway holds packages to their reading order.
package oneway

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
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	module = "github.com/toolparser/toolparser/"
	root   = "../../../"
	// A reader of so many files finds the top without being told.
	fewFiles = 4
)

// tops are the folders below which the packages are.
var tops = []string{"parsers", "declaration", "server", "client", "cmd"}

// In each package calls run one way, file by file: in the order in which the package's
// comment lists its files, or, where it doesn't, in some order. Those of parsers list them.
func TestCallsRunOneWay(t *testing.T) {
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", compiled(t))
	for _, folder := range folders(t) {
		t.Run(folder, func(t *testing.T) {
			p, err := read(files, imports, folder)
			if err != nil {
				t.Fatal(err)
			}
			for _, problem := range p.problems(files) {
				t.Error(problem)
			}
		})
	}
}

// compiled finds what the packages import, as it was compiled.
func compiled(t *testing.T) importer.Lookup {
	args := []string{"list", "-export", "-pgo=off", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, top := range tops {
		args = append(args, module+top+"/...")
	}
	list, err := exec.Command("go", args...).Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		t.Fatalf("%s", failed.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	at := map[string]string{}
	for _, line := range strings.Split(string(list), "\n") {
		path, file, _ := strings.Cut(line, " ")
		at[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(at[path]) }
}

// problems are the calls that run back, and what the reading order lacks.
func (p *pack) problems(files *token.FileSet) []string {
	calls, order := p.calls(files), p.readingOrder()
	var problems []string
	if len(order) == 0 {
		if len(p.names) > fewFiles && p.listed {
			problems = append(problems, fmt.Sprintf("%d files, and the package's comment doesn't list them in reading order", len(p.names)))
		}
		for _, c := range calls {
			if c.comesBack(calls) {
				problems = append(problems, fmt.Sprintf("%s calls %s in %s, from where calls come back", c.at, c.name, c.to))
			}
		}
		return problems
	}
	place := map[string]int{}
	for i, name := range order {
		place[name] = i
		if !slices.Contains(p.names, name) {
			problems = append(problems, "the package's comment lists "+name+", which isn't there")
		}
	}
	for _, name := range p.names {
		if !slices.Contains(order, name) {
			problems = append(problems, "the package's comment doesn't list "+name)
		}
	}
	for _, c := range calls {
		if place[c.from] > place[c.to] {
			problems = append(problems, fmt.Sprintf("%s calls %s, which is in %s, above it", c.at, c.name, c.to))
		}
	}
	return problems
}

// folders are those that hold a package.
func folders(t *testing.T) []string {
	var found []string
	for _, top := range tops {
		err := filepath.WalkDir(root+top, func(path string, d os.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			if d.Name() == "testdata" {
				return filepath.SkipDir
			}
			if names, err := sources(path); err != nil || len(names) > 1 {
				found = append(found, strings.TrimPrefix(filepath.ToSlash(path), root))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// sources are the Go files of a folder that are compiled here, and aren't tests.
func sources(folder string) ([]string, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	return slices.DeleteFunc(names, func(name string) bool {
		ours, _ := build.Default.MatchFile(folder, filepath.Base(name))
		return !ours || strings.HasSuffix(name, "_test.go")
	}), err
}

// A pack is a package that was read, with what its identifiers stand for.
type pack struct {
	names  []string // of its files
	files  []*ast.File
	own    *types.Package
	uses   map[*ast.Ident]types.Object
	listed bool // its comment is to list the files
}

func read(files *token.FileSet, imports types.Importer, folder string) (*pack, error) {
	paths, err := sources(root + folder)
	if err != nil {
		return nil, err
	}
	p := &pack{uses: map[*ast.Ident]types.Object{}, listed: strings.HasPrefix(folder, "parsers")}
	for _, path := range paths {
		f, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, f)
		if name := filepath.Base(path); name != "doc.go" { // which holds no calls
			p.names = append(p.names, name)
		}
	}
	config := types.Config{Importer: imports}
	p.own, err = config.Check(module+folder, files, p.files, &types.Info{Uses: p.uses})
	return p, err
}

// A call is a function of the package that a file of it names.
type call struct {
	at             token.Position
	name, from, to string
}

// calls lists what the files call in each other. Whom a method of an interface calls is open.
func (p *pack) calls(files *token.FileSet) []call {
	var found []call
	for id, used := range p.uses {
		f, ok := used.(*types.Func)
		if !ok || f.Pkg() != p.own {
			continue
		}
		if recv := f.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			continue
		}
		at := files.Position(id.Pos())
		from, to := filepath.Base(at.Filename), filepath.Base(files.Position(f.Pos()).Filename)
		if from != to {
			found = append(found, call{at, f.Name(), from, to})
		}
	}
	slices.SortFunc(found, func(a, b call) int {
		if c := strings.Compare(a.at.Filename, b.at.Filename); c != 0 {
			return c
		}
		return a.at.Offset - b.at.Offset
	})
	return found
}

var (
	listItem = regexp.MustCompile(`(?m)^  - (\w+\.go\b[^:]*):`)
	fileName = regexp.MustCompile(`\w+\.go\b`)
)

// readingOrder is the files as the package's comment lists them.
func (p *pack) readingOrder() []string {
	var order []string
	for _, f := range p.files {
		for _, item := range listItem.FindAllStringSubmatch(f.Doc.Text(), -1) {
			order = append(order, fileName.FindAllString(item[1], -1)...)
		}
	}
	return order
}

// comesBack tells whether calls lead from the file that is called to the one that calls.
func (c call) comesBack(calls []call) bool {
	reached := []string{c.to}
	for i := 0; i < len(reached); i++ {
		for _, next := range calls {
			if next.from == reached[i] && !slices.Contains(reached, next.to) {
				reached = append(reached, next.to)
			}
		}
	}
	return slices.Contains(reached, c.from)
}
