package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

const (
	// maxAgain bounds how many schemas and names are looked at again for one tool, because
	// several references lead there. So the work stays linear. Beyond that, the tool's schema
	// says nothing: any type, and no names.
	maxAgain = 1 << 14
	// maxDepth bounds how deep schemas lead to each other: by references, by parts,
	// and by items of which only the types are asked.
	maxDepth = 32
)

// reader reads one tool's schema.
type reader struct {
	root json.RawMessage
	fuel int
	// nodes are the schemas that were seen, each by the first byte of its text. All references
	// to a place lead to the same text.
	nodes map[*byte]*Node
	marks int
	// objects are the members of the objects that references led through, by
	// the JSON pointers of the objects.
	objects map[string]map[string]json.RawMessage
	// pace yields whenever yieldBytes more were read; unyielded are those since the last time.
	pace      Pace
	unyielded int
}

// yieldBytes is how much of a schema is read in the time of a turn, at most.
const yieldBytes = 16 << 10

// longBytes is how much of a schema is decoded in 5 ms, about.
const longBytes = 256 << 10

func newReader(root json.RawMessage, pace Pace) *reader {
	return &reader{root: root, fuel: maxAgain, nodes: make(map[*byte]*Node), pace: pace}
}

// decode decodes a part of the schema, which can't be interrupted.
func (r *reader) decode(raw []byte, into any) (err error) {
	if len(raw) <= longBytes || r.pace == nil {
		return json.Unmarshal(raw, into)
	}
	r.pace.Long(func() { err = json.Unmarshal(raw, into) })
	return err
}

// looked says that a text was read. Each text is read with all that is in it, so deep schemas are read many times.
func (r *reader) looked(raw json.RawMessage) {
	if r.unyielded += len(raw); r.unyielded >= yieldBytes && r.pace != nil {
		r.unyielded = 0
		r.pace.Yield()
	}
}

// node returns the node of a schema; nil if that says nothing.
func (r *reader) node(raw json.RawMessage) *Node {
	if len(raw) == 0 || raw[0] != '{' {
		return nil
	}
	n := r.nodes[&raw[0]]
	if n == nil {
		n = &Node{r: r, raw: raw}
		r.nodes[&raw[0]] = n
	}
	return n
}

// text is the part of a schema that says something about types.
type text struct {
	Ref                  string                     `json:"$ref"`
	Type                 json.RawMessage            `json:"type"`
	Nullable             bool                       `json:"nullable"`
	Enum                 []json.RawMessage          `json:"enum"`
	Const                json.RawMessage            `json:"const"`
	AnyOf                []json.RawMessage          `json:"anyOf"`
	OneOf                []json.RawMessage          `json:"oneOf"`
	AllOf                []json.RawMessage          `json:"allOf"`
	Not                  json.RawMessage            `json:"not"`
	Items                json.RawMessage            `json:"items"`
	Properties           map[string]json.RawMessage `json:"properties"`
	AdditionalProperties json.RawMessage            `json:"additionalProperties"`
	Required             []string                   `json:"required"`
}

// look reads the schema, once. It returns false if too much was looked at again.
func (n *Node) look(cost int) bool {
	if n.read {
		n.r.fuel -= cost
		return n.r.fuel >= 0
	}
	n.read = true
	n.r.looked(n.raw)
	// A member of another type than expected is skipped, and says nothing.
	_ = n.r.decode(n.raw, &n.text)
	n.own = typesOf(n.text.Type).and(kindsOf(n.text.Enum))
	if n.text.Const != nil {
		n.own = n.own.and(kindOf(n.text.Const))
	}
	n.own = n.own.and(excluded(n.text.Not))
	return true
}

// excluded are the types that a schema that may not hold leaves, if it is only a type.
func excluded(not json.RawMessage) Types {
	var members map[string]json.RawMessage
	if len(not) == 0 || json.Unmarshal(not, &members) != nil || len(members) != 1 {
		return Any
	}
	types := typesOf(members["type"])
	if types == Any {
		return Any
	}
	return (all &^ types).and(Any)
}

// A walk goes from schema to schema, but enters none that it is in already.
type walk uint8

const (
	forItems walk = 1 << iota // for types, too
	forTypes
	forNames
	forRequired
)

// enter starts with the node. It returns false if the node adds nothing.
func (n *Node) enter(w walk, depth int) bool {
	if n == nil || depth > maxDepth || n.in&w != 0 || !n.look(1) {
		return false
	}
	n.in |= w
	return true
}

func (n *Node) leave(w walk) { n.in &^= w }

// property is what a schema says about a value.
func (r *reader) property(n *Node, w walk, depth int) Property {
	if !n.enter(w, depth) {
		return anything
	}
	p := Property{Types: n.own, Items: Any}
	if w == forItems {
		p.Items = r.property(r.node(n.text.Items), forTypes, depth+1).Types
	}
	p = p.and(r.property(r.resolve(n.text.Ref), w, depth+1))
	for _, all := range n.text.AllOf {
		p = p.and(r.property(r.node(all), w, depth+1))
	}
	p = p.and(r.union(n.text.AnyOf, w, depth)).and(r.union(n.text.OneOf, w, depth))
	if n.text.Nullable && p.Types != Any {
		p.Types |= Null
	}
	n.leave(w)
	return p
}

// union is what several schemas say, of which any may hold.
func (r *reader) union(list []json.RawMessage, w walk, depth int) Property {
	if len(list) == 0 {
		return anything
	}
	p := r.property(r.node(list[0]), w, depth+1)
	for _, raw := range list[1:] {
		p = p.or(r.property(r.node(raw), w, depth+1))
	}
	return p
}

// properties are the properties that the schema of an object names, and what it says
// about all other properties.
func (r *reader) properties(n *Node, depth int) (known map[string]Property, rest Property) {
	if !n.enter(forNames, depth) {
		return nil, anything
	}
	known = make(map[string]Property, len(n.text.Properties))
	for _, name := range slices.Sorted(maps.Keys(n.text.Properties)) {
		known[name] = r.property(r.node(n.text.Properties[name]), forItems, depth+1)
	}
	rest = r.property(r.node(n.text.AdditionalProperties), forItems, depth+1)
	for _, all := range r.all(n) {
		more, _ := r.properties(all, depth+1)
		merge(known, more, Property.and)
	}
	for _, list := range [...][]json.RawMessage{n.text.AnyOf, n.text.OneOf} {
		either := make(map[string]Property)
		for _, one := range list {
			more, _ := r.properties(r.node(one), depth+1)
			merge(either, more, Property.or)
		}
		merge(known, either, Property.and)
	}
	n.leave(forNames)
	return known, rest
}

// required are the properties that the schema of an object demands.
func (r *reader) required(n *Node, depth int) []string {
	if !n.enter(forRequired, depth) {
		return nil
	}
	keys := n.text.Required
	for _, all := range r.all(n) {
		keys = append(keys, r.required(all, depth+1)...)
	}
	return keys
}

// all are the schemas that hold in addition to the node's own.
func (r *reader) all(n *Node) []*Node {
	var list []*Node
	for _, raw := range n.text.AllOf {
		list = append(list, r.node(raw))
	}
	return append(list, r.resolve(n.text.Ref))
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
func (r *reader) resolve(ref string) *Node {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	if plain, err := url.PathUnescape(pointer); err == nil {
		pointer = plain
	}
	return r.node(r.at(pointer))
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
		object := r.at(parent)
		r.looked(object)
		_ = r.decode(object, &members)
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

// otherNames aren't types of JSON Schema, but tools are declared with them.
var otherNames = map[string]Types{
	"str": String, "text": String, "char": String, "varchar": String, "enum": String,
	"int": Integer, "int8": Integer, "int16": Integer, "int32": Integer, "int64": Integer, "long": Integer, "short": Integer,
	"uint": Integer, "uint8": Integer, "uint16": Integer, "uint32": Integer, "uint64": Integer, "unsigned": Integer,
	"num": Number | Integer, "numeric": Number | Integer, "float": Number | Integer, "float32": Number | Integer, "float64": Number | Integer, "double": Number | Integer,
	"bool": Boolean, "dict": Object, "dictionary": Object, "list": Array, "arr": Array, "tuple": Array,
}

// Named is the type of this name; Any if it is none.
func Named(name []byte) Types { return typeNames[string(name)].and(Any) }

// written is the type that a schema names, ignoring case.
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

// Kind is the type of the JSON values that begin with c. An integer is a
// number, too. Kind is 0 if no value does.
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

// IsInteger reports whether a JSON number is an integer: its exponent moves the point behind all digits
// of its fraction, except for zeros at the end. A negative exponent moves the point over zeros.
func IsInteger(number []byte) bool {
	mantissa, exponent := number, 0
	if i := bytes.IndexAny(number, "eE"); i >= 0 {
		mantissa = number[:i]
		var err error
		if exponent, err = strconv.Atoi(string(bytes.TrimPrefix(number[i+1:], []byte("+")))); err != nil {
			return number[i+1] != '-' // the exponent is huge
		}
	}
	whole, fraction, _ := bytes.Cut(mantissa, []byte("."))
	fraction = bytes.TrimRight(fraction, "0")
	if len(fraction) > 0 || exponent >= 0 {
		return exponent >= len(fraction)
	}
	zeros := len(whole) - len(bytes.TrimRight(whole, "0"))
	return zeros >= -exponent || len(bytes.Trim(whole, "-0")) == 0
}

// Types is a set of JSON types.
type Types uint8

// The types. Where a schema says number, both Number and Integer are in the set.
const (
	String Types = 1 << iota
	Number
	Integer
	Boolean
	Null
	Object
	Array
	unknown

	all = String | Number | Integer | Boolean | Null | Object | Array
	// Any means that nothing is known. It is more than the set of all types.
	Any Types = 0xff
)

var anything = Property{Types: Any, Items: Any}

// A Property is what is known about a property's value.
type Property struct {
	Types Types
	// Items are the types of the elements, if the value is an array.
	Items Types
}

// and combines properties that both hold.
func (p Property) and(q Property) Property {
	return Property{Types: p.Types.and(q.Types), Items: p.Items.and(q.Items)}
}

// or combines properties of which either holds.
func (p Property) or(q Property) Property {
	switch {
	case p.Types&Array == 0:
		p.Items = q.Items
	case q.Types&Array != 0:
		p.Items |= q.Items
	}
	p.Types |= q.Types
	return p
}

// and is the intersection. It is Any if the two contradict each other.
func (t Types) and(u Types) Types {
	if t &= u; t == 0 {
		return Any
	}
	return t
}
