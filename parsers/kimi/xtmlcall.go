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
	engine.Failing
	p       *parser
	name    string
	repairs []parsers.Repair // of the name
	state   tagState
	start   int
	pos     int // up to here it was read
	last    int // where the last tag that belongs to the call ends
	free    bool

	begun  bool
	values int // complete arguments
	length int // of the arguments up to the last complete one
	wrote  int // of the arguments that were reported
	keys   map[string]bool

	value  tagValue
	nested int // arguments open inside the value
	closer int // where the tag that may end the value stands
	out    []byte
}

type tagState uint8

const (
	betweenArguments tagState = iota
	inValue
	afterCloser // behind a tag that may end the value
	afterCall   // behind the call's end: does a stray closer follow?
)

func (p *parser) openTaggedCall(e *engine.Engine, at int) engine.Candidate {
	p.inSection(xtmlSection, at)
	end := tagEnd(e, at)
	c := &p.tags
	*c = tagCall{p: p, start: at, pos: end, last: end, out: c.out[:0]}
	c.free = p.section.free || e.Penalized(at)
	name, prefixed := e.TrueName([]byte(attribute(attributesOf("call", e.Slice(at, end)), "tool")))
	if prefixed {
		c.repairs = []parsers.Repair{{Kind: parsers.RepairToolName, Offset: at}}
	}
	if engine.ValidName(name) {
		c.name = e.Config.Tools.Intern(name)
		return c
	}
	e.Seek(end)
	e.Invalid(end, c.invalid(parsers.ReasonMalformed, "the call names no tool"))
	return done{}
}

// Step implements [engine.Candidate].
func (c *tagCall) Step(e *engine.Engine) bool { return c.StepThrough(e, &c.pos, c.read) }

func (c *tagCall) read(e *engine.Engine) (more, done bool) {
	switch c.state {
	case inValue:
		return c.inValue(e)
	case afterCloser:
		return c.afterCloser(e)
	case afterCall:
		return c.afterCall(e)
	}
	return c.between(e)
}

// between reads the tag after a tag.
func (c *tagCall) between(e *engine.Engine) (more, done bool) {
	at, more := e.Space(c.pos)
	c.pos = at
	if more {
		return true, false
	}
	rest := e.Rest(at)
	if len(rest) == 0 {
		return false, c.outputEnds(e, c.last)
	}
	// That the output has ended doesn't decide what a tag at its end is.
	closing, opening := closeCallTag(rest, false), openArgumentTag(rest, false)
	switch {
	case closing > 0:
		c.pos, c.last, c.state = at+closing, at+closing, afterCall
		return false, false
	case opening > 0:
		c.openArgument(e, opening)
		return false, false
	case min(closing, opening) < 0 && !e.Final:
		return true, false
	case closing < 0 && opening == 0:
		return false, c.outputEnds(e, at+len(rest))
	case min(closing, opening) < 0:
		return false, c.cut(e)
	}
	if rest[0] == '<' {
		m, n := e.MarkerAt(at)
		if n < 0 {
			return true, false
		}
		if n > 0 && (m.Begins || m.Ends != engine.EndsNothing) {
			return false, c.closerMissing(e, c.last)
		}
	}
	c.otherText(e, rest)
	return false, false
}

// otherText handles text where a tag is expected.
func (c *tagCall) otherText(e *engine.Engine, rest []byte) {
	c.fail(e, parsers.ReasonMalformed, "something other than an argument stands in the call")
	i := bytes.IndexByte(rest[1:], '<')
	if i < 0 {
		i = len(rest) - 1
	}
	c.pos += i + 1
}

// afterCall reports the call, unless a closer follows that shows that a value
// of it was cut short.
func (c *tagCall) afterCall(e *engine.Engine) (more, done bool) {
	if c.Failed {
		c.LeaveAt(c.last)
		return false, false
	}
	at, more := e.Space(c.pos)
	c.pos = at
	if more {
		return true, false
	}
	for _, closer := range [...]func([]byte, bool) int{closeArgumentTag, closeCallTag} {
		switch n := closer(e.Rest(at), e.Final); {
		case n < 0:
			return true, false
		case n > 0:
			c.pos = c.last
			c.fail(e, parsers.ReasonMalformed, "a closing tag too many follows the call")
			c.LeaveAt(c.last)
			return false, false
		}
	}
	return false, c.finish(e, c.last, nil, false)
}

// outputEnds ends the call at the end of the output, where its end is missing;
// true if it is done.
func (c *tagCall) outputEnds(e *engine.Engine, end int) bool {
	if c.values == 0 || e.Reason == parsers.FinishLength || !e.Repairs() {
		return c.cut(e)
	}
	return c.closerMissing(e, end)
}

// closerMissing ends the call, whose end is missing, at end; true if it is done.
func (c *tagCall) closerMissing(e *engine.Engine, end int) bool {
	if c.Failed {
		c.LeaveAt(c.pos)
		return false
	}
	return c.finish(e, end, []parsers.Repair{{Kind: parsers.RepairMissingCloser, Offset: c.last}}, false)
}

// cut ends a call that the output ends in; true if it is done.
func (c *tagCall) cut(e *engine.Engine) bool {
	end := c.pos + len(e.Rest(c.pos))
	if !c.Failed && c.values > 0 && e.Config.Options.AcceptIncomplete {
		if c.wrote > c.length {
			e.Handler.RewindArguments(c.length)
		}
		return c.finish(e, end, nil, true)
	}
	c.pos = end
	c.fail(e, parsers.ReasonIncomplete, "unexpected end of output inside a tool call")
	c.LeaveAt(end)
	return false
}

// finish reports the call, which ends at end.
func (c *tagCall) finish(e *engine.Engine, end int, repairs []parsers.Repair, weak bool) bool {
	c.begin(e)
	if c.values == 0 {
		c.write(e, "{")
	}
	c.write(e, "}")
	repairs = append(append(c.p.section.beginRepairs(nil), c.repairs...), repairs...)
	e.EndCall(end, parsers.End{Repairs: repairs, Weak: weak, Pending: true})
	e.Seek(end)
	c.p.callEnded()
	c.p.section.cut = weak
	return true
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

// fail reports that the call failed at the position, unless it did before. It
// is read on to its end.
func (c *tagCall) fail(e *engine.Engine, reason parsers.Reason, message string) {
	if !c.Failed {
		c.FailAt(e, c.pos, 0, c.invalid(reason, message))
	}
}

func (c *tagCall) invalid(reason parsers.Reason, message string) parsers.Invalid {
	return parsers.Invalid{Name: c.name, Format: formatXTML, Reason: reason, Message: message, FreeText: c.free}
}
