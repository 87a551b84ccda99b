package claude

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// invokeCall is the candidate for a call whose name stands in its tag.
type invokeCall struct {
	header
	engine.Failing
	phase  phase
	pos    int // read up to here
	inner  int // where the tag that begins the call ends
	last   int // where the last tag that belongs to the call ends
	begun  bool
	params int // complete ones
	tool   *schema.Properties
	keys   keySet
	args   arguments
	value  value
	tag    string // of the parameter, with its prefix
	nested int    // parameters opened in the value
	closer span   // that may end the value
}

type phase uint8

const (
	between   phase = iota // before a parameter or the end of the call
	inValue                // in a parameter's value
	afterTag               // behind a tag that may end the value
	afterCall              // behind the call's end: does a stray closer follow?
)

// start begins a call whose tag, n bytes long, stands at offset at.
func (c *invokeCall) start(p *parser, prefix string, tag tags.Tag, at, n int) {
	args := c.args
	args.reset()
	*c = invokeCall{
		header: header{prefix: prefix, format: formatInvoke, at: at, bare: !p.block.open},
		pos:    at + n, inner: at + n, last: at + n, args: args,
	}
	c.setName(p.Engine, tag.Value, at+tag.At)
	c.tool = p.Properties(c.name)
	if reason, message := c.refused(p.Engine); reason != parsers.ReasonUnspecified {
		c.fail(p.Engine, reason, message)
	}
}

// Step implements [engine.Candidate].
func (c *invokeCall) Step(e *engine.Engine) bool {
	return c.StepThrough(e, &c.pos, c.read)
}

func (c *invokeCall) read(e *engine.Engine) (more, done bool) {
	switch c.phase {
	case inValue:
		return c.inValue(e)
	case afterTag:
		return c.afterTag(e)
	case afterCall:
		return c.afterCall(e)
	}
	return c.between(e)
}

// between reads the next tag of the call.
func (c *invokeCall) between(e *engine.Engine) (more, done bool) {
	at, more := e.Space(c.pos)
	c.pos = at
	if more {
		return true, false
	}
	final := e.Final
	rest := e.Rest(at)
	if len(rest) == 0 {
		return false, c.outputEnds(e, c.last)
	}
	// That the output has ended doesn't decide what a tag at its end is.
	kind, tag, n := c.nextTag(rest)
	switch {
	case kind == tagCut && !final:
		return true, false
	case kind == tagCut && bytes.HasPrefix(rest, []byte("</")):
		return false, c.outputEnds(e, at+len(rest))
	case kind == tagCut:
		return false, c.cut(e)
	case kind == tagParameter:
		c.parameter(e, tag, n)
	case kind == tagEnd:
		c.pos, c.last, c.phase = at+n, at+n, afterCall
	case kind == tagNext:
		return false, c.closerMissing(e, c.last)
	default:
		c.otherText(e, rest)
	}
	return false, false
}

// afterCall reports the call, unless a closer follows that shows that a value
// of it was cut short.
func (c *invokeCall) afterCall(e *engine.Engine) (more, done bool) {
	if c.Failed {
		c.LeaveAt(c.last)
		return false, false
	}
	at, more := e.Space(c.pos)
	c.pos = at
	if more {
		return true, false
	}
	final := e.Final
	for _, name := range [...]string{parameterTag, invokeTag} {
		prefix, n := tags.ClosingStart(e.Rest(at), name, final)
		if n < 0 {
			return true, false
		}
		if n > 0 && c.fits(prefix) {
			c.pos = c.last
			c.fail(e, parsers.ReasonMalformed, "a closing tag too many follows the call")
			c.LeaveAt(c.last)
			return false, false
		}
	}
	return false, c.finish(e, c.last, parsers.End{Repairs: c.repairs()})
}

// outputEnds ends the call at the end of the output, where its end is missing;
// true if it is done.
func (c *invokeCall) outputEnds(e *engine.Engine, end int) bool {
	reason := e.Reason
	if c.params == 0 || reason == parsers.FinishLength || !e.Repairs() {
		return c.cut(e)
	}
	return c.closerMissing(e, end)
}

// closerMissing ends the call, whose end is missing, at end; true if it is done.
func (c *invokeCall) closerMissing(e *engine.Engine, end int) bool {
	if c.Failed {
		c.LeaveAt(c.pos)
		return false
	}
	return c.finish(e, end, parsers.End{Repairs: append(c.repairs(), missingCloser(c.last))})
}

// finish reports the call, which ends at end.
func (c *invokeCall) finish(e *engine.Engine, end int, how parsers.End) bool {
	if !c.begun {
		c.begin(e)
	}
	c.args.close(e)
	e.Seek(end)
	e.EndCall(end, how)
	e.Called()
	return true
}

// cut ends a call that the output ends in; true if it is done.
func (c *invokeCall) cut(e *engine.Engine) bool {
	end := c.pos + len(e.Rest(c.pos))
	if !c.Failed && c.params > 0 && e.Config.Options.AcceptIncomplete {
		if c.args.n > c.args.whole {
			e.Handler.RewindArguments(c.args.whole)
		}
		return c.finish(e, end, parsers.End{Repairs: c.repairs(), Weak: true})
	}
	if !c.Failed {
		c.pos = end
		c.fail(e, parsers.ReasonIncomplete, cutOff)
	}
	c.LeaveAt(end)
	return false
}

// otherText handles text where a tag is expected.
func (c *invokeCall) otherText(e *engine.Engine, rest []byte) {
	if !c.Failed {
		c.fail(e, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
	}
	i := bytes.IndexByte(rest[1:], '<')
	if i < 0 {
		i = len(rest) - 1
	}
	c.pos += i + 1
}

// fail reports that the call failed at the position. It is read on to its end.
func (c *invokeCall) fail(e *engine.Engine, reason parsers.Reason, message string) {
	c.FailAt(e, c.pos, c.inner, c.invalid(e, reason, message))
}
