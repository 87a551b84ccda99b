package families

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/toolparser/toolparser/"

// Every folder of parsers that has testdata cases and a Family is registered,
// and none is registered under another name than its folder's.
func TestEveryFolderIsRegistered(t *testing.T) {
	registered := map[string]bool{}
	for _, f := range Registry().Families() {
		registered[f.Name] = true
	}
	folders, err := filepath.Glob("../parsers/*/family.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range folders {
		name := filepath.Base(filepath.Dir(path))
		if !registered[name] {
			t.Errorf("parsers/%s is not registered", name)
		}
		delete(registered, name)
	}
	for name := range registered {
		t.Errorf("family %q has no folder of its name", name)
	}
}

// A family knows no other family, and what they share knows none: only this
// package knows them.
func TestFamiliesKnowNoFamily(t *testing.T) {
	names := map[string]bool{}
	for _, f := range All() {
		names[f.Name] = true
	}
	err := filepath.WalkDir("../parsers", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		folder, _, _ := strings.Cut(strings.TrimPrefix(filepath.ToSlash(path), "../parsers/"), "/")
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			name, _, _ := strings.Cut(strings.TrimPrefix(imported, module+"parsers/"), "/")
			if names[name] && name != folder || imported == module+"families" {
				t.Errorf("%s imports family %q: what families share belongs into parsers/internal", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
