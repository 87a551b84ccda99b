package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// text reads running text up to the next candidate; false at the end of the window.
func (e *Engine) text() bool {
	if !e.started && !e.start() {
		return false
	}
	if e.candidate != nil {
		return true
	}
	if e.after.active && !e.delimiter() {
		return false
	}
	if e.quote.phase != fenceBody && !e.openFence() {
		return false
	}
	for e.candidate == nil && e.started {
		if e.lineDue() {
			if !e.lineStart() {
				return false
			}
			continue
		}
		b := e.Win
		from := e.Pos - e.Base
		i := e.skip(b, from, e.stops())
		e.Visits.Add(i - from + 1)
		e.Pos = e.Base + i
		if i == len(b) {
			e.Text(e.Pos)
			return false
		}
		if !e.trigger(b[i]) {
			return false
		}
		if e.quote.phase != fenceBody && !e.openFence() {
			return false
		}
	}
	return true
}

// openFence reads a fence's opening line, and opens what it says is due; false at the end of
// the window.
func (e *Engine) openFence() bool {
	if !e.fenceLine() {
		return false
	}
	e.openDue()
	return true
}

// openDue opens the candidate that quotation says is due.
func (e *Engine) openDue() {
	switch d := &e.due; {
	case d.answer:
		d.answer = false
		e.mayAnswer()
	case d.python:
		d.python = false
		e.openPython(pythoncall.InFence)
	}
}

// stops are the bytes that may mean something where the position is.
func (e *Engine) stops() *stops {
	q := &e.quote
	switch {
	case q.inline > 0 && e.special != e.Pos:
		return &e.triggers.inline
	case q.json:
		return &e.triggers.json
	case q.fence > 0 && q.opening:
		return &e.triggers.fenceOpening
	case q.fence > 0:
		return &e.triggers.fence
	case q.think != 0 && e.special != e.Pos:
		return &e.triggers.think
	}
	return e.plain
}

// start looks for what can only stand at the start of the output.
func (e *Engine) start() bool {
	at, more := e.Space(e.Pos)
	if more {
		return false
	}
	if e.Config.ReasoningOpen && e.Pos == 0 && e.quote.think|e.owed == 0 && len(e.grammar.Thoughts) > 0 {
		switch e.openerAt(at) {
		case match.More:
			return false
		case match.No: // else the prompt held no opener, or it comes once more
			e.openThought(0, anyThought)
		}
	}
	frame, more := e.startFrames(at)
	if more {
		return false
	}
	e.lead = at
	if frame == nil && !e.nested && e.quote.think == 0 {
		if frame, more = e.startRecipient(at); more {
			return false
		}
	}
	if frame == nil && !e.nested && e.quote.think == 0 && e.opensStart(at) {
		return false
	}
	e.started = true
	if e.candidate != nil {
		return true
	}
	if frame != nil {
		e.candidate = frame
		return true
	}
	if e.Pos > at { // a thought
		return true
	}
	if e.triggers.line != nil || e.python.inText {
		e.Pos = at
		e.LineBegins()
	}
	e.python.mayBegin(at, pythoncall.AtStart)
	rest := e.Rest(at)
	if len(rest) == 0 || e.nested || e.quote.think != 0 {
		return true
	}
	before := e.Pos
	e.Pos = at
	if c := e.whole(rest[0]); c != nil {
		e.Text(at)
		e.candidate = c
		return true
	}
	e.Pos = before
	e.mayAnswer()
	return true
}

// opensStart opens the thought, or the block, that begins the output at offset at, if one
// does; more: one may.
func (e *Engine) opensStart(at int) (more bool) {
	for i := range e.triggers.starts {
		m := &e.triggers.starts[i]
		switch n := matchMarker(e.Visits, m, e.Rest(at), e.Final); {
		case n == match.More:
			return true
		case n.Yes() && m.opens != 0:
			e.Text(at)
			e.Pos = at
			e.openThought(at+n.Len(), m.opens)
			return false
		case n.Yes() && e.wanted(m):
			e.Text(at)
			e.Pos = at
			e.takeMarker(m, n.Len())
			return false
		}
	}
	return false
}

// whole makes the candidate for what is a whole output and begins with c; nil
// if nothing does.
func (e *Engine) whole(c byte) Candidate {
	if candidate := e.startDocument(c); candidate != nil {
		return candidate
	}
	for i := range e.family.hooks {
		if start := e.family.hooks[i].Start; start != nil {
			if candidate := start(e, c); candidate != nil {
				return candidate
			}
		}
	}
	return e.startNameLines()
}

// lineStart looks for what counts at a line start only; false if more bytes must tell.
func (e *Engine) lineStart() bool {
	if e.line != e.Pos {
		return e.pythonHere()
	}
	n := e.matchLine(e.Pos)
	if n == match.More {
		e.Text(e.Pos)
		return false
	}
	e.line = -1
	if n.Yes() && e.quote.none() && !e.nested && e.wanted(e.triggers.line) {
		e.Text(e.Pos)
		e.candidate = e.triggers.line.Open(e, e.Pos)
	}
	return true
}

// trigger handles the byte c at the position; false if more bytes must tell.
func (e *Engine) trigger(c byte) bool {
	switch c {
	case '`':
		if !e.nested {
			return e.backticks()
		}
	case '\n':
		e.newline()
		return true
	case '{', '[':
		if e.triggers.tags[c] {
			if _, n := e.MarkerAt(e.Pos); n != 0 {
				return e.marker()
			}
		}
		if c == '[' {
			if a := e.listAtBracket(); a != match.No {
				return a.Yes()
			}
		}
		if e.jsonAllowed() {
			return e.openJSON(c)
		}
	case '}', ']':
		if !e.marker() {
			return false // and is here again
		}
		if q := &e.quote; q.inline == 0 && (q.fence == 0 || q.json) { // else it closes nothing that was counted
			e.closes(c)
		}
		return true
	case 'p', 'P':
		if e.grammar.Options {
			return e.optionWord()
		}
	}
	return e.marker()
}

// delimiter handles a delimiter after a call and its white space; false if
// the window ends in them.
func (e *Engine) delimiter() bool {
	for {
		var more bool
		if e.Pos, more = e.Space(e.Pos); more {
			return false
		}
		if b := e.Win[:e.Pos-e.Base]; len(b) > 0 && b[len(b)-1] == '\n' {
			e.LineBegins()
		}
		a := &e.after
		if a.found {
			e.Markup(e.Pos, a.role)
		}
		delimits := false
		if !a.found {
			if delimits, more = e.delimits(); more {
				return false
			}
		}
		if a.active = delimits; !delimits {
			e.python.behind(e.Pos)
			e.behind = e.Pos
			return true
		}
		a.found = true
		e.Pos++
	}
}

// delimits tells whether a delimiter stands at the position: a ',' is one
// between two calls only, or behind a list at the end of its line.
func (e *Engine) delimits() (yes, more bool) {
	rest := e.Rest(e.Pos)
	if len(rest) == 0 || !e.grammar.Delimiters || e.quote.think != 0 {
		return false, false
	}
	e.after.role = parsers.RoleTrail
	if rest[0] != ',' {
		return rest[0] == ';', false
	}
	ends := false
	if e.after.list {
		if ends, more = e.turnEnds(e.Pos + 1); more {
			return false, true
		}
	}
	if !ends {
		e.after.role = parsers.RoleBetween
	}
	return true, false
}

// turnEnds tells whether only white space stands between offset at and the end
// of its line, or of the block.
func (e *Engine) turnEnds(at int) (yes, more bool) {
	if yes, more = e.LineEnds(at); yes || more {
		return yes, more
	}
	for match.IsSpace(e.Rest(at)[0]) {
		at++
	}
	m, n := e.MarkerAt(at)
	return n.Yes() && m.Ends == place.EndsBlock, n == match.More
}
