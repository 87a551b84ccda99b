package kimi

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// The tags that a call of K3 is made of.
var (
	openCallTag      = openTag("call")
	closeCallTag     = closeTag("call")
	openArgumentTag  = openTag("argument")
	closeArgumentTag = closeTag("argument")
)

// tagCall is a call of K3: one tag an argument.
type tagCall struct {
	p     *parser
	name  string
	state tagState
	start int
	pos   int // up to here it was read
	end   int // of the last tag
	free  bool

	begun  bool
	values int // complete arguments
	length int // of the arguments up to the last complete one
	wrote  int // of the arguments that were reported
	keys   map[string]bool

	value  int  // where the open value starts
	isJSON bool // it is to be JSON
	calls  int  // calls and arguments open inside the value
	nested int
	out    []byte
}

type tagState uint8

const (
	betweenArguments tagState = iota
	inValue
	failed
)

func (p *parser) openTaggedCall(e *engine.Engine, at int) engine.Candidate {
	p.inSection(xtmlSection, at)
	end := tagEnd(e, at)
	c := &p.tags
	*c = tagCall{p: p, start: at, pos: end, end: end, out: c.out[:0]}
	c.free = p.section.free || e.Penalized(at)
	name := attribute(attributesOf(e, "call", at, end), "tool")
	if engine.ValidName([]byte(name)) {
		c.name = name
		return c
	}
	e.Seek(end)
	c.invalid(e, end, parsers.ReasonMalformed, "the call names no tool")
	return done{}
}

// Step implements [engine.Candidate].
func (c *tagCall) Step(e *engine.Engine) bool {
	for {
		var more, ended bool
		switch c.state {
		case betweenArguments:
			more, ended = c.between(e)
		case inValue:
			more, ended = c.readValue(e)
		case failed:
			more, ended = c.skip(e)
		}
		if more || ended {
			return ended
		}
	}
}

// between reads the tag after a tag.
func (c *tagCall) between(e *engine.Engine) (more, ended bool) {
	c.pos, more = e.Space(c.pos)
	if more {
		return true, false
	}
	rest := e.Rest(c.pos)
	final, reason := e.Final, e.Reason
	if len(rest) == 0 {
		return false, c.atEnd(e, reason == parsers.FinishLength)
	}
	if n := closeCallTag(rest, final); n != 0 {
		if n > 0 {
			c.finish(e, c.pos+n, nil, false)
		}
		return n < 0, n > 0
	}
	if n := openArgumentTag(rest, final); n != 0 {
		if n > 0 {
			c.openArgument(e, n)
		}
		return n < 0, false
	}
	if rest[0] == '<' {
		m, n := e.MarkerAt(c.pos)
		switch {
		case n < 0:
			return true, false
		case n > 0 && m.Ends == engine.EndsBlock && c.p.section.kind != xtmlSection:
		case n > 0 && (m.Begins || m.Ends != engine.EndsNothing):
			c.finish(e, c.end, c.missingCloser(), false)
			return false, true
		}
	}
	c.fail(e, "something other than an argument stands in the call")
	return false, false
}

func (c *tagCall) missingCloser() []parsers.Repair {
	return []parsers.Repair{{Kind: parsers.RepairMissingCloser, Offset: c.end}}
}

// atEnd ends a call that the output ends in: an argument was closed last, or a
// value is open.
func (c *tagCall) atEnd(e *engine.Engine, cut bool) bool {
	end := c.start + len(e.Rest(c.start))
	switch {
	case c.state == betweenArguments && c.values > 0 && !cut:
		c.finish(e, c.end, c.missingCloser(), false)
	case c.values > 0 && e.Config.Options.AcceptIncomplete:
		c.rewind(e)
		c.finish(e, end, nil, true)
	default:
		e.Seek(end)
		c.invalid(e, end, parsers.ReasonIncomplete, "unexpected end of output inside a tool call")
	}
	return true
}

// rewind drops the value that is cut off.
func (c *tagCall) rewind(e *engine.Engine) {
	if c.wrote > c.length {
		e.Handler.RewindArguments(c.length)
		c.wrote = c.length
	}
}

// finish reports the call, which ends at end.
func (c *tagCall) finish(e *engine.Engine, end int, repairs []parsers.Repair, weak bool) {
	c.begin(e)
	if c.values == 0 {
		c.write(e, "{")
	}
	c.write(e, "}")
	repairs = c.p.section.beginRepairs(repairs)
	if len(repairs) > 1 && repairs[0].Offset > repairs[1].Offset {
		repairs[0], repairs[1] = repairs[1], repairs[0]
	}
	e.EndCall(end, parsers.End{Repairs: repairs, Weak: weak, Pending: true})
	e.Seek(end)
	c.p.callEnded()
	c.p.section.cut = weak
}

func (c *tagCall) begin(e *engine.Engine) {
	if c.begun {
		return
	}
	c.begun = true
	e.Handler.BeginCall(parsers.Begin{
		At: c.start, Name: c.name, Format: formatXTML, FreeText: c.free, Mergeable: e.TextCalls() > 0,
	})
}

func (c *tagCall) write(e *engine.Engine, text string) {
	c.out = append(c.out[:0], text...)
	c.flush(e)
}

// flush reports the arguments in c.out.
func (c *tagCall) flush(e *engine.Engine) {
	if len(c.out) > 0 {
		e.Handler.Arguments(c.out)
		c.wrote += len(c.out)
		c.out = c.out[:0]
	}
}

func (c *tagCall) fail(e *engine.Engine, message string) {
	c.failFor(e, parsers.ReasonMalformed, message)
}

// failFor reports the call as far as it was read; the rest of it follows.
func (c *tagCall) failFor(e *engine.Engine, reason parsers.Reason, message string) {
	c.invalid(e, c.pos, reason, message)
	c.state = failed
}

func (c *tagCall) invalid(e *engine.Engine, end int, reason parsers.Reason, message string) {
	e.Invalid(end, parsers.Invalid{
		Name: c.name, Format: formatXTML, Reason: reason, Message: message, FreeText: c.free,
	})
}

// skip looks for the end of a call that failed.
func (c *tagCall) skip(e *engine.Engine) (more, ended bool) {
	final := e.Final
	for {
		rest := e.Rest(c.pos)
		n := bytes.IndexByte(rest, '<')
		if n < 0 {
			c.pos += len(rest)
			e.InvalidText(c.pos)
			e.Seek(c.pos)
			return !final, final
		}
		c.pos += n
		e.InvalidText(c.pos)
		e.Seek(c.pos)
		if n := closeCallTag(rest[n:], final); n != 0 {
			if n > 0 {
				e.InvalidText(c.pos + n)
				e.Seek(c.pos + n)
			}
			return n < 0, n > 0
		}
		m, n := e.MarkerAt(c.pos)
		if n < 0 || n > 0 && (m.Begins || m.Ends != engine.EndsNothing) {
			return n < 0, n > 0
		}
		c.pos++
	}
}
