package tagged

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// A member is an argument that is an element.
type member struct{ key, value span }

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
	prefix, a := b.tags.Opens(rest, word, c.Final)
	switch {
	case a == match.More:
		return true, false
	case !a.Yes() || !b.fits(prefix):
		c.Seek(b.At + 1)
		return false, true
	}
	at, rest = at+int(a), rest[a:]
	i := bytes.IndexByte(rest[:min(len(rest), maxName)], '<')
	n := match.More
	if i >= 0 || len(rest) >= maxName {
		_, n = b.tags.Closing(rest[max(i, 0):], word, false)
	}
	switch {
	case n == match.More && c.Final:
		return false, b.cut(c)
	case n == match.More:
		return true, false
	case i >= 0 && n.Yes():
		b.SetName(c, b.g, bytes.TrimSpace(rest[:i]), at)
		at += i + int(n)
		b.last = at
	}
	b.pos, b.phase, b.head = at, between, b.last
	b.named(c)
	return false, false
}

// element notes the argument whose opening tag stands at offset at.
func (b *Call) element(o tags.Opened, at int) {
	at += o.NameAt
	b.value.word, b.value.key = string(o.Name), span{at, at + o.NameLen}
	b.firsts.add(o.Name[0])
}

// object makes the arguments of the elements: what comes several times is an
// array, where it came first. False if a value nests too deep.
func (b *Call) object(c *place.Around) bool {
	same := b.same(c)
	out := append(b.args.buf[:0], '{')
	for i, m := range b.args.members {
		key := c.Slice(m.key.start, m.key.end)
		list := b.args.members[i : i+1]
		if same != nil {
			if list = same[string(key)]; list == nil {
				continue
			}
			delete(same, string(key))
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(values.AppendString(out, key), ':')
		var ok bool
		if out, ok = appendValues(c, out, list, b.tool.Property(key)); !ok {
			return false
		}
	}
	b.args.buf = append(out, '}')
	b.begin(c)
	b.args.add(c, b.args.buf)
	b.args.closed = true
	return true
}

// same are the elements of each key; nil if no key comes twice.
func (b *Call) same(c *place.Around) map[string][]member {
	members, again := b.args.members, false
	for _, m := range members {
		again = !b.keys.add(c, c.Slice(m.key.start, m.key.end), m.key) || again
	}
	if !again {
		return nil
	}
	same := make(map[string][]member)
	for _, m := range members {
		key := string(c.Slice(m.key.start, m.key.end))
		same[key] = append(same[key], m)
	}
	return same
}

// appendValues appends an argument's value, or an array of several.
func appendValues(c *place.Around, out []byte, list []member, p schema.Property) ([]byte, bool) {
	depth := c.MaxDepth() - 1
	if len(list) == 1 {
		return values.Append(out, c.Slice(list[0].value.start, list[0].value.end), p.Types, depth)
	}
	types := p.Types
	if types != schema.Any && types&schema.Array != 0 {
		types = p.Items
	}
	separator := byte('[')
	for _, m := range list {
		out = append(out, separator)
		var ok bool
		if out, ok = values.Append(out, c.Slice(m.value.start, m.value.end), types, depth-1); !ok {
			return out, false
		}
		separator = ','
	}
	return append(out, ']'), true
}
