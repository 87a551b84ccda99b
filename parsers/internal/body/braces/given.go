package braces

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// ahead looks for the end of a value whose first delimiter is missing. All values and all calls of
// one output share what it found, so that a failed value doesn't cause another search of the same
// text.
type ahead struct {
	given *given

	from   int  // the offset of the last search; the rest holds from here on
	scan   int  // up to here there is no token
	mark   mark // a token that is there
	asked  bool // before is known
	before byte // the last byte before the token, ignoring white space
	ends   int  // up to here nothing may end a value
}

// endsWord reports whether the text at offset at ends a literal before it.
func (h *ahead) endsWord(e *body.Around, at int) (yes, more bool) {
	rest := e.Rest(at)
	switch {
	case len(rest) == 0 || strings.IndexByte(",}])", rest[0]) >= 0:
		return true, false
	case !e.Firsts[rest[0]]:
		return false, false
	}
	m, more := h.given.markAt(e, at, rest)
	return m > delimiterMark, more
}

// nextEnd returns how far behind offset at a byte may end the value there, before the next token.
// It returns -1 if there is none.
func (h *ahead) nextEnd(e *body.Around, at int) int {
	h.ends = max(h.ends, at)
	n := e.Visits.IndexAny(e.Slice(h.ends, h.scan), ",}])")
	if n < 0 {
		h.ends = h.scan
		return -1
	}
	h.ends += n
	return h.ends - at
}

// lookAhead looks, from offset at on, for the next token that means something in a call. It returns
// true if more bytes are needed.
func (h *ahead) lookAhead(e *body.Around, at int) (more bool) {
	if at < h.from || h.scan < at {
		*h = ahead{given: h.given, scan: at}
	}
	h.from = at
	for h.mark == noMark {
		rest := e.Rest(h.scan)
		n := bytetable.Index(rest, 0, e.Firsts)
		e.Visits.Add(n)
		if h.scan += n; n == len(rest) {
			return !e.Final
		}
		m, more := h.given.markAt(e, h.scan, e.Rest(h.scan))
		if more {
			return true
		}
		if h.mark = m; m == noMark {
			h.scan++
		}
	}
	return false
}

// endsValue reports whether the delimiter at offset end ends the value at offset at. It doesn't if
// it begins a value.
func (h *ahead) endsValue(e *body.Around, at, end int) (yes, more bool) {
	if !h.asked {
		before := match.TrimSpaceRight(e.Slice(at, end))
		e.Visits.Add(end - at - len(before))
		h.asked, h.before = true, before[len(before)-1]
	}
	if strings.IndexByte(":,[{=", h.before) >= 0 {
		return false, false
	}
	behind, more := e.Space(end + len(h.given.g.Delimiter))
	if more {
		return false, true
	}
	rest := e.Rest(behind)
	return len(rest) > 0 && strings.IndexByte(",}])", rest[0]) >= 0, false
}

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
func (r *reach) until(e *body.Around, at int, set *cursor.Set) (end int, ok bool) {
	r.begin(at)
	rest := e.Rest(r.to)
	n := bytetable.Index(rest, 0, (*[256]bool)(set))
	e.Visits.Add(n)
	r.to += n
	return r.to, n < len(rest)
}

// delimited returns the offset of the delimiter that ends the text that begins at offset at.
func (r *reach) delimited(e *body.Around, at int) (end int, ok bool) {
	r.begin(at)
	n := e.Visits.Index(e.Rest(r.to), []byte(r.given.g.Delimiter))
	if n < 0 {
		r.to = max(r.to, e.Base+len(e.Win)-len(r.given.g.Delimiter)+1)
		return r.to, false
	}
	return r.to + n, true
}

// quoted returns the offset of the quote that ends the string at offset at.
func (r *reach) quoted(e *body.Around, at int, quote byte) (end int, ok bool) {
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

// given holds what the opening says about the call, and the repairs of the call. It decides which
// token is at an offset.
type given struct {
	g       *grammar.Tree
	start   int
	bare    bool // the tokens around it are missing
	repairs []parsers.Repair
}

// A mark is a token that means something in a call.
type mark uint8

const (
	noMark mark = iota
	delimiterMark
	closeMark // the end of the call
	endMark   // the end of the turn, or something else that ends a call
	beginMark // the beginning of another call
)

func (g *given) note(kind repair.Kind, at int) {
	g.repairs = append(g.repairs, parsers.Repair{Kind: kind, Offset: at})
}

func (g *given) format() string {
	if g.bare {
		return g.g.Bare
	}
	return g.g.Format
}

// markAt returns which token is at offset at.
func (g *given) markAt(e *body.Around, at int, rest []byte) (m mark, more bool) {
	if a := match.Text(g.g.Delimiter, rest, e.Final); a != match.No {
		return delimiterMark, a == match.More
	}
	marker, a := e.Markers.MarkAt(at)
	switch {
	case a == match.More:
		return noMark, true
	case !a.Yes() || !marker.Stops():
		return noMark, false
	case marker.Begins:
		return beginMark, false
	case marker.Text == g.g.Markers.Closer():
		return closeMark, false
	}
	return endMark, false
}

func (g *given) delimiterAt(rest []byte) bool { return match.Text(g.g.Delimiter, rest, true).Yes() }
