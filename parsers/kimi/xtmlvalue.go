package kimi

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// openArgument begins the argument whose tag, n bytes long, stands at the position.
func (c *tagCall) openArgument(e *engine.Engine, n int) {
	attributes := attributesOf(e, "argument", c.pos, c.pos+n)
	key := attribute(attributes, "key")
	switch {
	case key == "":
		c.fail(e, "an argument has no key")
		return
	case c.keys[key]:
		c.fail(e, "an argument is given twice")
		return
	}
	c.addKey(key)
	c.pos += n
	c.end, c.value = c.pos, c.pos
	c.state, c.isJSON, c.calls, c.nested = inValue, jsonTypes[attribute(attributes, "type")], 0, 0
	c.begin(e)
	lead := byte(',')
	if c.values == 0 {
		lead = '{'
	}
	c.out = append(c.out[:0], lead)
	c.out = append(values.AppendString(c.out, []byte(key)), ':')
	if !c.isJSON {
		c.out = append(c.out, '"')
	}
	c.flush(e)
}

func (c *tagCall) addKey(key string) {
	if c.keys == nil {
		c.keys = make(map[string]bool)
	}
	c.keys[key] = true
}

// jsonTypes are the types whose values are JSON.
var jsonTypes = map[string]bool{
	"number": true, "integer": true, "boolean": true, "null": true, "object": true, "array": true,
}

// readValue reads on in a value.
func (c *tagCall) readValue(e *engine.Engine) (more, ended bool) {
	for {
		rest := e.Rest(c.pos)
		n := bytes.IndexByte(rest, '<')
		if n < 0 {
			n = len(rest)
		}
		c.take(e, n)
		if n == len(rest) {
			break
		}
		more, ended := c.tagInValue(e, rest[n:])
		if more {
			c.flush(e)
			return true, false
		}
		if ended {
			return false, false
		}
	}
	c.flush(e)
	final := e.Final
	if !final {
		return true, false
	}
	return false, c.atEnd(e, true)
}

// take makes the next n bytes part of the value.
func (c *tagCall) take(e *engine.Engine, n int) {
	if !c.isJSON {
		c.out = values.AppendEscaped(c.out, e.Slice(c.pos, c.pos+n))
	}
	c.pos += n
}

// tagInValue reads the '<' that rest begins with. A value may quote whole
// arguments and calls: each that opens in it takes a closer of its own.
func (c *tagCall) tagInValue(e *engine.Engine, rest []byte) (more, ended bool) {
	final := e.Final
	for _, tag := range []struct {
		match func([]byte, bool) int
		open  *int
		by    int
	}{
		{closeArgumentTag, &c.nested, -1}, {closeCallTag, &c.calls, -1},
		{openArgumentTag, &c.nested, 1}, {openCallTag, &c.calls, 1},
	} {
		n := tag.match(rest, final)
		switch {
		case n < 0:
			return true, false
		case n == 0:
			continue
		case tag.by < 0 && *tag.open == 0 && tag.open == &c.nested:
			c.closeArgument(e, n)
			return false, true
		case tag.by < 0 && *tag.open == 0:
			c.fail(e, "an argument isn't closed")
			return false, true
		}
		*tag.open += tag.by
		c.take(e, n)
		return false, false
	}
	c.take(e, 1)
	return false, false
}

// closeArgument ends the value whose closing tag is n bytes long.
func (c *tagCall) closeArgument(e *engine.Engine, n int) {
	if !c.isJSON {
		c.out = append(c.out, '"')
	} else if deep := c.typedValue(e.Slice(c.value, c.pos), e.MaxDepth()-1); deep {
		c.failFor(e, parsers.ReasonLimit, "JSON nests deeper than allowed")
		return
	}
	c.flush(e)
	c.pos += n
	c.end, c.state = c.pos, betweenArguments
	c.values++
	c.length = c.wrote
}

// typedValue writes a value that is to be JSON: compact, or as a string.
func (c *tagCall) typedValue(value []byte, maxDepth int) (deep bool) {
	ok, deep := isJSON(value, maxDepth)
	if ok {
		c.out = values.AppendCompact(c.out, value)
	} else {
		c.out = values.AppendString(c.out, value)
	}
	return deep
}

// isJSON tells whether b is a JSON value that nests no deeper than maxDepth.
func isJSON(b []byte, maxDepth int) (ok, deep bool) {
	var s jsonscan.Scanner
	s.Start(0, maxDepth, jsonscan.Strict, nil)
	w := jsonscan.Window{B: b, Final: true}
	for !s.Done() {
		switch s.Next(w).Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected:
			return false, false
		case jsonscan.TooDeep:
			return false, true
		}
	}
	return len(bytes.Trim(b[s.Pos():], " \t\r\n")) == 0, false
}
