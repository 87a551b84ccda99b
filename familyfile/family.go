package familyfile

import (
	"fmt"
	"reflect"
	"slices"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// Family is the family that a declaration declares. What is wrong with it is reported when
// it is registered; [Parse] tells it with the place in the file.
func Family(d *familyv1.FamilyDeclaration) *parsers.Family {
	f, g := new(parsers.Family), new(grammar.Grammar)
	fill(reflect.ValueOf(f).Elem(), d.ProtoReflect())
	if d.GetGrammar() != nil {
		fill(reflect.ValueOf(g).Elem(), d.GetGrammar().ProtoReflect())
	}
	return family.New(f, g)
}

// FromFamily is the declaration of a family: one that is nothing but a table. A family
// that has code of its own is an error.
func FromFamily(f *parsers.Family) (*familyv1.FamilyDeclaration, error) {
	g, ok := family.Grammar(f)
	if !ok {
		return nil, fmt.Errorf("family %q has code of its own in addition to its table, and a declaration can't express code", f.Name)
	}
	d := new(familyv1.FamilyDeclaration)
	read(reflect.ValueOf(f).Elem(), d.ProtoReflect())
	d.Grammar = new(familyv1.Grammar)
	read(reflect.ValueOf(g).Elem(), d.GetGrammar().ProtoReflect())
	if *f.IDs == parsers.DefaultIDs {
		d.Ids = nil
	}
	if slices.Equal(f.ReasoningMarkers, family.New(new(parsers.Family), g).ReasoningMarkers) {
		d.ReasoningMarkers = nil
	}
	return d, nil
}
