package object

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// unit holds what is known about the call that is being read.
type unit struct {
	opening *opening
	lex     *lexing
	known
}

// repeats returns what comes more than once.
func (u *unit) repeats() repeated {
	if u.lex.rare == nil {
		return repeated{}
	}
	return u.lex.rare.again
}

// forget forgets what came more than once.
func (u *unit) forget() {
	if u.lex.rare != nil {
		u.lex.rare.again = repeated{}
	}
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
	trailed  bool // a key without a meaning is behind the arguments
	strayed  bool // this key is a property of the tool
	rival    bool // another key may hold the arguments, too
	others   bool // there are keys other than name, arguments, id and type
	beside   bool // one of them is behind the name, in the same object
}

// repeated is what comes more than once in the object of a call.
type repeated struct {
	start, end int  // of the other arguments; 0: there are none, or their end isn't known yet
	differs    bool // there is another name, or there are three arguments
	key        bool // an argument is given twice
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
func (kn *known) inherit(outer *known) {
	kn.via, kn.encoded = outer.via, outer.encoded
	kn.free = kn.free || outer.free
}

// empty reports whether the unit may still be in a wrapper.
func (kn *known) empty() bool { return !kn.nameKey && !kn.argsKey }

// hasOthers reports whether keys without a meaning are next to the arguments. What follows the object decides about them.
func (kn *known) hasOthers() bool { return kn.others && kn.args.kind != noArguments }

// shown reports whether a failed candidate looked like a call.
func (u *unit) shown() bool { return u.nameKey || u.argsKey || u.opening.announces() }

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
func (kn *known) awaitsID() bool {
	if !kn.shape.WaitID || kn.named.NoID {
		return false
	}
	return kn.id == "" || !kn.mainID && kn.shape.HasMainID()
}

// argsDepth returns the depth of the arguments' members.
func (u *unit) argsDepth() int { return u.args.depth + 1 }

// wordAtEnd reports whether the arguments are a number or a literal at the end of the output. Then
// the word may be cut off.
func (kn *known) wordAtEnd(env *body.Env) bool {
	end := env.Base + len(env.Win)
	return (kn.args.kind == nullArguments || kn.args.kind == otherArguments) &&
		env.Final && kn.args.end == end && env.Win[len(env.Win)-1] != ']'
}

// A definition is the evidence that an object is the definition of a tool, which the model repeats.
// A definition, with everything inside it, is content.
// See docs/models/formats, "Definitions".
type definition struct {
	hinted    bool // described or schema is set
	described bool // a description is next to the name
	stage     schemaStage
	from      int    // offset of the arguments' first key
	schema    string // the first key of arguments that are a JSON Schema
}

// A schemaStage is the progress of the search for a JSON Schema in the arguments.
type schemaStage uint8

const (
	schemaSettled schemaStage = iota
	schemaFirstKey
	schemaProperties // behind the key "properties": is its value an object?
	schemaType       // behind the key "type": is its value "object"?
	schemaTyped      // behind the value "object": is the next key one of a schema?
)

// The keys that are evidence of a definition.
const (
	keyDescription = "description"
	keySchema      = "$schema"
	keyProperties  = "properties"
	keyType        = "type"
)

// tellingKeys may be the first key of a schema.
var tellingKeys = [...]string{keySchema, keyProperties, keyType}

// watchEncoded looks for a JSON Schema in arguments that are a string.
func (u *unit) watchEncoded(env *body.Env) {
	if u.opening.tag != nil || !env.Rules.ObjectCalls() || plainlyNoSchema(u.args.text) {
		return
	}
	var s jsonscan.Scanner
	s.Start(0, env.Rules.MaxDepth(), tolerance(env), u.lex.inside())
	d, w := &u.def, &jsonscan.Window{Win: u.args.text, Final: true, Visits: env.Visits}
	if s.Next(w).Kind != jsonscan.ObjectOpen {
		return
	}
	for d.stage = schemaFirstKey; d.stage != schemaSettled; {
		t := s.Next(w)
		var text []byte
		if t.Kind == jsonscan.Key || t.Kind == jsonscan.String {
			text = jsonscan.DecodeString(w.Slice(t.Start, t.End), t.Escaped)
		}
		d.follow(t.Kind, text)
	}
}

// follow reads the next token of the arguments. text is the text of a key or string.
func (d *definition) follow(kind jsonscan.Kind, text []byte) {
	stage := d.stage
	d.stage = schemaSettled
	switch {
	case stage == schemaFirstKey && kind == jsonscan.Key:
		switch string(text) {
		case keySchema:
			d.schema, d.hinted = keySchema, true
		case keyProperties:
			d.stage = schemaProperties
		case keyType:
			d.stage = schemaType
		}
	case stage == schemaProperties && kind == jsonscan.ObjectOpen:
		d.schema, d.hinted = keyProperties, true
	case stage == schemaType && kind == jsonscan.StringBegin, stage == schemaTyped && kind == jsonscan.Comma:
		d.stage = stage
	case stage == schemaType && kind == jsonscan.String && string(text) == "object":
		d.stage = schemaTyped
	case stage == schemaTyped && kind == jsonscan.Key:
		switch string(text) {
		case keyProperties, "required", "additionalProperties":
			d.schema, d.hinted = keyType, true
		}
	}
}

// sureUpTo returns where arguments that may be a schema begin, if that is before end. Otherwise it
// returns end.
func (u *unit) sureUpTo(env *body.Env, end int) int {
	d := &u.def
	if d.stage != schemaFirstKey {
		return min(end, d.from)
	}
	from := u.lex.s.StringStart()
	if from < u.args.start || end <= from {
		return end // there is no key yet
	}
	if read := env.Slice(from+1, end); len(read) == 0 || mayTell(read) {
		return from
	}
	return end
}

// tellingKey reports whether text, behind the brace of an object, begins with a key of a schema.
func tellingKey(text []byte) bool {
	text = text[match.SpaceEnd(text, 0):]
	if len(text) < 2 || text[0] != '"' {
		return false
	}
	switch text[1] {
	case keySchema[0], keyProperties[0], keyType[0]:
		return isTelling(text)
	}
	return false
}

// isTelling reports whether text begins with a key of a schema.
func isTelling(text []byte) bool {
	for _, key := range tellingKeys {
		if n := len(key) + 1; len(text) > n && text[n] == '"' && string(text[1:n]) == key {
			return true
		}
	}
	return false
}

// plainlyNoSchema reports whether text is an object whose first key is plain, and isn't a key of a
// schema.
func plainlyNoSchema(text []byte) bool {
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	text = text[match.SpaceEnd(text, 1):]
	return jsonscan.WholeKey(text) > 0 && !tellingKey(text)
}

// mayTell reports whether a key that begins with the text may be a key of a schema. An escape may be
// any byte.
func mayTell(read []byte) bool {
	switch read[0] {
	case '\\':
		return true
	case keySchema[0], keyProperties[0], keyType[0]:
		return slices.Contains(read, '\\') || slices.ContainsFunc(tellingKeys[:], func(key string) bool {
			return strings.HasPrefix(key, string(read))
		})
	}
	return false
}

// watchSchema follows the first tokens of the arguments.
func (u *unit) watchSchema(w *jsonscan.Window, t jsonscan.Token) {
	d := &u.def
	var text []byte
	if t.Kind == jsonscan.Key || t.Kind == jsonscan.String {
		text = u.lex.log.Decode(w, t)
	}
	if d.stage == schemaFirstKey && t.Kind == jsonscan.Key {
		d.from = u.lex.s.StringStart()
	}
	d.follow(t.Kind, text)
}

// defines reports whether the object is the definition of a tool, as far as it was read. A key that the
// tool has as a property is no evidence.
func (u *unit) defines(env *body.Env) bool {
	d := &u.def
	if u.name == "" || !d.described && d.schema == "" {
		return false
	}
	p := env.Rules.Properties(u.name)
	return d.described && !p.Names([]byte(keyDescription)) || d.schema != "" && !p.Names([]byte(d.schema))
}
