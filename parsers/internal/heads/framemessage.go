package heads

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
func openHeader(hd *Heads, at int) Candidate {
	h := &hd.around.frames.header
	h.start, h.last = at, match.No
	return h
}

// openStripped is openHeader where the tokens may have been taken out.
func openStripped(hd *Heads, at int) Candidate {
	if !hd.cur.Config.Tools.Given() {
		return nil
	}
	return openHeader(hd, at)
}

// Step implements [Candidate].
func (h *frameHeader) Step(hd *Heads) bool {
	switch a := hd.around.headerAt(h.start); {
	case a < 0:
		return false
	case !a.Yes():
		hd.cur.Seek(h.start + 1)
		return true
	}
	return hd.beginMessage()
}

// beginMessage begins the message whose header was just read.
func (hd *Heads) beginMessage() bool {
	h := &hd.around.frames.header
	hd.cur.Text(h.start)
	switch {
	case h.other:
		hd.cur.Text(h.end)
		return hd.goOn(hd.around.openBody(inventedBody, h.end))
	case h.to == "" || !h.stray && (h.speaks() || h.builtIn(hd)):
		hd.cur.Markup(h.end, parsers.RoleFrame)
		return hd.goOn(hd.around.openBody(h.body(), h.end))
	case h.calls:
		return h.beginCalls(hd)
	case h.how == headerBroken || h.how == headerCut:
		return h.fail(hd)
	}
	hd.around.frames.call.open(hd, h)
	return hd.goOn(&hd.around.frames.call)
}

// fail reports a call whose header isn't complete.
func (h *frameHeader) fail(hd *Heads) bool {
	name, _ := h.name(hd.cur)
	invalid := parsers.Invalid{
		Name: name, Format: h.m.Format, Reason: parsers.ReasonIncomplete, Message: failure.CutOff,
	}
	if h.how == headerBroken {
		invalid.Reason, invalid.Message = parsers.ReasonMalformed, "the header of the call has no end"
	}
	hd.cur.Invalid(h.end, invalid)
	return hd.goOn(hd.around.openBody(failedBody, h.end))
}

// openBetween closes what is before the marker at offset at, which ends a section.
func openBetween(hd *Heads, at int) Candidate {
	hd.cur.Seek(hd.MarkerEnd(at))
	hd.cur.Markup(hd.cur.Pos, parsers.RoleFrame)
	hd.marks.Outside.MessageBegins()
	return hd.around.frames.behind(hd.cur.Pos)
}

func openSection(s *grammar.FrameSection) func(*Heads, int) Candidate {
	return func(hd *Heads, at int) Candidate {
		end := hd.MarkerEnd(at)
		switch s.Is {
		case grammar.SectionUntold:
			hd.cur.Invalid(end, parsers.Invalid{
				Format: s.Format, Reason: parsers.ReasonMalformed, Message: "the arguments aren't JSON",
			})
			return hd.around.openBody(failedBody, end)
		case grammar.SectionThought:
			hd.cur.Markup(end, parsers.RoleFrame)
			return hd.around.openBody(thoughtBody, end)
		}
		hd.cur.Markup(end, parsers.RoleFrame)
		return hd.around.openBody(contentBody, end)
	}
}

// Step implements [Candidate].
func (b *frameBetween) Step(hd *Heads) bool {
	for {
		at, more := hd.cur.Space(b.pos)
		if more {
			return false
		}
		rest := hd.cur.Rest(at)
		if len(rest) == 0 {
			break
		}
		m, n := hd.marks.MarkerAt(at)
		if n == match.More {
			return false
		}
		if n.Yes() && m.Frame == marks.FrameEnd {
			hd.cur.Text(at)
			b.pos = at + int(n)
			hd.cur.Seek(b.pos)
			hd.cur.Markup(b.pos, parsers.RoleFrame)
			continue
		}
		switch a := hd.around.headerAt(at); {
		case a.Yes():
			hd.cur.Text(at)
			return hd.beginMessage()
		case a < 0:
			return false
		}
		break
	}
	hd.cur.Seek(hd.cur.Mark)
	return true
}

// Step implements [Candidate].
func (b *frameBody) Step(hd *Heads) bool {
	for {
		from := b.pos
		b.pos = hd.cur.Base + bytetable.Index(hd.cur.Win, from-hd.cur.Base, &hd.marks.Triggers.Body)
		hd.cur.Visits.Add(b.pos - from + 1)
		if len(hd.cur.Rest(b.pos)) == 0 {
			b.report(hd)
			if hd.cur.Final && b.kind == callsBody {
				hd.around.endCalls(b.pos, false)
			}
			return hd.cur.Final
		}
		m, n := hd.marks.MarkerAt(b.pos)
		switch {
		case n == match.More:
			b.report(hd)
			return false
		case n.Yes() && m.Frame == marks.FrameEnd && b.kind == thoughtBody && m.Mentioned:
			switch a := hd.around.ended(b.pos + int(n)); {
			case a == match.More:
				b.report(hd)
				return false
			case a.Yes():
				return b.end(hd, int(n))
			}
		case n.Yes() && m.Frame == marks.FrameEnd:
			return b.end(hd, int(n))
		case n.Yes() && b.kind == thoughtBody && hd.around.frames.beginsCalls(m, hd.cur.Rest(b.pos+int(n))):
			if hd.marks.Wanted(m) {
				b.report(hd)
				hd.prose.InSection(prose.ThoughtHandsOver)
				return true
			}
		case n.Yes() && endsSection(m):
			b.leave(hd)
			return true
		case n.Yes() && (m.Frame == marks.FrameStart || m.Frame == marks.FrameChannel || m.Frame == marks.FrameWord && !hd.prose.InWord(b.pos)):
			switch a := hd.around.headerAt(b.pos); {
			case a < 0:
				b.report(hd)
				return false
			case a.Yes():
				b.leave(hd)
				return hd.beginMessage()
			case m.Frame == marks.FrameStart && hd.around.frames.header.calls:
				b.leave(hd)
				hd.cur.Pos++
				return true
			}
		case n.Yes():
			if c := b.opensCall(hd, m, n); c != nil {
				return hd.goOn(c)
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
func (b *frameBody) opensCall(hd *Heads, m *marks.Marker, n match.Answer) Candidate {
	if b.kind != callsBody || !m.Framed || !hd.marks.Wanted(m) {
		return nil
	}
	b.report(hd)
	hd.marks.Take(m, int(n))
	return hd.open(m, b.pos)
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
func (b *frameBody) report(hd *Heads) {
	switch b.kind {
	case markupBody:
		hd.cur.Markup(b.pos, parsers.RoleFrame)
	case failedBody:
		hd.cur.InvalidText(b.pos)
	default:
		hd.cur.Text(b.pos)
	}
	hd.cur.Pos = b.pos
}

// leave ends the section at the position, where another one begins.
func (b *frameBody) leave(hd *Heads) {
	b.report(hd)
	switch b.kind {
	case thoughtBody:
		hd.cur.Markup(b.pos, parsers.RoleReasoningEnd)
	case callsBody:
		hd.around.endCalls(b.pos, true)
	}
}

// end ends the section at its marker, n bytes long.
func (b *frameBody) end(hd *Heads, n int) bool {
	if b.kind == callsBody {
		b.report(hd)
	} else {
		b.leave(hd)
	}
	b.pos += n
	switch b.kind {
	case inventedBody, failedBody:
		b.report(hd)
	case callsBody:
		hd.cur.Seek(b.pos)
		hd.around.endCalls(b.pos, false)
	default:
		hd.cur.Seek(b.pos)
		hd.cur.Markup(b.pos, parsers.RoleFrame)
	}
	return hd.goOn(hd.around.frames.behind(b.pos))
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
func openLead(hd *Heads, at int) Candidate {
	hd.around.leadTo(at, hd.marks.TakenLen)
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
