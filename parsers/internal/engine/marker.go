package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/prose"
)

// marker handles a marker at the position, or passes over its byte.
func (e *Engine) marker() bool {
	m, a := e.Marks.MarkerAt(e.Cur.Pos)
	n := int(a)
	switch {
	case a == match.More:
		return false
	case a == match.No:
		e.Cur.Pos++
	case !e.Marks.Wanted(m):
		return e.Marks.PassOver(m)
	case m.OpensThoughts|m.ClosesThoughts != 0:
		e.Quoting.ThoughtMarker(m, n)
		e.heads.OpenDue()
	case !e.Prose.MarkerCounts(m): // it is quoted, or doesn't count in a thought, but another one may count there
		if a = e.Marks.LeaveUncounted(m, e.Prose.MarkerCounts); a == match.No {
			e.quotedMarker(m, n)
		}
		return a != match.More
	case e.Prose.SectionThought == prose.ThoughtHandsOver:
		e.Prose.SectionThought = prose.ThoughtWaits
		e.heads.Begin(e.readQuoted(m, n, true))
	case e.Prose.Quote.Think != 0 && (m.Begins || m.Python != nil):
		e.heads.Begin(e.readQuoted(m, n, true))
	case m.Python != nil && e.Prose.BlockCounts(m):
		return e.pythonBlock(m, n)
	default:
		e.takeMarker(m, n)
	}
	return true
}

// takeMarker handles a marker that counts.
func (e *Engine) takeMarker(m *marks.Marker, n int) {
	if m.EndsThought && e.Prose.Quote.Think != 0 {
		e.Quoting.LeaveThought()
	}
	e.Cur.Text(e.Cur.Pos)
	if m.Ends != place.EndsNothing {
		e.Prose.Places.Code = false
	}
	e.heads.OpenMarker(m, n)
}

// quotedMarker handles a marker that is quoted, or doesn't count in a thought.
func (e *Engine) quotedMarker(m *marks.Marker, n int) {
	q := &e.Prose.Quote
	if m.Drafts && q.Think != 0 && !q.Quoted() {
		e.heads.Begin(e.readQuoted(m, n, true))
		return
	}
	if m.Begins && m.IsTag() && (m.Think || q.Inline == 0) { // a call in tags isn't reported in inline code
		e.heads.Begin(e.readQuoted(m, n, false))
		return
	}
	e.Cur.Pos++
}

// pythonBlock handles the marker of a block, n bytes long, at the position. False if more
// bytes are needed.
func (e *Engine) pythonBlock(m *marks.Marker, n int) bool {
	all, extra, a := e.openers(m, n)
	if a != match.More {
		a = e.Prose.PythonOpens(e.Cur.Pos+all, pythoncall.InBlock)
	}
	switch {
	case a.Yes():
		e.heads.OpenPythonBlock(m, all, extra, e.Prose.InFence() || e.Costs.Penalized(e.Cur.Pos))
	case a == match.No:
		if a = e.Marks.LeaveFailed(m, e.Cur.Pos); a == match.No {
			e.takeMarker(m, n)
		}
	}
	return a != match.More
}

// maxOpeners bounds how often an opener may be written.
const maxOpeners = 8

// openers is the length of the block's opener at the position, n bytes long, with the openers
// that repeat it, and where the first of these is; 0: none repeats it.
func (e *Engine) openers(m *marks.Marker, n int) (all, extra int, a match.Answer) {
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
