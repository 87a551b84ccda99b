// Package values turns values that a model wrote without their types into JSON: the text
// between two tags.
package values

import (
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
	// TooDeep: it is JSON that nests deeper than allowed.
	TooDeep
)

// A Typing decides, while a value comes in, what it is, by its schema. A value that may be
// a string is one. Any other value is JSON if it parses as one of the schema's types,
// otherwise a string. If nothing is known, objects and arrays are JSON.
// See docs/models/formats, "Values between tags".
type Typing struct {
	types schema.Types // that JSON may have
	exact bool         // the value may be a string, so only exactly null is null
	start int          // of the value, behind the white space that was read
	depth int          // how deep it may nest
	begun bool
	deep  bool
	late  bool // it isn't JSON; only its end shows whether it is Python
	s     jsonscan.Scanner

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
	*t = Typing{types: schema.Any, start: at, depth: depth}
}

// Start begins a value at offset at that may nest to a depth.
func (t *Typing) Start(types schema.Types, at, depth int) {
	pythons, printed := t.Pythons, t.Printed
	*t = Typing{} // in place: a literal would be made elsewhere, and copied
	t.types, t.start, t.depth, t.Pythons, t.Printed = types, at, depth, pythons, printed
	switch {
	case types == schema.Any:
		t.types, t.Pythons = schema.Object|schema.Array, false
	case types&schema.String != 0:
		t.types &= schema.Null
		t.exact = true
	}
}

// Read reads on to the end of w, which is the end of the value if w is final.
func (t *Typing) Read(w *jsonscan.Window) Kind {
	switch {
	case t.types == 0:
		return Text
	case t.exact:
		return t.readNull(w.Win[t.start-w.Base:], w.Final)
	case t.late:
		return t.python(w)
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
			return t.python(w)
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

// readNull reads a value that is null only if it is exactly that.
func (t *Typing) readNull(text []byte, final bool) Kind {
	if t.Printed && len(text) > 0 && text[0] == none[0] {
		return exactly(text, none, final, Python)
	}
	return exactly(text, null, final, JSON)
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
		return Text, false
	case schema.Kind(w.Win[t.start-w.Base])&t.types == 0:
		return t.python(w), false
	}
	t.begun = true
	t.s.Start(t.start, jsonscan.MaxDepth, jsonscan.Strict, nil)
	return Undecided, true
}

// end decides at the end of the value.
func (t *Typing) end(w *jsonscan.Window) Kind {
	switch {
	case !t.s.Done():
		return t.python(w)
	case !t.fits(w):
		return Text
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
	case TooDeep:
		return dst, false
	}
	v.Add(len(text))
	return AppendString(dst, text), true
}
