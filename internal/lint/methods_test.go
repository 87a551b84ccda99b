package lint

import (
	"go/types"
	"testing"
)

// TestTypesHaveFewMethods counts the methods of each type, including promoted ones. In a larger type, a reader
// can't see which fields belong together.
func TestTypesHaveFewMethods(t *testing.T) {
	found := map[string]int{}
	for _, p := range allPacks(t) {
		for name, n := range p.methods() {
			found[p.folder+"."+name] = n
		}
	}
	limit{
		most: 45, of: "methods", known: map[string]exception{
			"familyfile/chattemplate.inference": {54, "the steps that learn a table from a template's outputs; each step reads what earlier steps found"},
		},
		advice: "give the fields of one decision, and the methods that need only these fields, to a type of their own, " +
			"and make it a named field (parsers/internal/body/object/call.go shows how)",
	}.check(t, found)
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
