// Package schema reads what a tool's JSON Schema says about the types of its
// properties. It doesn't validate. Formats that write values without their types
// need it to know which types are meant.
package schema

import (
	"encoding/json"
	"maps"
)

// Properties are the properties that a tool's schema names. A nil *Properties
// names none.
type Properties struct {
	known    map[string]Property
	rest     Property // of properties that aren't named
	closed   bool     // no such properties are allowed
	root     json.RawMessage
	pace     Pace
	required []string
	listed   bool // required is set
	node     *Node
}

// A Pace lets others work while a long schema is read.
type Pace interface {
	// Yield is called after each part of the work.
	Yield()
	// Long does what takes long and can't be interrupted.
	Long(do func())
}

// Read reads a schema, at a pace that may be nil. It returns nil if that isn't a JSON object. What is asked of the properties
// later has the same pace.
func Read(text string, pace Pace) *Properties {
	r := &reader{pace: pace}
	var root json.RawMessage
	if r.decode([]byte(text), &root) != nil || len(root) == 0 || root[0] != '{' {
		return nil
	}
	r = newReader(root, pace)
	r.looked(root)
	known, rest := r.properties(r.node(root), 0)
	closed := string(r.node(root).text.AdditionalProperties) == "false"
	return &Properties{known: known, rest: rest, closed: closed, root: root, pace: pace}
}

// Len is the number of properties that are named.
func (p *Properties) Len() int {
	if p == nil {
		return 0
	}
	return len(p.known)
}

// Single is the name of the only property that is named; "" if there isn't just one.
func (p *Properties) Single() string {
	if p.Len() == 1 {
		for name := range p.known {
			return name
		}
	}
	return ""
}

// Lists reports whether the schema names properties, or says that there are no others.
func (p *Properties) Lists() bool { return p != nil && (p.closed || len(p.known) > 0) }

// Names reports whether the schema names the property.
func (p *Properties) Names(key []byte) bool {
	if p == nil {
		return false
	}
	_, ok := p.known[string(key)]
	return ok
}

// Required are the properties that the schema says must be there. It is not
// safe for concurrent use.
func (p *Properties) Required() []string {
	if p == nil {
		return nil
	}
	if !p.listed {
		r := newReader(p.root, p.pace)
		p.required, p.listed = r.required(r.node(p.root), 0), true
	}
	return p.required
}

// Only returns the property that is the only one that the schema names, or the only required one.
func (p *Properties) Only() (key string, ok bool) {
	if key := p.Single(); key != "" {
		return key, true
	}
	if required := p.Required(); len(required) == 1 {
		return required[0], true
	}
	return "", false
}

// Property is what the schema says about the property.
func (p *Properties) Property(key []byte) Property {
	if p == nil {
		return anything
	}
	if property, ok := p.known[string(key)]; ok {
		return property
	}
	return p.rest
}

// A Node is what a schema says about a value and the values in it. A nil *Node
// says nothing. It is read when it is asked, so it is not safe for concurrent use.
// All references to a schema share its node, so nodes may form loops. A caller that goes from one
// node to the next is bounded by the depth of the value.
type Node struct {
	r    *reader
	raw  json.RawMessage
	read bool
	text text
	own  Types // the types that it names itself
	in   walk  // the walks that are under way here
	mark int   // of the last node that this one was joined to

	types  Types // 0: not known yet
	joined bool  // the following are known
	// names are the properties that the schema names, itself or by a reference, allOf, anyOf or
	// oneOf. The first schema of a name counts. They are put together once, so that the look-up of
	// a key takes the same time however many schemas there are.
	names map[string]json.RawMessage
	rest  json.RawMessage // of properties that none names
	items *Node
}

// Node is what the schema says about the arguments.
func (p *Properties) Node() *Node {
	if p == nil {
		return nil
	}
	if p.node == nil {
		p.node = newReader(p.root, p.pace).node(p.root)
	}
	return p.node
}

// Types are the types of the value.
func (n *Node) Types() Types {
	if n == nil {
		return Any
	}
	if n.types == 0 {
		n.types = n.r.property(n, forTypes, 0).Types
	}
	return n.types
}

// Property is what the schema says about the property of an object; nil if it says nothing.
func (n *Node) Property(key []byte) *Node {
	if n == nil {
		return nil
	}
	n.join()
	if raw, ok := n.names[string(key)]; ok {
		return n.r.node(raw)
	}
	return n.r.node(n.rest)
}

// Names reports whether the schema names the property of an object, and whether it names any.
func (n *Node) Names(key []byte) (yes, some bool) {
	if n == nil {
		return false, false
	}
	n.join()
	_, yes = n.names[string(key)]
	return yes, len(n.names) > 0
}

// Items is what the schema says about the elements of an array; nil if it says nothing.
func (n *Node) Items() *Node {
	if n == nil {
		return nil
	}
	n.join()
	return n.items
}

// join puts together, once, the names, the rest and the items of the schema and of its parts.
func (n *Node) join() {
	if n.joined {
		return
	}
	n.joined = true
	n.look(0)
	n.names, n.rest, n.items = n.text.Properties, n.text.AdditionalProperties, n.r.node(n.text.Items)
	if s := &n.text; s.Ref == "" && len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) == 0 {
		return
	}
	if n.names = maps.Clone(n.names); n.names == nil {
		n.names = make(map[string]json.RawMessage)
	}
	n.r.marks++
	n.mark = n.r.marks
	n.addParts(n, 0)
	if n.r.fuel < 0 {
		n.names, n.rest, n.items = nil, nil, nil // better nothing than some
	}
}

// addParts adds the parts of the schema of another node: its reference, allOf, anyOf and oneOf.
func (n *Node) addParts(of *Node, depth int) {
	n.add(n.r.resolve(of.text.Ref), depth+1)
	for _, list := range [...][]json.RawMessage{of.text.AllOf, of.text.AnyOf, of.text.OneOf} {
		for _, raw := range list {
			n.add(n.r.node(raw), depth+1)
		}
	}
}

func (n *Node) add(part *Node, depth int) {
	if part == nil || part.mark == n.mark || depth > maxDepth || !part.look(1+len(part.text.Properties)) {
		return
	}
	part.mark = n.mark
	for name, raw := range part.text.Properties {
		if _, ok := n.names[name]; !ok {
			n.names[name] = raw
		}
	}
	if len(n.rest) == 0 {
		n.rest = part.text.AdditionalProperties
	}
	if n.items == nil {
		n.items = n.r.node(part.text.Items)
	}
	n.addParts(part, depth)
}
