package object

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
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
func (j *verdict) isCall(e *place.Around) bool {
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
func (j *verdict) endUnit(e *place.Around, end int, how parsers.End) {
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
func (j *verdict) settle(e *place.Around) {
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
func (j *verdict) settleBare(e *place.Around) {
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
func (j *verdict) beside(e *place.Around) flatness {
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
func (j *verdict) argumentNext(e *place.Around) bool {
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
func (j *verdict) members(e *place.Around) (m recovery.Members, hasID, ok bool) {
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
