package familyfile

import (
	"reflect"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
	"github.com/toolparser/toolparser/parsers/grammar"
)

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
