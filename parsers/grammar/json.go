package grammar

import (
	"slices"
	"strings"
)

// callArguments are the arguments of a call that is an object of a name and an
// arguments key. The rest are the arguments of shapes that models borrow.
const (
	callArguments Mask = 1 << iota
	actionArguments
	toolArguments
	toolNameArguments
)

// callFields returns the fields of a call. The given fields name it.
func callFields(named ...Field) []Field {
	return append(named,
		Field{Key: "arguments", Arguments: callArguments},
		Field{Key: "parameters", Arguments: callArguments},
		Field{Key: "params", Arguments: callArguments, Free: true},
		Field{Key: "args", Arguments: callArguments, Free: true},
		Field{Key: "input", Arguments: callArguments, Free: true},
		Field{Key: "inputs", Arguments: callArguments, Free: true},
		Field{Key: "id", Holds: HoldsID},
		Field{Key: "call_id", Holds: HoldsID},
		Field{Key: "tool_call_id", Holds: HoldsID},
		Field{Key: "type", Holds: HoldsType},
	)
}

var (
	nameField = Field{Key: "name", Name: callArguments}
	recipient = Field{Key: "recipient_name", Name: callArguments, Free: true, Prefix: "functions."}
)

// CallFields returns the fields of a call that is named under one of the keys. A [Shape] with a
// vendor's own keys is made of these fields.
func CallFields(names ...string) []Field {
	var fields []Field
	for _, key := range names {
		fields = append(fields, Field{Key: key, Name: callArguments})
	}
	return callFields(fields...)
}

// TextCalls returns the shape of the calls that most families accept in running text and in fences:
// {"name": …, "arguments": …}, alone or as a "function".
func TextCalls(format, fenced string) *Shape {
	plain := &Shape{Fields: callFields(nameField)}
	return &Shape{
		Format: format, FencedFormat: fenced,
		Fields: callFields(nameField, Field{Key: "function", Shape: plain}),
	}
}

// MarkedCalls returns the shape of calls that a special token announces. It is that of TextCalls,
// but a name alone is a call, too.
func MarkedCalls() *Shape {
	plain := &Shape{NoArguments: CallOrReport, Fields: callFields(nameField)}
	return &Shape{NoArguments: CallOrReport, Fields: callFields(nameField, Field{Key: "function", Shape: plain})}
}

// BlockCalls returns the shape of calls between markers, which announce one. It is that of
// TextCalls and, with a penalty, what other families write. A name alone is a call.
func BlockCalls() *Shape {
	inner := MarkedCalls()
	plain := inner.Field([]byte("function")).Shape
	encoded := MarkedCalls()
	encoded.StringArguments = true
	use := &Shape{NoArguments: CallOrReport, Fields: callFields(nameField, recipient)}
	return &Shape{NoArguments: CallOrReport, Fields: callFields(
		nameField, recipient,
		Field{Key: "function", Name: callArguments, Shape: plain},
		Field{Key: "tool_call", Shape: inner, Free: true},
		Field{Key: "tool_calls", Shape: encoded, Nesting: NestedList, Free: true},
		Field{Key: "function_call", Shape: encoded, Free: true},
		Field{Key: "action", Name: callArguments | actionArguments, Shape: inner, Free: true},
		Field{Key: "action_input", Arguments: actionArguments},
		Field{Key: "tool", Name: callArguments | toolArguments, Free: true},
		Field{Key: "tool_input", Arguments: toolArguments},
		Field{Key: "tool_name", Name: callArguments | toolNameArguments, Free: true},
		Field{Key: "tool_args", Arguments: toolNameArguments},
		Field{Key: "tool_uses", Shape: use, Nesting: NestedList, Free: true},
	)}
}

// OwnCalls returns the shape of BlockCalls in running text and in fences, for a family that writes
// all of that itself. No key has a penalty, except for params.
func OwnCalls(format, fenced string) *Shape {
	s := BlockCalls()
	s.Format, s.FencedFormat = format, fenced
	s.own()
	return s
}

// own removes the penalties of the shape's keys, except for params, and those of the shapes in it.
func (s *Shape) own() {
	for i := range s.Fields {
		f := &s.Fields[i]
		f.Free = f.Key == "params"
		if f.Shape != nil {
			f.Shape.own()
		}
	}
}

// A Shape says which keys an object has that is a call, or that holds one.
type Shape struct {
	// Fields are the keys that mean something. At least one must name a call, or hold one.
	Fields []Field
	// NoArguments says what becomes of an object with a name and no arguments. The default is
	// [NoCall].
	NoArguments NoArguments
	// If WaitID is set, an id may come after the arguments, so the call is sent only once the
	// object closed.
	WaitID bool
	// Format is the calls' format. A field may have its own. The shape of a [Block] doesn't need
	// one.
	Format string
	// FencedFormat is the format in a fence. If it is empty, it is the same.
	FencedFormat string
	// BuiltIn are names that call nothing, unless a tool has this name. Such a call is markup.
	// Empty: there are none.
	BuiltIn []string
	// If StringArguments is set, arguments are normally written as a string, also in the shapes of
	// the Fields. So a string is no repair.
	StringArguments bool
	// If Python is set, objects are normally written as Python's dicts, so their quotes and
	// literals are no repair.
	Python bool
	// If Keyed is set, an object's first key names the call if it is none of the Fields. The key's
	// value is the arguments, and the object has no other key. A call with the Fields has a penalty
	// of 0.3 then.
	Keyed bool
}

// A NoArguments says what becomes of an object with a name and no arguments key.
type NoArguments uint8

const (
	// NoCall: it is plain content.
	NoCall NoArguments = iota
	// CallIfDeclared: it is a call with {} if its name is declared and there are no keys except for
	// name, id and type. Else it is content.
	CallIfDeclared
	// CallOrReport: as CallIfDeclared, but an undeclared one is reported as
	// MISSING_ARGUMENTS.
	CallOrReport
)

// A Mask is a set of arguments keys.
type Mask uint16

// A Field is a key of a Shape.
type Field struct {
	// Key is the key, such as "name". It is required.
	Key string
	// Name: a string under this key names the call, and its arguments are under a key whose
	// Arguments are in the mask. If Name is 0, the key names no call.
	Name Mask
	// Arguments: the key holds arguments, for names with one of these bits. If it is 0, the key
	// holds none.
	Arguments Mask
	// If Free is set, a call that the key names, with these arguments, or in this wrapper, has a
	// penalty of 0.3.
	Free bool
	// Holds says what else the key holds. The default is [HoldsNothing].
	Holds Holds
	// If NoID is set, calls that this key names have no native id.
	NoID bool
	// Shape, if set, is that of the objects under this key that are calls, or that hold calls. If
	// it is nil, there are none.
	Shape *Shape
	// Nesting says where these objects are in the key's value. By default, the value is the object.
	Nesting Nesting
	// Types, if not empty, are the types of which the object must have one, next to the name. If
	// Types is empty, any type is allowed, or none.
	Types []string
	// Format is the format of calls named by this key. If it is empty, the Shape's Format counts.
	Format string
	// Prefix is dropped from the name, such as "functions.". If it is empty, nothing is dropped.
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

// Holds says what a key of a [Shape] holds that is neither a name nor arguments.
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
	// HoldsCall: the name under the key may be the complete call. An object with this key alone is a call with {} if it
	// names a declared tool without required properties, and ends the output. It has a second reading.
	HoldsCall
	// HoldsAlternative: a call in the key's value is another option than the ones before it, where the text offers options
	// ([Grammar.Options]). It is never accepted. Elsewhere it is no call.
	HoldsAlternative
)

// ID reports whether the key holds an id.
func (f *Field) ID() bool { return f.Holds != HoldsNothing && f.Holds < HoldsType }

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

// Field returns the field of a key, or nil if the key means nothing.
func (s *Shape) Field(key []byte) *Field {
	for i := range s.Fields {
		if s.Fields[i].Key == string(key) {
			return &s.Fields[i]
		}
	}
	if n := len(key) - 1; n > 0 && key[0] == ' ' { // models put spaces around keys
		return s.Field(key[1:])
	} else if n > 0 && key[n] == ' ' {
		return s.Field(key[:n])
	}
	return nil
}

// Fits reports whether the type is one of the field's Types.
func (f *Field) Fits(typ []byte) bool {
	return slices.Contains(f.Types, string(typ))
}

func matches(pattern string, typ []byte) bool {
	if suffix, ok := strings.CutPrefix(pattern, "*"); ok {
		return strings.HasSuffix(string(typ), suffix)
	}
	return string(typ) == pattern
}
