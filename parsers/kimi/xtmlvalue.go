package kimi

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// tagValue is the value of an argument: raw text, or JSON.
type tagValue struct {
	at     int // up to here it was reported, or it wasn't yet
	isJSON bool
}

// openArgument begins the argument whose tag, n bytes long, stands at the position.
func (c *tagCall) openArgument(e *engine.Engine, n int) {
	attributes := attributesOf("argument", e.Slice(c.pos, c.pos+n))
	if key := attribute(attributes, "key"); !c.Failed {
		c.key(e, key)
	}
	c.pos += n
	c.last, c.state, c.nested = c.pos, inValue, 0
	c.value = tagValue{at: c.pos, isJSON: jsonTypes[attribute(attributes, "type")]}
	if !c.Failed && !c.value.isJSON {
		c.write(e, `"`)
	}
}

// key reports the key of the argument at the position, if it may be one.
func (c *tagCall) key(e *engine.Engine, key string) {
	switch {
	case key == "":
		c.fail(e, parsers.ReasonMalformed, "an argument has no key")
		return
	case c.keys[key]:
		c.fail(e, parsers.ReasonMalformed, "an argument is given twice")
		return
	case c.keys == nil:
		c.keys = make(map[string]bool)
	}
	c.keys[key] = true
	c.begin(e)
	lead := byte(',')
	if c.values == 0 {
		lead = '{'
	}
	c.out = append(values.AppendString(append(c.out[:0], lead), []byte(key)), ':')
	c.flush(e)
}

// jsonTypes are the types whose values are JSON.
var jsonTypes = map[string]bool{
	"number": true, "integer": true, "boolean": true, "null": true, "object": true, "array": true,
}

// inValue looks for what may end the value.
func (c *tagCall) inValue(e *engine.Engine) (more, done bool) {
	for {
		rest := e.Rest(c.pos)
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			i = len(rest)
		}
		c.pos += i
		rest = rest[i:]
		if len(rest) == 0 {
			if e.Final {
				return false, c.cut(e)
			}
			c.report(e, c.pos)
			return true, false
		}
		closing, opening := closeArgumentTag(rest, e.Final), openArgumentTag(rest, e.Final)
		switch {
		case min(closing, opening) < 0:
			c.report(e, c.pos)
			return true, false
		case closing > 0 && c.nested == 0:
			c.report(e, c.pos)
			c.closer = c.pos
			c.pos, c.state = c.pos+closing, afterCloser
			return false, false
		case closing > 0:
			c.nested--
		case opening > 0 && attribute(attributesOf("argument", rest[:opening]), "key") != "":
			c.nested++
		}
		c.pos += max(closing, opening, 1)
	}
}

// afterCloser decides by what follows whether the tag ends the value.
func (c *tagCall) afterCloser(e *engine.Engine) (more, done bool) {
	end := c.pos
	at, more := e.Space(end)
	if more {
		return true, false
	}
	if rest := e.Rest(at); len(rest) > 0 {
		switch n := followsValue(rest); {
		case n < 0 && !e.Final:
			return true, false
		case n == 0:
			c.pos, c.state = at, inValue
			return false, false
		}
	}
	c.pos, c.last, c.state = at, end, betweenArguments
	c.closeArgument(e)
	return false, false
}

// followsValue matches what can follow a value: another argument, the end of
// the call or the section, or another call; or the message is over.
func followsValue(b []byte) int {
	cut := 0
	for _, match := range followers {
		n := match(b, false)
		if n > 0 {
			return n
		}
		cut = min(cut, n)
	}
	return cut
}

var followers = [...]func([]byte, bool) int{
	openArgumentTag, closeCallTag, closeTag("tools"), openCallTag, closeTag("message"), endOfMessageAt,
}

// report reports what is certain of the value, up to offset end.
func (c *tagCall) report(e *engine.Engine, end int) {
	if !c.Failed && !c.value.isJSON && end > c.value.at {
		c.out = values.AppendEscaped(c.out[:0], e.Slice(c.value.at, end))
		c.value.at = end
		c.flush(e)
	}
}

// closeArgument ends the value before its closing tag.
func (c *tagCall) closeArgument(e *engine.Engine) {
	switch {
	case c.Failed:
		return
	case !c.value.isJSON:
		c.write(e, `"`)
	case !c.typedValue(e.Slice(c.value.at, c.closer), e.MaxDepth()-1):
		c.fail(e, parsers.ReasonLimit, "JSON nests deeper than allowed")
		return
	}
	c.flush(e)
	c.values++
	c.length = c.wrote
}

// typedValue writes a value that is to be JSON: compact, or as a string; false
// if it nests too deep.
func (c *tagCall) typedValue(value []byte, maxDepth int) bool {
	ok, deep := isJSON(value, maxDepth)
	if ok {
		c.out = values.AppendCompact(c.out[:0], value)
	} else {
		c.out = values.AppendString(c.out[:0], value)
	}
	return !deep
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
