package declaration_test

import (
	"path/filepath"
	"testing"

	"github.com/toolparser/toolparser/declaration"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// TestInventedModels: a declaration of each way to write calls, for a model that nobody
// made, parses, streams and repairs as a built-in family does: the whole conformance
// suite runs on its cases.
func TestInventedModels(t *testing.T) {
	for _, path := range inventedFiles(t) {
		dir := filepath.Dir(path)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			file, err := declaration.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			parsertest.Run(t, file.Family, dir, parsertest.NonJSONFormats(table(t, file.Family).NonJSONFormats()...))
		})
	}
}

// table is the grammar of a family that is nothing else.
func table(t *testing.T, f *parsers.Family) *grammar.Grammar {
	t.Helper()
	g, ok := family.Grammar(f)
	if !ok {
		t.Fatalf("%s is no table", f.Name)
	}
	return g
}

// inventedFiles are the declarations in testdata, each beside its cases.
func inventedFiles(t *testing.T) (paths []string) {
	t.Helper()
	dirs, err := filepath.Glob("testdata/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		files, err := declaration.Paths(dir)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, files...)
	}
	if len(paths) == 0 {
		t.Fatal("there are no declarations in testdata")
	}
	return paths
}
