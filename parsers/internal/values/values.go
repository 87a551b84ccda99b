// Package values turns values that a model wrote without their types into JSON: the text
// between two tags.
//
// Reading order:
//
//   - values.go: what a value is, by its schema.
//   - fix.go: a value that is no JSON of its types.
//   - python.go: Python's literals.
//   - text.go: strings, and JSON without white space.
//   - equal.go: whether two values are the same.
package values

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A Kind says how a value is given.
type Kind uint8

const (
	// Undecided: it takes more of the value to decide.
	Undecided Kind = iota
	// Text: it is a string, every byte of it.
	Text
	// JSON: it is JSON, with or without white space around it.
	JSON
	// Python: it is a Python literal of the type, which becomes JSON.
	Python
	// Fixed: it is no JSON of its types, but JSON was made of it, or it is JSON of another type: Fixed returns it.
	Fixed
	// TooDeep: it is JSON that nests deeper than allowed.
	TooDeep
)

// A Typing decides, while a value comes in, what it is, by its schema. A value is JSON if it
// parses as one of the schema's types. Otherwise, it is a string if it may be one. If not, it is
// repaired, or a string that is Odd. If nothing is known, objects and arrays are JSON.
// See docs/models/formats, "Values between tags".
type Typing struct {
	types schema.Types // that JSON may have
	exact bool         // the value may be a string, so only exactly null is null
	held  bool         // the value may be no string, so its end decides what it is if it isn't JSON
	start int          // of the value, behind the white space that was read
	depth int          // how deep it may nest
	begun bool
	deep  bool
	late  bool // it isn't JSON; only its end shows what it is
	s     jsonscan.Scanner

	fixed *fixing // of a value that is Fixed

	// Odd: the value isn't of its types. It is set at the value's end.
	Odd bool
	// Repairs: values that may be no strings are repaired, as JSON is.
	Repairs bool
	// Pythons: Python's literals count as well, if the schema asks for their
	// types.
	Pythons bool
	// Printed: the template writes Python's literals. So exactly None is null
	// even if the value may be a string. Otherwise None is a word there.
	Printed bool
}

const null = "null"

// StartJSON begins a value at offset at that may be JSON of any type.
func (t *Typing) StartJSON(at, depth int) {
	*t = Typing{types: schema.Any, start: at, depth: depth, held: true, Repairs: t.Repairs}
}

// Start begins a value at offset at that may nest to a depth.
func (t *Typing) Start(types schema.Types, at, depth int) {
	pythons, printed, repairs := t.Pythons, t.Printed, t.Repairs
	*t = Typing{} // in place: a literal would be made elsewhere, and copied
	t.types, t.start, t.depth, t.Pythons, t.Printed, t.Repairs = types, at, depth, pythons, printed, repairs
	switch {
	case types == schema.Any:
		t.types, t.Pythons = schema.Object|schema.Array, false
	case types&schema.String != 0:
		t.types &^= schema.String
		t.exact = true
	default:
		t.held = true
	}
}

// Read reads on to the end of w, which is the end of the value if w is final.
func (t *Typing) Read(w *jsonscan.Window) Kind {
	switch {
	case t.types == 0:
		return Text
	case t.exact && !t.begun:
		if k, ok := t.union(w); ok {
			return k
		}
	case t.late:
		return t.other(w)
	case !t.begun:
		if k, ok := t.natural(w); ok {
			return k
		}
		if k, ok := t.begin(w); !ok {
			return k
		}
	}
	for {
		switch t.s.Next(w).Kind {
		case jsonscan.More:
			return Undecided
		case jsonscan.End:
			return t.end(w)
		case jsonscan.Unexpected:
			return t.other(w)
		case jsonscan.TooDeep:
			return TooDeep
		case jsonscan.ObjectOpen, jsonscan.ArrayOpen:
			t.deep = t.deep || t.s.Nesting.Depth() > t.depth
		}
	}
}

// Container reads on in a value that begins as an object or an array, up to its end, or to the
// end of w, behind which the value may go on. If the value isn't JSON, the next call reads it anew.
func (t *Typing) Container(w *jsonscan.Window) (end int, a match.Answer) {
	if !t.begun {
		if k, ok := t.begin(w); !ok {
			t.late = false
			return 0, match.End(k != Undecided)
		}
	}
	for !t.s.Done() {
		switch t.s.Next(w).Kind {
		case jsonscan.More:
			return 0, match.More
		case jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			t.begun, t.deep = false, false
			return 0, match.No
		case jsonscan.ObjectOpen, jsonscan.ArrayOpen:
			t.deep = t.deep || t.s.Nesting.Depth() > t.depth
		}
	}
	return t.s.Pos(), match.Answer(1)
}

// union reads a value that may be a string. It is JSON of another type if it is exactly that: white space may only be around
// an object or an array. ok: that is decided, or more bytes are needed.
func (t *Typing) union(w *jsonscan.Window) (k Kind, ok bool) {
	text := w.Win[t.start-w.Base:]
	n := match.SpaceLen(text[:min(len(text), maxWord)])
	w.Visits.Add(n)
	switch {
	case n == len(text) && n < maxWord && !w.Final && (n == 0 || t.types&(schema.Object|schema.Array) != 0):
		return Undecided, true
	case n == len(text) || n == maxWord:
		return Text, true
	}
	kind := schema.Kind(text[n])
	switch {
	case kind&t.types&(schema.Object|schema.Array) != 0:
		t.begun, t.start = true, t.start+n
		t.s.Start(t.start, jsonscan.MaxDepth, jsonscan.Strict, nil)
		return Undecided, false
	case n > 0:
		return Text, true
	case t.Printed && t.types&schema.Null != 0 && text[0] == none[0]:
		return exactly(text, none, w.Final, Python), true
	}
	for _, word := range literals {
		if text[0] == word.text[0] && t.types&word.types != 0 {
			return exactly(text, word.text, w.Final, JSON), true
		}
	}
	if kind&t.types&(schema.Number|schema.Integer) == 0 {
		return Text, true
	}
	return t.number(w, text), true
}

// literals are the words of JSON.
var literals = [...]struct {
	text  string
	types schema.Types
}{{null, schema.Null}, {"true", schema.Boolean}, {"false", schema.Boolean}}

// number reads a value that may be a string, and is a number if all of it is.
func (t *Typing) number(w *jsonscan.Window, text []byte) Kind {
	n := 0
	for n < len(text) && n < maxWord && (text[n] >= '0' && text[n] <= '9' || strings.IndexByte("+-.eE", text[n]) >= 0) {
		n++
	}
	w.Visits.Add(n)
	switch {
	case n < len(text) || n == maxWord:
		return Text
	case !w.Final:
		return Undecided
	case jsonscan.IsNumber(text) && (t.types&schema.Number != 0 || schema.IsInteger(text)):
		return JSON
	}
	return Text
}

func exactly(text []byte, word string, final bool, kind Kind) Kind {
	switch {
	case final && string(text) == word:
		return kind
	case !final && len(text) <= len(word) && string(text) == word[:len(text)]:
		return Undecided
	}
	return Text
}

// maxNatural is the length, in digits, up to which natural looks at a number anew with each chunk.
const maxNatural = 20

// natural reads a value that is a natural number of the type, without a scanner. Most numbers are
// natural.
func (t *Typing) natural(w *jsonscan.Window) (k Kind, ok bool) {
	text := w.Win[t.start-w.Base:]
	if len(text) == 0 || len(text) > maxNatural || t.types&(schema.Integer|schema.Number) == 0 || text[0] == '0' && len(text) > 1 {
		return Undecided, false
	}
	for i, c := range text {
		if c < '0' || c > '9' {
			w.Visits.Add(i)
			return Undecided, false
		}
	}
	w.Visits.Add(len(text))
	if !w.Final {
		return Undecided, true
	}
	return JSON, true
}

// begin looks at the value's first byte.
func (t *Typing) begin(w *jsonscan.Window) (k Kind, ok bool) {
	for t.start < w.End() && match.IsSpace(w.Win[t.start-w.Base]) {
		t.start++
	}
	switch {
	case t.start == w.End() && !w.Final:
		return Undecided, false
	case t.start == w.End():
		t.Odd = t.held
		return Text, false
	case schema.Kind(w.Win[t.start-w.Base])&t.types == 0:
		return t.other(w), false
	}
	t.begun = true
	t.s.Start(t.start, jsonscan.MaxDepth, jsonscan.Strict, nil)
	return Undecided, true
}

// other decides about a value that isn't JSON of its types. If it may be no string, its end decides.
func (t *Typing) other(w *jsonscan.Window) Kind {
	if t.exact {
		return Text
	}
	if !t.held {
		return t.python(w)
	}
	t.late = true
	if !w.Final {
		return Undecided
	}
	if t.Pythons {
		if k := t.python(w); k != Text {
			return k
		}
	}
	return t.fix(w)
}

// end decides at the end of the value.
func (t *Typing) end(w *jsonscan.Window) Kind {
	switch {
	case !t.s.Done():
		return t.other(w)
	case !t.fits(w):
		return t.other(w)
	case t.deep:
		return TooDeep
	}
	return JSON
}

// fits reports whether a number is of the type. The first byte has decided about other values.
func (t *Typing) fits(w *jsonscan.Window) bool {
	text := w.Win[t.start-w.Base:]
	if t.types&schema.Number != 0 || schema.Kind(text[0])&schema.Number == 0 {
		return true
	}
	w.Visits.Add(len(text))
	return schema.IsInteger(match.TrimSpaceRight(text))
}

// Append appends a complete value. It returns false if the value is nested too deeply.
func Append(v *work.Counter, dst, text []byte, types schema.Types, depth int) ([]byte, bool) {
	var t Typing
	t.Start(types, 0, depth)
	switch t.Read(&jsonscan.Window{Win: text, Final: true, Visits: v}) {
	case JSON:
		v.Add(len(text))
		return AppendCompact(dst, text), true
	case Fixed:
		return AppendCompact(dst, t.fixed.json), true
	case TooDeep:
		return dst, false
	}
	v.Add(len(text))
	return AppendString(dst, text), true
}
