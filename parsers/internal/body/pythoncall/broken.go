package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Reasons why a call failed.
const (
	blockMessage    = "unexpected end of the block inside a tool call"
	keywordsMessage = "the arguments are no literal keyword arguments"
	stringMessage   = "a string isn't closed"
	unclosedMessage = "the call isn't closed before its block ends or another call begins"
)

// ending finds the end of the failed call.
type ending struct {
	given *given
	items *items
	list  *list
	args  *args
	end   end
}

// fail notes that the call failed at offset at, where depth brackets are open. inArgs: this is in
// the arguments.
func (n *ending) fail(e *body.Around, at, depth int, reason parsers.Reason, message string, inArgs bool) {
	c, r := &n.items.next, &n.args.reader
	c.fail(reason, message)
	c.silent = c.undeclared && n.given.where != InBlock && !(c.inner > 0 && r.Keyed())
	if n.list.print {
		depth++
	}
	parens := depth
	if n.list.depth > 0 && inArgs {
		parens = 1 + r.Object.Tuples()
	}
	inner, onLine := max(c.inner, c.start), n.given.where == OnLine
	if onLine {
		at = lineBefore(e, inner, at)
	}
	n.end = end{
		extent: failure.StopFrom(e, inner), pos: at, depth: depth, parens: parens,
		line: onLine, listed: n.list.depth > 0,
	}
	if r.InString() && reason == parsers.ReasonIncomplete {
		n.end.pos = e.Window.End() // the string contains the rest of the output
		n.endsBefore(e, depth)
	} else if inArgs {
		n.end.quote = r.Quote()
	}
}

// find continues the search for the end. It returns the call once its end is known. stopped: a call
// that isn't part of the failed one begins at the end.
func (n *ending) find(e *body.Around) (c item, stopped, more bool) {
	end, stopped, more := n.end.find(e)
	if more {
		return c, stopped, true
	}
	c = n.items.next
	if stopped && c.reason == parsers.ReasonIncomplete {
		c.reason, c.message = parsers.ReasonMalformed, unclosedMessage
		if n.args.reader.InString() {
			c.message = stringMessage
		}
	}
	c.end, c.unclosed = end, n.end.depth == 1
	return c, stopped, false
}

// endsBefore looks for the end of a call with an unclosed string, up to the end of the output. The
// call ends where its brackets balance behind a misplaced quote, before a line that begins with
// another call or, in a block, before a marker.
func (n *ending) endsBefore(e *body.Around, depth int) {
	from, astray, lines := n.args.reader.Text()
	ends, ok := latestEnd(e, from, 3, n.given.where == InBlock)
	if !ok {
		return
	}
	limit := e.Window.End()
	if at := n.nextLine(e, from, ends); at < ends && !lines {
		ends, n.end.pos = at, at-1
		e.Costs.Penalize(at)
	}
	n.end.ended = ends < limit
	n.end.pos = min(n.end.pos, ends)
	if astray > 0 && n.given.where != InBlock {
		own := end{pos: astray + 1, depth: depth, parens: n.end.parens, line: n.end.line, listed: n.end.listed}
		if own.scan(e, ends); own.ended && !own.line || own.depth+own.inner == 0 {
			n.end.pos, n.end.ended = own.pos, true
		}
	}
	if n.end.ended {
		c := &n.items.next
		c.reason, c.message = parsers.ReasonMalformed, stringMessage
	}
}

// latestEnd returns the latest end of a call with an unclosed string: before a marker, or at the
// end of the output. The caller reads the text from offset from on, in the given number of passes.
// It returns false if there is no fuel left for that.
func latestEnd(e *body.Around, from, passes int, marked bool) (end int, ok bool) {
	limit := e.Window.End()
	if !e.Costs.Fuel().Burn(passes*(limit-from), limit) {
		return limit, false
	}
	if marked {
		return nextMarker(e, from), true
	}
	return limit, true
}

// nextMarker returns the offset of the first marker that ends a call, from offset at on, or the end
// of the output.
func nextMarker(e *body.Around, at int) int {
	from := at
	defer func() { e.Visits.Passed(from, &at) }()
	for ; at < e.Window.End() && e.Prose.MarkersCount(); at++ {
		e.Visits.Passing(&from, at)
		if e.Firsts[e.Win[at-e.Base]] {
			if e.StopsAt(at).Yes() {
				return at
			}
		}
	}
	return e.Window.End()
}

// nextLine returns the start of the first line between offset at and limit that begins with a call,
// or limit.
func (n *ending) nextLine(e *body.Around, at, limit int) int {
	for {
		line := e.Visits.IndexByte(e.Slice(at, limit), '\n')
		if at += line + 1; line < 0 || at == limit {
			return limit
		}
		if beginsLine(e, n.given.g, e.Rest(at)) {
			return at
		}
	}
}

// beginsLine reports whether b begins with a call of a declared tool, up to its first argument, or
// with a list of such calls.
func beginsLine(e *body.Around, g *grammar.Python, b []byte) bool {
	if b[0] == '[' && g.Calls == grammar.PythonLists {
		b = b[1:]
	}
	n := nameLength(e, b)
	if n == 0 || n == len(b) || b[n] != '(' {
		return false
	}
	_, _, ok := declared(e, g, b[:n])
	return ok && pythonargs.Begins(e.Visits, b[n+1:])
}

// lineBefore returns the end of the line before offset at, if only white space is between them and
// the end isn't before offset from. Otherwise it returns at.
func lineBefore(e *body.Around, from, at int) int {
	text := e.Slice(from, at)
	space := text[len(match.TrimSpaceRight(text)):]
	e.Visits.Add(len(space))
	if n := e.Visits.IndexByte(space, '\n'); n >= 0 {
		return at - len(space) + n
	}
	return at
}

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
func (p *end) find(e *body.Around) (end int, stopped, more bool) {
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
func (p *end) scan(e *body.Around, limit int) (wait bool) {
	for p.pos < limit && !p.ended && !wait {
		wait = p.scanStep(e, min(limit, p.pos+work.Step))
	}
	return wait
}

// scanStep is scan for so few bytes that they are counted at once.
func (p *end) scanStep(e *body.Around, limit int) (wait bool) {
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
