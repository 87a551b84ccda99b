package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// text reads running text up to the next candidate; false at the end of the window.
func (e *Engine) text() bool {
	if !e.prose.Started && !e.start() {
		return false
	}
	if e.heads.Reads() {
		return true
	}
	if !e.cut && e.around.After.Active && !e.around.Delimiter() {
		return false
	}
	for !e.heads.Reads() && e.prose.Started {
		b := e.cur.Win
		i := e.cur.Pos - e.cur.Base
		switch {
		case e.cut:
			e.cut = false
		case e.prose.Quote.BodyDue():
			if !e.heads.OpenFence() {
				return false
			}
			continue
		case e.prose.LineDue():
			if !e.lineStart() {
				e.cur.Text(e.cur.Pos)
				return false
			}
			continue
		default:
			from := i
			i = e.skipper.Skip(b, from, e.prose.Stops())
			e.cur.Visits.Add(i - from + 1)
			e.cur.Pos = e.cur.Base + i
			if i == len(b) {
				e.cur.Text(e.cur.Pos)
				return false
			}
		}
		if !e.trigger(b[i]) {
			e.cut = true
			e.cur.Text(e.cur.Pos)
			return false
		}
	}
	return true
}

// start looks for what can only be at the start of the output.
func (e *Engine) start() bool {
	at, more := e.cur.Space(e.cur.Pos)
	if more {
		return false
	}
	if e.quoting.StartThought(at) {
		return false
	}
	message, more := e.heads.StartMessage(at)
	if more {
		return false
	}
	if message == nil && !e.rules.Nested && e.prose.Quote.Think == 0 && e.opensStart(at) {
		return false
	}
	e.prose.Started = true
	if message != nil {
		e.heads.Begin(message)
	}
	if e.heads.Reads() || e.cur.Pos > at { // behind the opener of a thought
		return true
	}
	e.prose.TextBegins(at)
	rest := e.cur.Rest(at)
	if len(rest) == 0 || e.rules.Nested || e.prose.Quote.Think != 0 {
		return true
	}
	before := e.cur.Pos
	e.cur.Pos = at
	if c := e.heads.Whole(rest[0]); c != nil {
		e.cur.Text(at)
		e.heads.Begin(c)
		return true
	}
	e.cur.Pos = before
	e.heads.MayAnswer()
	return true
}

// opensStart opens the thought, or the block, that begins the output at offset at, if one
// does; more: one may.
func (e *Engine) opensStart(at int) (more bool) {
	for i := range e.marks.Triggers.Starts {
		m := &e.marks.Triggers.Starts[i]
		switch n := m.Compare(e.cur.Visits, e.cur.Rest(at), e.cur.Final); {
		case n == match.More:
			return true
		case n.Yes() && m.OpensThoughts != 0:
			e.cur.Pos = at
			e.quoting.OpenThought(at+n.Len(), m.OpensThoughts)
			return false
		case n.Yes() && e.marks.Wanted(m):
			e.cur.Pos = at
			e.takeMarker(m, n.Len())
			return false
		}
	}
	return false
}

// lineStart looks for what counts at a line start only; false if more bytes are needed.
func (e *Engine) lineStart() bool {
	if !e.prose.LineWaits() {
		return e.heads.OpenPython(e.prose.PythonHere()) != match.More
	}
	n := e.marks.MatchLine(e.cur.Pos)
	if n == match.More {
		return false
	}
	e.prose.LinePassed()
	if n.Yes() && e.prose.Quote.None() && !e.rules.Nested && e.marks.Wanted(e.marks.Triggers.Line) {
		e.cur.Text(e.cur.Pos)
		e.heads.OpenLine()
	}
	return true
}

// trigger handles the byte c at the position; false if more bytes are needed.
func (e *Engine) trigger(c byte) bool {
	if fence.Begins[c] && !e.rules.Nested {
		return e.quoting.Run()
	}
	switch c {
	case '\n':
		e.quoting.Newline()
		return true
	case '{', '[':
		if e.marks.Triggers.Tags[c] {
			if _, n := e.marks.MarkerAt(e.cur.Pos); n != 0 {
				return e.marker()
			}
		}
		if c == '[' {
			if a := e.heads.OpenPython(e.prose.PythonAtBracket()); a != match.No {
				return a.Yes()
			}
		}
		if e.prose.JSONAllowed() {
			return e.heads.OpenJSON(c)
		}
	case '}', ']':
		if !e.marker() {
			return false // and comes here again
		}
		if q := &e.prose.Quote; q.Inline == 0 && (!q.InFence() || q.JSON) { // otherwise it closes nothing that was counted
			e.prose.Open().Close(c)
		}
		return true
	case 'p', 'P':
		if e.rules.Grammar.Options {
			return e.quoting.OptionWord()
		}
	}
	return e.marker()
}
