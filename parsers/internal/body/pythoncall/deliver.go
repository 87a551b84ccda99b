package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// Deliver reports the calls that a vendor couldn't read. They are in a JSON string, whose text is
// between the two offsets, behind ": ". The rest of the string is markup.
func (p *Calls) Deliver(e *place.Around, g *grammar.Python, start, end int) {
	decoded, at := decoded(e.Visits, e.Slice(start, end), start)
	from := e.Visits.Index(decoded, []byte(": "))
	if from < 0 {
		return
	}
	from += len(": ")
	if len(e.Visits.TrimSpace(decoded[from:])) == 0 {
		return // the string contains no call
	}
	items, ok := inside(p, e, g, decoded[from:], true)
	if !ok {
		e.Markup(at(from), parsers.RoleDocument)
		e.Invalid(end, parsers.Invalid{
			Format: g.Format, FreeText: true,
			Reason: parsers.ReasonMalformed, Message: "the code contains more than calls",
		})
		return
	}
	for i := range items {
		c := &items[i]
		c.move(func(i int) int { return at(from + i) })
		c.free = true
		e.Markup(c.start, parsers.RoleDocument)
		c.report(e, parsers.Begin{Format: g.Format})
	}
}

// decoded returns the value of a JSON string, whose text begins at offset from. at returns the
// offset of each byte of the value.
func decoded(v *visit.Count, raw []byte, from int) (text []byte, at func(int) int) {
	return resolved(v, raw, from, func(b []byte) ([]byte, int) {
		_, n := jsonscan.Unescape(b)
		return jsonscan.DecodeString(b[:n], true), n
	})
}
