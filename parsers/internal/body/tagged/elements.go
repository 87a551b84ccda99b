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

// A member is an argument: its key, and its value as it is typed.
type member struct {
	key, value span
	json       bool   // it is JSON of any type
	made       []byte // the JSON of a value that is made of others; else nil
}

// object makes the arguments of the elements. A repeated key becomes an array, at the place of the
// first one. It returns false if a value nests too deep.
func (ar *args) object(env *body.Env) bool {
	same := ar.same(env)
	out := append(ar.buf[:0], '{')
	for i, m := range ar.members {
		key := env.Slice(m.key.start, m.key.end)
		list := ar.members[i : i+1]
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
		from, p := len(out), ar.opening.tool.Property(key)
		if out, ok = appendValues(env, out, list, p); !ok {
			return false
		}
		ar.doubt = ar.doubt || out[from] == '"' && container(p.Types) || len(list) > 1 && (p.Types == schema.Any || p.Types&schema.Array == 0)
	}
	ar.buf = append(out, '}')
	ar.begin(env)
	ar.add(env, ar.buf)
	ar.closed = true
	return true
}

// same returns the elements of each key, or nil if every key occurs once.
func (ar *args) same(env *body.Env) map[string][]member {
	members, again := ar.members, false
	for _, m := range members {
		again = !ar.keys.add(env, env.Slice(m.key.start, m.key.end), m.key) || again
	}
	if !again {
		return nil
	}
	same := make(map[string][]member)
	for _, m := range members {
		key := string(env.Slice(m.key.start, m.key.end))
		same[key] = append(same[key], m)
	}
	return same
}

// appendValues appends an argument's value, or an array of several values.
func appendValues(env *body.Env, out []byte, list []member, p schema.Property) ([]byte, bool) {
	depth := env.Rules.MaxDepth() - 1
	if len(list) == 1 {
		return values.Append(env.Visits, out, env.Slice(list[0].value.start, list[0].value.end), p.Types, depth)
	}
	types := p.Types
	if types != schema.Any && types&schema.Array != 0 {
		types = p.Items
	}
	separator := byte('[')
	for _, m := range list {
		out = append(out, separator)
		var ok bool
		if out, ok = values.Append(env.Visits, out, env.Slice(m.value.start, m.value.end), types, depth-1); !ok {
			return out, false
		}
		separator = ','
	}
	return append(out, ']'), true
}

// elements decides which arguments nested elements are. The word of an element's tags is its name,
// and an element may contain others. A call with such arguments is reported when it is complete.
type elements struct {
	opening  *opening
	position *position
	args     *args

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
func (el *elements) inside() bool { return len(el.open) > 1 }

// holds reports whether the open element is directly in an element with this name.
func (el *elements) holds(env *body.Env, name []byte) bool {
	if len(el.open) < 3 {
		return false
	}
	outer := el.all[el.open[len(el.open)-2]].name
	return bytes.Equal(env.Slice(outer.start, outer.end), name)
}

// node returns the schema of the open element. root is the schema of the arguments.
func (el *elements) node(env *body.Env, root *schema.Node) *schema.Node {
	node := root
	for depth, i := range el.open[1:] {
		name := el.all[i].name
		if types := node.Types(); depth > 0 && types&schema.Array != 0 && types&schema.Object == 0 {
			node = node.Items()
		} else {
			node = node.Property(env.Slice(name.start, name.end))
		}
	}
	return node
}

// items reports whether the i-th element contains only items of a list.
func (el *elements) items(env *body.Env, i int) bool {
	for j := el.all[i].child; j > 0; j = el.all[j].next {
		if name := el.all[j].name; !bytes.Equal(env.Slice(name.start, name.end), itemName) {
			return false
		}
	}
	return true
}

// group finds which elements in the i-th element have the same name.
func (el *elements) group(env *body.Env, i int) {
	if i == 0 {
		return // a parameter occurs once
	}
	if el.keys == nil {
		el.keys = make(map[string]int)
	}
	clear(el.keys)
	for j := el.all[i].child; j > 0; j = el.all[j].next {
		name := env.Slice(el.all[j].name.start, el.all[j].name.end)
		if before, ok := el.keys[string(name)]; ok {
			el.all[before].same, el.all[j].repeats = j, true
		}
		el.keys[string(name)] = j
	}
}

func blank(v *work.Counter, text []byte) bool { return len(v.TrimLeft(text, " \t\r\n")) == 0 }

// addNested reports the arguments that the closed elements are. It returns false if they nest too
// deep.
func (el *elements) addNested(env *body.Env) bool {
	if el.all[0].child == 0 {
		return true
	}
	text, ok := el.appendObject(env, el.args.room(0), 0, el.opening.tool.Node(), 1)
	if !ok {
		return false
	}
	slices.SortStableFunc(el.opening.Repairs, func(r, s parsers.Repair) int { return r.Offset - s.Offset })
	el.args.begin(env)
	el.args.made(env, text)
	el.args.closed = true
	return true
}

// appendValue appends the value of the i-th element. node is its schema.
func (el *elements) appendValue(env *body.Env, dst []byte, i int, node *schema.Node, depth int) ([]byte, bool) {
	switch {
	case el.all[i].child == 0:
		return el.appendLeaf(env, dst, el.all[i].text, node.Types(), depth)
	case el.isList(env, i, node):
		return el.appendArray(env, dst, el.all[i].child, func(e *element) int { return e.next }, node.Items(), depth+1)
	}
	return el.appendObject(env, dst, i, node, depth+1)
}

// isList reports whether the i-th element contains the items of a list. The schema says so, or the
// schema allows both and the elements have the name of items.
func (el *elements) isList(env *body.Env, i int, node *schema.Node) bool {
	switch types := node.Types(); {
	case types == schema.Any:
		return el.items(env, i)
	case types&schema.Array == 0 || types&schema.Object == 0:
		return types&schema.Array != 0
	}
	return el.items(env, i) && node.Property(itemName) == nil
}

// appendArray appends an array of the j-th element and all elements that next leads to.
func (el *elements) appendArray(
	env *body.Env, dst []byte, j int, next func(*element) int, items *schema.Node, depth int,
) (_ []byte, ok bool) {
	dst = append(dst, '[')
	for ; j > 0; j = next(&el.all[j]) {
		if dst, ok = el.appendValue(env, dst, j, items, depth); !ok {
			return dst, false
		}
		dst = append(dst, ',')
	}
	dst[len(dst)-1] = ']'
	return dst, true
}

func (el *elements) appendObject(env *body.Env, dst []byte, i int, node *schema.Node, depth int) (_ []byte, ok bool) {
	el.group(env, i)
	dst = append(dst, '{')
	for j := el.all[i].child; j > 0; j = el.all[j].next {
		if el.all[j].repeats || el.inside() && j == el.open[1] {
			continue // it is in an array, or isn't closed
		}
		name := env.Slice(el.all[j].name.start, el.all[j].name.end)
		dst = append(values.AppendString(dst, name), ':')
		if dst, ok = el.appendMember(env, dst, j, node.Property(name), depth); !ok {
			return dst, false
		}
		dst = append(dst, ',')
	}
	dst[len(dst)-1] = '}'
	return dst, true
}

// appendMember appends the value of the j-th element, or an array if later siblings have its name.
func (el *elements) appendMember(env *body.Env, dst []byte, j int, node *schema.Node, depth int) (_ []byte, ok bool) {
	if el.all[j].same == 0 {
		return el.appendValue(env, dst, j, node, depth)
	}
	if types := node.Types(); types != schema.Any && types&schema.Array != 0 {
		node = node.Items()
	}
	return el.appendArray(env, dst, j, func(e *element) int { return e.same }, node, depth+1)
}

// appendLeaf appends the value of an element without elements in it. Without a schema, the value is
// text.
func (el *elements) appendLeaf(env *body.Env, dst []byte, at span, types schema.Types, depth int) ([]byte, bool) {
	text := env.Slice(at.start, at.end)
	env.Visits.Add(len(text))
	switch {
	case types == schema.Any:
		return values.AppendString(dst, text), true
	case types&schema.String != 0 || !blank(env.Visits, text):
	case types&schema.Array != 0:
		return append(dst, "[]"...), true
	case types&schema.Object != 0:
		return append(dst, "{}"...), true
	}
	native := el.opening.g.Literals == grammar.LiteralsNative
	typing := values.Typing{Pythons: native, Printed: native, Repairs: env.Repairs()}
	typing.Start(types, at.start, env.Rules.MaxDepth()-depth)
	kind := typing.Read(&jsonscan.Window{Win: text, Base: at.start, Final: true, Visits: env.Visits})
	el.args.odd = el.args.odd || typing.Odd
	switch kind {
	case values.JSON:
		return values.AppendCompact(dst, text), true
	case values.Fixed:
		json, repairs, doubt := typing.Fixed()
		el.opening.Repairs, el.args.doubt = append(el.opening.Repairs, repairs...), el.args.doubt || doubt
		return values.AppendCompact(dst, json), true
	case values.Python:
		before := len(dst)
		dst, repairs := typing.AppendPython(env.Visits, dst, text)
		if dst[before] == '{' || dst[before] == '[' {
			for _, r := range repairs {
				el.opening.Note(r.Kind, at.start+r.Offset)
			}
		}
		return dst, true
	case values.TooDeep:
		return dst, false
	}
	el.args.doubt = el.args.doubt || container(types)
	return values.AppendString(dst, text), true
}
