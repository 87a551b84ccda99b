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
	m, a := e.marks.MarkerAt(e.cur.Pos)
	n := int(a)
	switch {
	case a == match.More:
		return false
	case a == match.No:
		e.cur.Pos++
	case !e.marks.Wanted(m):
		return e.marks.PassOver(m)
	case m.OpensThoughts|m.ClosesThoughts != 0:
		e.quoting.ThoughtMarker(m, n)
		e.heads.OpenDue()
	case !e.prose.MarkerCounts(m): // it is quoted, or doesn't count in a thought, but another one may count there
		if a = e.marks.LeaveUncounted(m, e.prose.MarkerCounts); a == match.No {
			e.quotedMarker(m, n)
		}
		return a != match.More
	case e.prose.SectionThought == prose.ThoughtHandsOver:
		e.prose.SectionThought = prose.ThoughtWaits
		e.heads.Begin(e.readQuoted(m, n, true))
	case e.prose.Quote.Think != 0 && (m.Begins || m.Python != nil):
		e.heads.Begin(e.readQuoted(m, n, true))
	case m.Python != nil && e.prose.BlockCounts(m):
		return e.pythonBlock(m, n)
	default:
		e.takeMarker(m, n)
	}
	return true
}

// takeMarker handles a marker that counts.
func (e *Engine) takeMarker(m *marks.Marker, n int) {
	if m.EndsThought && e.prose.Quote.Think != 0 {
		e.quoting.LeaveThought()
	}
	e.cur.Text(e.cur.Pos)
	if m.Ends != place.EndsNothing {
		e.prose.Places.Code = false
	}
	e.heads.OpenMarker(m, n)
}

// quotedMarker handles a marker that is quoted, or doesn't count in a thought.
func (e *Engine) quotedMarker(m *marks.Marker, n int) {
	q := &e.prose.Quote
	if m.Drafts && q.Think != 0 && !q.Quoted() {
		e.heads.Begin(e.readQuoted(m, n, true))
		return
	}
	if m.Begins && m.IsTag() && (m.Think || q.Inline == 0) { // a call in tags isn't reported in inline code
		e.heads.Begin(e.readQuoted(m, n, false))
		return
	}
	e.cur.Pos++
}

// pythonBlock handles the marker of a block, n bytes long, at the position. False if more
// bytes are needed.
func (e *Engine) pythonBlock(m *marks.Marker, n int) bool {
	all, extra, a := e.openers(m, n)
	if a != match.More {
		a = e.prose.PythonOpens(e.cur.Pos+all, pythoncall.InBlock)
	}
	switch {
	case a.Yes():
		e.heads.OpenPythonBlock(m, all, extra, e.prose.InFence() || e.costs.Penalized(e.cur.Pos))
	case a == match.No:
		if a = e.marks.LeaveFailed(m, e.cur.Pos); a == match.No {
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
		at, more := e.cur.Space(e.cur.Pos + n)
		if more {
			return n, extra, match.More
		}
		rest := e.cur.Rest(at)
		if len(rest) == 0 || rest[0] != m.First {
			break
		}
		if a = m.Compare(e.cur.Visits, rest, e.cur.Final); !a.Yes() {
			return n, extra, a
		}
		if extra == 0 {
			extra = at
		}
		n = at - e.cur.Pos + a.Len()
	}
	return n, extra, match.No
}
