package schema

import "encoding/json"

// A Node is what a schema says about a value and about what is in it. A nil *Node
// says nothing. It is read where it is asked, so it is not safe for concurrent use.
type Node struct {
	r     *reader
	raw   json.RawMessage
	depth int

	read     bool
	node     node
	parts    []*Node         // references, and what all or any of several schemas say
	names    map[string]said // with those of the parts, the first of each; nil: not read yet
	rest     said            // of properties that none names
	children map[string]*Node
	items    *Node
	types    Types
}

// A said is what a node, or a part of it, says of a property.
type said struct {
	of  *Node
	raw json.RawMessage
}

// Node is what the schema says about the arguments.
func (p *Properties) Node() *Node {
	if p == nil {
		return nil
	}
	if p.node == nil {
		p.node = &Node{r: &reader{root: p.root, fuel: maxNodes}, raw: p.root}
	}
	return p.node
}

// Types are the types of the value.
func (n *Node) Types() Types {
	if n == nil {
		return Any
	}
	if n.types == 0 {
		n.types = n.r.property(n.raw, n.depth).Types
	}
	return n.types
}

// Property is what is said about the property of an object; nil if nothing is.
func (n *Node) Property(key []byte) *Node {
	if !n.expand() {
		return nil
	}
	child, ok := n.children[string(key)]
	if !ok {
		if child = n.find(key); n.children == nil {
			n.children = make(map[string]*Node)
		}
		n.children[string(key)] = child
	}
	return child
}

func (n *Node) find(key []byte) *Node {
	if s, ok := n.named()[string(key)]; ok {
		return s.of.child(s.raw)
	}
	return n.rest.of.child(n.rest.raw)
}

// named are the properties that the schema and its parts name. They are put together once,
// so that a key costs the same however many parts there are.
func (n *Node) named() map[string]said {
	if n.names != nil {
		return n.names
	}
	n.expand()
	n.names = make(map[string]said, len(n.node.Properties))
	for name, raw := range n.node.Properties {
		n.names[name] = said{n, raw}
	}
	n.rest = said{n, n.node.AdditionalProperties}
	for _, part := range n.parts {
		for name, s := range part.named() {
			if _, ok := n.names[name]; !ok {
				n.names[name] = s
			}
		}
		if len(n.rest.raw) == 0 {
			n.rest = part.rest
		}
	}
	return n.names
}

// Names tells whether the schema names the property of an object, and whether it names some.
func (n *Node) Names(key []byte) (yes, some bool) {
	if !n.expand() {
		return false, false
	}
	_, yes = n.named()[string(key)]
	return yes, len(n.names) > 0
}

// Items is what is said about the elements of an array; nil if nothing is.
func (n *Node) Items() *Node {
	if !n.expand() {
		return nil
	}
	if n.items == nil {
		n.items = n.child(n.node.Items)
	}
	for i := 0; n.items == nil && i < len(n.parts); i++ {
		n.items = n.parts[i].Items()
	}
	return n.items
}

// child is the node of a schema that stands in this one; nil if it says nothing.
func (n *Node) child(raw json.RawMessage) *Node {
	if len(raw) == 0 || raw[0] != '{' {
		return nil
	}
	return &Node{r: n.r, raw: raw, depth: n.depth + 1}
}

// expand reads the schema, once; false if it says nothing.
func (n *Node) expand() bool {
	if n == nil {
		return false
	}
	if n.read {
		return true
	}
	n.read = true
	n.node, _ = n.r.node(n.raw, n.depth)
	if n.node.Ref != "" {
		n.add(n.r.resolve(n.node.Ref))
	}
	for _, list := range [...][]json.RawMessage{n.node.AllOf, n.node.AnyOf, n.node.OneOf} {
		for _, raw := range list {
			n.add(raw)
		}
	}
	return true
}

func (n *Node) add(raw json.RawMessage) {
	n.r.fuel-- // many may refer to one
	if part := n.child(raw); part != nil && n.r.fuel >= 0 {
		n.parts = append(n.parts, part)
	}
}
