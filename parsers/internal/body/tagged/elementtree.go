package tagged

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

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
func (b *elements) holds(c *place.Around, name []byte) bool {
	if len(b.open) < 3 {
		return false
	}
	outer := b.all[b.open[len(b.open)-2]].name
	return bytes.Equal(c.Slice(outer.start, outer.end), name)
}

// node returns the schema of the open element. root is the schema of the arguments.
func (b *elements) node(c *place.Around, root *schema.Node) *schema.Node {
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
func (b *elements) items(c *place.Around, i int) bool {
	for j := b.all[i].child; j > 0; j = b.all[j].next {
		if name := b.all[j].name; !bytes.Equal(c.Slice(name.start, name.end), itemName) {
			return false
		}
	}
	return true
}

// group finds which elements in the i-th element have the same name.
func (b *elements) group(c *place.Around, i int) {
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

// drop removes the last parameter, which isn't closed. Another one is before it.
func (b *elements) drop(last int) {
	i := b.all[0].child
	for b.all[i].next != last {
		i = b.all[i].next
	}
	b.all[i].next = 0
}

func blank(v *visit.Count, text []byte) bool { return len(v.TrimLeft(text, " \t\r\n")) == 0 }
