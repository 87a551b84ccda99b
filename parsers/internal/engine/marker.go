package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// marker handles a marker at the position, or passes over its byte.
func (e *Engine) marker() bool {
	m, a := e.MarkerAt(e.Pos)
	n := int(a)
	switch {
	case a == match.More:
		e.Text(e.Pos)
		return false
	case a == match.No:
		e.Pos++
	case !e.wanted(m):
		return e.unwanted(m)
	case m.opens|m.closes != 0:
		e.thoughtMarker(m, n)
		e.openDue()
	case !e.markerCounts(m):
		return e.notCounting(m, n)
	case e.sectionThought == thoughtHandsOver:
		e.sectionThought = thoughtWaits
		e.candidate = e.readQuoted(m, n, true)
	case e.quote.think != 0 && (m.Begins || m.python != nil):
		e.candidate = e.readQuoted(m, n, true)
	case m.python != nil && (!e.nested || e.thinks || m.Begins) && e.pythonCounts(pythoncall.InBlock, m.python):
		return e.pythonBlock(m, n)
	default:
		e.takeMarker(m, n)
	}
	return true
}

// notCounting leaves the place of a marker that is quoted, or doesn't count in a thought,
// to one that counts there, and else handles it.
func (e *Engine) notCounting(m *Marker, n int) bool {
	first := &e.quotedFirst
	if first.at == e.Pos && first.due {
		e.quotedMarker(m, n)
		return true
	}
	at, i := e.Pos, e.asked.n
	switch a := e.leaveTo(m, at, e.markerCounts); {
	case a == match.More:
		e.Text(e.Pos)
		return false
	case a == match.No:
		e.quotedMarker(m, n)
	case first.at != at:
		*first = quotedFirst{at: at, n: i}
	}
	return true
}

// unwanted passes over a marker whose calls don't count, or leaves its place to another one.
func (e *Engine) unwanted(m *Marker) bool {
	switch e.decline(m, e.Pos) {
	case match.More:
		e.Text(e.Pos)
		return false
	case match.No:
		e.Pos++
	}
	return true
}

// takeMarker handles a marker that counts.
func (e *Engine) takeMarker(m *Marker, n int) {
	if m.EndsThought && e.quote.think != 0 {
		e.leaveThought()
	}
	e.Text(e.Pos)
	if m.Ends != place.EndsNothing {
		e.python.code = false
	}
	if m.Open != nil {
		e.taken, e.takenLen = m, n
		if e.candidate = m.Open(e, e.Pos); e.candidate == nil {
			e.candidate = e.passOver(m, e.Pos)
		}
		return
	}
	e.standBeside(m, n)
}

// standBeside passes over a marker that stands beside calls.
func (e *Engine) standBeside(m *Marker, n int) {
	e.Text(e.Pos)
	role := parsers.RoleAlways
	if !m.always {
		role, e.started = parsers.RoleAdjacent, !e.AtStart(e.Pos)
	}
	e.Pos += n
	e.Markup(e.Pos, role)
}

// quotedMarker handles a marker that is quoted, or doesn't count in a thought.
func (e *Engine) quotedMarker(m *Marker, n int) {
	q := &e.quote
	if m.Drafts && q.think != 0 && !q.quoted() {
		e.candidate = e.readQuoted(m, n, true)
		return
	}
	if m.Begins && m.tag() && (m.special() || q.inline == 0) {
		e.candidate = e.readQuoted(m, n, false)
		return
	}
	e.Pos++
}

// markerCounts tells whether a marker at the position is one: it isn't quoted.
func (e *Engine) markerCounts(m *Marker) bool {
	q := &e.quote
	switch {
	case m.Word && (e.nested || e.inWord(e.Pos)):
		return false
	case q.fence > 0:
		return m.Fenced && q.json && (q.block || !m.Begins)
	case q.inline > 0:
		return (m.special() || m.Inside && e.outside.inside(e.Pos)) && e.Pos != q.behind
	}
	return q.think == 0 || m.Think
}

// pythonBlock handles the marker of a block, n bytes long, at the position. False if more
// bytes must tell.
func (e *Engine) pythonBlock(m *Marker, n int) bool {
	all, extra, a := e.openers(m, n)
	if a != match.More {
		a = e.opensPython(e.Pos+all, pythoncall.InBlock)
	}
	switch {
	case a == match.More:
		e.Text(e.Pos)
		return false
	case a == match.No:
		if a = e.decline(m, e.Pos); a == match.No {
			e.takeMarker(m, n)
		}
		if a == match.More {
			e.Text(e.Pos)
		}
		return a != match.More
	}
	free := e.InFence() || e.Penalized(e.Pos)
	e.standBeside(m, all)
	e.openPythonBlock(m.python, extra, free)
	return true
}

// maxOpeners bounds how often an opener may be written.
const maxOpeners = 8

// openers is the length of the block's opener at the position, n bytes long, with those
// that repeat it, and where the first of these stands; 0: none does.
func (e *Engine) openers(m *Marker, n int) (all, extra int, a match.Answer) {
	for range maxOpeners {
		at, more := e.Space(e.Pos + n)
		if more {
			return n, extra, match.More
		}
		rest := e.Rest(at)
		if len(rest) == 0 || rest[0] != m.first() {
			break
		}
		if a = matchMarker(e.Visits, m, rest, e.Final); !a.Yes() {
			return n, extra, a
		}
		if extra == 0 {
			extra = at
		}
		n = at - e.Pos + a.Len()
	}
	return n, extra, match.No
}
