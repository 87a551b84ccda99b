package jsonedit

import (
	"iter"
	"strconv"
	"strings"
)

// A Type is the type of a JSON value.
type Type uint8

// The types. A value that is missing has the type Null, too.
const (
	Null Type = iota
	Bool
	Number
	String
	Array
	Object
)

// A Value is a value in a JSON text. The zero value is a missing one.
type Value struct {
	// Raw is its JSON, which starts at Index in the text.
	Raw   string
	Index int
	Type  Type
	// Str is the text of a String. Bytes that are no UTF-8 stay as they are.
	Str string

	in *scanner // nil if the value is missing
}

// Parse returns the value of a JSON text. ok is false if the text isn't JSON, or nests deeper
// than encoding/json reads.
func Parse(text string) (value Value, ok bool) {
	in := &scanner{text: text}
	in.long = in.first[:0]
	start := skipSpace(text, 0)
	end := in.scan(start, maxDepth)
	if end < 0 || skipSpace(text, end) < len(text) {
		return value, false
	}
	return in.value(start, end), true
}

// Read is the value of a JSON text; missing if the text isn't JSON.
func Read(text string) Value {
	value, _ := Parse(text)
	return value
}

// value is the value text[start:end].
func (in *scanner) value(start, end int) Value {
	v := Value{Raw: in.text[start:end], Index: start, in: in}
	switch v.Raw[0] {
	case '{':
		v.Type = Object
	case '[':
		v.Type = Array
	case '"':
		v.Type, v.Str = String, unquoted(v.Raw)
	case 't', 'f':
		v.Type = Bool
	case 'n':
	default:
		v.Type = Number
	}
	return v
}

// Exists reports whether there is a value.
func (v Value) Exists() bool { return v.Raw != "" }

// IsObject reports whether the value is an object.
func (v Value) IsObject() bool { return v.Type == Object }

// IsArray reports whether the value is an array.
func (v Value) IsArray() bool { return v.Type == Array }

// Member is the member of an object with the key. Of several the last one counts, as for most
// readers of JSON. Its Exists reports whether there is one.
func (v Value) Member(key string) (member Value) {
	from, to := 0, 0
	for m := v.firstMember(); m.key > 0; m = v.memberAfter(m) {
		if m.hasKey(v.in.text, key) {
			from, to = m.start, m.end
		}
	}
	if to > 0 {
		member = v.in.value(from, to)
	}
	return member
}

// Holder is the object whose member with the key is a list: the value, or the member of it that a
// server wrapped.
func (v Value) Holder(key string) Value {
	if v.Member(key).Exists() {
		return v
	}
	found := v
	for _, member := range v.Members() {
		if member.Member(key).IsArray() {
			found = member
		}
	}
	return found
}

// Int is a number without its fraction, and 0 for any other value.
func (v Value) Int() int64 {
	if n, err := strconv.ParseInt(v.Raw, 10, 64); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(v.Raw, 64)
	if v.Type != Number || err != nil {
		return 0
	}
	return int64(f)
}

// Members are the keys and the values of an object; another value has none.
func (v Value) Members() iter.Seq2[Value, Value] {
	return func(yield func(key, value Value) bool) {
		for m := v.firstMember(); m.key > 0; m = v.memberAfter(m) {
			if !yield(v.in.value(m.key, m.keyEnd), v.in.value(m.start, m.end)) {
				return
			}
		}
	}
}

// A member is where a member of an object is in the text: its key, which starts at 0 if there is no member, and its value.
type member struct{ key, keyEnd, start, end int }

// hasKey reports whether the member has the key.
func (m member) hasKey(text, key string) bool {
	raw := text[m.key+1 : m.keyEnd-1]
	if strings.IndexByte(raw, '\\') >= 0 {
		raw = unquoted(text[m.key:m.keyEnd])
	}
	return raw == key
}

// firstMember is the first member of an object; another value has none.
func (v Value) firstMember() member { return v.memberAt(v.first(Object)) }

// memberAfter is the member behind another one.
func (v Value) memberAfter(m member) member { return v.memberAt(v.following(m.end)) }

// memberAt is the member that starts at i, unless that is 0.
func (v Value) memberAt(i int) (m member) {
	if i == 0 {
		return m
	}
	m.key, m.keyEnd = i, scanString(v.in.text, i)
	m.start = skipSpace(v.in.text, skipSpace(v.in.text, m.keyEnd)+1) // the colon
	m.end = v.in.end(m.start)
	return m
}

// Items are the values of an array; another value has none.
func (v Value) Items() iter.Seq[Value] {
	return func(yield func(item Value) bool) {
		for i := v.first(Array); i > 0; {
			end := v.in.end(i)
			if !yield(v.in.value(i, end)) {
				return
			}
			i = v.following(end)
		}
	}
}

// first is where the first element of a value of a type starts in the text; 0 if there is none.
func (v Value) first(t Type) int {
	if v.Type != t {
		return 0
	}
	if i := skipSpace(v.in.text, v.Index+1); i < v.last() {
		return i
	}
	return 0
}

// following is where the element starts that follows one that ends at i; 0 if there is none.
func (v Value) following(i int) int {
	if i = skipSpace(v.in.text, i); i == v.last() {
		return 0
	}
	return skipSpace(v.in.text, i+1) // the comma
}

// last is where the last byte of the value is in the text.
func (v Value) last() int { return v.Index + len(v.Raw) - 1 }
