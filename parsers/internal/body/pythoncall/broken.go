package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
	"github.com/toolparser/toolparser/parsers/internal/visit"
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
	parens := depth
	if p.list.depth > 0 && p.phase == inArgs {
		parens = 1 + p.args.Tuples()
	}
	inner := max(c.inner, c.start)
	if p.where == OnLine {
		at = lineBefore(e, inner, at)
	}
	p.end = end{
		extent: failure.ExtentFrom(e, inner), pos: at, depth: depth, parens: parens,
		line: p.where == OnLine, listed: p.list.depth > 0,
	}
	if p.args.InString() && reason == parsers.ReasonIncomplete {
		p.end.pos = e.Window.End() // the string holds all
		p.endsBefore(e, depth)
	} else if p.phase == inArgs {
		p.end.quote = p.args.Quote()
	}
	p.phase = inBroken
	return goOn
}

// endsBefore looks for the end of a call whose string nothing closes, up to the
// end of the output: where its brackets balance behind a quote that went astray,
// before a line that begins with another call or, in a block, before a marker.
func (p *Calls) endsBefore(e *place.Around, depth int) {
	from, astray, lines := p.args.Text()
	ends, ok := latestEnd(e, from, 3, p.where == InBlock)
	if !ok {
		return
	}
	limit := e.Window.End()
	if at := p.nextLine(e, from, ends); at < ends && !lines {
		ends, p.end.pos = at, at-1
		e.Penalize(at)
	}
	p.end.ended = ends < limit
	p.end.pos = min(p.end.pos, ends)
	if astray > 0 && p.where != InBlock {
		own := end{pos: astray + 1, depth: depth, parens: p.end.parens, line: p.end.line, listed: p.end.listed}
		if own.scan(e, ends); own.ended && !own.line || own.depth+own.inner == 0 {
			p.end.pos, p.end.ended = own.pos, true
		}
	}
	if p.end.ended {
		p.next.reason, p.next.message = parsers.ReasonMalformed, stringMessage
	}
}

// latestEnd is where a call ends at the latest whose string nothing closes, and which is looked
// for in so many passes from offset from on: before a marker, or with the output. False if
// there is no fuel left for that.
func latestEnd(e *place.Around, from, passes int, marked bool) (end int, ok bool) {
	limit := e.Window.End()
	if !e.Fuel().Burn(passes*(limit-from), limit) {
		return limit, false
	}
	if marked {
		return nextMarker(e, from), true
	}
	return limit, true
}

// nextMarker is where the first marker from offset at on stands that ends a call,
// or the end of the output.
func nextMarker(e *place.Around, at int) int {
	from := at
	defer func() { e.Visits.Passed(from, &at) }()
	for ; at < e.Window.End() && e.Marks(); at++ {
		e.Visits.Passing(&from, at)
		if e.Firsts[e.Win[at-e.Base]] {
			if m, n := e.MarkAt(at); n.Yes() && m.Stops() {
				return at
			}
		}
	}
	return e.Window.End()
}

// nextLine is where the first line between offset at and limit begins that begins
// with a call, or limit.
func (p *Calls) nextLine(e *place.Around, at, limit int) int {
	for {
		n := e.Visits.IndexByte(e.Slice(at, limit), '\n')
		if at += n + 1; n < 0 || at == limit {
			return limit
		}
		if beginsLine(e, p.g, e.Rest(at)) {
			return at
		}
	}
}

// beginsLine tells whether b begins with a call of a declared tool, up to its first
// argument, or with a list of such.
func beginsLine(e *place.Around, g *grammar.Python, b []byte) bool {
	if b[0] == '[' && g.Lists {
		b = b[1:]
	}
	n := nameLength(e, b)
	if n == 0 || n == len(b) || b[n] != '(' {
		return false
	}
	_, _, ok := declared(e, g, b[:n])
	return ok && pythonargs.Begins(e.Visits, b[n+1:])
}

// lineBefore is the end of the line before offset at, if only white space
// stands between, and not before from; else at itself.
func lineBefore(e *place.Around, from, at int) int {
	text := e.Slice(from, at)
	space := text[len(match.TrimSpaceRight(text)):]
	e.Visits.Add(len(space))
	if n := e.Visits.IndexByte(space, '\n'); n >= 0 {
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
	c.end, c.unclosed = end, p.end.depth == 1
	p.pos = end
	p.print = false
	p.add(c)
	if p.sure {
		p.flush(e) // what begins directly behind it costs 0.3, whether or not it was begun, and is withdrawn
	}
	if stopped {
		return p.unclosed(e)
	}
	return goOn
}

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
