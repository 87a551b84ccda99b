package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// maxName is the maximum length of a name in an element, in bytes.
const maxName = 512

// inName reads the element with the name. Without this element, the text is no call.
func (b *Call) inName(c *place.Around) (more, done bool) {
	at, more := c.Space(b.here.pos)
	b.here.pos = at
	if more {
		return true, false
	}
	rest, word := c.Rest(at), b.given.g.Elements.Name
	if !c.Final && len(rest) < maxName && b.here.awaited.Still(c.Visits, at, rest) {
		return true, false
	}
	prefix, a := b.given.tags.Brackets.Opens(rest, word, c.Final)
	switch {
	case a == match.More:
		return true, false
	case !a.Yes() || !b.given.fits(prefix):
		c.Seek(b.given.At + 1)
		return false, true
	}
	at, rest = at+int(a), rest[a:]
	first := b.given.g.Brackets.Close[0]
	i := c.Visits.IndexByte(rest[:min(len(rest), maxName)], first)
	n := match.More
	if i >= 0 || len(rest) >= maxName {
		_, n = b.given.tags.Brackets.Closing(rest[max(i, 0):], word, false)
	}
	switch {
	case n == match.More && c.Final:
		return false, b.cut(c)
	case n == match.More:
		if i < 0 {
			b.here.awaited.Await(b.here.pos, c.Rest(b.here.pos), first)
		}
		return true, false
	case i >= 0 && n.Yes():
		b.given.SetName(c, b.given.g, c.Visits.TrimSpace(rest[:i]), at)
		at += i + int(n)
		b.here.last = at
	}
	b.here.pos, b.here.phase, b.here.head = at, between, b.here.last
	b.named(c)
	return false, false
}

// named continues behind the call's name.
func (b *Call) named(c *place.Around) {
	b.given.tool = c.Rules.Properties(b.given.Name)
	if reason, message := b.given.refused(c); reason != parsers.ReasonUnspecified {
		b.here.fail(c, reason, message)
	}
	switch sound := b.given.Name == "" && b.given.Reason == parsers.ReasonUnspecified || b.given.Argument; {
	case !sound: // otherwise, calls in its values are data
	case b.here.phase == inNested:
		b.tree.wholly(0)
	default:
		b.here.ReadWhole()
	}
}
