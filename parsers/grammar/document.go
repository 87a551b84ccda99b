package grammar

// A Document is the response of a vendor's API as a table: the ways from its
// outermost value to its parts. It stands at the start of the output, is
// strict JSON, and is delivered when it closes: its texts are the content, its
// calls the calls, all else of it is markup. What breaks it turns all of it
// into running text.
type Document struct {
	// Object is what an object at the start of the output is; nil: no
	// document begins with one. It is a document if a [Key.Is] proved it, or
	// if it holds a call.
	Object *Level
	// List is what the elements of an array at the start of the output are;
	// nil: no document begins with one. It is a document if it holds a call.
	List *Level
	// Formats are those of its calls. One that was cut off is counted under the
	// first, or under what a Key gives. Where a document's own format, and that
	// of its calls, don't count, it is running text.
	Formats []string
}

// A Level is an object on the way to a document's parts, or a part.
type Level struct {
	// Keys are the keys that mean something. The first key of a document must
	// be one of them; others are ignored, and so is a key's second value.
	Keys []Key
	// Part is what the object is if its type and its keys don't say more.
	Part Part
	// Types, if there are any, say what an object of a type is, whatever its keys:
	// the first one that fits. Of a type that none fits it is PartUnknown.
	Types []PartOfType
	// Call is the shape of the object if it is a call. It holds no lists. A Level of PartCall
	// without Keys is a call that the key it is under names.
	Call *Shape
}

// A PartOfType says what an object of a type is. A type that begins with a '*'
// stands for all that end in the rest of it.
type PartOfType struct {
	Type string
	Part Part
}

// PartOf is what an object of the type is.
func (l *Level) PartOf(typ []byte) Part {
	for _, t := range l.Types {
		if matches(t.Type, typ) {
			return t.Part
		}
	}
	return PartUnknown
}

// A Part says what an object of a document is. Of several that the object's
// keys say, the last one here counts.
type Part uint8

const (
	// PartUnknown breaks the shape.
	PartUnknown Part = iota
	// PartInside is no part itself: its keys lead on to some.
	PartInside
	// PartMarkup is syntax, with all that is in it: calls that the provider
	// runs, and their results.
	PartMarkup
	// PartCall is a call; its span is the object's.
	PartCall
	// PartReasoning is the model's reasoning.
	PartReasoning
)

// A Key is a key of a Level. Its value may always be null. A value of another
// kind than the key leads to breaks the shape; a key that leads nowhere may
// hold anything.
type Key struct {
	Name string
	// Level, if set, is what the objects under this key are.
	Level *Level
	// Nesting says where these objects are in the key's value.
	Nesting Nesting
	// Says is what the string under this key is.
	Says Says
	// Is: the string under this key must be one of these; it proves that this
	// is the vendor's response.
	Is []string
	// Part: an object with this key is this, unless the key's value is false or null.
	Part Part
	// Format is the format of a document with this key; "" says nothing.
	Format string
}

// Says is what the string under a key is.
type Says uint8

const (
	// SaysNothing: the string means nothing.
	SaysNothing Says = iota
	// SaysText: content.
	SaysText
	// SaysReasoning: the model's reasoning.
	SaysReasoning
	// SaysType: the type of the object.
	SaysType
	// SaysCode: after its first ": ", the Python calls that the vendor couldn't read.
	SaysCode
	// SaysFailure: if it is one of Is, the vendor couldn't read the code; that proves the
	// vendor's response. It may be another one.
	SaysFailure
)

// Leads reports whether the kind of the key's value matters.
func (k *Key) Leads() bool {
	if k.Says == SaysCode || k.Says == SaysFailure {
		return false
	}
	return k.Level != nil || k.Says != SaysNothing || len(k.Is) > 0
}

// Calls reports whether the object under the key is a call that the key names.
func (k *Key) Calls() bool {
	return k.Nesting == NestedObject && k.Level != nil && k.Level.Part == PartCall && len(k.Level.Keys) == 0
}

// Key is the index of a key; -1 if it means nothing.
func (l *Level) Key(name []byte) int {
	for i := range l.Keys {
		if l.Keys[i].Name == string(name) {
			return i
		}
	}
	return -1
}
