package heads

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// frames are what is known of the sections of a message: the candidates, of
// which there is one at a time. All text between them is running text.
type frames struct {
	lead    *frameLead // nil: there is none
	header  frameHeader
	body    frameBody
	between frameBetween
	call    frameCall

	lacking int // a marker is missing here, before the first call of the message to a tool; -1: none is
	last    int // its last call ended here; -1: there was none
}

// again makes the state ready for another output.
func (f *frames) again() {
	if f != nil {
		f.header.last = match.No
		f.lacking = -1
	}
}

// A frameBetween is the candidate for what may be between two sections:
// further ends, and a header that doesn't begin with its token.
type frameBetween struct{ pos int }

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

// A frameBody is the candidate for the text in a section. Only a frame's marker ends it.
type frameBody struct {
	kind bodyKind
	pos  int
}

// openBody makes the candidate for the section that begins at offset at.
func (ar *around) openBody(kind bodyKind, at int) Candidate {
	if kind == thoughtBody {
		ar.cur.Markup(ar.cur.Mark, parsers.RoleReasoning)
	}
	ar.marks.Outside.MessageBegins()
	ar.frames.body = frameBody{kind: kind, pos: at}
	return &ar.frames.body
}

// behind makes the candidate for what is behind a section's end at offset at.
func (f *frames) behind(at int) *frameBetween {
	f.between = frameBetween{pos: at}
	return &f.between
}

// streams reports whether text is read that is reported as it is.
func (f *frames) streams(c Candidate) bool {
	return f != nil && c == &f.body && f.body.kind <= inventedBody
}

// frameCounts reports whether calls in messages may count.
func (ar *around) frameCounts() bool {
	m := ar.rules.Grammar.Frames.Messages
	return ar.cur.Config.Counts(m.Format) || m.Body != nil && ar.cur.Config.Counts(m.Body.Format) || ar.rules.Grammar.CallsInMessages() && slices.ContainsFunc(ar.rules.Grammar.Blocks, func(b grammar.Block) bool {
		return ar.cur.Config.Counts(b.Format)
	})
}
