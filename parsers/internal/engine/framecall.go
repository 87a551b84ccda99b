package engine

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/body/tagged"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// openHeader makes the candidate for the header that a token at offset at begins.
func openHeader(e *Engine, at int) Candidate {
	h := &e.frames.header
	h.start, h.reading = at, false
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
	case h.to == "" || h.builtIn(e):
		e.Markup(h.end, parsers.RoleFrame)
		return e.goOn(e.openBody(h.body(), h.end))
	case h.how == headerBroken || h.how == headerCut:
		return h.fail(e)
	}
	e.frames.call.open(e, h)
	return e.goOn(&e.frames.call)
}

// body says what the body is that isn't a call's.
func (h *frameHeader) body() bodyKind {
	switch {
	case h.to != "":
		return markupBody
	case h.thought:
		return thoughtBody
	}
	return contentBody
}

// builtIn tells whether the server runs the tool itself.
func (h *frameHeader) builtIn(e *Engine) bool {
	first, _, _ := strings.Cut(h.to, ".")
	return slices.Contains(h.m.BuiltIn, first) && !e.Declared(h.to)
}

// fail reports a call whose header isn't whole.
func (h *frameHeader) fail(e *Engine) bool {
	name, _ := h.name(e)
	invalid := parsers.Invalid{
		Name: name, Format: h.m.Format, Reason: parsers.ReasonIncomplete, Message: tagged.CutMessage,
	}
	if h.how == headerBroken {
		invalid.Reason, invalid.Message = parsers.ReasonMalformed, "the header of the call has no end"
	}
	e.Invalid(h.end, invalid)
	return e.goOn(e.openBody(failedBody, h.end))
}

// name is the tool that the recipient names, and whether it needed a repair.
func (h *frameHeader) name(e *Engine) (name string, repaired bool) {
	bare := strings.TrimPrefix(h.to, h.m.Prefix)
	if !e.Declared(bare) && e.Declared(h.to) {
		return h.to, false
	}
	return h.declared(e, bare)
}

// declared is the declared tool that a name stands for: behind a dot, or before
// a content type that it ran into. If there is none it is the name.
func (h *frameHeader) declared(e *Engine, name string) (declared string, repaired bool) {
	text := []byte(name)
	if e.Declared(name) || !e.Repairs() {
		return name, false
	}
	if found, ok := names.True(e.Config, text); ok {
		return string(found), true
	}
	if found, ok := names.Suffix(e.Config, text, "."); ok {
		return string(found), true
	}
	for _, typ := range h.m.Types {
		if found, ok := strings.CutSuffix(name, typ); ok && e.Declared(found) {
			return found, true
		}
	}
	return name, false
}

// A frameCall is the candidate for a message to a tool: JSON, and its end.
type frameCall struct {
	e     *Engine
	tag   object.Header
	inner Candidate
	bare  bool // the tokens were taken out
	tail  int  // up to here what follows the arguments was looked at
	junk  bool // something else follows them

	after func(*place.Around, int, bool) (object.Tail, bool)
}

func (c *frameCall) open(e *Engine, h *frameHeader) {
	name, repaired := h.name(e)
	*c = frameCall{e: e, after: c.after, bare: !h.token}
	c.tag = object.Header{
		Start: h.start, Name: name, NameAt: h.toAt, Format: h.m.Format,
		After: c.after, StringsEnd: true,
	}
	switch {
	case c.bare:
		c.tag.Format, c.tag.Free, c.tag.Running, c.tag.Prose = h.m.Stripped, true, true, true
		c.lacks(h.start)
	case !h.begun && !e.AtStart(h.start):
		c.lacks(h.start)
	case h.bare >= 0 && !h.channel:
		c.lacks(h.bare)
	}
	if repaired {
		c.tag.Repairs = append(c.tag.Repairs, parsers.Repair{Kind: parsers.RepairToolName, Offset: h.toAt})
	}
	if h.how != headerMessage && !c.bare {
		c.lacks(h.end)
	}
	if !names.Valid([]byte(name)) {
		c.tag.Malformed = "the header names no tool"
	}
	c.inner = e.OpenHeader(&c.tag, h.end)
}

func (c *frameCall) lacks(at int) { c.tag.Repairs = append(c.tag.Repairs, missingMarker(at)) }

// Step implements [Candidate].
func (c *frameCall) Step(e *Engine) bool {
	switch {
	case !c.inner.Step(e):
		return false
	case c.bare:
		return true
	case c.junk:
		return e.goOn(e.openBody(failedBody, e.Pos))
	}
	e.after = afterCall{}
	e.frames.between = frameBetween{pos: e.Pos}
	return e.goOn(&e.frames.between)
}

// afterArguments reads the token that ends the message, or what stands in its
// place: at the end of the output nothing is missing, since servers eat it.
func (c *frameCall) afterArguments(_ *place.Around, at int, failed bool) (t object.Tail, more bool) {
	e := c.e
	if c.bare {
		return object.Tail{End: at}, false
	}
	if c.tail, more = e.Space(max(c.tail, at)); more {
		return t, true
	}
	if len(e.Rest(c.tail)) == 0 {
		return object.Tail{End: at}, false
	}
	m, n := e.MarkerAt(c.tail)
	switch {
	case n == match.More:
		return t, true
	case n.Yes() && m.frame == frameEnd:
		return object.Tail{End: c.tail + int(n)}, false
	case n.Yes() && m.stops():
		return object.Tail{End: at, Missing: !failed}, false
	}
	c.junk = true
	if failed {
		return object.Tail{End: at}, false
	}
	return object.Tail{End: at, Malformed: "something other than a marker follows the arguments"}, false
}
