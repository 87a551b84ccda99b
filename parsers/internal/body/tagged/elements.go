package tagged

import (
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// A member is an argument that is an element.
type member struct{ key, value span }

// object makes the arguments of the elements. A repeated key becomes an array, at the place of the
// first one. It returns false if a value nests too deep.
func (b *args) object(c *place.Around) bool {
	same := b.same(c)
	out := append(b.buf[:0], '{')
	for i, m := range b.members {
		key := c.Slice(m.key.start, m.key.end)
		list := b.members[i : i+1]
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
		if out, ok = appendValues(c, out, list, b.given.tool.Property(key)); !ok {
			return false
		}
	}
	b.buf = append(out, '}')
	b.begin(c)
	b.add(c, b.buf)
	b.closed = true
	return true
}

// same returns the elements of each key, or nil if every key occurs once.
func (b *args) same(c *place.Around) map[string][]member {
	members, again := b.members, false
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

// appendValues appends an argument's value, or an array of several values.
func appendValues(c *place.Around, out []byte, list []member, p schema.Property) ([]byte, bool) {
	depth := c.Rules.MaxDepth() - 1
	if len(list) == 1 {
		return values.Append(c.Visits, out, c.Slice(list[0].value.start, list[0].value.end), p.Types, depth)
	}
	types := p.Types
	if types != schema.Any && types&schema.Array != 0 {
		types = p.Items
	}
	separator := byte('[')
	for _, m := range list {
		out = append(out, separator)
		var ok bool
		if out, ok = values.Append(c.Visits, out, c.Slice(m.value.start, m.value.end), types, depth-1); !ok {
			return out, false
		}
		separator = ','
	}
	return append(out, ']'), true
}
