package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/quoting"
)

// text reads running text up to the next candidate; false at the end of the window.
func (e *Engine) text() bool {
	if !e.Prose.Started && !e.start() {
		return false
	}
	if e.openings.Reads() {
		return true
	}
	if !e.cut && e.Enclosing.After.Active && !e.Enclosing.Delimiter() {
		return false
	}
	for !e.openings.Reads() && e.Prose.Started {
		b := e.Cur.Win
		i := e.Cur.Pos - e.Cur.Base
		switch {
		case e.cut:
			e.cut = false
		case e.Prose.Quote.BodyDue():
			if !e.openings.OpenFence() {
				return false
			}
			continue
		case e.Prose.LineDue():
			if !e.lineStart() {
				e.Cur.Text(e.Cur.Pos)
				return false
			}
			continue
		default:
			from := i
			i = e.skipper.Skip(b, from, e.Prose.Stops())
			e.Cur.Visits.Add(i - from + 1)
			e.Cur.Seek(e.Cur.Base + i)
			if i == len(b) {
				e.Cur.Text(e.Cur.Pos)
				return false
			}
		}
		if !e.trigger(b[i]) {
			e.cut = true
			e.Cur.Text(e.Cur.Pos)
			return false
		}
	}
	return true
}

// start looks for what can only be at the start of the output.
func (e *Engine) start() bool {
	at, more := e.Cur.Space(e.Cur.Pos)
	if more {
		return false
	}
	if e.Quoting.StartThought(at) {
		return false
	}
	message, more := e.openings.StartMessage(at)
	if more {
		return false
	}
	if message == nil && !e.Rules.Nested && e.Prose.Quote.Think == 0 && e.opensStart(at) {
		return false
	}
	e.Prose.Starts()
	if message != nil {
		e.openings.Begin(message)
	}
	if e.openings.Reads() || e.Cur.Pos > at { // behind the opener of a thought
		return true
	}
	e.Prose.TextBegins(at)
	rest := e.Cur.Rest(at)
	if len(rest) == 0 || e.Rules.Nested || e.Prose.Quote.Think != 0 {
		return true
	}
	before := e.Cur.Pos
	e.Cur.Seek(at)
	if c := e.openings.Whole(rest[0]); c != nil {
		e.Cur.Text(at)
		e.openings.Begin(c)
		return true
	}
	e.Cur.Seek(before)
	e.openings.MayAnswer()
	return true
}

// opensStart opens the thought, or the block, that begins the output at offset at, if one
// does; more: one may.
func (e *Engine) opensStart(at int) (more bool) {
	for i := range e.Markers.Triggers.Starts {
		m := &e.Markers.Triggers.Starts[i]
		switch n := m.Compare(e.Cur.Visits, e.Cur.Rest(at), e.Cur.Final); {
		case n == match.More:
			return true
		case n.Yes() && m.OpensThoughts != 0:
			e.Cur.Seek(at)
			e.Quoting.OpenThought(at+n.Len(), m.OpensThoughts)
			return false
		case n.Yes() && e.Markers.Wanted(m):
			e.Cur.Seek(at)
			e.takeMarker(m, n.Len())
			return false
		}
	}
	return false
}

// lineStart looks for what counts at a line start only; false if more bytes are needed.
func (e *Engine) lineStart() bool {
	if !e.Prose.LineWaits() {
		return e.openings.OpenPython(e.Prose.PythonHere()) != match.More
	}
	n := e.Markers.MatchLine(e.Cur.Pos)
	if n == match.More {
		return false
	}
	e.Prose.LinePassed()
	if n.Yes() {
		e.Quoting.LeavesCode(e.Markers.Triggers.Line)
	}
	if n.Yes() && e.Prose.Quote.None() && !e.Rules.Nested && e.Markers.Wanted(e.Markers.Triggers.Line) {
		e.Cur.Text(e.Cur.Pos)
		e.openings.OpenLine()
	}
	return true
}

// trigger handles the byte c at the position; false if more bytes are needed.
func (e *Engine) trigger(c byte) bool {
	if fence.Begins[c] && !e.Rules.Nested {
		if a := e.openings.OpenForm(); a != match.No {
			return a.Yes()
		}
		if a := e.commonOpens(); a != match.No {
			return e.openCommon(a)
		}
		return e.Quoting.Run()
	}
	switch c {
	case '\n':
		e.Quoting.Newline()
		return true
	case '{', '[':
		if a := e.openings.OpenForm(); a != match.No {
			return a.Yes()
		}
		if e.Markers.Triggers.Tags[c] {
			if _, n := e.Markers.MarkerAt(e.Cur.Pos); n != 0 {
				return e.marker()
			}
		}
		if c == '[' {
			if a := e.openings.OpenPython(e.Prose.PythonAtBracket()); a != match.No {
				return a.Yes()
			}
		}
		if e.Prose.JSONAllowed() {
			if a := e.commonOpens(); a != match.No {
				return e.openCommon(a)
			}
			return e.openings.OpenJSON(c)
		}
	case '}', ']':
		if !e.marker() {
			return false // and comes here again
		}
		if q := &e.Prose.Quote; q.Inline == 0 && (!q.InFence() || q.JSON) { // otherwise it closes nothing that was counted
			e.Prose.Open().Close(c)
		}
		return true
	case 'p', 'P':
		if e.Rules.Grammar.Options {
			return e.Quoting.OptionWord()
		}
	}
	return e.marker()
}

// marker handles a marker at the position, or passes over its byte.
func (e *Engine) marker() bool {
	m, a := e.Markers.MarkerAt(e.Cur.Pos)
	n := int(a)
	if a.Yes() {
		e.Quoting.LeavesCode(m)
	}
	switch {
	case a == match.More:
		return false
	case a == match.No:
		if a := e.commonOpens(); a != match.No {
			return e.openCommon(a)
		}
		e.Cur.Take(1)
	case !e.Markers.Wanted(m):
		return e.Markers.PassOver(m)
	case m.OpensThoughts|m.ClosesThoughts != 0:
		e.Quoting.ThoughtMarker(m, n)
		e.openings.OpenDue()
	case !e.Prose.MarkerCounts(m): // it is quoted, or doesn't count in a thought, but another one may count there
		if a = e.Markers.LeaveUncounted(m, e.Prose.MarkerCounts); a == match.No {
			e.quotedMarker(m, n)
		}
		return a != match.More
	case e.Prose.SectionThought == quoting.ThoughtHandsOver:
		e.Prose.SectionThought.Wait()
		e.openings.Begin(e.readQuoted(m, n, true))
	case e.Prose.Quote.Think != 0 && (m.Begins || m.Python != nil):
		e.openings.Begin(e.readQuoted(m, n, true))
	default:
		return e.markerCounts(m, n)
	}
	return true
}

// markerCounts handles a marker that counts, n bytes long, at the position; false if more bytes are needed.
func (e *Engine) markerCounts(m *markers.Marker, n int) bool {
	if a := e.commonInside(m, n); a != match.No {
		return e.openCommon(a)
	}
	if m.Python != nil && e.Prose.BlockCounts(m) {
		return e.pythonBlock(m, n)
	}
	e.takeMarker(m, n)
	return true
}

// takeMarker handles a marker that counts.
func (e *Engine) takeMarker(m *markers.Marker, n int) {
	if e.Penalties.Undecided() {
		e.Penalties.AtMarker(e.Cur.Pos, e.Cur.Pos+n, m.Closes())
	}
	if m.EndsThought && e.Prose.Quote.Think != 0 {
		e.Quoting.LeaveThought()
	}
	e.Cur.Text(e.Cur.Pos)
	if m.Ends != body.EndsNothing {
		e.Prose.Places.CodeEnds()
	}
	e.openings.OpenMarker(m, n)
}

// quotedMarker handles a marker that is quoted, or doesn't count in a thought.
func (e *Engine) quotedMarker(m *markers.Marker, n int) {
	q := &e.Prose.Quote
	if m.Drafts && q.Think != 0 && !q.Quoted() {
		e.openings.Begin(e.readQuoted(m, n, true))
		return
	}
	if m.Begins && m.IsTag() && (m.Think || q.Inline == 0) { // a call in tags isn't reported in inline code
		e.openings.Begin(e.readQuoted(m, n, false))
		return
	}
	e.Quoting.MarkerQuoted(m)
	e.Cur.Take(1)
}

// pythonBlock handles the marker of a block, n bytes long, at the position. False if more
// bytes are needed.
func (e *Engine) pythonBlock(m *markers.Marker, n int) bool {
	all, extra, a := e.openers(m, n)
	if a != match.More {
		a = e.Prose.PythonOpens(e.Cur.Pos+all, pythoncall.InBlock)
	}
	switch {
	case a.Yes():
		if e.Penalties.Undecided() {
			e.Penalties.AtMarker(e.Cur.Pos, e.Cur.Pos+all, false)
		}
		e.openings.OpenPythonBlock(m, all, extra, e.Prose.InFence() || e.Penalties.Penalized(e.Cur.Pos))
	case a == match.No:
		if a = e.Markers.LeaveFailed(m, e.Cur.Pos); a == match.No {
			e.takeMarker(m, n)
		}
	}
	return a != match.More
}

// maxOpeners bounds how often an opener may be written.
const maxOpeners = 8

// openers is the length of the block's opener at the position, n bytes long, with the openers
// that repeat it, and where the first of these is; 0: none repeats it.
func (e *Engine) openers(m *markers.Marker, n int) (all, extra int, a match.Answer) {
	for range maxOpeners {
		at, more := e.Cur.Space(e.Cur.Pos + n)
		if more {
			return n, extra, match.More
		}
		rest := e.Cur.Rest(at)
		if len(rest) == 0 || rest[0] != m.First {
			break
		}
		if a = m.Compare(e.Cur.Visits, rest, e.Cur.Final); !a.Yes() {
			return n, extra, a
		}
		if extra == 0 {
			extra = at
		}
		n = at - e.Cur.Pos + a.Len()
	}
	return n, extra, match.No
}
