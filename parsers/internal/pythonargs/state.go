package pythonargs

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

func atEnd(w *jsonscan.Window) Status {
	if w.Final {
		return Cut
	}
	return More
}

// next goes on behind n bytes.
func (r *Reader) next(n int, s state) Status {
	r.pos += n
	r.state, r.spaced, r.afterText = s, false, false
	return goOn
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func (r *Reader) note(k repair.Kind, at int) {
	r.Repairs = append(r.Repairs, repair.Repair{Kind: k, Offset: at})
}

// A frame is a container that is open.
type frame struct {
	open  byte // '[', '(' or '{'
	kind  kind
	at    int      // of its opening, in out
	cut   cutPoint // where it began
	comma bool     // a comma stands before the element that is due
	value bool     // the element is a dict's value, its key was read
	item  int      // where the element or key read last begins, in out
	text  bool     // that is a string, or
	digit bool     // a number
}

func (r *Reader) top() *frame { return &r.stack[len(r.stack)-1] }

// closes tells whether c closes the container.
func (f *frame) closes(c byte) bool {
	return f.open == '(' && c == ')' || f.open != '(' && c == f.open+2
}

// valueEnds notes that a value is complete, n bytes from the position on.
func (r *Reader) valueEnds(n int) Status {
	r.next(n, afterValue)
	switch {
	case len(r.stack) == 0:
		r.cut = cutPoint{len(r.out), 0, len(r.Repairs)}
		if r.Mapping {
			r.cut.out-- // as arguments, it is closed by the caller
		}
	case r.top().kind == array || r.top().value:
		r.cut = cutPoint{len(r.out), len(r.stack), len(r.Repairs)}
	}
	return goOn
}

type kind uint8

const (
	undecided kind = iota // a '{' or '(' that holds at most one element
	array
	dict
)
