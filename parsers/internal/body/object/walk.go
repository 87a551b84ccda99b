package object

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// walk decides where in the shape and in the list the reading is.
type walk struct {
	*below
	verdict *verdict

	list      bool // there are several calls, and the opening of their list was reported
	doubled   bool // the arguments began with a surplus '{'
	n         int  // frames in use
	field     *grammar.Field
	skip      int // the depth at which a value without anything of interest ends; 0: none
	listAt    int // frames in use between the elements of the list
	listEnd   int // where the list was closed in its wrapper
	extraList int // a surplus bracket before the list; 0: none
	frames    [maxFrames]frame

	fresh  known // the unit as it started
	freshN int   // the frames in use at the unit's start
}

func (j *walk) reset() {
	j.list, j.doubled = false, false
	j.n, j.field, j.skip, j.listAt, j.listEnd, j.extraList = 0, nil, 0, 0, 0, 0
	j.freshN = 0
}

// startUnit starts what may be one call.
func (j *walk) startUnit(e *body.Around, at int, doubled bool) {
	u := &j.unit
	u.known = known{}
	u.start, u.doubled, u.free = at, doubled, j.given.freeText(e, at)
	j.startsUnit()
	j.fresh, j.freshN = u.known, j.n
}

// startsUnit resets the parts that hold the state of a unit.
func (j *walk) startsUnit() {
	j.report.begun, j.report.flushed = false, 0
	j.verdict.starts()
	j.lex.s.Given.RepairDepth = 0
	j.again.Starts(&j.lex.s, j.unit.start)
}

// startArguments starts the arguments of a call that the header names.
func (j *walk) startArguments(e *body.Around, t *Header) {
	j.frames[0], j.n = frame{shape: &headerShape}, 1
	j.field = &headerField
	j.startUnit(e, t.Start, false)
	j.unit.name, j.unit.id = t.Name, t.ID
	j.unit.argsKey, j.unit.shape = true, &headerShape
	j.fresh = j.unit.known
}

// nextElement continues in a list behind the element that ends at end.
func (j *walk) nextElement(end int) phase {
	j.unit.known = known{}
	j.unit.start = end
	j.unit.inherit(&j.fresh)
	j.startsUnit()
	j.again.NoSearch()
	j.lex.log.Reset()
	j.lex.s.Notes.Repaired, j.lex.s.Notes.Doubtful = 0, false
	j.skip, j.field = 0, nil
	return scanning
}

// rewind goes back to the start of the unit, which is read a second time. The second reading is the
// same up to offset at.
func (j *walk) rewind(e *body.Around, at int) {
	j.report.rewindTo(e, at)
	j.verdict.starts()
	j.lex.log.Truncate(j.unit.start)
	j.unit.known = j.fresh
	j.n, j.skip, j.field = j.freshN, 0, nil
	if j.given.alone() {
		j.field = &headerField
	}
}

// outer returns how many brackets are open around the unit.
func (j *walk) outer() int { return max(j.again.From.Nesting.Depth()-1, 0) }

// maxFrames is the maximum nesting depth of the shapes' objects and lists.
const maxFrames = 8

// A frame is an object or a list that may contain a call.
type frame struct {
	shape *grammar.Shape
	depth int32 // at most parsers.MaxDepth
	list  bool
	first bool // an array whose first element may contain calls
	taken bool // the first element was read
	// described: the object has a description.
	described bool
}

// open handles the opening of a container outside of a skipped value.
func (j *walk) open(e *body.Around, t jsonscan.Token) {
	depth := j.lex.s.Nesting.Depth()
	if j.n == 0 {
		j.frames[0] = frame{shape: j.given.root, depth: int32(depth), list: t.Kind == jsonscan.ArrayOpen}
		j.n = 1
		return
	}
	top := &j.frames[j.n-1]
	if top.list {
		j.openElement(e, t, top)
		return
	}
	if top.first {
		if top.taken || t.Kind == jsonscan.ArrayOpen {
			j.skip = depth
		} else {
			j.push(frame{shape: top.shape, depth: int32(depth)})
		}
		top.taken = true
		return
	}
	array := t.Kind == jsonscan.ArrayOpen
	if f := j.field; f != nil && f.Shape != nil && array == (f.Nesting != grammar.NestedObject) && j.unit.empty() && !(array && j.list) {
		j.push(frame{shape: f.Shape, depth: int32(depth), list: f.Nesting == grammar.NestedList, first: f.Nesting == grammar.NestedFirst})
		if f.Nesting != grammar.NestedFirst {
			j.unit.enter(f)
		}
		return
	}
	kind := objectArguments
	if array {
		kind = otherArguments
	}
	j.valueBegins(t.Start, kind)
	j.skip = depth
	if u := &j.unit; !j.given.alone() && e.Rules.ObjectCalls() && kind == objectArguments && u.args.start == t.Start {
		u.def.stage = schemaFirstKey
	}
	j.report.maybeBegin(e)
}

func (j *walk) push(f frame) {
	if j.n < maxFrames {
		j.frames[j.n] = f
		j.n++
	} else {
		j.skip = int(f.depth)
	}
}

// openElement starts an element of a list.
func (j *walk) openElement(e *body.Around, t jsonscan.Token, list *frame) {
	if t.Kind == jsonscan.ArrayOpen {
		if j.n == 1 && (!j.list || j.listAt > 1) && j.given.marked() {
			j.extraList = t.Start
			j.push(frame{shape: list.shape, depth: int32(j.lex.s.Nesting.Depth()), list: true})
			return
		}
		j.openList(e, t.Start)
		j.skip, j.freshN = j.lex.s.Nesting.Depth(), j.n+1
		j.again.From = j.lex.s
		j.unit.start = t.Start
		return
	}
	if !j.openList(e, t.Start) {
		e.Markup(t.Start, parsers.RoleBetween)
	}
	inherited := j.unit.known
	j.startUnit(e, t.Start, false)
	j.unit.inherit(&inherited)
	j.push(frame{shape: list.shape, depth: int32(j.lex.s.Nesting.Depth())})
	j.fresh, j.freshN = j.unit.known, j.n
	if j.extraList > 0 {
		j.lex.note(repair.ExtraOpener, j.extraList)
		j.extraList = 0
	}
}

// openList reports the opening of the list whose first element starts at offset at. It returns
// false if the opening was reported before.
func (j *walk) openList(e *body.Around, at int) bool {
	if j.list {
		return false
	}
	j.list, j.listAt = true, j.n
	e.Markup(at, parsers.RoleOpen)
	return true
}

// beginsListWithText reports whether the current string is the first element of a possible list in
// running text, or any element once the fuel is spent.
func (j *walk) beginsListWithText(e *body.Around) bool {
	return j.given.tag == nil && !j.given.held && (!j.list || e.Costs.Fuel().Spent()) && j.n > 0 && j.frames[j.n-1].list
}

// argumentsEnded reports whether the JSON of a tagged call is complete.
func (j *walk) argumentsEnded() bool {
	return j.given.alone() && j.lex.s.Done()
}

// betweenElements reports whether the scanner is in a list, but not in an element.
func (j *walk) betweenElements() bool {
	return j.list && j.n > 0 && j.frames[j.n-1].list
}

// doublesArguments starts again at offset at if the second '{' of the arguments is there, directly
// behind the first. If two braces close the arguments, one opening brace is surplus.
func (j *walk) doublesArguments(e *body.Around, at int) bool {
	u := &j.unit
	if !j.given.alone() || j.doubled || !e.Repairs() || e.Win[at-e.Base] != '{' || u.args.start != at-1 {
		return false
	}
	j.report.rewindTo(e, u.args.start)
	j.report.flushed = max(j.report.flushed, at)
	u.args = arguments{}
	j.doubled = true
	j.skip, j.field = 0, &headerField
	j.lex.s.Start(at, e.Rules.MaxDepth(), tolerance(e), &j.lex.log)
	j.again.From = j.lex.s
	return true
}

// doublesElement skips the second '{' of a list's element, at offset at. If two braces close the
// element, one opening brace is surplus.
func (j *walk) doublesElement(e *body.Around, at int) bool {
	u := &j.unit
	opening := j.list && j.n == j.listAt+1 && j.skip == 0 && u.empty()
	if !opening || u.doubled || !e.Repairs() || e.Win[at-e.Base] != '{' || u.start != at-1 {
		return false
	}
	u.doubled = true
	j.lex.s.SkipByte(repair.Unspecified)
	return true
}

// closesNothing reports whether the closer c, behind the unit, is surplus: no bracket that it could
// close is open.
func (j *walk) closesNothing(e *body.Around, c byte) bool {
	if j.list {
		return c == '}'
	}
	return c == '}' && e.Prose.Open().Braces == 0 || c == ']' && e.Prose.Open().Brackets == 0
}

// key handles the key of the next value. It returns false if no key is allowed here.
func (j *walk) key(e *body.Around, raw []byte, start int) bool {
	u, in := &j.unit, &j.frames[j.n-1]
	j.field = in.shape.Field(raw)
	switch {
	case !in.shape.Keyed:
	case u.named == &keyedField: // no other key follows the one that named the call
		j.field = nil
		return false
	case j.field != nil:
		u.free = true
	case u.empty() && !u.others && u.id == "" && names.Valid(e.Config.Tools, raw):
		name, kind := names.True(e.Visits, e.Config, raw)
		if kind != 0 {
			j.lex.note(kind, start-1)
		}
		j.field = &keyedField
		j.isNamed(start)
		u.name = e.Intern(name)
	}
	switch f := j.field; {
	case f == nil:
		u.others = true
		// A surplus brace may have closed the arguments before a property of the tool.
		u.strayed = u.strayed || u.args.kind == objectArguments && u.args.end > 0 &&
			u.args.depth == j.lex.s.Nesting.Depth() && e.Rules.Properties(u.name).Names(raw)
	case f.Name != 0 && f.Shape == nil:
		u.nameKey = true
	case f.Arguments != 0:
		u.argsKey = true
	}
	if e.Rules.ObjectCalls() && string(raw) == keyDescription {
		in.described = true
		u.def.described = u.def.described || u.named != nil && u.nameAt == j.n
		u.def.hinted = u.def.hinted || u.def.described
	}
	return true
}

// valueBegins notes the start of a value, which may be the arguments.
func (j *walk) valueBegins(start int, kind argumentsKind) {
	u, f := &j.unit, j.field
	if f == nil || f.Arguments == 0 || u.args.kind != noArguments || u.named != nil && (u.named.Name&f.Arguments == 0 || u.nameAt != j.n) {
		return
	}
	in := &j.frames[j.n-1]
	u.args = arguments{kind: kind, field: f, start: start, argsAt: j.n, depth: int(in.depth)}
	u.free = u.free || f.Free
	if kind == objectArguments {
		j.lex.s.Given.RepairDepth = j.lex.s.Nesting.Depth()
	}
	u.shape = in.shape
}

func kindOfWord(w *jsonscan.Window, t jsonscan.Token) argumentsKind {
	if t.Kind == jsonscan.Literal {
		if c := w.Slice(t.Start, t.End)[0]; c == 'n' || c == 'N' {
			return nullArguments
		}
	}
	return otherArguments
}

func (j *walk) valueEnds(end int) {
	if u := &j.unit; u.args.kind != noArguments && u.args.end == 0 && j.field == u.args.field {
		u.args.end = end
	}
	j.field = nil
}

// stringValue handles a string that is a member's value, outside of a skipped value.
func (j *walk) stringValue(e *body.Around, w *jsonscan.Window, t jsonscan.Token) {
	u, f := &j.unit, j.field
	switch {
	case f.Name != 0 && u.named == nil && u.name == "":
		j.setName(e, w, t)
	case f.Holds != grammar.HoldsNothing:
		u.identify(f, j.lex.log.Decode(w, t), j.frames[j.n-1].shape, u.args.kind != noArguments && !j.given.held)
	case f.Arguments != 0 && u.args.kind == stringArguments && u.args.end == 0:
		u.args.text = j.lex.log.Decode(w, t)
		if !t.Escaped {
			u.args.text = e.Visits.Clone(u.args.text) // the window may change
		}
		u.watchEncoded(e)
	}
}

// numberID handles a number outside of a skipped value. The number may be an id.
func (j *walk) numberID(w *jsonscan.Window, t jsonscan.Token) {
	u, f := &j.unit, j.field
	if f != nil && f.Holds == grammar.HoldsNumericID && t.Kind == jsonscan.Number && u.id == "" && u.args.kind == noArguments {
		u.id = string(w.Slice(t.Start, t.End))
	}
}

func (j *walk) setName(e *body.Around, w *jsonscan.Window, t jsonscan.Token) {
	u, f := &j.unit, j.field
	if u.args.kind != noArguments && (f.Name&u.args.field.Arguments == 0 || u.args.argsAt != j.n) {
		return
	}
	name := j.lex.log.Decode(w, t)
	if f.Prefix != "" {
		name = bytes.TrimPrefix(name, []byte(f.Prefix))
	}
	plain := names.Plain(name)
	if !plain {
		var kind repair.Kind
		if name, kind = names.True(e.Visits, e.Config, name); kind != 0 {
			j.lex.note(kind, t.Start-1)
		}
	}
	u.nameKey = true
	u.free = u.free || f.Free
	j.isNamed(t.Start)
	u.def.described = j.frames[j.n-1].described
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
func (j *walk) isNamed(start int) {
	u, in := &j.unit, &j.frames[j.n-1]
	u.named, u.nameAt = j.field, j.n
	u.nameStart, u.nameDepth = start, int(in.depth)
	u.shape = in.shape
}
