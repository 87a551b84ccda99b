package schema

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
)

const (
	// maxNodes bounds the schemas that are looked at for one tool, so that
	// references can't make it more than linear.
	maxNodes = 1 << 14
	// maxDepth bounds how deep they nest, references included.
	maxDepth = 32
)

// reader reads one tool's schema.
type reader struct {
	root json.RawMessage
	fuel int
	// objects are the members of the objects that references led through, by
	// their pointers.
	objects map[string]map[string]json.RawMessage
}

// node is a schema, as far as it says something about types.
type node struct {
	Ref                  string                     `json:"$ref"`
	Type                 json.RawMessage            `json:"type"`
	Nullable             bool                       `json:"nullable"`
	Enum                 []json.RawMessage          `json:"enum"`
	Const                json.RawMessage            `json:"const"`
	AnyOf                []json.RawMessage          `json:"anyOf"`
	OneOf                []json.RawMessage          `json:"oneOf"`
	AllOf                []json.RawMessage          `json:"allOf"`
	Items                json.RawMessage            `json:"items"`
	Properties           map[string]json.RawMessage `json:"properties"`
	AdditionalProperties json.RawMessage            `json:"additionalProperties"`
	Required             []string                   `json:"required"`
}

// node decodes a schema; false if it says nothing, or too much was read.
func (r *reader) node(raw json.RawMessage, depth int) (n node, ok bool) {
	r.fuel--
	if r.fuel < 0 || depth > maxDepth || len(raw) == 0 || raw[0] != '{' {
		return node{}, false
	}
	// A member of another type than expected is skipped, and says nothing.
	_ = json.Unmarshal(raw, &n)
	return n, true
}

// property is what a schema says about the value.
func (r *reader) property(raw json.RawMessage, depth int) Property {
	n, ok := r.node(raw, depth)
	if !ok {
		return anything
	}
	p := Property{Types: typesOf(n.Type).and(kindsOf(n.Enum)), Items: Any}
	if n.Const != nil {
		p.Types = p.Types.and(kindOf(n.Const))
	}
	if n.Items != nil {
		p.Items = r.property(n.Items, depth+1).Types
	}
	if n.Ref != "" {
		p = p.and(r.property(r.resolve(n.Ref), depth+1))
	}
	for _, all := range n.AllOf {
		p = p.and(r.property(all, depth+1))
	}
	p = p.and(r.union(n.AnyOf, depth)).and(r.union(n.OneOf, depth))
	if n.Nullable && p.Types != Any {
		p.Types |= Null
	}
	return p
}

// union is what any of several schemas says.
func (r *reader) union(list []json.RawMessage, depth int) Property {
	if len(list) == 0 {
		return anything
	}
	p := r.property(list[0], depth+1)
	for _, raw := range list[1:] {
		p = p.or(r.property(raw, depth+1))
	}
	return p
}

// properties are those that the schema of an object names, and what it says
// about all others.
func (r *reader) properties(raw json.RawMessage, depth int) (known map[string]Property, rest Property) {
	n, ok := r.node(raw, depth)
	if !ok {
		return nil, anything
	}
	known = make(map[string]Property, len(n.Properties))
	for name, property := range n.Properties {
		known[name] = r.property(property, depth+1)
	}
	rest = r.property(n.AdditionalProperties, depth+1)
	if n.Ref != "" {
		n.AllOf = append(n.AllOf, r.resolve(n.Ref))
	}
	for _, all := range n.AllOf {
		more, _ := r.properties(all, depth+1)
		merge(known, more, Property.and)
	}
	for _, list := range [...][]json.RawMessage{n.AnyOf, n.OneOf} {
		either := make(map[string]Property)
		for _, one := range list {
			more, _ := r.properties(one, depth+1)
			merge(either, more, Property.or)
		}
		merge(known, either, Property.and)
	}
	return known, rest
}

// required are the properties that the schema of an object demands.
func (r *reader) required(raw json.RawMessage, depth int) []string {
	n, ok := r.node(raw, depth)
	if !ok {
		return nil
	}
	keys := n.Required
	if n.Ref != "" {
		n.AllOf = append(n.AllOf, r.resolve(n.Ref))
	}
	for _, all := range n.AllOf {
		keys = append(keys, r.required(all, depth+1)...)
	}
	return keys
}

func merge(into, from map[string]Property, combine func(p, q Property) Property) {
	for name, p := range from {
		if known, ok := into[name]; ok {
			p = combine(known, p)
		}
		into[name] = p
	}
}

// resolve follows a reference inside the schema; nil if it leads nowhere.
func (r *reader) resolve(ref string) json.RawMessage {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	if plain, err := url.PathUnescape(pointer); err == nil {
		pointer = plain
	}
	return r.at(pointer)
}

// at is the value at a JSON pointer.
func (r *reader) at(pointer string) json.RawMessage {
	i := strings.LastIndexByte(pointer, '/')
	if i < 0 || strings.Count(pointer, "/") > maxDepth {
		if pointer == "" {
			return r.root
		}
		return nil
	}
	parent, name := pointer[:i], pointerEscapes.Replace(pointer[i+1:])
	members, ok := r.objects[parent]
	if !ok {
		_ = json.Unmarshal(r.at(parent), &members)
		if r.objects == nil {
			r.objects = make(map[string]map[string]json.RawMessage)
		}
		r.objects[parent] = members
	}
	return members[name]
}

var pointerEscapes = strings.NewReplacer("~1", "/", "~0", "~")

var typeNames = map[string]Types{
	"string": String, "number": Number | Integer, "integer": Integer, "boolean": Boolean,
	"null": Null, "object": Object, "array": Array,
}

// otherNames are no types of JSON Schema, but tools are declared with them.
var otherNames = map[string]Types{
	"str": String, "text": String, "char": String, "varchar": String, "enum": String,
	"int": Integer, "int8": Integer, "int16": Integer, "int32": Integer, "int64": Integer, "long": Integer, "short": Integer,
	"uint": Integer, "uint8": Integer, "uint16": Integer, "uint32": Integer, "uint64": Integer, "unsigned": Integer,
	"num": Number | Integer, "numeric": Number | Integer, "float": Number | Integer, "float32": Number | Integer, "float64": Number | Integer, "double": Number | Integer,
	"bool": Boolean, "dict": Object, "dictionary": Object, "list": Array, "arr": Array, "tuple": Array,
}

// Named is the type of this name; Any if it is none.
func Named(name []byte) Types { return typeNames[string(name)].and(Any) }

// written is the type that a schema names, in any case.
func written(name string) Types {
	if t, ok := typeNames[name]; ok {
		return t
	}
	name = strings.ToLower(name)
	return typeNames[name] | otherNames[name]
}

// typesOf reads the type of a schema: a name, or a list of names.
func typesOf(raw json.RawMessage) Types {
	var names []string
	if len(raw) > 0 && raw[0] == '"' {
		names = make([]string, 1)
		_ = json.Unmarshal(raw, &names[0])
	} else {
		_ = json.Unmarshal(raw, &names)
	}
	var t Types
	for _, name := range names {
		t |= written(name)
	}
	return t.and(Any)
}

// kindsOf are the types of the values of an enum.
func kindsOf(values []json.RawMessage) Types {
	var t Types
	for _, value := range values {
		t |= kindOf(value)
	}
	return t.and(Any)
}

// kindOf is the type of a JSON value.
func kindOf(value json.RawMessage) Types {
	t := Kind(value[0])
	if t == Number|Integer && !IsInteger(value) {
		t = Number
	}
	return t
}

// Kind is the type of the JSON values that begin with c: an integer is a
// number, too. 0: none does.
func Kind(c byte) Types {
	switch {
	case c == '{':
		return Object
	case c == '[':
		return Array
	case c == '"':
		return String
	case c == 't' || c == 'f':
		return Boolean
	case c == 'n':
		return Null
	case c == '-' || '0' <= c && c <= '9':
		return Number | Integer
	}
	return 0
}

// IsInteger tells whether a JSON number is an integer: whatever its exponent,
// nothing but zeros stands behind its point.
func IsInteger(number []byte) bool {
	mantissa, exponent, scaled := number, []byte(nil), false
	if i := bytes.IndexAny(number, "eE"); i >= 0 {
		mantissa, exponent, scaled = number[:i], number[i+1:], true
	}
	_, fraction, _ := bytes.Cut(mantissa, []byte("."))
	return len(bytes.Trim(fraction, "0")) == 0 && (!scaled || exponent[0] != '-')
}
