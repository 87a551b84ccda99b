package object

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
)

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
	u := j.unit
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
	u := j.unit
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
	u, properties := j.unit, e.Rules.Properties(j.unit.name)
	m, ok = j.again.Members(&e.Window, j.lex.log, u.nameStart, u.nameDepth, func(key []byte) recovery.Member {
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
