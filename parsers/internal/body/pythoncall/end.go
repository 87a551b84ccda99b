package pythoncall

import (
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// An end finds the end of a failed call in a list, on its line or in a block.
type end struct {
	extent failure.Stop
	pos    int
	depth  int  // brackets that are open where it failed, including its parenthesis
	parens int  // how many of them are parentheses, in a list
	inner  int  // brackets that were opened since then
	line   bool // it ends with its line at the latest
	listed bool // the list's bracket ends it
	ended  bool
	step   int
	quoting
}

// find continues the search, and returns the end once it is known. stopped: a call that isn't part
// of the failed one begins there.
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

// scan advances up to limit. wait: a marker may begin there.
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

// endsAt reports whether the call ends before c, or behind c if c is a line's last parenthesis.
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

// closes counts the closer c. It returns true if the call ends at c.
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
			p.depth = 0 // closers of brackets in the call are missing
		}
	}
	if p.line && p.depth == 0 {
		p.pos++
		return true
	}
	return false
}
