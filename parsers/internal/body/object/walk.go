package object

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// walk decides where in the shape and in the list the reading is.
type walk struct {
	*below
	verdict *verdict

	list      bool // there are several calls, and the opening of their list was reported
	surplus   int  // how many surplus '{' the arguments began with
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

func (wk *walk) reset() {
	wk.list, wk.surplus = false, 0
	wk.n, wk.field, wk.skip, wk.listAt, wk.listEnd, wk.extraList = 0, nil, 0, 0, 0, 0
	wk.freshN = 0
}

// startUnit starts what may be one call.
func (wk *walk) startUnit(env *body.Env, at int, doubled bool) {
	u := &wk.unit
	u.known = known{}
	u.start, u.doubled, u.free = at, doubled, wk.opening.freeText(env, at)
	wk.startsUnit()
	wk.fresh, wk.freshN = u.known, wk.n
}

// startsUnit resets the parts that hold the state of a unit.
func (wk *walk) startsUnit() {
	wk.report.begun, wk.report.flushed = false, 0
	wk.unit.forget()
	wk.verdict.starts()
	wk.lex.s.Corrections.RepairDepth = 0
	wk.again.Starts(&wk.lex.s, wk.unit.start)
}

// startArguments starts the arguments of a call that the header names.
func (wk *walk) startArguments(env *body.Env, t *Header) {
	wk.frames[0], wk.n = frame{shape: &headerShape}, 1
	wk.field = &headerField
	wk.startUnit(env, t.Start, false)
	wk.unit.name, wk.unit.id = t.Name, t.ID
	wk.unit.argsKey, wk.unit.shape = true, &headerShape
	wk.fresh = wk.unit.known
}

// nextElement continues in a list behind the element that ends at end.
func (wk *walk) nextElement(end int) phase {
	wk.unit.known = known{}
	wk.unit.start = end
	wk.unit.inherit(&wk.fresh)
	wk.startsUnit()
	wk.again.NoSearch()
	wk.lex.log.Reset()
	wk.lex.s.Notes.Repaired, wk.lex.s.Notes.Doubtful = 0, false
	wk.skip, wk.field = 0, nil
	return scanning
}

// rewind goes back to the start of the unit, which is read a second time. The second reading is the
// same up to offset at.
func (wk *walk) rewind(env *body.Env, at int) {
	wk.report.rewindTo(env, at)
	wk.verdict.starts()
	wk.lex.log.Truncate(wk.unit.start)
	wk.unit.known = wk.fresh
	wk.unit.forget()
	wk.n, wk.skip, wk.field = wk.freshN, 0, nil
	if wk.opening.alone() {
		wk.field = &headerField
	}
}

// outer returns how many brackets are open around the unit.
func (wk *walk) outer() int { return max(wk.again.From.Nesting.Depth()-1, 0) }

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
func (wk *walk) open(env *body.Env, t jsonscan.Token) {
	depth := wk.lex.s.Nesting.Depth()
	if wk.n == 0 {
		wk.frames[0] = frame{shape: wk.opening.root, depth: int32(depth), list: t.Kind == jsonscan.ArrayOpen}
		wk.n = 1
		return
	}
	top := &wk.frames[wk.n-1]
	if top.list {
		wk.openElement(env, t, top)
		return
	}
	if top.first {
		if top.taken || t.Kind == jsonscan.ArrayOpen {
			wk.skip = depth
		} else {
			wk.push(frame{shape: top.shape, depth: int32(depth)})
		}
		top.taken = true
		return
	}
	array := t.Kind == jsonscan.ArrayOpen
	if f := wk.field; f != nil && f.Shape != nil && array == (f.Nesting != grammar.NestedObject) && wk.unit.empty() && !(array && wk.list) {
		wk.push(frame{shape: f.Shape, depth: int32(depth), list: f.Nesting == grammar.NestedList, first: f.Nesting == grammar.NestedFirst})
		if f.Nesting != grammar.NestedFirst {
			wk.unit.enter(f)
		}
		return
	}
	kind := objectArguments
	if array {
		kind = otherArguments
	}
	wk.valueBegins(t.Start, kind)
	wk.skip = depth
	if u := &wk.unit; !wk.opening.alone() && env.Rules.ObjectCalls() && kind == objectArguments && u.args.start == t.Start {
		u.def.stage = schemaFirstKey
	}
	wk.report.maybeBegin(env)
}

func (wk *walk) push(f frame) {
	if wk.n < maxFrames {
		wk.frames[wk.n] = f
		wk.n++
	} else {
		wk.skip = int(f.depth)
	}
}

// openElement starts an element of a list.
func (wk *walk) openElement(env *body.Env, t jsonscan.Token, list *frame) {
	if t.Kind == jsonscan.ArrayOpen {
		if wk.n == 1 && (!wk.list || wk.listAt > 1) && wk.opening.marked() {
			wk.extraList = t.Start
			wk.push(frame{shape: list.shape, depth: int32(wk.lex.s.Nesting.Depth()), list: true})
			return
		}
		wk.openList(env, t.Start)
		wk.skip, wk.freshN = wk.lex.s.Nesting.Depth(), wk.n+1
		wk.again.From = wk.lex.s
		wk.unit.start = t.Start
		return
	}
	if !wk.openList(env, t.Start) {
		env.Markup(t.Start, parsers.RoleBetween)
	}
	inherited := wk.unit.known
	wk.startUnit(env, t.Start, false)
	wk.unit.inherit(&inherited)
	wk.push(frame{shape: list.shape, depth: int32(wk.lex.s.Nesting.Depth())})
	wk.fresh, wk.freshN = wk.unit.known, wk.n
	if wk.extraList > 0 {
		wk.lex.note(repair.ExtraOpener, wk.extraList)
		wk.extraList = 0
	}
}

// openList reports the opening of the list whose first element starts at offset at. It returns
// false if the opening was reported before.
func (wk *walk) openList(env *body.Env, at int) bool {
	if wk.list {
		return false
	}
	wk.list, wk.listAt = true, wk.n
	env.Markup(at, parsers.RoleOpen)
	return true
}

// beginsListWithText reports whether the current string is the first element of a possible list in
// running text, or any element once the budget is spent.
func (wk *walk) beginsListWithText(env *body.Env) bool {
	return wk.opening.tag == nil && !wk.opening.held && (!wk.list || env.Penalties.Budget().Exhausted()) && wk.n > 0 && wk.frames[wk.n-1].list
}

// argumentsEnded reports whether the JSON of a tagged call is complete.
func (wk *walk) argumentsEnded() bool {
	return wk.opening.alone() && wk.lex.s.Done()
}

// betweenElements reports whether the scanner is in a list, but not in an element.
func (wk *walk) betweenElements() bool {
	return wk.list && wk.n > 0 && wk.frames[wk.n-1].list
}

// doublesArguments starts again at offset at if another '{' of the arguments is there, directly
// behind the one before. If as many braces close the arguments, the opening braces before it are surplus.
func (wk *walk) doublesArguments(env *body.Env, at int) bool {
	u := &wk.unit
	if !wk.opening.alone() || wk.surplus == maxExtra || !env.Repairs() || env.Win[at-env.Base] != '{' || u.args.start != at-1 {
		return false
	}
	wk.report.rewindTo(env, u.args.start)
	wk.report.flushed = max(wk.report.flushed, at)
	u.args = arguments{}
	wk.surplus++
	wk.skip, wk.field = 0, &headerField
	wk.lex.s.Start(at, env.Rules.MaxDepth(), tolerance(env), &wk.lex.log)
	wk.again.From = wk.lex.s
	return true
}

// doublesElement skips the second '{' of a list's element, at offset at. If two braces close the
// element, one opening brace is surplus.
func (wk *walk) doublesElement(env *body.Env, at int) bool {
	u := &wk.unit
	opening := wk.list && wk.n == wk.listAt+1 && wk.skip == 0 && u.empty()
	if !opening || u.doubled || !env.Repairs() || env.Win[at-env.Base] != '{' || u.start != at-1 {
		return false
	}
	u.doubled = true
	wk.lex.s.SkipByte(repair.Unspecified)
	return true
}

// closesNothing reports whether the closer c, behind the unit, is surplus: no bracket that it could
// close is open.
func (wk *walk) closesNothing(env *body.Env, c byte) bool {
	if wk.list {
		return c == '}'
	}
	return c == '}' && env.Prose.Open().Braces == 0 || c == ']' && env.Prose.Open().Brackets == 0
}

// key handles the key of the next value. It returns false if no key is allowed here.
func (wk *walk) key(env *body.Env, raw []byte, start int) bool {
	u, in := &wk.unit, &wk.frames[wk.n-1]
	wk.field = in.shape.Field(raw)
	switch {
	case !in.shape.Keyed:
	case u.named == &keyedField: // no other key follows the one that named the call
		wk.field = nil
		return false
	case wk.field != nil:
		u.free = true
	case u.empty() && !u.others && u.id == "" && names.Valid(env.Config.Tools, raw):
		name, kind := names.True(env.Visits, env.Config, raw)
		if kind != 0 {
			wk.lex.note(kind, start-1)
		}
		wk.field = &keyedField
		wk.isNamed(start)
		u.name = env.Intern(name)
	}
	if f := wk.field; f != nil && f.Name != 0 && u.name != "" && u.args.kind == objectArguments && u.args.end > 0 && wk.lex.s.Nesting.Depth() <= u.args.depth {
		u.trailed = true // it may be an argument
	}
	switch f := wk.field; {
	case f == nil:
		u.others, u.beside = true, u.beside || u.name != "" && u.nameAt == wk.n
		// A surplus brace may have closed the arguments before this one.
		trails := u.args.kind == objectArguments && u.args.end > 0 && wk.lex.s.Nesting.Depth() <= u.args.depth
		u.trailed = u.trailed || trails
		u.strayed = u.strayed || trails && u.args.depth == wk.lex.s.Nesting.Depth() && env.Rules.Properties(u.name).Names(raw)
		u.rival = u.rival || u.nameAt == wk.n && body.IsArgumentsKey(raw) && !env.Rules.Properties(u.name).Names(raw)
	case f.Arguments != 0 && u.named != nil && u.named.Name&f.Arguments == 0 && u.nameAt == wk.n:
		u.argsKey = true
		u.rival = u.rival || !env.Rules.Properties(u.name).Names(raw)
	case f.Name != 0 && f.Shape == nil:
		u.nameKey = true
	case f.Arguments != 0:
		u.argsKey = true
	}
	if env.Rules.ObjectCalls() && string(raw) == keyDescription {
		in.described = true
		u.def.described = u.def.described || u.named != nil && u.nameAt == wk.n
		u.def.hinted = u.def.hinted || u.def.described
	}
	return true
}

// valueBegins notes the start of a value, which may be the arguments.
func (wk *walk) valueBegins(start int, kind argumentsKind) {
	u, f := &wk.unit, wk.field
	if f == nil || f.Arguments == 0 || u.named != nil && (u.named.Name&f.Arguments == 0 || u.nameAt != wk.n) {
		return
	}
	if u.args.kind != noArguments {
		wk.argumentsAgain(f, start)
		return
	}
	in := &wk.frames[wk.n-1]
	u.args = arguments{kind: kind, field: f, start: start, argsAt: wk.n, depth: int(in.depth)}
	u.free = u.free || f.Free
	if kind == objectArguments {
		if wk.lex.rare != nil {
			wk.lex.rare.names.Reset()
		}
		wk.lex.s.Corrections.RepairDepth = wk.lex.s.Nesting.Depth()
	}
	u.shape = in.shape
}

// argumentsAgain notes that other arguments begin at offset start. Of three, no two are the same.
func (wk *walk) argumentsAgain(f *grammar.Field, start int) {
	u := &wk.unit
	if u.args.argsAt != wk.n || u.args.end == 0 {
		return
	}
	if f.Arguments&u.args.field.Arguments == 0 {
		u.rival = true
		return
	}
	again := &buffers.Made(&wk.lex.rare).again
	again.differs = again.differs || again.start > 0
	again.start, again.end = start, 0
}

// argument notes a key in a skipped value, which may be one of the arguments.
func (wk *walk) argument(raw []byte) {
	u := &wk.unit
	if u.args.kind == objectArguments && u.args.end == 0 && wk.lex.s.Nesting.Depth() == u.argsDepth() {
		r := buffers.Made(&wk.lex.rare)
		r.again.key = !r.names.Add(raw) || r.again.key
	}
}

func kindOfWord(w *jsonscan.Window, t jsonscan.Token) argumentsKind {
	if t.Kind == jsonscan.Literal {
		if c := w.Slice(t.Start, t.End)[0]; c == 'n' || c == 'N' {
			return nullArguments
		}
	}
	return otherArguments
}

func (wk *walk) valueEnds(end int) {
	if u := &wk.unit; u.args.kind != noArguments && u.args.end == 0 && wk.field == u.args.field {
		u.args.end = end
	} else if again := u.repeats(); again.start > 0 && again.end == 0 {
		wk.lex.rare.again.end = end
	}
	wk.field = nil
}

// stringValue handles a string that is a member's value, outside of a skipped value.
func (wk *walk) stringValue(env *body.Env, w *jsonscan.Window, t jsonscan.Token) {
	u, f := &wk.unit, wk.field
	switch {
	case f.Name != 0 && u.named == nil && u.name == "":
		wk.setName(env, w, t)
	case f.Name != 0 && f == u.named && f != &keyedField && u.nameAt == wk.n:
		wk.nameAgain(env, w, t)
	case f.Holds != grammar.HoldsNothing:
		u.identify(f, wk.lex.log.Decode(w, t), wk.frames[wk.n-1].shape, u.args.kind != noArguments && !wk.opening.held)
	case f.Arguments != 0 && u.args.kind == stringArguments && u.args.end == 0:
		u.args.text = wk.lex.log.Decode(w, t)
		if !t.Escaped {
			u.args.text = env.Visits.Clone(u.args.text) // the window may change
		}
		u.watchEncoded(env)
	}
}

// numberID handles a number outside of a skipped value. The number may be an id.
func (wk *walk) numberID(w *jsonscan.Window, t jsonscan.Token) {
	u, f := &wk.unit, wk.field
	if f != nil && f.Holds == grammar.HoldsNumericID && t.Kind == jsonscan.Number && u.id == "" && u.args.kind == noArguments {
		u.id = string(w.Slice(t.Start, t.End))
	}
}

// setName takes the string t as the call's name, unless the arguments came before it and are of another name.
func (wk *walk) setName(env *body.Env, w *jsonscan.Window, t jsonscan.Token) {
	u, f := &wk.unit, wk.field
	if u.args.kind != noArguments && !wk.namesArguments() {
		return
	}
	name := wk.lex.log.Decode(w, t)
	if raw := w.Slice(t.Start, t.End); wk.again.Recovered && len(raw) > 0 && (raw[0] == '"' || raw[len(raw)-1] == '"') {
		name = raw // a quote at its edge is no repair of a name
	}
	if f.Prefix != "" {
		name = bytes.TrimPrefix(name, []byte(f.Prefix))
	}
	plain := names.Plain(name)
	if !plain {
		var kind repair.Kind
		if name, kind = names.True(env.Visits, env.Config, name); kind != 0 {
			wk.lex.note(kind, t.Start-1)
		}
	}
	u.nameKey = true
	u.free = u.free || f.Free
	wk.isNamed(t.Start)
	u.def.described = wk.frames[wk.n-1].described
	u.def.hinted = u.def.hinted || u.def.described
	if u.none = env.Rules.NoCall(name); u.none {
		return
	}
	if plain || names.Valid(env.Config.Tools, name) {
		u.name = env.Intern(name)
	}
	u.misnamed = !plain && env.Visits.IndexByte(name, '"') >= 0 && !env.Declared(u.name)
}

// nameAgain compares the string t with the call's name, under whose key it is, unless it is an argument.
func (wk *walk) nameAgain(env *body.Env, w *jsonscan.Window, t jsonscan.Token) {
	u := &wk.unit
	if env.Rules.ObjectCalls() && env.Rules.Properties(u.name).Names([]byte(wk.field.Key)) {
		return
	}
	name, _ := names.True(env.Visits, env.Config, bytes.TrimPrefix(wk.lex.log.Decode(w, t), []byte(wk.field.Prefix)))
	if string(name) != u.name || !env.Repairs() {
		buffers.Made(&wk.lex.rare).again.differs = true
		return
	}
	wk.lex.note(repair.Repeated, t.Start-1)
}

// namesArguments reports whether the key of the name goes with that of the arguments before it, in the same object.
func (wk *walk) namesArguments() bool {
	u := &wk.unit
	return wk.field.Name&u.args.field.Arguments != 0 && u.args.argsAt == wk.n
}

// isNamed notes the place of the name, which starts at offset start.
func (wk *walk) isNamed(start int) {
	u, in := &wk.unit, &wk.frames[wk.n-1]
	u.named, u.nameAt = wk.field, wk.n
	u.nameStart, u.nameDepth = start, int(in.depth)
	u.shape = in.shape
}
