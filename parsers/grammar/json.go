package grammar

import (
	"slices"
	"strings"
)

// A Shape says which keys an object has that is a call, or holds one.
type Shape struct {
	Fields []Field
	// NoArguments says what becomes of an object with a name and no arguments.
	NoArguments NoArguments
	// WaitID: an id may come after the arguments, so the call is sent only
	// once the object closed.
	WaitID bool
	// Format is the calls' format; a field may give its own.
	Format string
	// FencedFormat is the format in a fence; "" for the same.
	FencedFormat string
	// BuiltIn are names that call nothing unless a tool bears them: such a call
	// is markup.
	BuiltIn []string
	// StringArguments: arguments are written as a string by rule, also in the shapes of
	// the Fields.
	StringArguments bool
	// Python: objects are written as Python's dicts by rule: their quotes and
	// literals are no repair.
	Python bool
	// Keyed: an object's first key, if it is none of the Fields, names the call,
	// its value is the arguments, and it has no other. A call with the Fields
	// costs 0.3.
	Keyed bool
}

// A NoArguments says what becomes of an object with a name and no arguments key.
type NoArguments uint8

const (
	// NoCall: it is plain content.
	NoCall NoArguments = iota
	// CallIfDeclared: a call with {} if its name is declared and there are no
	// keys but name, id and type; else content.
	CallIfDeclared
	// CallOrReport: as CallIfDeclared, but an undeclared one is reported as
	// MISSING_ARGUMENTS.
	CallOrReport
)

// A Mask is a set of arguments keys.
type Mask uint16

// A Field is a key of a Shape.
type Field struct {
	Key string
	// Name: a string under this key names the call, and its arguments stand
	// under a key whose Arguments are in the mask.
	Name Mask
	// Arguments: the key holds arguments.
	Arguments Mask
	// Free: a call that the key names, with these arguments, or in this wrapper, costs 0.3.
	Free bool
	// Holds says what else the key holds.
	Holds Holds
	// NoID: calls that this key names have no native id.
	NoID bool
	// Shape, if set, is that of the objects under this key that are, or hold, calls.
	Shape *Shape
	// Nesting says where these objects are in the key's value.
	Nesting Nesting
	// Types: the object must have one of these types beside the name. Empty:
	// any type, or none.
	Types []string
	// Format: as in Shape, for calls named by this key.
	Format string
	// Prefix is dropped from the name.
	Prefix string
}

// Nesting says where objects are in the value of a key.
type Nesting uint8

const (
	// NestedObject: the value is the object.
	NestedObject Nesting = iota
	// NestedList: the value is an array, whose elements they are.
	NestedList
	// NestedFirst: the value is an array, of which only the first element counts.
	NestedFirst
)

// Holds says what a key of a [Shape] holds that is no name and no arguments.
type Holds uint8

const (
	// HoldsNothing: nothing of a call.
	HoldsNothing Holds = iota
	// HoldsID: the native id, a string.
	HoldsID
	// HoldsNumericID: the native id, a string or a number.
	HoldsNumericID
	// HoldsMainID: the native id, which counts before those under other keys.
	HoldsMainID
	// HoldsType: the type.
	HoldsType
)

// ID reports whether the key holds an id.
func (f *Field) ID() bool { return f.Holds != HoldsNothing && f.Holds != HoldsType }

// Shows reports whether an object with the key looks like a call.
func (f *Field) Shows() bool {
	return f.Name != 0 || f.Arguments != 0 || f.Shape != nil
}

// HasMainID reports whether one of the keys holds a main id.
func (s *Shape) HasMainID() bool {
	for i := range s.Fields {
		if s.Fields[i].Holds == HoldsMainID {
			return true
		}
	}
	return false
}

// Skips reports whether the name calls nothing.
func (s *Shape) Skips(name string) bool { return slices.Contains(s.BuiltIn, name) }

// Field is the field of a key; nil if the key says nothing.
func (s *Shape) Field(key []byte) *Field {
	for i := range s.Fields {
		if s.Fields[i].Key == string(key) {
			return &s.Fields[i]
		}
	}
	return nil
}

// Fits reports whether an object of the type is what the field's Types say.
func (f *Field) Fits(typ []byte) bool {
	return slices.Contains(f.Types, string(typ))
}

func matches(pattern string, typ []byte) bool {
	if suffix, ok := strings.CutPrefix(pattern, "*"); ok {
		return strings.HasSuffix(string(typ), suffix)
	}
	return string(typ) == pattern
}
