package tree

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// readWordValue reads a value at offset at that begins like a number, a literal or a word.
func (c *Call) readWordValue(e *place.Around, at int) (more, done bool) {
	end, ok := c.reach.until(e, at, wordEnds)
	if !ok {
		return c.unclosed(e, at)
	}
	behind, more := e.Space(end)
	if more {
		return true, false
	}
	ends, more := c.ahead.endsWord(e, behind)
	switch {
	case more:
		return true, false
	case ends && c.args.literal(e.Slice(at, end), at):
		c.valueEnds(end)
		return false, false
	}
	return c.lostDelimiter(e, at)
}

// lostDelimiter reads a string at offset at whose first delimiter is missing, or both.
func (c *Call) lostDelimiter(e *place.Around, at int) (more, done bool) {
	if more = c.ahead.lookAhead(e, at); more {
		return true, false
	}
	end := c.ahead.scan
	if d := c.given.g.Delimiter; match.Near(d, e.Slice(at, end), len(d)/match.BytesPerSlip) > 0 {
		c.failed.fail(at, parsers.ReasonMalformed, "a string's opening delimiter is damaged")
		return false, false
	}
	if c.ahead.mark == delimiterMark {
		closes, more := c.ahead.endsValue(e, at, end)
		if more {
			return true, false
		}
		if closes {
			c.repaired(e, at, end, end+len(c.given.g.Delimiter))
			return false, false
		}
	}
	n := c.ahead.nextEnd(e, at)
	if n < 0 || c.args.types()&schema.String == 0 || c.args.types() == schema.Any {
		if n < 0 && c.ahead.mark == noMark {
			return c.unclosed(e, at)
		}
		c.failed.fail(at, parsers.ReasonMalformed, "a value is neither a literal nor a delimited string")
		return false, false
	}
	text := match.TrimSpaceRight(e.Slice(at, at+n))
	e.Visits.Add(n)
	c.repaired(e, at, at+len(text), at+n)
	return false, false
}

// repaired accepts the text between two offsets as a string. The value ends at end.
func (c *Call) repaired(e *place.Around, at, to, end int) {
	c.given.note(repair.QuoteStyle, at)
	c.args.string(e.Slice(at, to))
	c.valueEnds(end)
}
