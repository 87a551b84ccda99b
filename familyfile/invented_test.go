package familyfile_test

import (
	"path/filepath"
	"slices"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/familyfile"
	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// TestInventedModels: a declaration of each way to write calls, for a model that no one
// made, parses, streams and repairs as a built-in family does: the complete conformance
// suite runs on its cases.
func TestInventedModels(t *testing.T) {
	for _, path := range inventedFiles(t) {
		dir := filepath.Dir(path)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			file, err := familyfile.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			parsertest.Run(t, file.Family, dir, parsertest.NonJSONFormats(table(t, file.Family).NonJSONFormats()...))
		})
	}
}

// unwritten are the fields of a grammar that say nothing of how calls are written.
var unwritten = []protoreflect.Name{
	"penalty", "object_calls", "no_calls", "results", "tokens", "turn_ends", "thoughts",
	"answer", "options", "shared",
}

// TestInventedModelsWriteCallsInEveryWay: none of the ways is left out.
func TestInventedModelsWriteCallsInEveryWay(t *testing.T) {
	written := map[protoreflect.Name]bool{}
	for _, path := range inventedFiles(t) {
		file, err := familyfile.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		file.Declaration.GetGrammar().ProtoReflect().Range(func(field protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
			written[field.Name()] = true
			return true
		})
	}
	fields := (*familyv1.Grammar)(nil).ProtoReflect().Descriptor().Fields()
	for i := range fields.Len() {
		if name := fields.Get(i).Name(); !written[name] && !slices.Contains(unwritten, name) {
			t.Errorf("no invented model writes calls with %s", name)
		}
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

// inventedFiles are the declarations in testdata, each next to its cases.
func inventedFiles(t *testing.T) (paths []string) {
	t.Helper()
	dirs, err := filepath.Glob("testdata/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		files, err := familyfile.Paths(dir)
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
