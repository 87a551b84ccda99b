package claude

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

type tagKind uint8

const (
	tagNone      tagKind = iota
	tagCut               // the output as far as it is at hand ends in it
	tagParameter         // begins a parameter
	tagEnd               // ends the call
	tagNext              // begins another call, or ends the block
)

// nextTag is the tag at the start of b, and its length.
func (c *invokeCall) nextTag(b []byte) (kind tagKind, t tags.Tag, n int) {
	t, n = tags.Read(b, parameterTag, nameAttribute, false)
	if n > 0 && (c.fits(t.Prefix) || c.prefix == "") {
		return tagParameter, t, n
	}
	cut := n < 0
	prefix, n := tags.Closing(b, invokeTag, false)
	if n > 0 && c.fits(prefix) {
		return tagEnd, t, n
	}
	cut = cut || n < 0
	if n := c.followingTag(b); n != 0 {
		if n > 0 {
			return tagNext, t, n
		}
		cut = true
	}
	if cut {
		return tagCut, t, 0
	}
	return tagNone, t, 0
}

// followingTag matches the beginning of what can follow a call that isn't closed.
func (c *invokeCall) followingTag(b []byte) int {
	prefix, n := tags.ClosingStart(b, wrapperTag, false)
	if n > 0 && c.fits(prefix) {
		return n
	}
	tag, m := tags.Read(b, invokeTag, nameAttribute, false)
	if m > 0 && c.fits(tag.Prefix) {
		return m
	}
	return min(n, m, 0)
}

// parameter begins the parameter whose tag, n bytes long, is at the position.
func (c *invokeCall) parameter(e *engine.Engine, t tags.Tag, n int) {
	at := c.pos
	if c.prefix == "" {
		c.prefix = intern(t.Prefix)
	}
	c.tag = parameterTag
	if len(t.Prefix) > 0 {
		c.tag = c.prefix + ":" + parameterTag
	}
	if !c.Failed {
		c.key(e, t)
	}
	c.pos, c.phase, c.nested = at+n, inValue, 0
	if !c.Failed {
		c.value.start(c.tool.Property(t.Value).Types, c.pos, e.MaxDepth()-1)
	}
}

// key reports the key of the parameter at the position, if it may be one.
func (c *invokeCall) key(e *engine.Engine, t tags.Tag) {
	at := c.pos + t.At
	switch {
	case len(t.Value) == 0:
		c.fail(e, parsers.ReasonMalformed, "a parameter has no name")
		return
	case !c.keys.add(e, at, at+len(t.Value)):
		c.fail(e, parsers.ReasonMalformed, "the parameter \""+string(t.Value)+"\" is given twice")
		return
	}
	if !c.begun {
		c.begun = true
		c.begin(e)
	}
	c.args.key(e, t.Value)
}

// inValue looks for what may end the value.
func (c *invokeCall) inValue(e *engine.Engine) (more, done bool) {
	final := e.Final
	for {
		rest := e.Rest(c.pos)
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			i = len(rest)
		}
		c.pos += i
		rest = rest[i:]
		if len(rest) == 0 {
			if final {
				return false, c.cut(e)
			}
			c.flush(e)
			return true, false
		}
		n, opens := c.valueTag(rest, final)
		switch {
		case n < 0:
			c.flush(e)
			return true, false
		case n == 0:
			c.pos++
		case opens:
			c.nested++
			c.pos += n
		case c.nested > 0:
			c.nested--
			c.pos += n
		default:
			c.flush(e)
			c.closer = span{c.pos, c.pos + n}
			c.pos, c.phase = c.pos+n, afterTag
			return false, false
		}
	}
}

// valueTag matches a tag that closes a parameter or opens one in its value.
func (c *invokeCall) valueTag(b []byte, final bool) (n int, opens bool) {
	if n = tags.Closes(b, c.tag, final); n != 0 {
		return n, false
	}
	return tags.Begins(b, c.tag, nameAttribute, final), true
}

// flush reports what is certain of the value, up to the position.
func (c *invokeCall) flush(e *engine.Engine) {
	if !c.Failed {
		c.value.advance(e, &c.args, c.pos)
	}
}

// afterTag decides by what follows whether the tag ends the value.
func (c *invokeCall) afterTag(e *engine.Engine) (more, done bool) {
	at, more := e.Space(c.pos)
	c.pos = at
	if more {
		return true, false
	}
	final := e.Final
	if rest := e.Rest(at); len(rest) > 0 {
		n := c.followsValue(rest)
		if n < 0 && !final {
			return true, false
		}
		if n == 0 {
			c.phase = inValue
			return false, false
		}
	}
	c.last, c.phase = c.closer.end, between
	if c.Failed {
		return false, false
	}
	if !c.value.finish(e, &c.args, c.closer.start) {
		c.fail(e, parsers.ReasonLimit, "JSON nests deeper than allowed")
		return false, false
	}
	c.params++
	c.args.whole = c.args.n
	return false, false
}

// followsValue matches the beginning of what can follow a value.
func (c *invokeCall) followsValue(b []byte) int {
	cut := 0
	prefix, n := tags.Opening(b, parameterTag, false)
	if n > 0 && c.fits(prefix) {
		return n
	}
	cut = min(cut, n)
	prefix, n = tags.ClosingStart(b, invokeTag, false)
	if n > 0 && c.fits(prefix) {
		return n
	}
	cut = min(cut, n)
	if n = c.followingTag(b); n > 0 {
		return n
	}
	return min(cut, n)
}
