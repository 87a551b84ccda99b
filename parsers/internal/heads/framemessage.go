package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/around"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/prose"
)

// openHeader makes the candidate for the header that a token at offset at begins.
func openHeader(hd *Heads, at int) Candidate {
	hd.Around.Frames.Rereads()
	return hd.frames.headerAt(at)
}

// openStripped is openHeader where the tokens may have been taken out.
func openStripped(hd *Heads, at int) Candidate {
	if !hd.Cur.Config.Tools.Given() {
		return nil
	}
	return openHeader(hd, at)
}

// Step implements [Candidate].
func (m *messageHeader) Step(hd *Heads) bool {
	switch a := hd.Around.HeaderAt(m.start); {
	case a < 0:
		return false
	case !a.Yes():
		hd.Cur.Seek(m.start + 1)
		return true
	}
	return beginMessage(hd)
}

// beginMessage begins the message whose header was just read.
func beginMessage(hd *Heads) bool {
	h := &hd.Around.Frames.Header
	hd.Cur.Text(h.Start)
	switch {
	case h.Other:
		hd.Cur.Text(h.End)
		return hd.goOn(openBody(hd, inventedBody, h.End))
	case h.To == "" || !h.Stray && (h.Speaks() || h.BuiltIn(hd.Cur)):
		hd.Cur.Markup(h.End, parsers.RoleFrame)
		return hd.goOn(openBody(hd, bodyOf(h), h.End))
	case h.Calls:
		return beginCalls(hd, h)
	case h.How == around.HeaderBroken || h.How == around.HeaderCut:
		return failHeader(hd, h)
	}
	hd.frames.call.open(hd, h)
	return hd.goOn(&hd.frames.call)
}

// failHeader reports a call whose header isn't complete.
func failHeader(hd *Heads, h *around.Header) bool {
	name, _ := h.Name(hd.Cur)
	message := failure.CutOff
	if h.How == around.HeaderBroken {
		message = "the header of the call has no end"
	}
	hd.failed(h.End, parsers.Invalid{Name: name, Format: h.Messages.Format, Message: message})
	return hd.goOn(openBody(hd, failedBody, h.End))
}

// openBetween closes what is before the marker at offset at, which ends a section.
func openBetween(hd *Heads, at int) Candidate {
	hd.Cur.MarkupTo(hd.MarkerEnd(at), parsers.RoleFrame)
	hd.Marks.Outside.Begun = true
	return behindFrame(hd, hd.Cur.Pos)
}

func openSection(s *grammar.FrameSection) func(*Heads, int) Candidate {
	return func(hd *Heads, at int) Candidate {
		end, kind := hd.MarkerEnd(at), contentBody
		switch s.Is {
		case grammar.SectionUntold:
			hd.failed(end, parsers.Invalid{Format: s.Format, Message: "the arguments aren't JSON"})
			return openBody(hd, failedBody, end)
		case grammar.SectionThought:
			kind = thoughtBody
		}
		hd.Cur.Markup(end, parsers.RoleFrame)
		return openBody(hd, kind, end)
	}
}

// Step implements [Candidate].
func (b *frameBetween) Step(hd *Heads) bool {
	for {
		at, more := hd.Cur.Space(b.pos)
		if more {
			return false
		}
		rest := hd.Cur.Rest(at)
		if len(rest) == 0 {
			break
		}
		m, n := hd.Marks.MarkerAt(at)
		if n == match.More {
			return false
		}
		if n.Yes() && m.Frame == marks.FrameEnd {
			hd.Cur.Text(at)
			b.pos = at + int(n)
			hd.Cur.MarkupTo(b.pos, parsers.RoleFrame)
			continue
		}
		switch a := hd.Around.HeaderAt(at); {
		case a.Yes():
			hd.Cur.Text(at)
			return beginMessage(hd)
		case a < 0:
			return false
		}
		break
	}
	hd.Cur.Seek(hd.Cur.Mark)
	return true
}

// Step implements [Candidate].
func (b *frameBody) Step(hd *Heads) bool {
	for {
		from := b.pos
		b.pos = hd.Cur.Base + bytetable.Index(hd.Cur.Win, from-hd.Cur.Base, &hd.Marks.Triggers.Body)
		hd.Cur.Visits.Add(b.pos - from + 1)
		if len(hd.Cur.Rest(b.pos)) == 0 {
			b.report(hd)
			if hd.Cur.Final && b.kind == callsBody {
				hd.Around.EndCalls(b.pos, false)
			}
			return hd.Cur.Final
		}
		m, n := hd.Marks.MarkerAt(b.pos)
		switch {
		case n == match.More:
			b.report(hd)
			return false
		case n.Yes() && m.Frame == marks.FrameEnd && b.kind == thoughtBody && m.Mentioned:
			switch a := hd.Around.Ended(b.pos + int(n)); {
			case a == match.More:
				b.report(hd)
				return false
			case a.Yes():
				return b.end(hd, int(n))
			}
		case n.Yes() && m.Frame == marks.FrameEnd:
			return b.end(hd, int(n))
		case n.Yes() && b.kind == thoughtBody && hd.Around.Frames.BeginsCalls(m, hd.Cur.Rest(b.pos+int(n))):
			if hd.Marks.Wanted(m) {
				b.report(hd)
				hd.Prose.SectionThought = prose.ThoughtHandsOver
				return true
			}
		case n.Yes() && around.EndsSection(m):
			b.leave(hd)
			return true
		case n.Yes() && (m.Frame == marks.FrameStart || m.Frame == marks.FrameChannel || m.Frame == marks.FrameWord && !hd.Prose.InWord(b.pos)):
			switch a := hd.Around.HeaderAt(b.pos); {
			case a < 0:
				b.report(hd)
				return false
			case a.Yes():
				b.leave(hd)
				return beginMessage(hd)
			case m.Frame == marks.FrameStart && hd.Around.Frames.Header.Calls:
				b.leave(hd)
				hd.Cur.Pos++
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

// opensCall opens what begins or ends a call at the marker at the position, n bytes
// long; nil if it is text.
func (b *frameBody) opensCall(hd *Heads, m *marks.Marker, n match.Answer) Candidate {
	if b.kind != callsBody || !m.Framed || !hd.Marks.Wanted(m) {
		return nil
	}
	b.report(hd)
	hd.Marks.Take(m, int(n))
	return hd.open(m, b.pos)
}

// report reports what was read.
func (b *frameBody) report(hd *Heads) {
	switch b.kind {
	case markupBody:
		hd.Cur.Markup(b.pos, parsers.RoleFrame)
	case failedBody:
		hd.Cur.InvalidText(b.pos)
	default:
		hd.Cur.Text(b.pos)
	}
	hd.Cur.Pos = b.pos
}

// leave ends the section at the position, where another one begins.
func (b *frameBody) leave(hd *Heads) {
	b.report(hd)
	switch b.kind {
	case thoughtBody:
		hd.Cur.Markup(b.pos, parsers.RoleReasoningEnd)
	case callsBody:
		hd.Around.EndCalls(b.pos, true)
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
		hd.Cur.Seek(b.pos)
		hd.Around.EndCalls(b.pos, false)
	default:
		hd.Cur.MarkupTo(b.pos, parsers.RoleFrame)
	}
	return hd.goOn(behindFrame(hd, b.pos))
}

// startFrames looks for what only the start of the output may hold, at offset
// at: a thought that the prompt opened, or the rest of a header.
func startFrames(hd *Heads, at int) (c Candidate, more bool) {
	f := hd.Around.Frames
	if f == nil || hd.Rules.Nested || hd.Prose.Quote.Think != 0 {
		return nil, false
	}
	if hd.Cur.Config.ReasoningOpen && hd.Cur.Pos == 0 && len(hd.Rules.Grammar.Thoughts) == 0 {
		return openBody(hd, thoughtBody, 0), false
	}
	if f.Lead != nil {
		a := f.Lead.Match(hd.Cur, hd.Cur.Rest(at), hd.Cur.Final)
		if a.Yes() {
			hd.Cur.Text(at)
			hd.Around.LeadTo(at, int(a))
			return nothing{}, false
		}
		if a == match.More {
			return nil, true
		}
	}
	switch a := hd.Around.HeaderAt(at); {
	case a < 0:
		return nil, true
	case a.Yes():
		return hd.frames.headerAt(at), false
	}
	return nil, false
}

// openLead reports the text before a section's own marker.
func openLead(hd *Heads, at int) Candidate {
	hd.Around.LeadTo(at, hd.Marks.TakenLen)
	return nothing{}
}
