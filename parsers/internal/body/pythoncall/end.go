package pythoncall

import (
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// An end finds where a call in a list, on its line or in a block ends after it
// failed.
type end struct {
	extent failure.Extent
	pos    int
	depth  int  // brackets open where it failed, its parenthesis among them
	parens int  // so many of them are parentheses, in a list
	inner  int  // brackets that were opened since
	line   bool // it ends with its line, at the latest
	listed bool // the list's bracket ends it
	ended  bool
	step   int
	quoting
}

// find looks on: the end, once that is known; stopped tells that a call
// begins there that the failed one doesn't hold.
func (p *end) find(e *place.Around) (end int, stopped, more bool) {
	for {
		p.step = max(2*p.step, failure.Step)
		limit := min(p.pos+p.step, e.Window.End())
		wait := !p.ended && p.scan(e, limit)
		at, found := p.extent.Find(e, p.pos)
		switch {
		case found:
			e.Costs.Penalize(at)
			return at, true, false
		case at < p.pos:
			return at, false, !e.Final
		case p.ended:
			return p.pos, false, false
		case wait || p.pos == e.Window.End():
			return p.pos, false, wait || !e.Final
		}
	}
}

// scan advances up to limit; wait: a marker may be there.
func (p *end) scan(e *place.Around, limit int) (wait bool) {
	for p.pos < limit && !p.ended && !wait {
		wait = p.scanStep(e, min(limit, p.pos+visit.Step))
	}
	return wait
}

// scanStep is scan for so few bytes that they are counted at once.
func (p *end) scanStep(e *place.Around, limit int) (wait bool) {
	defer e.Visits.Passed(p.pos, &p.pos)
	for ; p.pos < limit; p.pos++ {
		c := e.Win[p.pos-e.Base]
		if e.Firsts[c] && !p.escaped && p.quote == 0 {
			m, n := e.Markers.MarkAt(p.pos)
			if n == match.More {
				return true
			}
			p.ended = n.Yes() && m.Stops()
		}
		if p.ended = p.ended || p.endsAt(c); p.ended {
			return false
		}
	}
	return false
}

// endsAt reports whether the call ends before c, or with it where that is a
// line's last parenthesis.
func (p *end) endsAt(c byte) bool {
	switch {
	case p.takes(c):
	case c == '\n':
		return p.line || p.depth+p.inner == 0
	case c == '(' || c == '[' || c == '{':
		p.inner++
	case c == ')' || c == ']' || c == '}':
		return p.closes(c)
	case p.depth+p.inner == 0:
		return c == ',' || c == ';'
	}
	return false
}

// closes counts the closer c; true if the call ends at it.
func (p *end) closes(c byte) bool {
	switch {
	case p.inner > 0:
		p.inner--
		return false
	case p.depth <= 1 && c == ']' && p.listed:
		return true
	}
	p.depth = max(p.depth-1, 0)
	if c == ')' {
		if p.parens--; p.parens <= 0 {
			p.depth = 0 // what is open in the call lacks its closer
		}
	}
	if p.line && p.depth == 0 {
		p.pos++
		return true
	}
	return false
}
