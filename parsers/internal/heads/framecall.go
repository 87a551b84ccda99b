package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/around"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/body/tagged"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/prose"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// A frameCall is the candidate for a message to a tool: JSON, and its end.
type frameCall struct {
	hd    *Heads
	tag   object.Header
	begun bool // the body is read
	bare  bool // the tokens were taken out
	tail  int  // up to here the text behind the arguments was looked at
	junk  bool // something else follows the arguments

	params *tagged.Call // reads the arguments, if they are in tags
	tags   bool         // they are in tags
}

func (c *frameCall) open(hd *Heads, h *around.Header) {
	if c.hd == nil {
		c.hd, c.tag.After = hd, c.afterArguments
	}
	name, kind := h.Name(&hd.Cur)
	c.begun, c.bare, c.tail, c.junk, c.tags = false, !h.Token, 0, false, h.Messages.Body != nil
	c.tag = object.Header{
		Start: h.Start, Name: name, NameAt: h.ToAt, Format: h.Messages.Format,
		After: c.tag.After, StringsEnd: true,
	}
	switch {
	case c.bare:
		c.tag.Format, c.tag.Free, c.tag.Running, c.tag.Prose = h.Messages.Stripped, true, true, true
		c.tag.Note(parsers.RepairMissingMarker, h.Start)
	case !h.Begun && !hd.Prose.AtStart(h.Start):
		c.tag.Note(parsers.RepairMissingMarker, h.Start)
	case h.Bare >= 0 && !h.Channel:
		c.tag.Note(parsers.RepairMissingMarker, h.Bare)
	}
	c.tag.Note(kind, h.ToAt)
	if h.How != around.HeaderMessage && !c.bare {
		c.tag.Note(parsers.RepairMissingMarker, h.End)
	}
	if h.Text {
		c.tag.Lost = "text is where the arguments should be"
	}
	if !names.Sound(hd.Cur.Config.Tools, []byte(name)) {
		c.tag.Malformed = "the header names no tool"
	} else if h.Stray {
		c.tag.Malformed = "the recipient isn't in the form of a tool's name"
	}
}

// begin begins to read the body; false if more bytes are needed to know how it is
// written.
func (c *frameCall) begin(hd *Heads) bool {
	h := &hd.Around.Frames.Header
	if h.Messages.Body != nil && hd.Rules.Grammar.Shared {
		_, opens := hd.Cur.TextBehind(h.End, h.Messages.Body.Brackets.Open)
		if c.tags = opens.Yes(); opens == match.More {
			return false
		}
	}
	c.begun = true
	if !c.tags {
		hd.OpenHeader(&c.tag, h.End)
		return true
	}
	name := c.tag.Name
	if c.tag.Malformed != "" {
		name = ""
	}
	room.Made(&c.params).Open(&hd.Place, h.Messages.Body, &tagged.Header{
		At: h.Start, Inner: h.End, Alone: true, Name: name, Repairs: c.tag.Repairs, Lost: c.tag.Lost,
	})
	hd.Read(c.params)
	return true
}

// Step implements [Candidate].
func (c *frameCall) Step(hd *Heads) bool {
	switch {
	case !c.begun && !c.begin(hd), !hd.reading.Step(hd):
		return false
	case c.bare:
		return true
	case c.junk, c.tags && !c.params.Ended:
		return hd.goOn(openBody(hd, failedBody, hd.Cur.Pos))
	}
	hd.Around.NothingFollows()
	return hd.goOn(frameBetween{})
}

// afterArguments reads the token that ends the message, or what is in its place. At the end of
// the output nothing is missing, since servers remove the token.
func (c *frameCall) afterArguments(_ *place.Around, at int, failed bool) (t object.Tail, more bool) {
	hd := c.hd
	if c.bare {
		return object.Tail{End: at}, false
	}
	if c.tail = max(c.tail, at); hd.Cur.Pass(&c.tail) {
		return t, true
	}
	if len(hd.Cur.Rest(c.tail)) == 0 {
		return object.Tail{End: at}, false
	}
	m, n := hd.Marks.MarkerAt(c.tail)
	switch {
	case n == match.More:
		return t, true
	case n.Yes() && m.Frame == marks.FrameEnd:
		return object.Tail{End: c.tail + int(n)}, false
	case n.Yes() && m.Stops():
		return object.Tail{End: at, Missing: !failed}, false
	case !failed && hd.Marks.CutMarkerAt(c.tail):
		return object.Tail{End: c.tail + len(hd.Cur.Rest(c.tail))}, false
	}
	c.junk = true
	if failed {
		return object.Tail{End: at}, false
	}
	return object.Tail{End: at, Malformed: noMarkerFollows}, false
}

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
	call *frameCall
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
