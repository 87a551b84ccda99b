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
)

// verdict decides what a complete unit is: a call, an invalid call, or neither.
type verdict struct {
	*below

	flat    flatness
	settled bool           // the following fields are decided
	weak    bool           // it is a call with weak arguments
	reason  parsers.Reason // why it is no call
	message string
	calls   int // that have ended
}

func (j *verdict) starts() {
	j.flat, j.settled, j.weak = unread, false, false
	j.reason, j.message = parsers.ReasonUnspecified, ""
}

// isCall reports whether the complete object is a call, or must be reported as an invalid call.
func (j *verdict) isCall(e *body.Around) bool {
	u := &j.unit
	if u.name == "" || !u.typeOK(u.named) {
		return false
	}
	if u.args.kind != noArguments {
		return true
	}
	declared := e.Declared(u.name)
	if declared && e.Rules.ObjectCalls() {
		if j.flat == unread {
			j.flat = j.beside(e)
		}
		if j.flat != noMembers {
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
	return false
}

// endUnit reports the call that ends at end. The caller sets in how whether the call was cut off,
// whether it has a penalty for what follows, and whether it is one of several.
func (j *verdict) endUnit(e *body.Around, end int, how parsers.End) {
	j.settle(e)
	if j.reason != parsers.ReasonUnspecified {
		j.report.reject(e, end, j.reason, j.message)
		return
	}
	if r := j.lex.log.Repairs; len(r) > 0 && !j.again.UniqueIn(&e.Window, &j.lex.s, r, end) {
		j.report.reject(e, end, parsers.ReasonMalformed, recovery.Twice)
		return
	}
	j.calls++
	how.Repairs, how.Weak = j.repairs(), how.Weak || j.weak
	how.Pending = how.Pending || j.given.tag != nil || e.Prose.InFence()
	how.SecondReading = j.lex.s.Notes.Doubtful || j.again.SecondReading()
	e.Calls.EndCall(end, how)
	j.given.called(e)
}

// settle decides, once, what a complete unit is, and reports the arguments of a call.
func (j *verdict) settle(e *body.Around) {
	u := &j.unit
	if j.settled {
		return
	}
	if u.misnamed {
		if j.malformed("the name has quotes in it"); u.args.kind != noArguments {
			return
		}
	}
	j.settled = true
	if u.others && j.argumentNext(e) {
		j.malformed("an argument is next to the arguments, which are empty")
		return
	}
	switch u.args.kind {
	case noArguments:
		j.settleBare(e)
	case nullArguments:
		j.report.whole(e, []byte("{}"))
	case stringArguments:
		text, object, ok := j.report.encoded(e)
		if !ok {
			j.malformed("the arguments are a string that holds no JSON object")
			return
		}
		j.weak = !object
		j.report.whole(e, text)
	case otherArguments:
		if !e.Declared(u.name) {
			j.malformed("the arguments are no object")
			return
		}
		j.weak = true
		fallthrough
	case objectArguments:
		if j.again.Recovered && j.again.JoinsList(&e.Window, u.args.end, e.Rules.Properties(u.name).Node(), u.argsDepth()) {
			j.malformed("a list is declared, and its brackets are missing")
			return
		}
		j.report.begin(e)
		j.report.flushTo(e, u.args.end)
	}
}

func (j *verdict) malformed(message string) {
	j.reason, j.message = parsers.ReasonMalformed, message
}

// settleBare decides what an object without an arguments key is.
func (j *verdict) settleBare(e *body.Around) {
	u := &j.unit
	switch {
	case j.given.tag != nil && j.given.tag.Lost != "":
		j.malformed(j.given.tag.Lost)
	case j.flat == flatMembers:
		u.free = true
		j.lex.note(repair.FlatArguments, u.args.start)
		j.report.whole(e, u.args.text)
	case j.flat == otherMembers, !e.Declared(u.name):
		j.reason, j.message = parsers.ReasonMissingArguments, "no arguments"
	default:
		j.weak = true
		j.report.whole(e, []byte("{}"))
	}
}

// repairs returns the unit's repairs in text order.
func (j *verdict) repairs() []repair.Repair {
	r := j.lex.log.Repairs
	if j.given.root != nil && j.given.root.Python {
		r = slices.DeleteFunc(r, func(r repair.Repair) bool {
			return r.Kind == repair.QuoteStyle || r.Kind == repair.PythonLiteral
		})
	}
	if t := j.given.tag; t != nil {
		r = append(r, t.Repairs...)
		t.Repairs = nil // they belong to the first call only
	}
	if j.given.lead != nil && j.given.lead.Stripped && j.calls == 1 {
		r = append(r, repair.Repair{Kind: repair.MissingMarker, Offset: j.unit.start})
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
func (j *verdict) beside(e *body.Around) flatness {
	u := &j.unit
	m, hasID, ok := j.members(e)
	if hasID {
		u.id = "" // it is an argument
	}
	switch {
	case !ok, len(m.Text) == 0 && (u.others || u.argsKey):
		return otherMembers
	case len(m.Text) == 0:
		return noMembers
	}
	for _, key := range e.Rules.Properties(u.name).Required() {
		if !m.Keys[key] {
			return otherMembers
		}
	}
	u.args.start, u.args.text = m.Start, append(m.Text, '}')
	return flatMembers
}

// argumentNext reports whether the arguments are an empty object, and a property of the tool is
// next to them.
func (j *verdict) argumentNext(e *body.Around) bool {
	u := &j.unit
	empty := false
	switch u.args.kind {
	case nullArguments:
		empty = true
	case stringArguments:
		empty = len(e.Visits.TrimSpace(u.args.text)) == 0
	case objectArguments:
		empty = len(e.Visits.TrimSpace(e.Slice(u.args.start+1, u.args.end))) == len("}")
	}
	if !empty || !e.Rules.ObjectCalls() || !e.Declared(u.name) {
		return false
	}
	m, _, _ := j.members(e)
	for key := range m.Keys {
		if u.shape.Field([]byte(key)) == nil {
			return true
		}
	}
	return false
}

// members returns the members next to the call's name that are properties of the tool, and whether
// one of them has the key of an id. ok is false if another member doesn't belong to the call.
func (j *verdict) members(e *body.Around) (m recovery.Members, hasID, ok bool) {
	u, properties := &j.unit, e.Rules.Properties(j.unit.name)
	m, ok = j.again.Members(&e.Window, &j.lex.log, u.nameStart, u.nameDepth, func(key []byte) recovery.Member {
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
	given  given
	lex    lexing
	unit   unit
	report report
	again  recovery.Reading
}

// report decides how much of the call is sent to the handler.
type report struct {
	given *given
	lex   *lexing
	unit  *unit

	begun   bool
	flushed int    // arguments up to here were reported
	edited  []byte // arguments with their repairs
}

// maybeBegin reports the call as soon as its name, id and the start of its
// arguments are known.
func (r *report) maybeBegin(e *body.Around) {
	u := r.unit
	if r.begun || u.name == "" || u.misnamed || u.args.kind == noArguments || u.doubled || r.given.held || r.given.tag != nil && r.given.tag.holds() {
		return
	}
	if u.args.kind != objectArguments && (u.args.kind != otherArguments || !e.Declared(u.name)) {
		return
	}
	if u.awaitsID() || !u.typeOK(u.named) {
		return
	}
	r.begin(e)
}

// begin reports the beginning of the call, once.
func (r *report) begin(e *body.Around) {
	if !r.begun {
		r.begun = true
		r.flushed = max(r.flushed, r.unit.args.start)
		e.Handler.BeginCall(r.describes(e))
	}
}

func (r *report) describes(e *body.Around) parsers.Begin {
	u := r.unit
	return r.given.describes(e, u.start, u.name, u.id, u.source)
}

// whole reports a call whose arguments differ from the text of the output.
func (r *report) whole(e *body.Around, arguments []byte) {
	e.Handler.BeginCall(r.describes(e))
	e.Handler.Arguments(arguments)
}

// reject reports the unit, which ends at end, as an invalid call.
func (r *report) reject(e *body.Around, end int, reason parsers.Reason, message string) {
	e.Invalid(end, r.invalid(e, end, reason, message))
}

func (r *report) invalid(e *body.Around, end int, reason parsers.Reason, message string) parsers.Invalid {
	u := r.unit
	c := parsers.Invalid{
		Name: u.name, ID: u.nativeID(u.id), Format: r.given.format(e, u.source), Key: u.key(),
		Reason: reason, Message: message, FreeText: u.free,
	}
	// A failed call may end before its arguments, in text that was read as a string.
	if u.args.kind != noArguments && u.args.start < end {
		to := min(u.args.end, end)
		if to == 0 {
			to, c.ArgumentsOpen = end, true
		}
		c.Arguments = e.Slice(u.args.start, to)
	}
	return c
}

// flushTo reports the arguments up to offset end.
func (r *report) flushTo(e *body.Around, end int) {
	from := r.flushed
	if end <= from {
		return
	}
	if r.lex.log.Edited(from, end) {
		r.edited = r.lex.log.Append(r.edited[:0], &e.Window, from, end)
		e.Handler.Arguments(r.edited)
	} else {
		e.Handler.Arguments(e.Slice(from, end))
	}
	r.flushed = end
}

// rewindTo takes back the reported arguments from offset at on.
func (r *report) rewindTo(e *body.Around, at int) {
	if r.begun && r.flushed > at {
		from := r.unit.args.start
		e.Handler.RewindArguments(at - from + r.lex.log.Growth(from, at))
		r.flushed = at
	}
}

// endArguments closes the arguments, if they are open, at end.
func (r *report) endArguments(e *body.Around, end, depth int) {
	u := r.unit
	if u.args.end > 0 {
		return
	}
	closers := r.lex.s.Nesting.Closers(nil, depth, u.argsDepth()-1)
	r.resolve(e, closers)
	u.args.end = end
	if u.name == "" {
		return // it is no call
	}
	r.begin(e)
	r.flushTo(e, end)
	e.Handler.Arguments(closers)
}

// resolve finds the name by the arguments, if the header left it open. closers are the missing
// closers of the arguments.
func (r *report) resolve(e *body.Around, closers []byte) {
	u := r.unit
	t := r.given.tag
	if t == nil || t.Resolve == nil || u.name != "" {
		return
	}
	name, free := t.Resolve(e, append(r.argumentsText(e), closers...))
	u.name, u.free = name, u.free || free
	r.lex.note(repair.ToolName, t.NameAt)
}

// argumentsText returns the arguments as JSON, up to where they were read.
func (r *report) argumentsText(e *body.Around) []byte {
	u := r.unit
	switch u.args.kind {
	case noArguments, nullArguments:
		return []byte("{}")
	case stringArguments:
		made := len(r.lex.log.Repairs)
		text, _, _ := r.encoded(e)
		r.lex.log.Repairs = r.lex.log.Repairs[:made] // the call notes these repairs again when it is settled
		return text
	}
	end := u.args.end
	if end == 0 {
		end = r.lex.s.PrevEnd()
	}
	return r.lex.log.Append(nil, &e.Window, u.args.start, end)
}

// encoded returns the JSON text in the arguments' string. For a declared tool, it may also return
// the string itself.
func (r *report) encoded(e *body.Around) (text []byte, object, ok bool) {
	u := r.unit
	text = e.Visits.TrimSpace(u.args.text)
	rule := u.encoded || u.typeRules || r.given.root != nil && r.given.root.StringArguments
	switch {
	case len(text) == 0, rule && string(text) == "null":
		return []byte("{}"), true, true
	case !rule && !e.Repairs():
	case text[0] == '{':
		if text, ok = r.inner(e, text); ok {
			if !rule {
				r.lex.note(repair.DoubleEncodedArguments, u.args.start)
			}
			return text, true, true
		}
		return nil, false, false
	case rule && json.Valid(text) && e.Declared(u.name):
		return text, false, true
	}
	if !e.Declared(u.name) {
		return nil, false, false
	}
	return r.lex.log.Append(nil, &e.Window, u.args.start, u.args.end), false, true
}

// inner reads the JSON object in a string, with repairs.
func (r *report) inner(e *body.Around, text []byte) ([]byte, bool) {
	log := r.lex.inside()
	text, ok := recovery.Inner(&jsonscan.Window{Win: text, Final: true, Visits: e.Visits}, e.Rules.MaxDepth(), tolerance(e), log)
	if ok {
		for _, made := range log.Repairs {
			r.lex.note(made.Kind, r.unit.args.start)
		}
	}
	return text, ok
}
