package engine

import "github.com/toolparser/toolparser/parsers"

// lacks is where a marker is missing before the first call of a message, which is
// counted on that; -1 if none is.
func (f *frames) lacks() int {
	if f == nil {
		return -1
	}
	at := f.lacking
	f.lacking = -1
	return at
}

// beginCalls begins the message to a tool that the header says. Its markers are shared
// by the calls in it.
func (h *frameHeader) beginCalls(e *Engine) bool {
	f := e.frames
	e.passPenalty(h.start, h.end)
	e.Markup(h.end, parsers.RoleOpen)
	e.outside.calls, f.lacking, f.last = true, -1, -1
	if !h.begun && !e.AtStart(h.start) {
		f.lacking = h.start
	}
	return e.goOn(e.openBody(callsBody, h.end))
}

// resume is the candidate that goes on behind one that is done: the message, or the
// thought, around it, or none.
func (e *Engine) resume() Candidate {
	f := e.frames
	switch {
	case f == nil:
		return nil
	case e.sectionThought == thoughtHandsOver:
		return nil
	case e.sectionThought == thoughtWaits:
		e.sectionThought = noSectionThought
		f.body = frameBody{kind: thoughtBody, pos: e.Pos}
	case e.outside.calls:
		e.after = afterCall{}
		f.body = frameBody{kind: callsBody, pos: e.Pos}
	default:
		return nil
	}
	return &f.body
}

// endCalls ends the message at its end, or where another one begins, whose end is missing.
func (e *Engine) endCalls(end int, missing bool) {
	f := e.frames
	if e.tags.wrapper.t != nil {
		e.Markup(e.Mark, parsers.RoleClose)
		e.setWrapper(wrapper{})
	}
	if missing && f.last >= 0 {
		e.Handler.Amend(missingMarker(f.last))
	}
	e.outside.calls = false
	e.Markup(end, parsers.RoleClose)
}
