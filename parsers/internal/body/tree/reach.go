package tree

import (
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// These bytes end a name, a key without quotes, and a word that is a value.
var (
	nameEnds = cursor.SetOf(" \t\r\n{(<")
	keyEnds  = cursor.SetOf("\r\n:=,{}[]()<\"'")
	wordEnds = cursor.SetOf(" \t\r\n,}])<")
)

// A reach looks for the end of a value or key, and remembers how far it looked.
type reach struct {
	given    *given
	from, to int
}

// begin makes this the reach of the value or key that begins at offset at.
func (r *reach) begin(at int) {
	if r.from != at || r.to < at {
		r.from, r.to = at, at
	}
}

// until returns the offset of the first byte of the set, from offset at on. ok is false if there is
// none yet.
func (r *reach) until(e *place.Around, at int, set *cursor.Set) (end int, ok bool) {
	r.begin(at)
	rest := e.Rest(r.to)
	n := bytetable.Index(rest, 0, (*[256]bool)(set))
	e.Visits.Add(n)
	r.to += n
	return r.to, n < len(rest)
}

// delimited returns the offset of the delimiter that ends the text that begins at offset at.
func (r *reach) delimited(e *place.Around, at int) (end int, ok bool) {
	r.begin(at)
	n := e.Visits.Index(e.Rest(r.to), []byte(r.given.g.Delimiter))
	if n < 0 {
		r.to = max(r.to, e.Base+len(e.Win)-len(r.given.g.Delimiter)+1)
		return r.to, false
	}
	return r.to + n, true
}

// quoted returns the offset of the quote that ends the string at offset at.
func (r *reach) quoted(e *place.Around, at int, quote byte) (end int, ok bool) {
	r.begin(at)
	from := r.to
	defer func() { e.Visits.Passed(from, &r.to) }()
	for rest := e.Rest(r.to); len(rest) > 0; rest = e.Rest(r.to) {
		e.Visits.Passing(&from, r.to)
		switch {
		case rest[0] == quote:
			return r.to, true
		case rest[0] != '\\':
			r.to++
		case len(rest) == 1:
			return r.to, false
		default:
			r.to += 2
		}
	}
	return r.to, false
}
