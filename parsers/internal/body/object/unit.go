package object

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

type argumentsKind uint8

const (
	noArguments argumentsKind = iota
	objectArguments
	stringArguments
	nullArguments
	otherArguments
)

// unit is what is known of one possible call.
type unit struct {
	start   int
	doubled bool // a second '{' stands before it
	free    bool
	begun   bool
	closed  bool           // the closers that it lacks were noted
	flushed int            // arguments up to here were reported
	settled bool           // what the whole unit is was decided:
	weak    bool           // a call with weak arguments,
	reason  parsers.Reason // or none
	message string

	name      string
	none      bool           // it says that nothing is called
	named     *grammar.Field // the key that named it
	nameKey   bool           // a name key was seen
	nameAt    int            // frames around the name
	nameStart int            // of the name's text
	nameDepth int            // of the object with the name
	flat      flatness

	definition
	args      arguments
	argsKey   bool
	id        string
	mainID    bool // no other id can take its place
	hasType   bool
	typeFits  bool // the shape has calls of the type
	typeRules bool // the type is one whose arguments are a string by rule
	announced bool // a marker says that this is a call
	strayed   bool // one of these, behind the arguments, is a property of the tool
	others    bool // keys beside name, arguments, id and type
	openAI    bool
	shape     *grammar.Shape
	via       *grammar.Field // the wrapper that was entered
}

type arguments struct {
	kind       argumentsKind
	field      *grammar.Field
	start, end int
	text       []byte // a string's value
	argsAt     int
	depth      int // of the object that they are a member of
}

// empty tells whether the unit could still be in a wrapper.
func (u *unit) empty() bool { return !u.nameKey && !u.argsKey }

// shown tells whether what failed looked like a call.
func (u *unit) shown() bool { return u.nameKey || u.argsKey || u.announced }

func (u *unit) sawKey(f *grammar.Field) {
	switch {
	case f == nil:
		u.others = true
	case f.Name != 0 && f.Object == nil:
		u.nameKey = true
	case f.Arguments != 0:
		u.argsKey = true
	}
}

// enter notes that the call is inside the value of f.
func (u *unit) enter(f *grammar.Field) {
	u.via = f
	u.openAI = u.openAI || f.OpenAI
	u.free = u.free || f.Free
}

func kindOfWord(w *jsonscan.Window, t jsonscan.Token) argumentsKind {
	if t.Kind == jsonscan.Literal {
		if c := w.Slice(t.Start, t.End)[0]; c == 'n' || c == 'N' {
			return nullArguments
		}
	}
	return otherArguments
}

// valueBegins notes the start of the arguments.
func (j *Call) valueBegins(t jsonscan.Token, kind argumentsKind) {
	u, f := &j.unit, j.field
	if f == nil || f.Arguments == 0 || u.args.kind != noArguments {
		return
	}
	if u.named != nil && (u.named.Name&f.Arguments == 0 || u.nameAt != j.n) {
		return
	}
	u.args = arguments{kind: kind, field: f, start: t.Start, argsAt: j.n, depth: j.frames[j.n-1].depth}
	u.flushed = max(u.flushed, t.Start)
	u.free = u.free || f.Free
	if kind == objectArguments {
		j.s.MayRepairBrackets(j.s.Depth())
	}
	u.shape = j.frames[j.n-1].shape
}

func (j *Call) valueEnds(end int) {
	u := &j.unit
	if u.args.kind != noArguments && u.args.end == 0 && j.field == u.args.field {
		u.args.end = end
	}
	j.field = nil
}

// stringValue handles a string outside of a skipped value.
func (j *Call) stringValue(e *place.Around, w *jsonscan.Window, t jsonscan.Token) {
	u, f := &j.unit, j.field
	switch {
	case f == nil:
	case f.Name != 0 && u.named == nil && u.name == "":
		j.setName(e, w, t)
	case f.ID && u.args.kind != noArguments && !j.held && !j.frames[j.n-1].shape.WaitID: // too late
	case f.ID && (u.id == "" || f.MainID && !u.mainID):
		u.id, u.mainID = string(j.decode(w, t)), f.MainID
	case f.Type && !u.hasType:
		u.setType(j.decode(w, t), j.frames[j.n-1].shape)
	case f.Arguments != 0 && u.args.kind == stringArguments && u.args.end == 0:
		u.args.text = j.decode(w, t)
		if !t.Escaped {
			u.args.text = e.Visits.Clone(u.args.text) // the window may go
		}
		j.watchEncoded(e)
	}
}

// numberID handles a number outside of a skipped value: it may be an id.
func (j *Call) numberID(w *jsonscan.Window, t jsonscan.Token) {
	if u, f := &j.unit, j.field; f != nil && f.Number && t.Kind == jsonscan.Number && u.id == "" && u.args.kind == noArguments {
		u.id = string(w.Slice(t.Start, t.End))
	}
}

func (j *Call) setName(e *place.Around, w *jsonscan.Window, t jsonscan.Token) {
	u, f := &j.unit, j.field
	if u.args.kind != noArguments && (f.Name&u.args.field.Arguments == 0 || u.args.argsAt != j.n) {
		return
	}
	name := j.decode(w, t)
	if f.Prefix != "" {
		name = bytes.TrimPrefix(name, []byte(f.Prefix))
	}
	plain := names.Plain(name)
	if !plain {
		var kind repair.Kind
		if name, kind = names.True(e.Visits, e.Config, name); kind != 0 {
			j.note(kind, t.Start-1)
		}
	}
	u.nameKey = true
	u.named, u.nameAt = f, j.n
	u.free = u.free || f.Free
	u.nameStart, u.nameDepth = t.Start, j.frames[j.n-1].depth
	u.shape = j.frames[j.n-1].shape
	u.described = j.frames[j.n-1].described
	u.hinted = u.hinted || u.described
	if u.none = e.NoCall(name); u.none {
		return
	}
	if plain || names.Valid(e.Config.Tools, name) {
		u.name = e.Intern(name)
	}
	if !plain && e.Visits.IndexByte(name, '"') >= 0 && !e.Declared(u.name) {
		u.reason, u.message = parsers.ReasonMalformed, "the name has quotes in it"
	}
}

// decode is the value of a string token.
func (j *Call) decode(w *jsonscan.Window, t jsonscan.Token) []byte {
	raw := w.Slice(t.Start, t.End)
	if !t.Escaped {
		return raw
	}
	if j.log.Edited(t.Start, t.End) {
		raw = j.log.Append(nil, w, t.Start, t.End)
	}
	return jsonscan.DecodeString(raw, true)
}

// maybeBegin reports the call as soon as its name, id and the start of its
// arguments are known.
func (j *Call) maybeBegin(e *place.Around) {
	u := &j.unit
	if u.begun || u.name == "" || u.reason != parsers.ReasonUnspecified || u.args.kind == noArguments || u.doubled || j.held || j.tag != nil && j.tag.holds() {
		return
	}
	if u.args.kind != objectArguments && (u.args.kind != otherArguments || !e.Declared(u.name)) {
		return
	}
	if u.awaitsID() || !u.typeOK() {
		return
	}
	u.begun = true
	e.Handler.BeginCall(j.describes(e))
}

// awaitsID tells whether an id may come that the call must begin with.
func (u *unit) awaitsID() bool {
	if !u.shape.WaitID || u.named.NoID {
		return false
	}
	return u.id == "" || !u.mainID && u.shape.HasMainID()
}

// setType notes the type of an object of the shape.
func (u *unit) setType(typ []byte, shape *grammar.Shape) {
	u.hasType = true
	u.typeRules = typeRules(typ)
	u.typeFits = u.typeFits || typeFits(shape, typ)
}

// typeRules tells whether the type is one whose arguments are a string by rule.
func typeRules(typ []byte) bool { return string(typ) == "function" || string(typ) == "function_call" }

// typeFits tells whether the shape has calls of the type.
func typeFits(shape *grammar.Shape, typ []byte) bool {
	for i := range shape.Fields {
		if f := &shape.Fields[i]; len(f.Types) > 0 && f.Fits(typ) {
			return true
		}
	}
	return false
}

func (u *unit) typeOK() bool {
	return u.named == nil || len(u.named.Types) == 0 || u.typeFits
}

// argsDepth is the depth of the arguments' members.
func (j *Call) argsDepth() int { return j.unit.args.depth + 1 }
