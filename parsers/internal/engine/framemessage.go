package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/prose"
)

// openHeader makes the candidate for the header that a token at offset at begins.
func openHeader(e *Engine, at int) Candidate {
	h := &e.around.frames.header
	h.start, h.last = at, match.No
	return h
}

// openStripped is openHeader where the tokens may have been taken out.
func openStripped(e *Engine, at int) Candidate {
	if !e.cur.Config.Tools.Given() {
		return nil
	}
	return openHeader(e, at)
}

// Step implements [Candidate].
func (h *frameHeader) Step(e *Engine) bool {
	switch a := e.around.headerAt(h.start); {
	case a < 0:
		return false
	case !a.Yes():
		e.cur.Seek(h.start + 1)
		return true
	}
	return e.beginMessage()
}

// beginMessage begins the message whose header was just read.
func (e *Engine) beginMessage() bool {
	h := &e.around.frames.header
	e.cur.Text(h.start)
	switch {
	case h.other:
		e.cur.Text(h.end)
		return e.goOn(e.around.openBody(inventedBody, h.end))
	case h.to == "" || !h.stray && (h.speaks() || h.builtIn(e)):
		e.cur.Markup(h.end, parsers.RoleFrame)
		return e.goOn(e.around.openBody(h.body(), h.end))
	case h.calls:
		return h.beginCalls(e)
	case h.how == headerBroken || h.how == headerCut:
		return h.fail(e)
	}
	e.around.frames.call.open(e, h)
	return e.goOn(&e.around.frames.call)
}

// fail reports a call whose header isn't complete.
func (h *frameHeader) fail(e *Engine) bool {
	name, _ := h.name(&e.cur)
	invalid := parsers.Invalid{
		Name: name, Format: h.m.Format, Reason: parsers.ReasonIncomplete, Message: failure.CutOff,
	}
	if h.how == headerBroken {
		invalid.Reason, invalid.Message = parsers.ReasonMalformed, "the header of the call has no end"
	}
	e.cur.Invalid(h.end, invalid)
	return e.goOn(e.around.openBody(failedBody, h.end))
}

// openBetween closes what is before the marker at offset at, which ends a section.
func openBetween(e *Engine, at int) Candidate {
	e.cur.Seek(at + e.marks.TakenLen)
	e.cur.Markup(e.cur.Pos, parsers.RoleFrame)
	e.marks.Outside.MessageBegins()
	return e.around.frames.behind(e.cur.Pos)
}

func openSection(s *grammar.FrameSection) func(*Engine, int) Candidate {
	return func(e *Engine, at int) Candidate {
		end := at + e.marks.TakenLen
		switch s.Is {
		case grammar.SectionUntold:
			e.cur.Invalid(end, parsers.Invalid{
				Format: s.Format, Reason: parsers.ReasonMalformed, Message: "the arguments aren't JSON",
			})
			return e.around.openBody(failedBody, end)
		case grammar.SectionThought:
			e.cur.Markup(end, parsers.RoleFrame)
			return e.around.openBody(thoughtBody, end)
		}
		e.cur.Markup(end, parsers.RoleFrame)
		return e.around.openBody(contentBody, end)
	}
}

// Step implements [Candidate].
func (b *frameBetween) Step(e *Engine) bool {
	for {
		at, more := e.cur.Space(b.pos)
		if more {
			return false
		}
		rest := e.cur.Rest(at)
		if len(rest) == 0 {
			break
		}
		m, n := e.marks.MarkerAt(at)
		if n == match.More {
			return false
		}
		if n.Yes() && m.Frame == marks.FrameEnd {
			e.cur.Text(at)
			b.pos = at + int(n)
			e.cur.Seek(b.pos)
			e.cur.Markup(b.pos, parsers.RoleFrame)
			continue
		}
		switch a := e.around.headerAt(at); {
		case a.Yes():
			e.cur.Text(at)
			return e.beginMessage()
		case a < 0:
			return false
		}
		break
	}
	e.cur.Seek(e.cur.Mark)
	return true
}

// Step implements [Candidate].
func (b *frameBody) Step(e *Engine) bool {
	for {
		from := b.pos
		b.pos = e.cur.Base + bytetable.Index(e.cur.Win, from-e.cur.Base, &e.marks.Triggers.Body)
		e.cur.Visits.Add(b.pos - from + 1)
		if len(e.cur.Rest(b.pos)) == 0 {
			b.report(e)
			if e.cur.Final && b.kind == callsBody {
				e.around.endCalls(b.pos, false)
			}
			return e.cur.Final
		}
		m, n := e.marks.MarkerAt(b.pos)
		switch {
		case n == match.More:
			b.report(e)
			return false
		case n.Yes() && m.Frame == marks.FrameEnd && b.kind == thoughtBody && m.Mentioned:
			switch a := e.around.ended(b.pos + int(n)); {
			case a == match.More:
				b.report(e)
				return false
			case a.Yes():
				return b.end(e, int(n))
			}
		case n.Yes() && m.Frame == marks.FrameEnd:
			return b.end(e, int(n))
		case n.Yes() && b.kind == thoughtBody && e.around.frames.beginsCalls(m, e.cur.Rest(b.pos+int(n))):
			if e.marks.Wanted(m) {
				b.report(e)
				e.prose.InSection(prose.ThoughtHandsOver)
				return true
			}
		case n.Yes() && endsSection(m):
			b.leave(e)
			return true
		case n.Yes() && (m.Frame == marks.FrameStart || m.Frame == marks.FrameChannel || m.Frame == marks.FrameWord && !e.prose.InWord(b.pos)):
			switch a := e.around.headerAt(b.pos); {
			case a < 0:
				b.report(e)
				return false
			case a.Yes():
				b.leave(e)
				return e.beginMessage()
			case m.Frame == marks.FrameStart && e.around.frames.header.calls:
				b.leave(e)
				e.cur.Pos++
				return true
			}
		case n.Yes():
			if c := b.opensCall(e, m, n); c != nil {
				return e.goOn(c)
			}
		}
		b.pos++
	}
}

// ended reports whether a marker that a thought may mention ends the thought. What follows at
// offset at decides this: another marker of the frames, a header, or the end of the output.
func (ar *around) ended(at int) match.Answer {
	at, more := ar.cur.Space(at)
	if more {
		return match.More
	}
	if len(ar.cur.Rest(at)) == 0 {
		return 1
	}
	m, n := ar.marks.MarkerAt(at)
	if n == match.More || n.Yes() && (m.Frame == marks.FrameEnd || endsSection(m)) {
		return n
	}
	return ar.headerAt(at)
}

// opensCall opens what begins or ends a call at the marker at the position, n bytes
// long; nil if it is text.
func (b *frameBody) opensCall(e *Engine, m *marks.Marker, n match.Answer) Candidate {
	if b.kind != callsBody || !m.Framed || !e.marks.Wanted(m) {
		return nil
	}
	b.report(e)
	e.marks.Take(m, int(n))
	return e.open(m, b.pos)
}

// endsSection reports whether the marker, which no header goes on behind, ends a
// section by beginning another one.
func endsSection(m *marks.Marker) bool {
	return m.Frame == marks.FrameSection || m.Frame == marks.FrameLed || m.Frame == marks.NoFramePart && m.Begins && m.Think
}

// beginsCalls reports whether the marker, which is before the text rest, begins calls that no
// message is around.
func (f *frames) beginsCalls(m *marks.Marker, rest []byte) bool {
	switch m.Frame {
	case marks.NoFramePart:
		return m.Begins && m.Think
	case marks.FrameLed:
		return !f.lead.frame(rest)
	}
	return false
}

// report reports what was read.
func (b *frameBody) report(e *Engine) {
	switch b.kind {
	case markupBody:
		e.cur.Markup(b.pos, parsers.RoleFrame)
	case failedBody:
		e.cur.InvalidText(b.pos)
	default:
		e.cur.Text(b.pos)
	}
	e.cur.Pos = b.pos
}

// leave ends the section at the position, where another one begins.
func (b *frameBody) leave(e *Engine) {
	b.report(e)
	switch b.kind {
	case thoughtBody:
		e.cur.Markup(b.pos, parsers.RoleReasoningEnd)
	case callsBody:
		e.around.endCalls(b.pos, true)
	}
}

// end ends the section at its marker, n bytes long.
func (b *frameBody) end(e *Engine, n int) bool {
	if b.kind == callsBody {
		b.report(e)
	} else {
		b.leave(e)
	}
	b.pos += n
	switch b.kind {
	case inventedBody, failedBody:
		b.report(e)
	case callsBody:
		e.cur.Seek(b.pos)
		e.around.endCalls(b.pos, false)
	default:
		e.cur.Seek(b.pos)
		e.cur.Markup(b.pos, parsers.RoleFrame)
	}
	return e.goOn(e.around.frames.behind(b.pos))
}

// startFrames looks for what only the start of the output may hold, at offset
// at: a thought that the prompt opened, or the rest of a header.
func (ar *around) startFrames(at int) (c Candidate, more bool) {
	f := ar.frames
	if f == nil || ar.rules.Nested || ar.prose.Quote.Think != 0 {
		return nil, false
	}
	if ar.cur.Config.ReasoningOpen && ar.cur.Pos == 0 && len(ar.rules.Grammar.Thoughts) == 0 {
		return ar.openBody(thoughtBody, 0), false
	}
	if f.lead != nil {
		a := f.lead.match(ar.cur, ar.cur.Rest(at), ar.cur.Final)
		if a.Yes() {
			ar.cur.Text(at)
			ar.leadTo(at, int(a))
			return nothing{}, false
		}
		if a == match.More {
			return nil, true
		}
	}
	switch a := ar.headerAt(at); {
	case a < 0:
		return nil, true
	case a.Yes():
		return &f.header, false
	}
	return nil, false
}

// openLead reports the text before a section's own marker.
func openLead(e *Engine, at int) Candidate {
	e.around.leadTo(at, e.marks.TakenLen)
	return nothing{}
}

// leadTo reports the n bytes at offset at, which are before a section's marker. Before a call's
// marker, they belong to the call.
func (ar *around) leadTo(at, n int) {
	role := parsers.RoleFrame
	if !ar.frames.lead.frame(ar.cur.Rest(at + n)) {
		role = parsers.RoleLead
	}
	ar.costs.PassPenalty(at, at+n)
	ar.cur.Seek(at + n)
	ar.cur.Markup(ar.cur.Pos, role)
}
