package tagged

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A member is an argument that is an element.
type member struct{ key, value span }

// object makes the arguments of the elements. A repeated key becomes an array, at the place of the
// first one. It returns false if a value nests too deep.
func (b *args) object(c *body.Around) bool {
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
func (b *args) same(c *body.Around) map[string][]member {
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
func appendValues(c *body.Around, out []byte, list []member, p schema.Property) ([]byte, bool) {
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

// elements decides which arguments nested elements are. The word of an element's tags is its name,
// and an element may contain others. A call with such arguments is reported when it is complete.
type elements struct {
	given *given
	here  *here
	args  *args

	all   []element // in text order; the first one represents the arguments
	open  []int     // the open elements, outermost first; the first one is always open
	seen  int       // where the last tag ends
	whole bool      // the call failed, and is read to its own end
	deep  int       // how many tags are open in such a call
	keys  map[string]int
}

// An element is one of the elements. If it contains no others, its value is its text.
type element struct {
	name, text  span
	child, last int  // the first and the last element in it; 0: none
	next        int  // its next sibling; 0: none
	same        int  // its next sibling with the same name; 0: none
	repeats     bool // an earlier sibling has the same name
}

// itemName is the template's name for the elements of a list.
var itemName = []byte("item")

// inside reports whether an element is open.
func (b *elements) inside() bool { return len(b.open) > 1 }

// holds reports whether the open element is directly in an element with this name.
func (b *elements) holds(c *body.Around, name []byte) bool {
	if len(b.open) < 3 {
		return false
	}
	outer := b.all[b.open[len(b.open)-2]].name
	return bytes.Equal(c.Slice(outer.start, outer.end), name)
}

// node returns the schema of the open element. root is the schema of the arguments.
func (b *elements) node(c *body.Around, root *schema.Node) *schema.Node {
	node := root
	for depth, i := range b.open[1:] {
		name := b.all[i].name
		if types := node.Types(); depth > 0 && types&schema.Array != 0 && types&schema.Object == 0 {
			node = node.Items()
		} else {
			node = node.Property(c.Slice(name.start, name.end))
		}
	}
	return node
}

// items reports whether the i-th element contains only items of a list.
func (b *elements) items(c *body.Around, i int) bool {
	for j := b.all[i].child; j > 0; j = b.all[j].next {
		if name := b.all[j].name; !bytes.Equal(c.Slice(name.start, name.end), itemName) {
			return false
		}
	}
	return true
}

// group finds which elements in the i-th element have the same name.
func (b *elements) group(c *body.Around, i int) {
	if i == 0 {
		return // a parameter occurs once
	}
	if b.keys == nil {
		b.keys = make(map[string]int)
	}
	clear(b.keys)
	for j := b.all[i].child; j > 0; j = b.all[j].next {
		name := c.Slice(b.all[j].name.start, b.all[j].name.end)
		if before, ok := b.keys[string(name)]; ok {
			b.all[before].same, b.all[j].repeats = j, true
		}
		b.keys[string(name)] = j
	}
}

func blank(v *work.Count, text []byte) bool { return len(v.TrimLeft(text, " \t\r\n")) == 0 }

// addNested reports the arguments that the closed elements are. It returns false if they nest too
// deep.
func (b *elements) addNested(c *body.Around) bool {
	if b.all[0].child == 0 {
		return true
	}
	text, ok := b.appendObject(c, b.args.room(0), 0, b.given.tool.Node(), 1)
	if !ok {
		return false
	}
	slices.SortStableFunc(b.given.Repairs, func(r, s parsers.Repair) int { return r.Offset - s.Offset })
	b.args.begin(c)
	b.args.made(c, text)
	b.args.closed = true
	return true
}

// appendValue appends the value of the i-th element. node is its schema.
func (b *elements) appendValue(c *body.Around, dst []byte, i int, node *schema.Node, depth int) ([]byte, bool) {
	switch {
	case b.all[i].child == 0:
		return b.appendLeaf(c, dst, b.all[i].text, node.Types(), depth)
	case b.isList(c, i, node):
		return b.appendArray(c, dst, b.all[i].child, func(e *element) int { return e.next }, node.Items(), depth+1)
	}
	return b.appendObject(c, dst, i, node, depth+1)
}

// isList reports whether the i-th element contains the items of a list. The schema says so, or the
// schema allows both and the elements have the name of items.
func (b *elements) isList(c *body.Around, i int, node *schema.Node) bool {
	switch types := node.Types(); {
	case types == schema.Any:
		return b.items(c, i)
	case types&schema.Array == 0 || types&schema.Object == 0:
		return types&schema.Array != 0
	}
	return b.items(c, i) && node.Property(itemName) == nil
}

// appendArray appends an array of the j-th element and all elements that next leads to.
func (b *elements) appendArray(
	c *body.Around, dst []byte, j int, next func(*element) int, items *schema.Node, depth int,
) (_ []byte, ok bool) {
	dst = append(dst, '[')
	for ; j > 0; j = next(&b.all[j]) {
		if dst, ok = b.appendValue(c, dst, j, items, depth); !ok {
			return dst, false
		}
		dst = append(dst, ',')
	}
	dst[len(dst)-1] = ']'
	return dst, true
}

func (b *elements) appendObject(c *body.Around, dst []byte, i int, node *schema.Node, depth int) (_ []byte, ok bool) {
	b.group(c, i)
	dst = append(dst, '{')
	for j := b.all[i].child; j > 0; j = b.all[j].next {
		if b.all[j].repeats || b.inside() && j == b.open[1] {
			continue // it is in an array, or isn't closed
		}
		name := c.Slice(b.all[j].name.start, b.all[j].name.end)
		dst = append(values.AppendString(dst, name), ':')
		if dst, ok = b.appendMember(c, dst, j, node.Property(name), depth); !ok {
			return dst, false
		}
		dst = append(dst, ',')
	}
	dst[len(dst)-1] = '}'
	return dst, true
}

// appendMember appends the value of the j-th element, or an array if later siblings have its name.
func (b *elements) appendMember(c *body.Around, dst []byte, j int, node *schema.Node, depth int) (_ []byte, ok bool) {
	if b.all[j].same == 0 {
		return b.appendValue(c, dst, j, node, depth)
	}
	if types := node.Types(); types != schema.Any && types&schema.Array != 0 {
		node = node.Items()
	}
	return b.appendArray(c, dst, j, func(e *element) int { return e.same }, node, depth+1)
}

// appendLeaf appends the value of an element without elements in it. Without a schema, the value is
// text.
func (b *elements) appendLeaf(c *body.Around, dst []byte, at span, types schema.Types, depth int) ([]byte, bool) {
	text := c.Slice(at.start, at.end)
	c.Visits.Add(len(text))
	switch {
	case types == schema.Any:
		return values.AppendString(dst, text), true
	case types&schema.String != 0 || !blank(c.Visits, text):
	case types&schema.Array != 0:
		return append(dst, "[]"...), true
	case types&schema.Object != 0:
		return append(dst, "{}"...), true
	}
	typing := values.Typing{Pythons: b.given.g.Literals == grammar.LiteralsNative, Printed: b.given.g.Literals == grammar.LiteralsNative}
	typing.Start(types, at.start, c.Rules.MaxDepth()-depth)
	switch typing.Read(&jsonscan.Window{Win: text, Base: at.start, Final: true, Visits: c.Visits}) {
	case values.JSON:
		return values.AppendCompact(dst, text), true
	case values.Python:
		before := len(dst)
		dst, repairs := typing.AppendPython(c.Visits, dst, text)
		if dst[before] == '{' || dst[before] == '[' {
			for _, r := range repairs {
				b.given.Note(r.Kind, at.start+r.Offset)
			}
		}
		return dst, true
	case values.TooDeep:
		return dst, false
	}
	return values.AppendString(dst, text), true
}
