package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/body/tagged"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A frameCall is the candidate for a message to a tool: JSON, and its end.
type frameCall struct {
	hd    *Heads
	tag   object.Header
	inner Candidate
	bare  bool // the tokens were taken out
	tail  int  // up to here the text behind the arguments was looked at
	junk  bool // something else follows the arguments

	params tagged.Call // reads the arguments, if they are in tags
	tags   bool        // they are in tags

	after func(*place.Around, int, bool) (object.Tail, bool)
}

func (c *frameCall) open(hd *Heads, h *frameHeader) {
	name, kind := h.name(hd.cur)
	c.hd, c.bare, c.tail, c.junk, c.tags = hd, !h.token, 0, false, h.m.Body != nil
	c.tag = object.Header{
		Start: h.start, Name: name, NameAt: h.toAt, Format: h.m.Format,
		After: c.after, StringsEnd: true,
	}
	switch {
	case c.bare:
		c.tag.Format, c.tag.Free, c.tag.Running, c.tag.Prose = h.m.Stripped, true, true, true
		c.lacks(h.start)
	case !h.begun && !hd.prose.AtStart(h.start):
		c.lacks(h.start)
	case h.bare >= 0 && !h.channel:
		c.lacks(h.bare)
	}
	if kind != 0 {
		c.tag.Repairs = append(c.tag.Repairs, parsers.Repair{Kind: kind, Offset: h.toAt})
	}
	if h.how != headerMessage && !c.bare {
		c.lacks(h.end)
	}
	if h.text {
		c.tag.Lost = "text is where the arguments should be"
	}
	if !names.Sound(hd.cur.Config.Tools, []byte(name)) {
		c.tag.Malformed = "the header names no tool"
	} else if h.stray {
		c.tag.Malformed = "the recipient isn't in the form of a tool's name"
	}
	c.inner = nil
}

// begin begins to read the body; false if more bytes are needed to know how it is
// written.
func (c *frameCall) begin(hd *Heads) bool {
	h := &hd.around.frames.header
	if h.m.Body != nil && hd.rules.Grammar.Shared {
		_, opens := hd.cur.TextBehind(h.end, h.m.Body.Brackets.Open)
		if c.tags = opens.Yes(); opens == match.More {
			return false
		}
	}
	if !c.tags {
		c.inner = hd.OpenHeader(&c.tag, h.end)
		return true
	}
	name := c.tag.Name
	if c.tag.Malformed != "" {
		name = ""
	}
	c.params.Open(hd.place, h.m.Body, &tagged.Header{
		At: h.start, Inner: h.end, Alone: true, Name: name, Repairs: c.tag.Repairs, Lost: c.tag.Lost,
	})
	c.inner = hd.Read(&c.params)
	return true
}

func (c *frameCall) lacks(at int) { c.tag.Repairs = append(c.tag.Repairs, missingMarker(at)) }

// Step implements [Candidate].
func (c *frameCall) Step(hd *Heads) bool {
	switch {
	case c.inner == nil && !c.begin(hd), !c.inner.Step(hd):
		return false
	case c.bare:
		return true
	case c.junk, c.tags && !c.params.Ended:
		return hd.goOn(hd.around.openBody(failedBody, hd.cur.Pos))
	}
	hd.around.nothingFollows()
	return hd.goOn(hd.around.frames.behind(hd.cur.Pos))
}

// afterArguments reads the token that ends the message, or what is in its place. At the end of
// the output nothing is missing, since servers remove the token.
func (c *frameCall) afterArguments(_ *place.Around, at int, failed bool) (t object.Tail, more bool) {
	hd := c.hd
	if c.bare {
		return object.Tail{End: at}, false
	}
	if c.tail, more = hd.cur.Space(max(c.tail, at)); more {
		return t, true
	}
	if len(hd.cur.Rest(c.tail)) == 0 {
		return object.Tail{End: at}, false
	}
	m, n := hd.marks.MarkerAt(c.tail)
	switch {
	case n == match.More:
		return t, true
	case n.Yes() && m.Frame == marks.FrameEnd:
		return object.Tail{End: c.tail + int(n)}, false
	case n.Yes() && m.Stops():
		return object.Tail{End: at, Missing: !failed}, false
	case !failed && hd.marks.CutMarkerAt(c.tail):
		return object.Tail{End: c.tail + len(hd.cur.Rest(c.tail))}, false
	}
	c.junk = true
	if failed {
		return object.Tail{End: at}, false
	}
	return object.Tail{End: at, Malformed: "something other than a marker follows the arguments"}, false
}
