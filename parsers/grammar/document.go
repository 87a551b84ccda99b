package grammar

// A Document describes the response of a vendor's API: the ways from its outermost value to its
// parts. One of Object and List must be set. The response is at the start of the output, is strict
// JSON, and is delivered when it closes. Its texts are the content, its calls are the calls, and
// the rest of it is markup. If anything breaks it, all of it is running text.
type Document struct {
	// Object describes an object at the start of the output. It is a document if a [Key.Is] proved
	// it, or if it holds a call. If Object is nil, no document begins with an object.
	Object *Level
	// List describes the elements of an array at the start of the output. The array is a document
	// if it holds a call. If List is nil, no document begins with an array.
	List *Level
	// Formats are the formats of its calls. At least one is required. A document that was cut off
	// is counted under the first one, or under the format that a Key gives. Where the document's
	// own format, and the formats of its calls, don't count, it is running text.
	Formats []string
}

// A Level describes an object on the way to a document's parts, or a part.
type Level struct {
	// Keys are the keys that mean something. The first key of a document must be one of them. Other
	// keys are ignored, and so is the second value of a key.
	Keys []Key
	// Part is what the object is if its type and its keys don't say more. The default is
	// [PartUnknown].
	Part Part
	// Types say what an object of a type is, whatever its keys are. The first one that fits counts.
	// If none fits, the object is PartUnknown. If Types is empty, the type means nothing.
	Types []PartOfType
	// Call is the shape of the object if it is a call. The shape holds no lists. A Level of
	// PartCall without Keys is a call that the key above it names.
	Call *Shape
}

// A PartOfType says what an object of a type is. A Type that begins with a '*' stands for all types
// that end in the rest of it.
type PartOfType struct {
	Type string
	Part Part
}

// PartOf returns what an object of the type is.
func (l *Level) PartOf(typ []byte) Part {
	for _, t := range l.Types {
		if matches(t.Type, typ) {
			return t.Part
		}
	}
	return PartUnknown
}

// A Part says what an object of a document is. If the object's keys say several, the last one in
// this list counts.
type Part uint8

const (
	// PartUnknown: the object breaks the document's shape.
	PartUnknown Part = iota
	// PartInside: the object isn't a part itself, but its keys lead to parts.
	PartInside
	// PartMarkup: the object is syntax, with everything in it, such as calls that the provider
	// runs, and their results.
	PartMarkup
	// PartCall: the object is a call, and the call's span is the object's.
	PartCall
	// PartReasoning: the object is the model's reasoning.
	PartReasoning
)

// A Key is a key of a Level. Its value may always be null. A value of another kind than the key
// leads to breaks the document's shape. A key that leads nowhere may hold anything.
type Key struct {
	// Name is the key, such as "content".
	Name string
	// Level, if set, describes the objects under this key. If it is nil, the key leads to none.
	Level *Level
	// Nesting says where these objects are in the key's value. By default, the value is the object.
	Nesting Nesting
	// Says is the meaning of the string under this key. By default, it has none.
	Says Says
	// Is, if not empty, lists the strings that may be under this key. One of them proves that this
	// is the vendor's response. With [SaysFailure], other strings may be there, too.
	Is []string
	// Part is what an object with this key is, unless the key's value is false or null. The
	// default, [PartUnknown], says nothing.
	Part Part
	// Format is the format of a document with this key. If it is empty, it says nothing.
	Format string
}

// Says is the meaning of the string under a key.
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
	// SaysFailure: if the string is one of Is, the vendor couldn't read the code. This proves the
	// vendor's response. Other strings may be there, too.
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

// Key returns the index of a key, or -1 if the key means nothing.
func (l *Level) Key(name []byte) int {
	for i := range l.Keys {
		if l.Keys[i].Name == string(name) {
			return i
		}
	}
	return -1
}
