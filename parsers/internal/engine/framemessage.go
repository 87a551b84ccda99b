package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// openHeader makes the candidate for the header that a token at offset at begins.
func openHeader(e *Engine, at int) Candidate {
	h := &e.frames.header
	h.start, h.last = at, match.No
	return h
}

// openStripped does so where the tokens may have been taken out.
func openStripped(e *Engine, at int) Candidate {
	if !e.Config.Tools.Given() {
		return nil
	}
	return openHeader(e, at)
}

// Step implements [Candidate].
func (h *frameHeader) Step(e *Engine) bool {
	switch a := e.headerAt(h.start); {
	case a < 0:
		return false
	case !a.Yes():
		e.Seek(h.start + 1)
		return true
	}
	return e.beginMessage()
}

// beginMessage begins what the header says that was just read.
func (e *Engine) beginMessage() bool {
	h := &e.frames.header
	e.Text(h.start)
	switch {
	case h.other:
		e.Text(h.end)
		return e.goOn(e.openBody(inventedBody, h.end))
	case h.to == "" || !h.stray && (h.speaks() || h.builtIn(e)):
		e.Markup(h.end, parsers.RoleFrame)
		return e.goOn(e.openBody(h.body(), h.end))
	case h.m.Calls:
		return h.beginCalls(e)
	case h.how == headerBroken || h.how == headerCut:
		return h.fail(e)
	}
	e.frames.call.open(e, h)
	return e.goOn(&e.frames.call)
}

// fail reports a call whose header isn't whole.
func (h *frameHeader) fail(e *Engine) bool {
	name, _ := h.name(e)
	invalid := parsers.Invalid{
		Name: name, Format: h.m.Format, Reason: parsers.ReasonIncomplete, Message: failure.CutOff,
	}
	if h.how == headerBroken {
		invalid.Reason, invalid.Message = parsers.ReasonMalformed, "the header of the call has no end"
	}
	e.Invalid(h.end, invalid)
	return e.goOn(e.openBody(failedBody, h.end))
}

// openBetween closes what stands before the marker at offset at, which ends a section.
func openBetween(e *Engine, at int) Candidate {
	e.Seek(at + e.takenLen)
	e.Markup(e.Pos, parsers.RoleFrame)
	e.outside.begun = true
	e.frames.between = frameBetween{pos: e.Pos}
	return &e.frames.between
}

func openSection(s *grammar.FrameSection) func(*Engine, int) Candidate {
	return func(e *Engine, at int) Candidate {
		end := at + e.takenLen
		switch s.Is {
		case grammar.SectionUntold:
			e.Invalid(end, parsers.Invalid{
				Format: s.Format, Reason: parsers.ReasonMalformed, Message: "arguments that aren't JSON say nothing",
			})
			return e.openBody(failedBody, end)
		case grammar.SectionThought:
			e.Markup(end, parsers.RoleFrame)
			return e.openBody(thoughtBody, end)
		}
		e.Markup(end, parsers.RoleFrame)
		return e.openBody(contentBody, end)
	}
}

// Step implements [Candidate].
func (b *frameBetween) Step(e *Engine) bool {
	for {
		at, more := e.Space(b.pos)
		if more {
			return false
		}
		rest := e.Rest(at)
		if len(rest) == 0 {
			break
		}
		m, n := e.MarkerAt(at)
		if n == match.More {
			return false
		}
		if n.Yes() && m.frame == frameEnd {
			e.Text(at)
			b.pos = at + int(n)
			e.Seek(b.pos)
			e.Markup(b.pos, parsers.RoleFrame)
			continue
		}
		switch a := e.headerAt(at); {
		case a.Yes():
			e.Text(at)
			return e.beginMessage()
		case a < 0:
			return false
		}
		break
	}
	e.Seek(e.Mark)
	return true
}

// Step implements [Candidate].
func (b *frameBody) Step(e *Engine) bool {
	for {
		from := b.pos
		b.pos = e.Base + bytetable.Index(e.Win, from-e.Base, &e.triggers.body)
		e.Visits.Add(b.pos - from + 1)
		if len(e.Rest(b.pos)) == 0 {
			b.report(e)
			if e.Final && b.kind == callsBody {
				e.endCalls(b.pos, false)
			}
			return e.Final
		}
		m, n := e.MarkerAt(b.pos)
		switch {
		case n == match.More:
			b.report(e)
			return false
		case n.Yes() && m.frame == frameEnd && b.kind == thoughtBody && m.mentioned:
			switch a := e.ended(b.pos + int(n)); {
			case a == match.More:
				b.report(e)
				return false
			case a.Yes():
				return b.end(e, int(n))
			}
		case n.Yes() && m.frame == frameEnd:
			return b.end(e, int(n))
		case n.Yes() && b.kind == thoughtBody && m.beginsCalls(e, b.pos+int(n)):
			if e.wanted(m) {
				b.report(e)
				e.sectionThought = thoughtHandsOver
				return true
			}
		case n.Yes() && m.endsSection():
			b.leave(e)
			return true
		case n.Yes() && (m.frame == frameStart || m.frame == frameChannel || m.frame == frameWord && !e.inWord(b.pos)):
			switch a := e.headerAt(b.pos); {
			case a < 0:
				b.report(e)
				return false
			case a.Yes():
				b.leave(e)
				return e.beginMessage()
			case m.frame == frameStart && e.grammar.Frames.Messages.Calls:
				b.leave(e)
				e.Pos++
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

// ended tells whether a marker that a thought may speak of ends it, by what follows at
// offset at: another marker of the frames, a header, or the end of the output.
func (e *Engine) ended(at int) match.Answer {
	at, more := e.Space(at)
	if more {
		return match.More
	}
	if len(e.Rest(at)) == 0 {
		return 1
	}
	m, n := e.MarkerAt(at)
	if n == match.More || n.Yes() && (m.frame == frameEnd || m.endsSection()) {
		return n
	}
	return e.headerAt(at)
}

// opensCall opens what begins or ends a call at the marker at the position, n bytes
// long; nil if it is text.
func (b *frameBody) opensCall(e *Engine, m *Marker, n match.Answer) Candidate {
	if b.kind != callsBody || !m.framed || !e.wanted(m) {
		return nil
	}
	b.report(e)
	e.taken, e.takenLen = m, int(n)
	return m.Open(e, b.pos)
}

// endsSection tells whether the marker, which no header goes on behind, ends a
// section by beginning another one.
func (m *Marker) endsSection() bool {
	return m.frame == frameSection || m.frame == frameLed || m.frame == noFramePart && m.Begins && m.Think
}

// beginsCalls tells whether the marker, which ends at offset end, begins calls that no
// message is around.
func (m *Marker) beginsCalls(e *Engine, end int) bool {
	switch m.frame {
	case noFramePart:
		return m.Begins && m.Think
	case frameLed:
		return !e.frames.lead.frame(e.Rest(end))
	}
	return false
}

// report reports what was read.
func (b *frameBody) report(e *Engine) {
	switch b.kind {
	case markupBody:
		e.Markup(b.pos, parsers.RoleFrame)
	case failedBody:
		e.InvalidText(b.pos)
	default:
		e.Text(b.pos)
	}
	e.Pos = b.pos
}

// leave ends the section at the position, where another one begins.
func (b *frameBody) leave(e *Engine) {
	b.report(e)
	switch b.kind {
	case thoughtBody:
		e.Markup(b.pos, parsers.RoleReasoningEnd)
	case callsBody:
		e.endCalls(b.pos, true)
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
		e.Seek(b.pos)
		e.endCalls(b.pos, false)
	default:
		e.Seek(b.pos)
		e.Markup(b.pos, parsers.RoleFrame)
	}
	e.frames.between = frameBetween{pos: b.pos}
	return e.goOn(&e.frames.between)
}

// startFrames looks for what only the start of the output may hold, at offset
// at: a thought that the prompt opened, or the rest of a header.
func (e *Engine) startFrames(at int) (c Candidate, more bool) {
	f := e.frames
	if f == nil || e.nested || e.quote.think != 0 {
		return nil, false
	}
	if e.Config.ReasoningOpen && e.Pos == 0 && len(e.grammar.Thoughts) == 0 {
		return e.openBody(thoughtBody, 0), false
	}
	if f.lead != nil {
		a := f.lead.match(e, e.Rest(at), e.Final)
		if a.Yes() {
			e.Text(at)
			e.leadTo(at, int(a))
			return nothing{}, false
		}
		if a == match.More {
			return nil, true
		}
	}
	switch a := e.headerAt(at); {
	case a < 0:
		return nil, true
	case a.Yes():
		return &f.header, false
	}
	return nil, false
}

// openLead reports what stands before a section's own marker.
func openLead(e *Engine, at int) Candidate {
	e.leadTo(at, e.takenLen)
	return nothing{}
}

// leadTo reports what stands from offset at on before a section's marker: before
// a call's it goes with that.
func (e *Engine) leadTo(at, n int) {
	role := parsers.RoleFrame
	if !e.frames.lead.frame(e.Rest(at + n)) {
		role = parsers.RoleLead
	}
	e.passPenalty(at, at+n)
	e.Seek(at + n)
	e.Markup(e.Pos, role)
}
