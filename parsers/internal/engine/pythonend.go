package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/failure"
)

// A pythonEnd finds where a call in a list, on its line or in a block ends
// after it failed.
type pythonEnd struct {
	extent  failure.Extent
	pos     int
	depth   int // brackets open where it failed, its parenthesis among them
	inner   int // brackets that were opened since
	line    bool
	quote   byte
	escaped bool
	ended   bool
	step    int
}

// newPythonEnd says that a call whose arguments start at offset inner failed
// at at, where depth brackets are open. On a line it ends with that.
func (e *Engine) newPythonEnd(inner, at, depth int, line bool) pythonEnd {
	return pythonEnd{extent: failure.ExtentFrom(&e.around, inner), pos: at, depth: depth, line: line}
}

// find looks on: the end, once that is known; stopped tells that a call
// begins there that the failed one doesn't hold.
func (p *pythonEnd) find(e *Engine) (end int, stopped, more bool) {
	for {
		p.step = max(2*p.step, failure.Step)
		limit := min(p.pos+p.step, e.Base+len(e.Win))
		wait := !p.ended && p.scan(e, limit)
		at, found := p.extent.Find(&e.around, p.pos)
		switch {
		case found:
			e.Penalize(at)
			return at, true, false
		case at < p.pos:
			return at, false, !e.Final
		case p.ended:
			return p.pos, false, false
		case wait || p.pos == e.Base+len(e.Win):
			return p.pos, false, wait || !e.Final
		}
	}
}

// scan advances up to limit; wait: a marker may stand there.
func (p *pythonEnd) scan(e *Engine, limit int) (wait bool) {
	for ; p.pos < limit; p.pos++ {
		c := e.Win[p.pos-e.Base]
		switch {
		case c == '\n':
			p.quote, p.escaped = 0, false
			p.ended = p.line || p.depth+p.inner == 0
		case p.escaped:
			p.escaped = false
		case p.quote != 0:
			p.escaped = c == '\\'
			if c == p.quote {
				p.quote = 0
			}
		case c == '"' || c == '\'':
			p.quote = c
		case c == '(' || c == '[' || c == '{':
			p.inner++
		case p.inner > 0 && (c == ')' || c == ']' || c == '}'):
			p.inner--
		case p.depth <= 1 && c == ']' && !p.line:
			p.ended = true
		case c == ')' || c == ']' || c == '}':
			p.depth = max(p.depth-1, 0)
			if p.line && p.depth == 0 {
				p.pos++
				p.ended = true
			}
		case p.depth+p.inner == 0 && (c == ',' || c == ';'):
			p.ended = true
		case c == '<':
			m, n := e.MarkerAt(p.pos)
			if p.ended = n > 0 && m.stops(); n < 0 {
				return true
			}
		}
		if p.ended {
			return false
		}
	}
	return false
}
