package claude

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// legacyCall is the candidate for a call in the tags of Claude 2.1: the tool's
// name and every parameter are elements. It is reported whole.
type legacyCall struct {
	header
	failing
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
}

// A legacyMember is a parameter and its value.
type legacyMember struct {
	key   string
	value span
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

// start begins what may be a call; its tag, n bytes long, stands at offset at.
func (c *legacyCall) start(p *parser, prefix string, at, n int) {
	clear(c.members)
	*c = legacyCall{
		header: header{prefix: prefix, format: formatLegacy, at: at, bare: !p.block.open},
		pos:    at + n, inner: at + n, last: at + n, members: c.members[:0],
	}
}

// Step implements [engine.Candidate].
func (c *legacyCall) Step(e *engine.Engine) bool {
	for !c.leaving {
		more, done := c.read(e)
		switch {
		case done:
			return true
		case more:
			return c.failed && c.soFar(e, c.pos)
		}
	}
	return c.leave(e)
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
	final, _ := e.Final()
	prefix, n := openingTag(e.Rest(c.pos), toolNameTag, final)
	switch {
	case n < 0:
		return true, false
	case n == 0 || !c.fits(prefix):
		e.Seek(c.at + 1)
		return false, true
	}
	c.pos, c.phase = c.pos+n, inName
	return false, false
}

// maxName bounds the name, in bytes.
const maxName = 512

// inName reads the name and its closer.
func (c *legacyCall) inName(e *engine.Engine) (more, done bool) {
	final, _ := e.Final()
	rest := e.Rest(c.pos)
	i := bytes.IndexByte(rest[:min(len(rest), maxName)], '<')
	if i < 0 && len(rest) < maxName {
		if final {
			return false, c.cut(e)
		}
		return true, false
	}
	_, n := tags.Closing(rest[max(i, 0):], toolNameTag, false)
	switch {
	case n < 0 && final:
		return false, c.cut(e)
	case n < 0:
		return true, false
	case i >= 0 && n > 0:
		c.setName(e, bytes.TrimSpace(rest[:i]), c.pos)
		c.pos += i + n
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
	final, _ := e.Final()
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

type legacyKind uint8

const (
	legacyNone  legacyKind = iota
	legacyCut              // the output as far as it is at hand ends in it
	legacyOpen             // begins the parameters
	legacyClose            // ends them
	legacyKey              // begins a parameter
	legacyEnd              // ends the call
	legacyNext             // begins another call, or ends the block
)

// nextTag is the tag at the start of b, and its length.
func (c *legacyCall) nextTag(b []byte) (legacyKind, int) {
	cut := false
	for _, t := range [...]struct {
		kind  legacyKind
		match func([]byte) ([]byte, int)
	}{
		{legacyOpen, func(b []byte) ([]byte, int) { return openingTag(b, parametersTag, false) }},
		{legacyClose, func(b []byte) ([]byte, int) { return tags.Closing(b, parametersTag, false) }},
		{legacyEnd, func(b []byte) ([]byte, int) { return tags.Closing(b, invokeTag, false) }},
		{legacyNext, func(b []byte) ([]byte, int) { return tags.ClosingStart(b, wrapperTag, false) }},
		{legacyNext, func(b []byte) ([]byte, int) { return tags.Opening(b, invokeTag, false) }},
	} {
		prefix, n := t.match(b)
		if n > 0 && c.fits(prefix) {
			return t.kind, n
		}
		cut = cut || n < 0
	}
	switch n := keyTag(b); {
	case n > 0 && !cut:
		return legacyKey, n
	case n < 0 || cut:
		return legacyCut, 0
	}
	return legacyNone, 0
}

// maxKey bounds a parameter's name, in bytes.
const maxKey = 256

// keyTag matches a tag that is nothing but a name.
func keyTag(b []byte) int {
	for i := 1; i <= maxKey; i++ {
		switch {
		case b[0] != '<':
			return 0
		case i == len(b):
			return -1
		case b[i] == '>':
			if i == 1 {
				return 0
			}
			return i + 1
		case b[i] <= ' ' || b[i] == '<' || b[i] == '/' || b[i] == '"' || b[i] == '\'' || b[i] == '=':
			return 0
		}
	}
	return 0
}

// inValue looks for what may end the value.
func (c *legacyCall) inValue(e *engine.Engine) (more, done bool) {
	final, _ := e.Final()
	for {
		rest := e.Rest(c.pos)
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			c.pos += len(rest)
			if final {
				return false, c.cut(e)
			}
			return true, false
		}
		c.pos += i
		rest = rest[i:]
		n := tags.Closes(rest, c.tag, final)
		opens := engine.MatchText("<"+c.tag+">", rest, final)
		switch {
		case n < 0 || opens < 0:
			return true, false
		case opens > 0:
			c.nested++
			c.pos += opens
		case n == 0:
			c.pos++
		case c.nested > 0:
			c.nested--
			c.pos += n
		default:
			c.closer = span{c.pos, c.pos + n}
			c.pos, c.phase = c.pos+n, afterLegacyTag
			return false, false
		}
	}
}

// afterTag decides by what follows whether the tag ends the value.
func (c *legacyCall) afterTag(e *engine.Engine) (more, done bool) {
	final, _ := e.Final()
	if rest := e.Rest(c.pos); len(rest) > 0 {
		switch kind, _ := c.nextTag(rest); {
		case kind == legacyCut && !final:
			return true, false
		case kind == legacyNone || kind == legacyOpen:
			c.phase = inLegacyValue
			return false, false
		}
	}
	c.members = append(c.members, legacyMember{c.tag, span{c.value, c.closer.start}})
	c.last, c.phase = c.closer.end, betweenParameters
	return false, false
}

func (c *legacyCall) lack(missing bool) {
	if missing {
		c.lacking++
	}
}

// outputEnds ends the call at the end of the output, where its end is missing.
func (c *legacyCall) outputEnds(e *engine.Engine, end int) bool {
	_, reason := e.Final()
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
	if len(c.members) > 0 && e.Config().Options.AcceptIncomplete {
		c.lacking = 0
		return c.finish(e, end, true)
	}
	c.pos = end
	c.fail(e, parsers.ReasonIncomplete, cutOff)
	c.leaveAt(end)
	return false
}

// finish reports the call, which ends at end.
func (c *legacyCall) finish(e *engine.Engine, end int, weak bool) bool {
	arguments, ok := c.arguments(e)
	if !ok {
		c.pos = end
		c.fail(e, parsers.ReasonLimit, "JSON nests deeper than allowed")
		c.leaveAt(end)
		return false
	}
	repairs := c.repairs()
	for range c.lacking {
		repairs = append(repairs, missingCloser(c.last))
	}
	c.begin(e)
	e.Handler().Arguments(arguments)
	e.Seek(end)
	e.EndCall(end, parsers.End{Repairs: repairs, Weak: weak})
	e.Called()
	return true
}

// arguments makes an object of the parameters: what comes several times is an
// array, where it came first. False if a value nests too deep.
func (c *legacyCall) arguments(e *engine.Engine) ([]byte, bool) {
	same := make(map[string][]span, len(c.members))
	for _, m := range c.members {
		same[m.key] = append(same[m.key], m.value)
	}
	tool := e.Properties(c.name)
	out, ok := []byte{'{'}, true
	for _, m := range c.members {
		list := same[m.key]
		if list == nil {
			continue
		}
		delete(same, m.key)
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(values.AppendString(out, []byte(m.key)), ':')
		if out, ok = appendValues(e, out, list, tool.Property([]byte(m.key))); !ok {
			return nil, false
		}
	}
	return append(out, '}'), true
}

// appendValues appends a parameter's value, or an array of several.
func appendValues(e *engine.Engine, out []byte, list []span, p schema.Property) ([]byte, bool) {
	depth := e.MaxDepth() - 1
	if len(list) == 1 {
		return values.Append(out, e.Slice(list[0].start, list[0].end), p.Types, depth)
	}
	types := p.Types
	if types != schema.Any && types&schema.Array != 0 {
		types = p.Items
	}
	separator, ok := byte('['), true
	for _, v := range list {
		out = append(out, separator)
		if out, ok = values.Append(out, e.Slice(v.start, v.end), types, depth-1); !ok {
			return out, false
		}
		separator = ','
	}
	return append(out, ']'), true
}

// fail reports that the call failed at the position. It is read on to its end.
func (c *legacyCall) fail(e *engine.Engine, reason parsers.Reason, message string) {
	c.phase = legacyFailed
	c.failAt(e, c.pos, c.inner, c.invalid(e, reason, message))
}

// findEnd looks for the end of a call that failed.
func (c *legacyCall) findEnd(e *engine.Engine) (more, done bool) {
	final, _ := e.Final()
	for {
		rest := e.Rest(c.pos)
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			c.pos += len(rest)
			if final {
				c.leaveAt(c.pos)
			}
			return !final, false
		}
		c.pos += i
		switch kind, n := c.nextTag(rest[i:]); {
		case kind == legacyCut && !final:
			return true, false
		case kind == legacyEnd:
			c.leaveAt(c.pos + n)
			return false, false
		case kind == legacyNext:
			c.leaveAt(c.pos)
			return false, false
		}
		c.pos++
	}
}
