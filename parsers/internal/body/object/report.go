package object

import (
	"encoding/json"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// verdict decides what a complete unit is: a call, an invalid call, or neither.
type verdict struct {
	*below

	flat    flatness
	settled bool           // the following fields are decided
	weak    bool           // it is a call with weak arguments
	alone   bool           // it is a call without an arguments key because it ends the output
	reason  parsers.Reason // why it is no call
	message string
	calls   int // that have ended
}

func (vd *verdict) starts() {
	vd.flat, vd.settled, vd.weak, vd.alone = unread, false, false, false
	vd.reason, vd.message = parsers.ReasonUnspecified, ""
}

// isCall reports whether the complete object is a call, or must be reported as an invalid call.
func (vd *verdict) isCall(env *body.Env) bool {
	u := &vd.unit
	if u.name == "" || !u.typeOK(u.named) || !vd.opening.offers(env, u.source) {
		return false
	}
	if u.args.kind != noArguments {
		return true
	}
	declared := env.Declared(u.name)
	if declared && env.Rules.ObjectCalls() {
		if vd.flat == unread {
			vd.flat = vd.beside(env)
		}
		if vd.flat != noMembers {
			return true
		}
	} else if u.others || u.argsKey {
		return false
	}
	switch u.shape.NoArguments {
	case grammar.CallIfDeclared:
		return declared
	case grammar.CallOrReport:
		return true
	}
	return vd.alone
}

// mayBeAlone reports whether the complete object is a call if it ends the output: its only key names a declared tool,
// which needs no arguments.
func (vd *verdict) mayBeAlone(env *body.Env) bool {
	u := &vd.unit
	return u.named != nil && u.named.Holds == grammar.HoldsCall && u.via == nil && vd.opening.tag == nil && !env.Prose.InFence() &&
		u.args.kind == noArguments && !u.others && !u.argsKey && u.id == "" && !u.hasType && u.repeats() == (repeated{}) &&
		env.Declared(u.name) && len(env.Rules.Properties(u.name).Required()) == 0
}

// endUnit reports the call that ends at end. The caller sets in how whether the call was cut off,
// whether it has a penalty for what follows, and whether it is one of several.
func (vd *verdict) endUnit(env *body.Env, end int, how parsers.End) {
	vd.settle(env)
	if vd.reason != parsers.ReasonUnspecified {
		vd.report.reject(env, vd.unit.start, end, vd.reason, vd.message)
		return
	}
	if r := vd.lex.log.Repairs; len(r) > 0 && !vd.again.UniqueIn(&env.Window, &vd.lex.s, r, end) {
		first := slices.MinFunc(r, func(a, b repair.Repair) int { return a.Offset - b.Offset }) // they aren't sorted so far
		vd.report.reject(env, first.Offset, end, parsers.ReasonMalformed, recovery.Twice)
		return
	}
	vd.calls++
	how.Repairs, how.Weak = vd.repairs(), how.Weak || vd.weak
	how.Pending = how.Pending || vd.opening.tag != nil || env.Prose.InFence()
	if vd.opening.tag == nil {
		env.NoteAlone()
	}
	switch u := &vd.unit; u.args.kind {
	case objectArguments:
		env.NoteArguments(u.args.start, u.args.end)
	case noArguments, nullArguments:
		env.NoteEmpty()
	}
	how.SecondReading = vd.lex.s.Notes.Doubtful || vd.again.SecondReading()
	env.Calls.EndCall(end, how)
	vd.opening.called(env)
}

// settle decides, once, what a complete unit is, and reports the arguments of a call.
func (vd *verdict) settle(env *body.Env) {
	u := &vd.unit
	if vd.settled {
		return
	}
	if u.misnamed {
		if vd.malformed("the name has quotes in it"); u.args.kind != noArguments {
			return
		}
	}
	vd.settled = true
	vd.instead(env)
	if why := vd.contradicts(env); why != "" {
		vd.malformed(why)
		return
	}
	switch u.args.kind {
	case noArguments:
		vd.settleBare(env)
	case nullArguments:
		vd.report.whole(env, []byte("{}"))
	case stringArguments:
		text, object, ok := vd.report.encoded(env)
		if !ok {
			vd.malformed("the arguments are a string that holds no JSON object")
			return
		}
		vd.weak = !object
		vd.report.whole(env, text)
		env.Notes.Decoded = text
	case otherArguments:
		if !env.Declared(u.name) {
			vd.malformed("the arguments are no object")
			return
		}
		vd.weak = true
		fallthrough
	case objectArguments:
		if vd.again.Recovered {
			if why := vd.again.Joins(&env.Window, u.args.end, env.Rules.Properties(u.name).Node(), u.argsDepth()); why != "" {
				vd.malformed(why)
				return
			}
		}
		if u.repeats().key && values.Contradicts(vd.lex.log.Append(nil, &env.Window, u.args.start, u.args.end)) {
			vd.lex.s.Notes.Doubtful = true
		}
		vd.report.begin(env)
		vd.report.flushTo(env, u.args.end)
	}
}

// contradicts says why the members of the object don't go together.
func (vd *verdict) contradicts(env *body.Env) string {
	u := &vd.unit
	again := u.repeats()
	vd.lex.s.Notes.Doubtful = vd.lex.s.Notes.Doubtful || u.rival
	switch {
	case again.differs:
		return "the object has several names or arguments"
	case again.end > 0 && !vd.sameAgain(env, again):
		return "the object has several arguments"
	case u.others && vd.argumentNext(env):
		return "an argument is next to the arguments, which are empty"
	}
	return ""
}

// sameAgain reports whether the other arguments are the same value as the arguments. Then they count once.
func (vd *verdict) sameAgain(env *body.Env, again repeated) bool {
	u := &vd.unit
	first := vd.lex.log.Append(nil, &env.Window, u.args.start, u.args.end)
	second := vd.lex.log.Append(nil, &env.Window, again.start, again.end)
	if !env.Repairs() || !values.Equal(first, second) {
		return false
	}
	vd.lex.note(repair.Repeated, again.start)
	return true
}

// instead takes the arguments for a flat argument, if the tool has a property with their key, and other properties
// are next to them.
func (vd *verdict) instead(env *body.Env) {
	u := &vd.unit
	if u.args.kind == noArguments || !u.others || !vd.report.propertyKey(env) {
		return
	}
	m, hasID, ok := vd.members(env)
	if !ok || len(m.Keys) < 2 || !vd.complete(env, &m) {
		return
	}
	if hasID {
		u.id = "" // it is an argument
	}
	u.args = arguments{start: m.Start, text: append(m.Text, '}')}
	vd.flat = flatMembers
	u.forget()
}

// propertyKey reports whether the tool has a property with the key of the arguments.
func (rp *report) propertyKey(env *body.Env) bool {
	return env.Rules.ObjectCalls() && !rp.opening.alone() && env.Declared(rp.unit.name) && env.Rules.Properties(rp.unit.name).Names([]byte(rp.unit.args.field.Key))
}

// complete reports whether the members have all arguments that the tool requires.
func (vd *verdict) complete(env *body.Env, m *recovery.Members) bool {
	for _, key := range env.Rules.Properties(vd.unit.name).Required() {
		if !m.Keys[key] {
			return false
		}
	}
	return true
}

func (vd *verdict) malformed(message string) {
	vd.reason, vd.message = parsers.ReasonMalformed, message
}

// settleBare decides what an object without an arguments key is.
// See docs/models/formats, "Calls without arguments".
func (vd *verdict) settleBare(env *body.Env) {
	u := &vd.unit
	switch {
	case vd.opening.tag != nil && vd.opening.tag.Lost != "":
		vd.malformed(vd.opening.tag.Lost)
	case vd.flat == flatMembers:
		u.free = true
		vd.lex.note(repair.FlatArguments, u.args.start)
		vd.report.whole(env, u.args.text)
	case vd.flat == otherMembers, !env.Declared(u.name):
		vd.reason, vd.message = parsers.ReasonMissingArguments, "no arguments"
	default:
		vd.weak, vd.lex.s.Notes.Doubtful = !vd.alone, vd.lex.s.Notes.Doubtful || vd.alone
		vd.report.whole(env, []byte("{}"))
	}
}

// repairs returns the unit's repairs in text order.
func (vd *verdict) repairs() []repair.Repair {
	r := vd.lex.log.Repairs
	if vd.opening.root != nil && vd.opening.root.Python {
		r = slices.DeleteFunc(r, func(r repair.Repair) bool {
			return r.Kind == repair.QuoteStyle || r.Kind == repair.PythonLiteral
		})
	}
	if t := vd.opening.tag; t != nil {
		r = append(r, t.Repairs...)
		t.Repairs = nil // they belong to the first call only
	}
	if vd.opening.lead != nil && vd.opening.lead.Stripped && vd.calls == 1 {
		r = append(r, repair.Repair{Kind: repair.MissingMarker, Offset: vd.unit.start})
	}
	if len(r) == 0 {
		return nil
	}
	slices.SortStableFunc(r, func(a, b repair.Repair) int { return a.Offset - b.Offset })
	return r
}

// A flatness is what an object without an arguments key has, in addition to the name of a declared
// tool.
type flatness uint8

const (
	unread flatness = iota
	// noMembers: only name, id and type.
	noMembers
	// flatMembers: arguments of the tool, and no required argument is missing.
	flatMembers
	// otherMembers: something else.
	otherMembers
)

// The flatness of the object with the call's name. This reads the object once more.
// See docs/models/formats, "Arguments elsewhere".
func (vd *verdict) beside(env *body.Env) flatness {
	u := &vd.unit
	m, hasID, ok := vd.members(env)
	if hasID {
		u.id = "" // it is an argument
	}
	switch {
	case !ok, len(m.Text) == 0 && (u.others || u.argsKey):
		return otherMembers
	case len(m.Text) == 0:
		return noMembers
	}
	if !vd.complete(env, &m) {
		return otherMembers
	}
	u.args.start, u.args.text = m.Start, append(m.Text, '}')
	return flatMembers
}

// argumentNext reports whether the arguments are an empty object, and a property of the tool is next to them. If another key
// is, or if such a property is behind arguments that aren't empty, and isn't one of them, the call is doubtful.
func (vd *verdict) argumentNext(env *body.Env) bool {
	u := &vd.unit
	empty := false
	switch u.args.kind {
	case nullArguments:
		empty = true
	case stringArguments:
		empty = len(env.Visits.TrimSpace(u.args.text)) == 0
	case objectArguments:
		empty = len(env.Visits.TrimSpace(env.Slice(u.args.start+1, u.args.end))) == len("}")
	}
	properties := env.Rules.Properties(u.name)
	if empty && u.beside && (!env.Declared(u.name) || properties.Len() > 0) || u.args.field != nil && vd.report.propertyKey(env) {
		vd.lex.s.Notes.Doubtful = true
	}
	if !empty && !u.strayed || !env.Declared(u.name) {
		return false
	}
	m, _, _ := vd.members(env)
	var inside map[string]bool
	if !empty {
		inside = vd.again.KeysOf(&env.Window, &vd.lex.log, u.args.start, u.argsDepth())
	}
	for key := range m.Keys {
		if u.shape.Field([]byte(key)) == nil && !inside[key] {
			vd.lex.s.Notes.Doubtful = true
			return empty && env.Rules.ObjectCalls()
		}
	}
	return false
}

// members returns the members next to the call's name that are properties of the tool, and whether
// one of them has the key of an id. ok is false if another member doesn't belong to the call.
func (vd *verdict) members(env *body.Env) (m recovery.Members, hasID, ok bool) {
	u, properties := &vd.unit, env.Rules.Properties(vd.unit.name)
	m, ok = vd.again.Members(&env.Window, &vd.lex.log, u.nameStart, u.nameDepth, func(key []byte) recovery.Member {
		f := u.shape.Field(key)
		switch {
		case properties.Names(key):
			hasID = hasID || f != nil && f.ID()
			return recovery.Moved
		case f != nil && (f.Holds != grammar.HoldsNothing || f == u.named):
			return recovery.Own
		}
		return recovery.Foreign
	})
	return m, hasID, ok
}

// below are the parts that all parts use which decide what becomes of a call.
type below struct {
	opening opening
	lex     lexing
	unit    unit
	report  report
	again   recovery.Reading
}

// report decides how much of the call is sent to the handler.
type report struct {
	opening *opening
	lex     *lexing
	unit    *unit

	begun   bool
	flushed int    // arguments up to here were reported
	edited  []byte // arguments with their repairs
}

// maybeBegin reports the call as soon as its name, id and the start of its
// arguments are known.
func (rp *report) maybeBegin(env *body.Env) {
	u := rp.unit
	if rp.begun || u.name == "" || u.misnamed || u.args.kind == noArguments || u.doubled || rp.opening.held || rp.opening.tag != nil && rp.opening.tag.holds() {
		return
	}
	if u.args.kind != objectArguments && (u.args.kind != otherArguments || !env.Declared(u.name)) {
		return
	}
	if u.awaitsID() || !u.typeOK(u.named) || !rp.opening.offers(env, u.source) || u.args.field != nil && rp.propertyKey(env) {
		return
	}
	rp.begin(env)
}

// begin reports the beginning of the call, once.
func (rp *report) begin(env *body.Env) {
	if !rp.begun {
		rp.begun = true
		rp.flushed = max(rp.flushed, rp.unit.args.start)
		env.BeginCall(rp.describes(env))
	}
}

func (rp *report) describes(env *body.Env) parsers.Begin {
	u := rp.unit
	return rp.opening.describes(env, u.start, u.name, u.id, u.source)
}

// whole reports a call whose arguments differ from the text of the output.
func (rp *report) whole(env *body.Env, arguments []byte) {
	env.BeginCall(rp.describes(env))
	env.Handler.Arguments(arguments)
}

// reject reports the unit, which ends at end, as an invalid call. at is the offset that contradicts the format.
func (rp *report) reject(env *body.Env, at, end int, reason parsers.Reason, message string) {
	invalid := rp.invalid(env, end, reason, message)
	if reason == parsers.ReasonMalformed {
		invalid.FailedAt = at
	}
	env.Invalid(end, invalid)
}

func (rp *report) invalid(env *body.Env, end int, reason parsers.Reason, message string) parsers.Invalid {
	u := rp.unit
	c := parsers.Invalid{
		Name: u.name, ID: u.nativeID(u.id), Format: rp.opening.format(env, u.source), Key: u.key(),
		Reason: reason, Message: message, FreeText: u.free,
	}
	// A failed call may end before its arguments, in text that was read as a string.
	if u.args.kind != noArguments && u.args.start < end {
		to := min(u.args.end, end)
		if to == 0 {
			to, c.ArgumentsOpen = end, true
		}
		c.Arguments = env.Slice(u.args.start, to)
	}
	return c
}

// flushTo reports the arguments up to offset end.
func (rp *report) flushTo(env *body.Env, end int) {
	from := rp.flushed
	if end <= from {
		return
	}
	if rp.lex.log.Edited(from, end) {
		rp.edited = rp.lex.log.Append(rp.edited[:0], &env.Window, from, end)
		env.Handler.Arguments(rp.edited)
	} else {
		env.Handler.Arguments(env.Slice(from, end))
	}
	rp.flushed = end
}

// rewindTo takes back the reported arguments from offset at on.
func (rp *report) rewindTo(env *body.Env, at int) {
	if rp.begun && rp.flushed > at {
		from := rp.unit.args.start
		env.Handler.RewindArguments(at - from + rp.lex.log.Growth(from, at))
		rp.flushed = at
	}
}

// endArguments closes the arguments, if they are open, at end.
func (rp *report) endArguments(env *body.Env, end, depth int) {
	u := rp.unit
	if u.args.end > 0 {
		return
	}
	closers := rp.lex.s.Nesting.Closers(nil, depth, u.argsDepth()-1)
	rp.resolve(env, closers)
	u.args.end = end
	if u.name == "" {
		return // it is no call
	}
	rp.begin(env)
	rp.flushTo(env, end)
	env.Handler.Arguments(closers)
}

// resolve finds the name by the arguments, if the header left it open. closers are the missing
// closers of the arguments.
func (rp *report) resolve(env *body.Env, closers []byte) {
	u := rp.unit
	t := rp.opening.tag
	if t == nil || t.Resolve == nil || u.name != "" {
		return
	}
	name, free := t.Resolve(env, append(rp.argumentsText(env), closers...))
	u.name, u.free = name, u.free || free
	rp.lex.note(repair.ToolName, t.NameAt)
}

// argumentsText returns the arguments as JSON, up to where they were read.
func (rp *report) argumentsText(env *body.Env) []byte {
	u := rp.unit
	switch u.args.kind {
	case noArguments, nullArguments:
		return []byte("{}")
	case stringArguments:
		made := len(rp.lex.log.Repairs)
		text, _, _ := rp.encoded(env)
		rp.lex.log.Repairs = rp.lex.log.Repairs[:made] // the call notes these repairs again when it is settled
		return text
	}
	end := u.args.end
	if end == 0 {
		end = rp.lex.s.PrevEnd()
	}
	return rp.lex.log.Append(nil, &env.Window, u.args.start, end)
}

// encoded returns the JSON text in the arguments' string. For a declared tool, it may also return
// the string itself.
func (rp *report) encoded(env *body.Env) (text []byte, object, ok bool) {
	u := rp.unit
	text = env.Visits.TrimSpace(u.args.text)
	rule := u.encoded || u.typeRules || rp.opening.root != nil && rp.opening.root.StringArguments
	switch {
	case len(text) == 0, rule && string(text) == "null":
		return []byte("{}"), true, true
	case !rule && !env.Repairs():
	case text[0] == '{':
		if text, ok = rp.inner(env, text); ok {
			if !rule {
				rp.lex.note(repair.DoubleEncodedArguments, u.args.start)
			}
			return text, true, true
		}
		return nil, false, false
	case rule && json.Valid(text) && env.Declared(u.name):
		return text, false, true
	}
	if !env.Declared(u.name) {
		return nil, false, false
	}
	return rp.lex.log.Append(nil, &env.Window, u.args.start, u.args.end), false, true
}

// inner reads the JSON object in a string, with repairs.
func (rp *report) inner(env *body.Env, text []byte) ([]byte, bool) {
	log := rp.lex.inside()
	text, twice, ok := recovery.InnerKeys(&jsonscan.Window{Win: text, Final: true, Visits: env.Visits}, env.Rules.MaxDepth(), tolerance(env), log)
	if ok {
		for _, made := range log.Repairs {
			rp.lex.note(made.Kind, rp.unit.args.start)
		}
	}
	if twice && values.Contradicts(text) {
		rp.lex.s.Notes.Doubtful = true
	}
	return text, ok
}
