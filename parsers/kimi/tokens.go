package kimi

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// maxHeader bounds a header, in bytes.
const maxHeader = 512

// tokenCall is a call of K2: a header and JSON arguments between special tokens.
type tokenCall struct {
	p      *parser
	start  int // of the call
	scan   int // up to here the header was looked at
	space  int // up to here what follows the arguments is white space
	gap    bool
	inText bool // the header has begun
	inner  engine.Candidate
	tag    object.Header

	after   func(*place.Around, int, bool) (object.Tail, bool)
	resolve func(*place.Around, []byte) (string, bool)
}

func (p *parser) openCall(e *engine.Engine, at int) engine.Candidate {
	p.inSection(tokenSection, at)
	c := &p.call
	*c = tokenCall{p: p, start: at, scan: at + len(callBegin), after: c.after, resolve: c.resolve}
	return c
}

// Step implements [engine.Candidate].
func (c *tokenCall) Step(e *engine.Engine) bool {
	if c.inner == nil {
		if !c.header(e) {
			return false
		}
		if c.inner == nil {
			return true
		}
	}
	if !c.inner.Step(e) {
		return false
	}
	if c.tag.Ended {
		c.p.callEnded()
	}
	return true
}

// header reads up to the marker that begins the arguments; false if it isn't
// all there. A header that can't be one is reported, and ends the candidate.
func (c *tokenCall) header(e *engine.Engine) bool {
	for ; ; c.scan++ {
		rest := e.Rest(c.scan)
		if len(rest) == 0 {
			return c.headerAtEnd(e)
		}
		switch b := rest[0]; {
		case b == '<':
			m, n := e.MarkerAt(c.scan)
			if n < 0 {
				return false
			}
			if n > 0 {
				c.headerEnds(e, m.Text, n)
				return true
			}
			fallthrough
		default:
			if c.gap || c.scan-c.start > maxHeader {
				c.fail(e, c.scan, "", "the call has no header")
				return true
			}
			c.inText = true
		case b == ' ' || b == '\n' || b == '\t' || b == '\r':
			c.gap = c.inText
		}
	}
}

func (c *tokenCall) headerAtEnd(e *engine.Engine) bool {
	final := e.Final
	if !final {
		return false
	}
	c.report(e, c.scan, "", parsers.ReasonIncomplete, "unexpected end of output inside a tool call")
	return true
}

// headerEnds opens the arguments, if that is what the marker at the position does.
func (c *tokenCall) headerEnds(e *engine.Engine, marker string, n int) {
	text := bytes.TrimSpace(e.Slice(c.start+len(callBegin), c.scan))
	if marker == argumentBegin {
		c.arguments(e, text, c.scan+n)
		return
	}
	end := c.scan
	if marker == callEnd {
		end += n
	}
	c.fail(e, end, string(text), "the call has no arguments")
}

func (c *tokenCall) fail(e *engine.Engine, end int, id, message string) {
	c.report(e, end, id, parsers.ReasonMalformed, message)
}

// report reports a call that failed in its header.
func (c *tokenCall) report(e *engine.Engine, end int, id string, reason parsers.Reason, message string) {
	h := readHeader(id, e.Config.Tools)
	e.Seek(end)
	e.Invalid(end, parsers.Invalid{
		Name: h.name, ID: id, Format: formatTokens, Reason: reason, Message: message,
	})
}

// arguments begins to read the arguments at offset at.
func (c *tokenCall) arguments(e *engine.Engine, header []byte, at int) {
	id := string(header)
	h := readHeader(id, e.Config.Tools)
	c.tag = object.Header{
		Start: c.start, NameAt: c.start + len(callBegin), Name: h.name, ID: id, Format: formatTokens,
		Free: c.p.section.free, Mergeable: e.TextCalls() > 0,
		Malformed: h.malformed, After: c.after, StringsEnd: true,
	}
	if h.opaque {
		c.tag.Resolve = c.resolve
	}
	if h.repaired {
		c.tag.Repairs = append(c.tag.Repairs, parsers.Repair{Kind: parsers.RepairToolName, Offset: c.tag.NameAt})
	}
	c.tag.Repairs = c.p.section.beginRepairs(c.tag.Repairs)
	c.inner = e.OpenHeader(&c.tag, at)
}

// afterArguments reads the end marker, or what stands in its place.
func (c *tokenCall) afterArguments(e *place.Around, at int, failed bool) (t object.Tail, more bool) {
	end, more := e.Space(max(c.space, at))
	c.space = end
	if more {
		return t, true
	}
	if len(e.Rest(end)) == 0 {
		return object.Tail{End: at, Missing: true}, false
	}
	m, n := e.MarkAt(end)
	switch {
	case n < 0:
		return t, true
	case n > 0 && m.Text == callEnd:
		return object.Tail{End: end + n}, false
	case n > 0 && m.Stops():
		return object.Tail{End: at, Missing: true}, false
	case failed:
		return object.Tail{End: at}, false
	}
	return object.Tail{End: at, Malformed: "something other than a marker follows the arguments"}, false
}

// resolveByArguments finds the tool whose properties hold all the arguments' keys.
func (c *tokenCall) resolveByArguments(e *place.Around, arguments []byte) (name string, free bool) {
	return toolByArguments(e, arguments), true
}
