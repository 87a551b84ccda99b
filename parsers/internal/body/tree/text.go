package tree

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A text is a string that is being read, or was read last.
type text struct {
	start int // of what stands in it; -1: what followed showed that it is whole
	told  int // up to here it was written
	typed bool
}

// openText begins the delimited string at offset at.
func (c *Call) openText(at int) {
	c.separate()
	c.text = text{start: at, told: at}
	c.text.typed = c.g.Typed && c.types() != schema.String
	if !c.text.typed {
		c.out = append(c.out, '"')
	}
	c.pos, c.phase = at, inText
}

// readText reads a delimited string, up to its delimiter.
func (c *Call) readText(e *place.Around) (more, done bool) {
	t := &c.text
	end, ok := c.delimited(e, t.start)
	if !ok {
		if !t.typed {
			c.tell(e, end)
		}
		return c.unclosed(e, e.Base+len(e.Win))
	}
	if !t.typed {
		c.tell(e, end)
		c.out = append(c.out, '"')
	} else {
		depth := e.MaxDepth() - len(c.stack)
		out, ok := values.Append(e.Visits, c.out, e.Slice(t.start, end), c.types(), depth)
		if c.out = out; !ok {
			c.fail(t.start, parsers.ReasonLimit, failure.TooDeep)
			return false, false
		}
	}
	c.valueEnds(end + len(c.g.Delimiter))
	return false, false
}

// tell writes the string up to offset end.
func (c *Call) tell(e *place.Around, end int) {
	if end > c.text.told {
		e.Visits.Add(end - c.text.told)
		c.out = values.AppendEscaped(c.out, e.Slice(c.text.told, end))
		c.text.told = end
	}
}

// A reach remembers how far what begins at an offset was looked at.
type reach struct{ from, to int }

// begin makes the reach that of what begins at offset at.
func (r *reach) begin(at int) {
	if r.from != at || r.to < at {
		*r = reach{at, at}
	}
}

// until is where the first byte of the set stands from offset at on; not ok: it
// isn't there yet.
func (c *Call) until(e *place.Around, at int, set string) (end int, ok bool) {
	r := &c.reach
	r.begin(at)
	n := e.Visits.IndexAny(e.Rest(r.to), set)
	if n < 0 {
		r.to = e.Base + len(e.Win)
		return r.to, false
	}
	r.to += n
	return r.to, true
}

// delimited is where the delimiter stands that ends what begins at offset at.
func (c *Call) delimited(e *place.Around, at int) (end int, ok bool) {
	r := &c.reach
	r.begin(at)
	n := e.Visits.Index(e.Rest(r.to), []byte(c.g.Delimiter))
	if n < 0 {
		r.to = max(r.to, e.Base+len(e.Win)-len(c.g.Delimiter)+1)
		return r.to, false
	}
	return r.to + n, true
}

// quoted is where the quote stands that ends the string at offset at.
func (c *Call) quoted(e *place.Around, at int, quote byte) (end int, ok bool) {
	r := &c.reach
	r.begin(at)
	from := r.to
	defer func() { e.Visits.Passed(from, &r.to) }()
	for rest := e.Rest(r.to); len(rest) > 0; rest = e.Rest(r.to) {
		e.Visits.Passing(&from, r.to)
		switch {
		case rest[0] == quote:
			return r.to, true
		case rest[0] != '\\':
			r.to++
		case len(rest) == 1:
			return r.to, false
		default:
			r.to += 2
		}
	}
	return r.to, false
}

// unquote is the value of a string that stood in quotes.
func unquote(v *visit.Count, raw []byte) []byte {
	raw = v.ReplaceAll(raw, []byte(`\'`), []byte("'"))
	return jsonscan.DecodeString(raw, v.IndexByte(raw, '\\') >= 0)
}
