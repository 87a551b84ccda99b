// Package schema reads what a tool's JSON Schema says about the types of its
// properties. It doesn't validate. Formats that write values without their types
// need it to know which types are meant.
package schema

import "encoding/json"

// Properties are the properties that a tool's schema names. A nil *Properties
// names none.
type Properties struct {
	known    map[string]Property
	rest     Property // of properties that aren't named
	closed   bool     // no such properties are allowed
	root     json.RawMessage
	yield    func()
	required []string
	listed   bool // required is set
	node     *Node
}

// Read reads a schema. It returns nil if that isn't a JSON object. Reading a long schema calls yield, unless
// that is nil, after each part of it; so does what is asked of the properties later.
func Read(text string, yield func()) *Properties {
	var root json.RawMessage
	if json.Unmarshal([]byte(text), &root) != nil || len(root) == 0 || root[0] != '{' {
		return nil
	}
	r := newReader(root, yield)
	r.looked(root)
	known, rest := r.properties(r.node(root), 0)
	closed := string(r.node(root).text.AdditionalProperties) == "false"
	return &Properties{known: known, rest: rest, closed: closed, root: root, yield: yield}
}

// Len is the number of properties that are named.
func (p *Properties) Len() int {
	if p == nil {
		return 0
	}
	return len(p.known)
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
		r := newReader(p.root, p.yield)
		p.required, p.listed = r.required(r.node(p.root), 0), true
	}
	return p.required
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
