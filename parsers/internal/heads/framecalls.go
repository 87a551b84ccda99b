package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/around"
	"github.com/toolparser/toolparser/parsers/internal/prose"
)

// beginCalls begins the message to a tool that the header announces. The calls in it share
// the message's markers.
func beginCalls(hd *Heads, h *around.Header) bool {
	hd.Costs.PassPenalty(h.Start, h.End)
	hd.Cur.Markup(h.End, parsers.RoleOpen)
	hd.Marks.Outside.Calls = true
	lacking := -1
	if !h.Begun && !hd.Prose.AtStart(h.Start) {
		lacking = h.Start
	}
	hd.Around.Frames.CallsBegin(lacking)
	return hd.goOn(openBody(hd, callsBody, h.End))
}

// resume is the candidate that goes on behind one that is done: the message or the thought
// around it, or none.
func resume(hd *Heads) Candidate {
	f := hd.frames
	switch {
	case f == nil, hd.Prose.SectionThought == prose.ThoughtHandsOver:
		return nil
	case hd.Prose.SectionThought == prose.ThoughtWaits:
		hd.Prose.SectionThought = prose.NoSectionThought
		f.body.kind = thoughtBody
	case hd.Marks.Outside.Calls:
		hd.Around.NothingFollows()
		f.body.kind = callsBody
	default:
		return nil
	}
	return &f.body
}

// frameBodies are the candidates for the sections of a message.
type frameBodies struct {
	body frameBody
	call frameCall
}

// A bodyKind says what becomes of a section's text.
type bodyKind uint8

const (
	contentBody bodyKind = iota
	thoughtBody
	inventedBody // content, and so is its end: another role says it
	markupBody   // of a tool that the server runs
	failedBody   // of a call that failed
	callsBody    // calls in tags, and text
)

// bodyOf is the kind of a body that isn't a call's.
func bodyOf(h *around.Header) bodyKind {
	switch {
	case h.Reasons():
		return thoughtBody
	case h.To == "", h.Speaks():
		return contentBody
	}
	return markupBody
}

// A frameBody is the candidate for the text in a section. Only a frame's marker ends it.
type frameBody struct{ kind bodyKind }

// openBody makes the candidate for the section that begins at offset at.
func openBody(hd *Heads, kind bodyKind, at int) Candidate {
	if kind == thoughtBody {
		hd.Cur.Markup(hd.Cur.Mark, parsers.RoleReasoning)
	}
	hd.Marks.Outside.Begun = true
	hd.Cur.Seek(at)
	hd.frames.body.kind = kind
	return &hd.frames.body
}

// streams reports whether text is read that is reported as it is.
func (f *frameBodies) streams(c Candidate) bool {
	return f != nil && c == &f.body && f.body.kind <= inventedBody
}
