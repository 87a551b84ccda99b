package object

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// unit holds what is known about the call that is being read.
type unit struct {
	given *given
	lex   *lexing
	known
}

// known is what is known about one possible call.
type known struct {
	start int

	source
	identity
	name      string
	nameAt    int // frames around the name
	nameStart int // of the name's text
	nameDepth int // of the object with the name

	def   definition
	args  arguments
	shape *grammar.Shape

	doubled  bool // a second '{' is before it
	none     bool // the name means that nothing is called
	nameKey  bool // a name key was seen
	misnamed bool // the name has quotes in it
	argsKey  bool
	strayed  bool // a key behind the arguments is a property of the tool
	others   bool // there are keys other than name, arguments, id and type
}

type arguments struct {
	kind       argumentsKind
	field      *grammar.Field
	start, end int
	text       []byte // a string's value
	argsAt     int
	depth      int // of the object that they are a member of
}

type argumentsKind uint8

const (
	noArguments argumentsKind = iota
	objectArguments
	stringArguments
	nullArguments
	otherArguments
)

// inherit takes over the properties of the wrapper around a list.
func (u *known) inherit(outer *known) {
	u.via, u.encoded = outer.via, outer.encoded
	u.free = u.free || outer.free
}

// empty reports whether the unit may still be in a wrapper.
func (u *known) empty() bool { return !u.nameKey && !u.argsKey }

// shown reports whether a failed candidate looked like a call.
func (u *unit) shown() bool { return u.nameKey || u.argsKey || u.given.announces() }

// keyedField is the field of a key that names the call, and whose value is the arguments.
var keyedField = grammar.Field{Name: 1, Arguments: 1}

// identity is what the strings next to a call's name say about the call.
type identity struct {
	id        string
	mainID    bool // no other id can take its place
	hasType   bool
	typeFits  bool // the shape has calls of the type
	typeRules bool // the type is one whose arguments are normally a string
}

// identify takes the text of an id or a type, in an object of the shape. late: the call's beginning
// was reported, unless the shape waits for an id.
func (i *identity) identify(f *grammar.Field, text []byte, shape *grammar.Shape, late bool) {
	switch {
	case f.ID() && late && !shape.WaitID:
	case f.ID() && (i.id == "" || f.Holds == grammar.HoldsMainID && !i.mainID):
		i.id, i.mainID = string(text), f.Holds == grammar.HoldsMainID
	case f.Holds == grammar.HoldsType && !i.hasType:
		i.hasType, i.typeFits = true, typeFits(shape, text)
		i.typeRules = string(text) == "function" || string(text) == "function_call"
	}
}

// typeFits reports whether the shape has calls of the type.
func typeFits(shape *grammar.Shape, typ []byte) bool {
	for i := range shape.Fields {
		if f := &shape.Fields[i]; len(f.Types) > 0 && f.Fits(typ) {
			return true
		}
	}
	return false
}

// typeOK reports whether a call that is named by this field may have the type.
func (i *identity) typeOK(named *grammar.Field) bool {
	return named == nil || len(named.Types) == 0 || i.typeFits
}

// awaitsID reports whether an id may follow that must be reported with the beginning of the call.
func (u *known) awaitsID() bool {
	if !u.shape.WaitID || u.named.NoID {
		return false
	}
	return u.id == "" || !u.mainID && u.shape.HasMainID()
}

// argsDepth returns the depth of the arguments' members.
func (u *unit) argsDepth() int { return u.args.depth + 1 }

// wordAtEnd reports whether the arguments are a number or a literal at the end of the output. Then
// the word may be cut off.
func (u *known) wordAtEnd(e *place.Around) bool {
	end := e.Base + len(e.Win)
	return (u.args.kind == nullArguments || u.args.kind == otherArguments) &&
		e.Final && u.args.end == end && e.Win[len(e.Win)-1] != ']'
}
