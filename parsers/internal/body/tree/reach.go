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

// A reach looks for what ends what begins at an offset, and remembers how far it looked.
type reach struct {
	given    *given
	from, to int
}

// opens forgets how far it looked.
func (r *reach) opens() { r.from, r.to = 0, 0 }

// begin makes the reach that of what begins at offset at.
func (r *reach) begin(at int) {
	if r.from != at || r.to < at {
		r.from, r.to = at, at
	}
}

// until is where the first byte of the set stands from offset at on; not ok: it
// isn't there yet.
func (r *reach) until(e *place.Around, at int, set *cursor.Set) (end int, ok bool) {
	r.begin(at)
	rest := e.Rest(r.to)
	n := bytetable.Index(rest, 0, (*[256]bool)(set))
	e.Visits.Add(n)
	r.to += n
	return r.to, n < len(rest)
}

// delimited is where the delimiter stands that ends what begins at offset at.
func (r *reach) delimited(e *place.Around, at int) (end int, ok bool) {
	r.begin(at)
	n := e.Visits.Index(e.Rest(r.to), []byte(r.given.g.Delimiter))
	if n < 0 {
		r.to = max(r.to, e.Base+len(e.Win)-len(r.given.g.Delimiter)+1)
		return r.to, false
	}
	return r.to + n, true
}

// quoted is where the quote stands that ends the string at offset at.
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
