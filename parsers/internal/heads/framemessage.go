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
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// openHeader makes the candidate for the header that a token at the position begins.
func openHeader(hd *Heads, _ int) Candidate {
	hd.Around.Frames.Rereads()
	return messageHeader{}
}

// openStripped is openHeader where the tokens may have been taken out.
func openStripped(hd *Heads, at int) Candidate {
	if !hd.Cur.Config.Tools.Given() {
		return nil
	}
	return openHeader(hd, at)
}

// A messageHeader is the candidate for the header of a message.
type messageHeader struct{}

// Step implements [Candidate].
func (messageHeader) Step(hd *Heads) bool {
	switch hd.Around.HeaderAt(hd.Cur.Pos) {
	case match.More:
		return false
	case match.No:
		hd.Cur.Pos++
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
	case h.To == "" || !h.Stray && (h.Speaks() || h.BuiltIn(&hd.Cur)):
		hd.Cur.Markup(h.End, parsers.RoleFrame)
		return hd.goOn(openBody(hd, bodyOf(h), h.End))
	case h.Calls:
		return beginCalls(hd, h)
	case h.How == around.HeaderBroken || h.How == around.HeaderCut:
		return failHeader(hd, h)
	}
	c := room.Made(&hd.frames.call)
	c.open(hd, h)
	return hd.goOn(c)
}

// failHeader reports a call whose header isn't complete.
func failHeader(hd *Heads, h *around.Header) bool {
	name, _ := h.Name(&hd.Cur)
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
	return frameBetween{}
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

// A frameBetween is the candidate for what may be between two sections:
// further ends, and a header that doesn't begin with its token.
type frameBetween struct{}

// Step implements [Candidate].
func (frameBetween) Step(hd *Heads) bool {
	for {
		at, more := hd.Cur.Space(hd.Cur.Pos)
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
			hd.Cur.MarkupTo(at+int(n), parsers.RoleFrame)
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
	for cur := &hd.Cur; ; cur.Pos++ {
		from := cur.Pos
		cur.Pos = cur.Base + bytetable.Index(cur.Win, from-cur.Base, &hd.Marks.Triggers.Body)
		cur.Visits.Add(cur.Pos - from + 1)
		if len(cur.Rest(cur.Pos)) == 0 {
			b.report(hd)
			if cur.Final && b.kind == callsBody {
				hd.Around.EndCalls(cur.Pos, false)
			}
			return cur.Final
		}
		m, n := hd.Marks.MarkerAt(cur.Pos)
		if n == match.No {
			continue
		}
		a, header := n, false
		switch {
		case n == match.More:
		case m.Frame == marks.FrameEnd && b.kind == thoughtBody && m.Mentioned:
			a = hd.Around.Ended(cur.Pos + int(n))
		case m.Frame == marks.FrameStart || m.Frame == marks.FrameChannel || m.Frame == marks.FrameWord && !hd.Prose.InWord(cur.Pos):
			a, header = hd.Around.HeaderAt(cur.Pos), true
		}
		switch {
		case a == match.More:
			b.report(hd)
			return false
		case m.Frame == marks.FrameEnd && a.Yes():
			b.leave(hd, int(n))
			return hd.goOn(frameBetween{})
		case header && a.Yes():
			b.leave(hd, 0)
			return beginMessage(hd)
		case m.Frame == marks.FrameStart && hd.Around.Frames.Header.Calls:
			b.leave(hd, 0)
			cur.Pos++
			return true
		case b.kind == thoughtBody && hd.Around.Frames.BeginsCalls(m, cur.Rest(cur.Pos+int(n))):
			if hd.Marks.Wanted(m) {
				b.report(hd)
				hd.Prose.SectionThought = prose.ThoughtHandsOver
				return true
			}
		case around.EndsSection(m):
			b.leave(hd, 0)
			return true
		case b.kind == callsBody && m.Framed && hd.Marks.Wanted(m): // it begins or ends a call
			b.report(hd)
			hd.Marks.Take(m, int(n))
			if c := hd.open(m, cur.Pos); c != nil {
				return hd.goOn(c)
			}
		}
	}
}

// report reports what was read.
func (b *frameBody) report(hd *Heads) {
	switch b.kind {
	case markupBody:
		hd.Cur.Markup(hd.Cur.Pos, parsers.RoleFrame)
	case failedBody:
		hd.Cur.InvalidText(hd.Cur.Pos)
	default:
		hd.Cur.Text(hd.Cur.Pos)
	}
}

// leave ends the section at the position, where its marker is, n bytes long, or where another section begins.
func (b *frameBody) leave(hd *Heads, n int) {
	b.report(hd)
	if b.kind == thoughtBody {
		hd.Cur.Markup(hd.Cur.Pos, parsers.RoleReasoningEnd)
	}
	hd.Cur.Pos += n
	switch {
	case b.kind == callsBody:
		hd.Around.EndCalls(hd.Cur.Pos, n == 0)
	case n == 0:
	case b.kind == inventedBody || b.kind == failedBody:
		b.report(hd)
	default:
		hd.Cur.Markup(hd.Cur.Pos, parsers.RoleFrame)
	}
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
		a := f.Lead.Match(&hd.Cur, hd.Cur.Rest(at), hd.Cur.Final)
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
		hd.Cur.Seek(at)
		return messageHeader{}, false
	}
	return nil, false
}

// openLead reports the text before a section's own marker.
func openLead(hd *Heads, at int) Candidate {
	hd.Around.LeadTo(at, hd.Marks.TakenLen)
	return nothing{}
}
