package tree

import (
	"encoding/json"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// A word is what is known of what stands ahead of values without a delimiter: all of them
// share it, and so do the calls of one output, lest each that fails looks again.
type word struct {
	from   int  // from here on: where it was asked for last
	scan   int  // up to here there is no token
	found  bool // one is there
	mark   mark
	asked  bool // for
	before byte // the last byte before that, white space apart
	ends   int  // up to here nothing stands that may end a value
}

// literals are those of JSON and Python.
var literals = [...]struct {
	text, json string
	python     bool
}{
	{"true", "true", false},
	{"false", "false", false},
	{"null", "null", false},
	{"True", "true", true},
	{"False", "false", true},
	{"None", "null", true},
}

// readWordValue reads a value at offset at that begins like a number, a literal
// or a word.
func (c *Call) readWordValue(e *place.Around, at int) (more, done bool) {
	end, ok := c.until(e, at, " \t\r\n,}])<")
	if !ok {
		return c.unclosed(e, at)
	}
	behind, more := e.Space(end)
	if more {
		return true, false
	}
	ends, more := c.endsWord(e, behind)
	switch {
	case more:
		return true, false
	case ends && c.literal(e.Slice(at, end), at):
		c.valueEnds(end)
		return false, false
	}
	return c.lostDelimiter(e, at)
}

// endsWord tells whether what stands at offset at ends a literal before it.
func (c *Call) endsWord(e *place.Around, at int) (yes, more bool) {
	rest := e.Rest(at)
	switch {
	case len(rest) == 0 || strings.IndexByte(",}])", rest[0]) >= 0:
		return true, false
	case rest[0] != '<':
		return false, false
	}
	m, more := c.markAt(e, at, rest)
	return m > delimiterMark, more
}

// literal writes a value that is a literal or a number; false if it is none.
func (c *Call) literal(text []byte, at int) bool {
	for _, l := range literals {
		if string(text) == l.text {
			if l.python {
				c.note(repair.PythonLiteral, at)
			}
			c.separate()
			c.out = append(c.out, l.json...)
			return true
		}
	}
	if len(text) == 0 {
		return false
	}
	if b := text[0]; b != '-' && (b < '0' || b > '9') || !json.Valid(text) {
		return false
	}
	c.separate()
	c.out = append(c.out, text...)
	return true
}

// lostDelimiter reads a string at offset at that lacks its first delimiter, or both.
func (c *Call) lostDelimiter(e *place.Around, at int) (more, done bool) {
	if more = c.lookAhead(e, at); more {
		return true, false
	}
	end := c.word.scan
	if d := c.g.Delimiter; match.Near(d, e.Slice(at, end), len(d)/match.BytesPerSlip) > 0 {
		c.fail(at, parsers.ReasonMalformed, "a string's opening delimiter is damaged")
		return false, false
	}
	if c.word.found && c.word.mark == delimiterMark {
		closes, more := c.endsValue(e, at, end)
		if more {
			return true, false
		}
		if closes {
			c.repaired(e, at, end, end+len(c.g.Delimiter))
			return false, false
		}
	}
	n := c.nextEnd(e, at)
	if n < 0 || c.types()&schema.String == 0 || c.types() == schema.Any {
		if n < 0 && !c.word.found {
			return c.unclosed(e, at)
		}
		c.fail(at, parsers.ReasonMalformed, "a value is neither a literal nor a delimited string")
		return false, false
	}
	text := match.TrimSpaceRight(e.Slice(at, at+n))
	e.Visits.Add(n)
	c.repaired(e, at, at+len(text), at+n)
	return false, false
}

// nextEnd is how far behind offset at stands what may end the value there, before the next
// token; -1: nothing does.
func (c *Call) nextEnd(e *place.Around, at int) int {
	w := &c.word
	w.ends = max(w.ends, at)
	n := e.Visits.IndexAny(e.Slice(w.ends, w.scan), ",}])")
	if n < 0 {
		w.ends = w.scan
		return -1
	}
	w.ends += n
	return w.ends - at
}

// repaired takes the text between two offsets for a string; the value ends at end.
func (c *Call) repaired(e *place.Around, at, to, end int) {
	c.note(repair.QuoteStyle, at)
	c.separate()
	c.out = values.AppendString(c.out, e.Slice(at, to))
	c.valueEnds(end)
}

// lookAhead looks, from offset at on, for the next token that means something
// in a call; true if more bytes must tell.
func (c *Call) lookAhead(e *place.Around, at int) (more bool) {
	w := &c.word
	if at < w.from || w.scan < at {
		*w = word{scan: at}
	}
	w.from = at
	for !w.found {
		n := e.Visits.IndexByte(e.Rest(w.scan), '<')
		if n < 0 {
			w.scan = e.Base + len(e.Win)
			return !e.Final
		}
		w.scan += n
		m, more := c.markAt(e, w.scan, e.Rest(w.scan))
		if more {
			return true
		}
		if w.found, w.mark = m != noMark, m; !w.found {
			w.scan++
		}
	}
	return false
}

// endsValue tells whether the delimiter at offset end ends the value at offset
// at: it doesn't if it begins one.
func (c *Call) endsValue(e *place.Around, at, end int) (yes, more bool) {
	w := &c.word
	if !w.asked {
		before := match.TrimSpaceRight(e.Slice(at, end))
		e.Visits.Add(end - at - len(before))
		w.asked, w.before = true, before[len(before)-1]
	}
	if strings.IndexByte(":,[{=", w.before) >= 0 {
		return false, false
	}
	behind, more := e.Space(end + len(c.g.Delimiter))
	if more {
		return false, true
	}
	rest := e.Rest(behind)
	return len(rest) > 0 && strings.IndexByte(",}])", rest[0]) >= 0, false
}
