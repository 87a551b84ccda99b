package familyfile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

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

// A declaration and a table have the same fields under the same names, turn_ends and
// TurnEnds. So one function each way is enough for all of them.
// Three things are written in another way: a value of an enum has the number of the
// table's constant and one more, 0 being the usual one; a mask is the numbers of its
// bits, from 1 on; and a shape may begin with a standard one.

// goField is the field of a table that a declaration's field is for.
func goField(of reflect.Value, fd protoreflect.FieldDescriptor) reflect.Value {
	name := folded(string(fd.Name()))
	return of.FieldByNameFunc(func(field string) bool { return folded(field) == name })
}

// folded is a name as both sides have it.
func folded(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// fill sets a table's fields as a message says.
func fill(to reflect.Value, from protoreflect.Message) {
	from.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if field := goField(to, fd); field.IsValid() {
			field.Set(goValue(field.Type(), fd, v))
		}
		return true
	})
	if m, ok := from.Interface().(*familyv1.Shape); ok {
		rebase(to.Addr().Interface().(*grammar.Shape), m)
	}
}

var maskType = reflect.TypeFor[grammar.Mask]()

// goValue is the value of a field, which may be a list.
func goValue(t reflect.Type, fd protoreflect.FieldDescriptor, v protoreflect.Value) reflect.Value {
	if !fd.IsList() {
		return goSingle(t, fd, v)
	}
	list := v.List()
	if t == maskType {
		var mask grammar.Mask
		for i := range list.Len() {
			mask |= 1 << (list.Get(i).Uint() - 1)
		}
		return reflect.ValueOf(mask)
	}
	values := reflect.MakeSlice(t, list.Len(), list.Len())
	for i := range list.Len() {
		values.Index(i).Set(goSingle(t.Elem(), fd, list.Get(i)))
	}
	return values
}

func goSingle(t reflect.Type, fd protoreflect.FieldDescriptor, v protoreflect.Value) reflect.Value {
	value := reflect.New(t).Elem()
	switch {
	case t.Kind() == reflect.Pointer:
		value.Set(reflect.New(t.Elem()))
		fill(value.Elem(), v.Message())
	case fd.Message() != nil:
		fill(value, v.Message())
	case fd.Enum() != nil:
		value.SetUint(uint64(max(v.Enum()-1, 0)))
	case fd.Kind() == protoreflect.Uint32Kind:
		value.SetInt(int64(v.Uint()))
	default:
		value.Set(reflect.ValueOf(v.Interface()))
	}
	return value
}

// read sets a message's fields as a table says.
func read(from reflect.Value, to protoreflect.Message) {
	fields := to.Descriptor().Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		field := goField(from, fd)
		switch {
		case !field.IsValid() || field.IsZero():
		case field.Type() == maskType:
			readMask(grammar.Mask(field.Uint()), to.Mutable(fd).List())
		case fd.IsList():
			list := to.Mutable(fd).List()
			for j := range field.Len() {
				list.Append(value(field.Index(j), fd, list.NewElement))
			}
		default:
			to.Set(fd, value(field, fd, func() protoreflect.Value { return to.NewField(fd) }))
		}
	}
	if m, ok := to.Interface().(*familyv1.Shape); ok {
		simplify(m, from.Addr().Interface().(*grammar.Shape))
	}
}

func readMask(mask grammar.Mask, to protoreflect.List) {
	for bit := range maskBits {
		if mask>>bit&1 != 0 {
			to.Append(protoreflect.ValueOfUint32(uint32(bit + 1)))
		}
	}
}

// maskBits is how many kinds of calls a shape can distinguish.
const maskBits = 16

// value is a value that is no list; empty makes the message that it may be.
func value(v reflect.Value, fd protoreflect.FieldDescriptor, empty func() protoreflect.Value) protoreflect.Value {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch {
	case fd.Message() != nil:
		m := empty()
		read(v, m.Message())
		return m
	case fd.Enum() != nil:
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(v.Uint() + 1))
	case fd.Kind() == protoreflect.Uint32Kind:
		return protoreflect.ValueOfUint32(uint32(v.Int()))
	}
	return protoreflect.ValueOf(v.Interface())
}

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
