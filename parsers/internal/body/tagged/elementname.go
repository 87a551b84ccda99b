package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// maxName bounds the name of a call that stands in an element, in bytes.
const maxName = 512

// inName reads the element of the name, without which this is no call.
func (b *Call) inName(c *place.Around) (more, done bool) {
	at, more := c.Space(b.pos)
	b.pos = at
	if more {
		return true, false
	}
	rest, word := c.Rest(at), b.g.Elements.Name
	if !c.Final && len(rest) < maxName && b.awaited.Still(c.Visits, at, rest) {
		return true, false
	}
	prefix, a := b.tags.Opens(rest, word, c.Final)
	switch {
	case a == match.More:
		return true, false
	case !a.Yes() || !b.fits(prefix):
		c.Seek(b.At + 1)
		return false, true
	}
	at, rest = at+int(a), rest[a:]
	i := c.Visits.IndexByte(rest[:min(len(rest), maxName)], '<')
	n := match.More
	if i >= 0 || len(rest) >= maxName {
		_, n = b.tags.Closing(rest[max(i, 0):], word, false)
	}
	switch {
	case n == match.More && c.Final:
		return false, b.cut(c)
	case n == match.More:
		if i < 0 {
			b.awaited.Await(b.pos, c.Rest(b.pos), '<')
		}
		return true, false
	case i >= 0 && n.Yes():
		b.SetName(c, b.g, c.Visits.TrimSpace(rest[:i]), at)
		at += i + int(n)
		b.last = at
	}
	b.pos, b.phase, b.head = at, between, b.last
	b.named(c)
	return false, false
}

// named goes on behind the call's name.
func (b *Call) named(c *place.Around) {
	b.tool = c.Properties(b.Name)
	if reason, message := b.refused(c); reason != parsers.ReasonUnspecified {
		b.fail(c, reason, message)
	}
	switch sound := b.Name == "" && b.Reason == parsers.ReasonUnspecified || b.Argument; {
	case !sound: // else what its values hold is data
	case b.tree != nil && b.phase == inNested:
		b.wholly(0)
	default:
		b.ReadWhole()
	}
}

// element notes the argument whose opening tag stands at offset at.
func (b *Call) element(o *tags.Opened, at int) {
	at += o.NameAt
	b.value.word, b.value.key = string(o.Name), span{at, at + o.NameLen}
	b.starts.addElement(o.Name)
}
