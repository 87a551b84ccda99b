package familyfile

import (
	"reflect"
	"slices"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// standard is a standard shape, made anew; without fields for none.
func standard(base familyv1.Shape_Base) *grammar.Shape {
	switch base {
	case familyv1.Shape_BASE_CALL_KEYS:
		return &grammar.Shape{Fields: grammar.CallFields()}
	case familyv1.Shape_BASE_TEXT_CALLS:
		return grammar.TextCalls("", "")
	case familyv1.Shape_BASE_MARKED_CALLS:
		return grammar.MarkedCalls()
	case familyv1.Shape_BASE_BLOCK_CALLS:
		return grammar.BlockCalls()
	case familyv1.Shape_BASE_OWN_CALLS:
		return grammar.OwnCalls("", "")
	}
	return new(grammar.Shape)
}

// rebase puts a shape on the standard one that it begins with.
func rebase(s *grammar.Shape, m *familyv1.Shape) {
	base := standard(m.GetBase())
	s.Fields = merge(base.Fields, s.Fields)
	if m.GetNoArguments() == familyv1.NoArguments_NO_ARGUMENTS_UNSPECIFIED {
		s.NoArguments = base.NoArguments
	}
}

// merge puts fields on those of a standard shape: in the place of those with the same
// key, or before all of them.
func merge(base, own []grammar.Field) []grammar.Field {
	var first []grammar.Field
	base = slices.Clone(base)
	placed := make([]bool, len(base))
	for _, f := range own {
		i := indexOf(base, f.Key)
		if i < 0 || placed[i] {
			first = append(first, f)
			continue
		}
		base[i], placed[i] = f, true
	}
	return append(first, base...)
}

func indexOf(fields []grammar.Field, key string) int {
	return slices.IndexFunc(fields, func(f grammar.Field) bool { return f.Key == key })
}

// simplify says a shape in as few fields as it can, on one of the standard shapes.
func simplify(m *familyv1.Shape, s *grammar.Shape) {
	own := m.GetFields()
	for number := range len(familyv1.Shape_Base_name) {
		base := familyv1.Shape_Base(number)
		on := standard(base)
		differ := different(on.Fields, s.Fields)
		if len(differ) >= len(m.GetFields()) || !reflect.DeepEqual(merge(on.Fields, at(s.Fields, differ)), s.Fields) {
			continue
		}
		m.Base, m.Fields = base, at(own, differ)
		m.NoArguments = familyv1.NoArguments(s.NoArguments) + 1
		if s.NoArguments == on.NoArguments {
			m.NoArguments = familyv1.NoArguments_NO_ARGUMENTS_UNSPECIFIED
		}
	}
}

// different are the indices of the fields that a standard shape hasn't, or not so.
func different(base, fields []grammar.Field) (indices []int) {
	for i, f := range fields {
		if j := indexOf(base, f.Key); j < 0 || !reflect.DeepEqual(base[j], f) {
			indices = append(indices, i)
		}
	}
	return indices
}

func at[T any](list []T, indices []int) (some []T) {
	for _, i := range indices {
		some = append(some, list[i])
	}
	return some
}
