package object

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// unit holds what is known about the call that is being read.
type unit struct {
	given *given
	lex   *lexing
	known
}

// known is what is known about one possible call.
type known struct {
	start   int
	doubled bool // a second '{' is before it

	source
	identity
	name      string
	none      bool // the name means that nothing is called
	nameKey   bool // a name key was seen
	nameAt    int  // frames around the name
	nameStart int  // of the name's text
	nameDepth int  // of the object with the name
	misnamed  bool // the name has quotes in it

	def     definition
	args    arguments
	argsKey bool
	strayed bool // a key behind the arguments is a property of the tool
	others  bool // there are keys other than name, arguments, id and type
	shape   *grammar.Shape
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

// A spot is the place of a key or a value: its field, its object, and how many frames are open.
type spot struct {
	field *grammar.Field
	in    *frame
	n     int
}

// starts begins a unit, which may be a call, at offset at.
func (u *unit) starts(e *place.Around, at int, doubled bool) {
	u.known = known{}
	u.start, u.doubled, u.free = at, doubled, u.given.freeText(e, at)
}

// inherit takes over the properties of the wrapper around a list.
func (u *known) inherit(outer *known) {
	u.via, u.encoded = outer.via, outer.encoded
	u.free = u.free || outer.free
}

// empty reports whether the unit may still be in a wrapper.
func (u *known) empty() bool { return !u.nameKey && !u.argsKey }

// shown reports whether a failed candidate looked like a call.
func (u *unit) shown() bool { return u.nameKey || u.argsKey || u.given.announces() }

func (u *known) sawKey(f *grammar.Field) {
	switch {
	case f == nil:
		u.others = true
	case f.Name != 0 && f.Shape == nil:
		u.nameKey = true
	case f.Arguments != 0:
		u.argsKey = true
	}
}

// keyed handles a key of an object whose first key may name the call. It returns the key's field.
// ok is false if another key follows the key that named the call.
func (u *unit) keyed(e *place.Around, raw []byte, start int, at spot) (_ *grammar.Field, ok bool) {
	switch {
	case u.named == &keyedField:
		return nil, false
	case at.field != nil:
		u.free = true
	case u.empty() && !u.others && u.id == "" && names.Valid(e.Config.Tools, raw):
		name, kind := names.True(e.Visits, e.Config, raw)
		if kind != 0 {
			u.lex.note(kind, start-1)
		}
		at.field = &keyedField
		u.isNamed(at, start)
		u.name = e.Intern(name)
	}
	return at.field, true
}

// keyedField is the field of a key that names the call, and whose value is the arguments.
var keyedField = grammar.Field{Name: 1, Arguments: 1}

// strays notes a key next to the arguments that is a property of the tool. A surplus brace may have
// closed the arguments before it.
func (u *unit) strays(e *place.Around, key []byte) {
	if u.args.kind == objectArguments && u.args.end > 0 && u.args.depth == u.lex.s.Nesting.Depth() && e.Rules.Properties(u.name).Names(key) {
		u.strayed = true
	}
}

// argumentsBegin notes the start of the arguments.
func (u *unit) argumentsBegin(start int, kind argumentsKind, at spot) {
	f := at.field
	if u.args.kind != noArguments || u.named != nil && (u.named.Name&f.Arguments == 0 || u.nameAt != at.n) {
		return
	}
	u.args = arguments{kind: kind, field: f, start: start, argsAt: at.n, depth: at.in.depth}
	u.free = u.free || f.Free
	if kind == objectArguments {
		u.lex.s.Given.RepairDepth = u.lex.s.Nesting.Depth()
	}
	u.shape = at.in.shape
}

func kindOfWord(w *jsonscan.Window, t jsonscan.Token) argumentsKind {
	if t.Kind == jsonscan.Literal {
		if c := w.Slice(t.Start, t.End)[0]; c == 'n' || c == 'N' {
			return nullArguments
		}
	}
	return otherArguments
}

func (u *known) valueEnds(f *grammar.Field, end int) {
	if u.args.kind != noArguments && u.args.end == 0 && f == u.args.field {
		u.args.end = end
	}
}

// stringValue handles a string outside of a skipped value.
func (u *unit) stringValue(e *place.Around, w *jsonscan.Window, t jsonscan.Token, at spot) {
	f := at.field
	switch {
	case f.Name != 0 && u.named == nil && u.name == "":
		u.setName(e, w, t, at)
	case f.Holds != grammar.HoldsNothing:
		u.identify(f, u.lex.log.Decode(w, t), at.in.shape, u.args.kind != noArguments && !u.given.held)
	case f.Arguments != 0 && u.args.kind == stringArguments && u.args.end == 0:
		u.args.text = u.lex.log.Decode(w, t)
		if !t.Escaped {
			u.args.text = e.Visits.Clone(u.args.text) // the window may change
		}
		u.watchEncoded(e)
	}
}

// numberID handles a number outside of a skipped value. The number may be an id.
func (u *known) numberID(w *jsonscan.Window, t jsonscan.Token, f *grammar.Field) {
	if f != nil && f.Holds == grammar.HoldsNumericID && t.Kind == jsonscan.Number && u.id == "" && u.args.kind == noArguments {
		u.id = string(w.Slice(t.Start, t.End))
	}
}

func (u *unit) setName(e *place.Around, w *jsonscan.Window, t jsonscan.Token, at spot) {
	f := at.field
	if u.args.kind != noArguments && (f.Name&u.args.field.Arguments == 0 || u.args.argsAt != at.n) {
		return
	}
	name := u.lex.log.Decode(w, t)
	if f.Prefix != "" {
		name = bytes.TrimPrefix(name, []byte(f.Prefix))
	}
	plain := names.Plain(name)
	if !plain {
		var kind repair.Kind
		if name, kind = names.True(e.Visits, e.Config, name); kind != 0 {
			u.lex.note(kind, t.Start-1)
		}
	}
	u.nameKey = true
	u.free = u.free || f.Free
	u.isNamed(at, t.Start)
	u.def.described = at.in.described
	u.def.hinted = u.def.hinted || u.def.described
	if u.none = e.Rules.NoCall(name); u.none {
		return
	}
	if plain || names.Valid(e.Config.Tools, name) {
		u.name = e.Intern(name)
	}
	u.misnamed = !plain && e.Visits.IndexByte(name, '"') >= 0 && !e.Declared(u.name)
}

// isNamed notes the place of the name, which starts at offset start.
func (u *known) isNamed(at spot, start int) {
	u.named, u.nameAt = at.field, at.n
	u.nameStart, u.nameDepth = start, at.in.depth
	u.shape = at.in.shape
}

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
