package schema

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
