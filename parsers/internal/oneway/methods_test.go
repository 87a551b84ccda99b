package oneway

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// mostMethods is how many methods one type may have. In a larger type, a reader can't see
// which fields belong together.
const mostMethods = 45

// few is the folder whose types are checked, and those below it.
const few = "parsers"

// many lists the types that have more methods, and why. The numbers may only fall.
var many = map[string]struct {
	methods int
	why     string
}{
	"parsers/internal/jsonscan.Scanner": {
		89, "a plain value that is copied to resume, so that its parts can't point at each other; 33 are its interface",
	},
}

// No type has more than mostMethods, including promoted ones.
func TestTypesHaveFewMethods(t *testing.T) {
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", compiled(t))
	found := map[string]int{}
	for _, folder := range folders(t) {
		if !strings.HasPrefix(folder, few) {
			continue
		}
		p, err := read(files, imports, folder)
		if err != nil {
			t.Fatal(err)
		}
		for name, n := range p.methods() {
			found[folder+"."+name] = n
		}
	}
	for name, n := range found {
		known, listed := many[name]
		switch {
		case listed && n < known.methods && n > mostMethods:
			t.Errorf("%s has %d methods now: write that into many", name, n)
		case listed && n <= mostMethods:
			t.Errorf("%s has %d methods: take it out of many", name, n)
		case n > max(mostMethods, known.methods):
			t.Error(tooMany(name, n, max(mostMethods, known.methods)))
		}
	}
	for name := range many {
		if _, ok := found[name]; !ok {
			t.Errorf("there is no %s: take it out of many", name)
		}
	}
}

func tooMany(name string, n, most int) string {
	return fmt.Sprintf("%s has %d methods, %d at most: give the fields of one decision, and the methods "+
		"that need only these, to a type of their own, as a named field (body/object/call.go shows how)", name, n, most)
}

// methods counts the methods of each type of the package.
func (p *pack) methods() map[string]int {
	counts := map[string]int{}
	scope := p.own.Scope()
	for _, name := range scope.Names() {
		if t, ok := scope.Lookup(name).(*types.TypeName); ok && !t.IsAlias() && !types.IsInterface(t.Type()) {
			for m := range types.NewMethodSet(types.NewPointer(t.Type())).Methods() {
				if m.Obj().Exported() || m.Obj().Pkg() == p.own { // what can be called there
					counts[name]++
				}
			}
		}
	}
	return counts
}
