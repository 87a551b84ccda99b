package tree

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// token reads what stands at offset at, at the start of rest.
func (c *Call) token(e *place.Around, at int, rest []byte) (more, done bool) {
	if rest[0] == '<' {
		mark, more := c.markAt(e, at, rest)
		if more {
			return true, false
		}
		if mark != noMark && mark != delimiterMark {
			c.pos = at
			return false, c.marked(e, at, mark)
		}
	}
	switch c.phase {
	case behindName:
		c.arguments(e, at, rest[0])
		return false, false
	case keyFirst, keyNext:
		return c.key(e, at, rest)
	case behindKey:
		c.pair(at, rest[0])
		return false, false
	case behindValue:
		c.delimit(at, rest[0])
		return false, false
	case stringDue:
		return c.assigned(e, at, rest)
	}
	return c.value(e, at, rest)
}

// arguments begins the arguments, for which '(' stands in some prompts.
func (c *Call) arguments(e *place.Around, at int, b byte) {
	if b != '{' && b != '(' {
		c.fail(at, parsers.ReasonMalformed, "the call has no arguments")
		return
	}
	if b == '(' {
		c.note(repair.PythonLiteral, at)
	}
	c.begin(e, at)
	c.open(e, at, b)
}

// open opens a container at offset at.
func (c *Call) open(e *place.Around, at int, b byte) {
	c.pos = at + 1
	c.stack = append(c.stack, b)
	if len(c.stack) > e.MaxDepth() {
		c.fail(at, parsers.ReasonLimit, failure.TooDeep)
		return
	}
	if b == '[' {
		c.out, c.phase = append(c.out, '['), valueFirst
		return
	}
	c.out, c.phase = append(c.out, '{'), keyFirst
	c.keys.Open(at, len(c.stack))
}

// key reads a key: bare, in the delimiter, or in quotes.
func (c *Call) key(e *place.Around, at int, rest []byte) (more, done bool) {
	switch b := rest[0]; {
	case b == c.closer():
		if c.phase == keyNext {
			c.note(repair.TrailingComma, c.comma)
		}
		c.close(at)
		return false, false
	case b == '"' || b == '\'':
		end, ok := c.quoted(e, at+1, b)
		if !ok {
			return c.unclosed(e, at)
		}
		c.note(repair.QuoteStyle, at)
		c.setKey(unquote(e.Visits, e.Slice(at+1, end)), at, end+1)
		return false, false
	case b == '<' && c.delimiterAt(rest):
		from := at + len(c.g.Delimiter)
		end, ok := c.delimited(e, from)
		if !ok {
			return c.unclosed(e, at)
		}
		c.setKey(e.Slice(from, end), at, end+len(c.g.Delimiter))
		return false, false
	}
	end, ok := c.until(e, at, "\r\n:=,{}[]()<\"'")
	switch {
	case !ok:
		return c.unclosed(e, at)
	case end == at:
		c.fail(at, parsers.ReasonMalformed, "expected a key")
		return false, false
	}
	key := e.Visits.TrimRight(e.Slice(at, end), " \t")
	if n := e.Visits.IndexAny(key, " \t"); n >= 0 && !c.takesWords(key) {
		key = key[:n]
	}
	end = at + len(key)
	if inner, ok := names.Unquoted(key); ok {
		key = inner
		c.note(repair.QuoteStyle, at)
	}
	c.setKey(key, at, end)
	return false, false
}

// takesWords tells whether a bare key may be several words: a parameter's name that
// the tool declares, or a key in an object, which is data.
func (c *Call) takesWords(key []byte) bool {
	return c.closer() == '}' && !c.bare && (len(c.stack) > 1 || c.tool.Names(key))
}

// setKey takes a key, which stands at offset at and ends at end.
func (c *Call) setKey(key []byte, at, end int) {
	if !c.keys.Add(key) {
		c.fail(at, parsers.ReasonMalformed, "a key comes twice")
		return
	}
	if len(c.stack) == 1 {
		c.prop = c.tool.Property(key)
	}
	c.separate()
	c.out = append(values.AppendString(c.out, key), ':')
	c.pos, c.phase = end, behindKey
}

// pair reads the sign between key and value. For a colon an equals sign may stand
// behind an argument's name, if a string follows it.
func (c *Call) pair(at int, b byte) {
	sign := byte(':')
	if c.stack[len(c.stack)-1] == '(' {
		sign = '='
	}
	switch {
	case b == sign:
		c.pos, c.phase = at+1, valueDue
	case b == '=' && len(c.stack) == 1:
		c.sign = at
		c.pos, c.phase = at+1, stringDue
	default:
		c.noPair(at)
	}
}

func (c *Call) noPair(at int) {
	c.fail(at, parsers.ReasonMalformed, "expected a value behind the key")
}

// assigned reads what stands where a string is due.
func (c *Call) assigned(e *place.Around, at int, rest []byte) (more, done bool) {
	if b := rest[0]; b != '"' && b != '\'' && !c.delimiterAt(rest) {
		c.noPair(c.sign)
		return false, false
	}
	c.note(repair.PythonLiteral, c.sign)
	c.phase = valueDue
	return c.value(e, at, rest)
}

// value reads what stands where a value is due.
func (c *Call) value(e *place.Around, at int, rest []byte) (more, done bool) {
	switch b := rest[0]; {
	case b == ']' && b == c.closer() && c.phase != valueDue:
		if c.phase == valueNext {
			c.note(repair.TrailingComma, c.comma)
		}
		c.close(at)
		return false, false
	case b == '{' || b == '[':
		c.separate()
		c.open(e, at, b)
		return false, false
	case strings.IndexByte("}]),:", b) >= 0:
		c.fail(at, parsers.ReasonMalformed, "expected a value")
		return false, false
	case b == '"' || b == '\'':
		c.text = text{start: at + 1}
		end, ok := c.quoted(e, at+1, b)
		if !ok {
			return c.unclosed(e, at)
		}
		c.note(repair.QuoteStyle, at)
		c.separate()
		c.out = values.AppendString(c.out, unquote(e.Visits, e.Slice(at+1, end)))
		c.valueEnds(end + 1)
		return false, false
	case b == '<' && c.delimiterAt(rest):
		c.openText(at + len(c.g.Delimiter))
		return false, false
	}
	return c.readWordValue(e, at)
}

func (c *Call) delimiterAt(rest []byte) bool { return match.Text(c.g.Delimiter, rest, true).Yes() }

// delimit reads a comma or a closer behind a value.
func (c *Call) delimit(at int, b byte) {
	switch {
	case b == ',':
		c.text.start = -1
		c.comma = at
		c.pos, c.phase = at+1, keyNext
		if c.closer() == ']' {
			c.phase = valueNext
		}
	case b == c.closer():
		c.text.start = -1
		c.close(at)
	default:
		c.fail(at, parsers.ReasonMalformed, "expected a comma or a closer behind the value")
	}
}

// close closes the innermost container at offset at.
func (c *Call) close(at int) {
	c.closeInto()
	c.valueEnds(at + 1)
	if len(c.stack) == 0 {
		c.phase, c.end = behindAll, at+1
	}
}
