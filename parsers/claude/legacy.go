package claude

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// legacyCall is the candidate for a call in the tags of Claude 2.1: the tool's
// name and every parameter are elements. It is reported whole.
type legacyCall struct {
	header
	failure.Failing
	phase   legacyPhase
	pos     int // read up to here
	inner   int // where the tag that begins the call ends
	last    int // where the last tag that belongs to the call ends
	lacking int // closers that are missing
	members []legacyMember
	tag     string // of the parameter
	nested  int    // tags of the same name opened in the value
	closer  span   // that may end the value
	value   int    // where it begins
	buf     []byte // room for the arguments
}

type legacyPhase uint8

const (
	beforeName legacyPhase = iota
	inName
	beforeParameters
	betweenParameters
	inLegacyValue
	afterLegacyTag
	afterParameters
	legacyFailed
)

// openLegacy begins what may be a call; its tag, n bytes long, stands at offset at.
func openLegacy(e *engine.Engine, at, n int, prefix string, bare bool) engine.Candidate {
	c := &ownOf(e).legacy
	c.start(prefix, at, n, bare)
	return c
}

func (c *legacyCall) start(prefix string, at, n int, bare bool) {
	clear(c.members)
	buf := c.buf
	if cap(buf) > maxKept {
		buf = nil
	}
	*c = legacyCall{
		header: header{prefix: prefix, format: formatLegacy, at: at, bare: bare},
		pos:    at + n, inner: at + n, last: at + n, members: c.members[:0], buf: buf,
	}
}

// Step implements [engine.Candidate].
func (c *legacyCall) Step(e *engine.Engine) bool {
	return c.StepThrough(e.Around(), &c.pos, func() (more, done bool) { return c.read(e) })
}

func (c *legacyCall) read(e *engine.Engine) (more, done bool) {
	switch c.phase {
	case inName:
		return c.inName(e)
	case inLegacyValue:
		return c.inValue(e)
	case legacyFailed:
		return c.findEnd(e)
	}
	at, more := e.Space(c.pos)
	c.pos = at
	if more {
		return true, false
	}
	switch c.phase {
	case beforeName:
		return c.beforeName(e)
	case afterLegacyTag:
		return c.afterTag(e)
	}
	return c.between(e)
}

// beforeName looks for the tag of the name, without which this is no call.
func (c *legacyCall) beforeName(e *engine.Engine) (more, done bool) {
	final := e.Final
	prefix, a := reader.Opens(e.Rest(c.pos), toolNameTag, final)
	switch {
	case a == match.More:
		return true, false
	case !a.Yes() || !c.fits(prefix):
		e.Seek(c.at + 1)
		return false, true
	}
	c.pos, c.phase = c.pos+int(a), inName
	return false, false
}

// maxName bounds the name, in bytes.
const maxName = 512

// inName reads the name and its closer.
func (c *legacyCall) inName(e *engine.Engine) (more, done bool) {
	final := e.Final
	rest := e.Rest(c.pos)
	i := bytes.IndexByte(rest[:min(len(rest), maxName)], '<')
	if i < 0 && len(rest) < maxName {
		if final {
			return false, c.cut(e)
		}
		return true, false
	}
	_, a := reader.Closing(rest[max(i, 0):], toolNameTag, false)
	switch {
	case a == match.More && final:
		return false, c.cut(e)
	case a == match.More:
		return true, false
	case i >= 0 && a.Yes():
		c.setName(e, bytes.TrimSpace(rest[:i]), c.pos)
		c.pos += i + int(a)
		c.last = c.pos
	}
	c.phase = beforeParameters
	if reason, message := c.refused(e); reason != parsers.ReasonUnspecified {
		c.fail(e, reason, message)
	}
	return false, false
}

// between reads the next tag outside of a value.
func (c *legacyCall) between(e *engine.Engine) (more, done bool) {
	final := e.Final
	rest := e.Rest(c.pos)
	if len(rest) == 0 {
		return false, c.outputEnds(e, c.last)
	}
	kind, n := c.nextTag(rest)
	switch {
	case kind == legacyCut && !final:
		return true, false
	case kind == legacyCut && bytes.HasPrefix(rest, []byte("</")):
		return false, c.outputEnds(e, c.pos+len(rest))
	case kind == legacyCut:
		return false, c.cut(e)
	}
	at := c.pos
	switch {
	case kind == legacyEnd:
		c.lack(c.phase == betweenParameters)
		return false, c.finish(e, at+n, false)
	case kind == legacyNext:
		c.lack(c.phase == betweenParameters)
		c.lack(true)
		return false, c.finish(e, c.last, false)
	case kind == legacyOpen && c.phase == beforeParameters:
		c.phase = betweenParameters
	case kind == legacyClose && c.phase == betweenParameters:
		c.phase = afterParameters
	case kind == legacyKey && c.phase == betweenParameters:
		c.tag = strings.Clone(string(rest[1 : n-1]))
		c.phase, c.value, c.nested = inLegacyValue, at+n, 0
		c.pos = at + n
		return false, false
	default:
		c.fail(e, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
		return false, false
	}
	c.pos, c.last = at+n, at+n
	return false, false
}

func (c *legacyCall) lack(missing bool) {
	if missing {
		c.lacking++
	}
}

// outputEnds ends the call at the end of the output, where its end is missing.
func (c *legacyCall) outputEnds(e *engine.Engine, end int) bool {
	reason := e.Reason
	if len(c.members) == 0 || reason == parsers.FinishLength || !e.Repairs() {
		return c.cut(e)
	}
	c.lack(c.phase == betweenParameters)
	c.lack(true)
	return c.finish(e, end, false)
}

// cut ends a call that the output ends in; true if it is done.
func (c *legacyCall) cut(e *engine.Engine) bool {
	end := c.pos + len(e.Rest(c.pos))
	if len(c.members) > 0 && e.Config.Options.AcceptIncomplete {
		c.lacking = 0
		return c.finish(e, end, true)
	}
	c.pos = end
	c.fail(e, parsers.ReasonIncomplete, cutOff)
	c.LeaveAt(end)
	return false
}

// finish reports the call, which ends at end.
func (c *legacyCall) finish(e *engine.Engine, end int, weak bool) bool {
	arguments, ok := c.arguments(e)
	if !ok {
		c.pos = end
		c.fail(e, parsers.ReasonLimit, "JSON nests deeper than allowed")
		c.LeaveAt(end)
		return false
	}
	repairs := c.repairs()
	for range c.lacking {
		repairs = append(repairs, missingCloser(c.last))
	}
	c.begin(e)
	e.Handler.Arguments(arguments)
	e.Seek(end)
	e.EndCall(end, parsers.End{Repairs: repairs, Weak: weak})
	e.Called()
	return true
}

// fail reports that the call failed at the position. It is read on to its end.
func (c *legacyCall) fail(e *engine.Engine, reason parsers.Reason, message string) {
	c.phase = legacyFailed
	c.FailAt(e.Around(), c.pos, c.inner, c.invalid(e, reason, message))
}

// findEnd looks for the end of a call that failed.
func (c *legacyCall) findEnd(e *engine.Engine) (more, done bool) {
	final := e.Final
	for {
		rest := e.Rest(c.pos)
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			c.pos += len(rest)
			if final {
				c.LeaveAt(c.pos)
			}
			return !final, false
		}
		c.pos += i
		switch kind, n := c.nextTag(rest[i:]); {
		case kind == legacyCut && !final:
			return true, false
		case kind == legacyEnd:
			c.LeaveAt(c.pos + n)
			return false, false
		case kind == legacyNext:
			c.LeaveAt(c.pos)
			return false, false
		}
		c.pos++
	}
}
