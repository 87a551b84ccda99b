package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/prose"
)

// The result is where a marker is missing before the first call of a message; -1: none is. It is
// returned once, since only that call has the repair.
func (f *frames) lacks() int {
	if f == nil {
		return -1
	}
	at := f.lacking
	f.lacking = -1
	return at
}

// beginCalls begins the message to a tool that the header announces. The calls in it share
// the message's markers.
func (h *frameHeader) beginCalls(hd *Heads) bool {
	f := hd.around.frames
	hd.costs.PassPenalty(h.start, h.end)
	hd.cur.Markup(h.end, parsers.RoleOpen)
	hd.marks.Outside.ToTool(true)
	f.lacking, f.last = -1, -1
	if !h.begun && !hd.prose.AtStart(h.start) {
		f.lacking = h.start
	}
	return hd.goOn(hd.around.openBody(callsBody, h.end))
}

// resume is the candidate that goes on behind one that is done: the message or the thought
// around it, or none.
func (ar *around) resume() Candidate {
	f := ar.frames
	switch {
	case f == nil:
		return nil
	case ar.prose.SectionThought == prose.ThoughtHandsOver:
		return nil
	case ar.prose.SectionThought == prose.ThoughtWaits:
		ar.prose.InSection(prose.NoSectionThought)
		f.body = frameBody{kind: thoughtBody, pos: ar.cur.Pos}
	case ar.marks.Outside.Calls:
		ar.nothingFollows()
		f.body = frameBody{kind: callsBody, pos: ar.cur.Pos}
	default:
		return nil
	}
	return &f.body
}

// endCalls ends the message at its end, or where another one begins; missing: its end is missing.
func (ar *around) endCalls(end int, missing bool) {
	f := ar.frames
	if ar.tags.wrapper.t != nil {
		ar.cur.Markup(ar.cur.Mark, parsers.RoleClose)
		ar.setWrapper(wrapper{})
	}
	if missing && f.last >= 0 {
		ar.cur.Handler.Amend(missingMarker(f.last))
	}
	ar.marks.Outside.ToTool(false)
	ar.cur.Markup(end, parsers.RoleClose)
}
