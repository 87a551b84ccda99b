package pythoncall

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// What a call failed of.
const (
	blockMessage    = "unexpected end of the block inside a tool call"
	keywordsMessage = "the arguments are no literal keyword arguments"
	stringMessage   = "a string isn't closed"
)

// fail says that the call failed at offset at, where depth brackets are open.
func (p *Calls) fail(e *place.Around, at, depth int, reason parsers.Reason, message string) status {
	c := &p.next
	c.fail(reason, message)
	c.silent = c.undeclared && p.where != InBlock && !(c.inner > 0 && p.args.Keyed())
	if p.print {
		depth++
	}
	inner := max(c.inner, c.start)
	if p.where == OnLine {
		at = lineBefore(e, inner, at)
	}
	p.end = end{extent: failure.ExtentFrom(e, inner), pos: at, depth: depth, line: p.where == OnLine}
	if p.args.InString() && reason == parsers.ReasonIncomplete {
		p.end.pos = e.Window.End() // the string holds all
	} else if p.phase == inArgs {
		p.end.quote = p.args.Quote()
	}
	p.phase = inBroken
	return goOn
}

// lineBefore is the end of the line before offset at, if only white space
// stands between, and not before from; else at itself.
func lineBefore(e *place.Around, from, at int) int {
	text := e.Slice(from, at)
	space := text[len(match.TrimSpaceRight(text)):]
	if n := bytes.IndexByte(space, '\n'); n >= 0 {
		return at - len(space) + n
	}
	return at
}

// broken looks for the end of the call that failed.
func (p *Calls) broken(e *place.Around) status {
	end, stopped, more := p.end.find(e)
	if more {
		return waits
	}
	c := p.next
	if stopped && c.reason == parsers.ReasonIncomplete {
		c.reason, c.message = parsers.ReasonMalformed, stringMessage
	}
	c.end = end
	p.pos = end
	p.print = false
	p.add(c)
	if c.begun {
		p.tell(e) // it is withdrawn
	}
	if stopped {
		return p.unclosed(e)
	}
	return goOn
}

// An end finds where a call in a list, on its line or in a block ends after it
// failed.
type end struct {
	extent  failure.Extent
	pos     int
	depth   int  // brackets open where it failed, its parenthesis among them
	inner   int  // brackets that were opened since
	line    bool // it ends with its line, at the latest
	quote   byte
	escaped bool
	ended   bool
	step    int
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
			e.Penalize(at)
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

// scan advances up to limit; wait: a marker may stand there.
func (p *end) scan(e *place.Around, limit int) (wait bool) {
	for ; p.pos < limit; p.pos++ {
		c := e.Win[p.pos-e.Base]
		if e.Firsts[c] && !p.escaped && p.quote == 0 {
			m, n := e.MarkAt(p.pos)
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

// endsAt tells whether the call ends before c, or with it where that is a
// line's last parenthesis.
func (p *end) endsAt(c byte) bool {
	switch {
	case c == '\n':
		p.quote, p.escaped = 0, false
		return p.line || p.depth+p.inner == 0
	case p.escaped:
		p.escaped = false
	case p.quote != 0:
		p.escaped = c == '\\'
		if c == p.quote {
			p.quote = 0
		}
	case isQuote(c):
		p.quote = c
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
	case p.depth <= 1 && c == ']' && !p.line:
		return true
	}
	p.depth = max(p.depth-1, 0)
	if p.line && p.depth == 0 {
		p.pos++
		return true
	}
	return false
}
