package object

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
)

// A flatness says what stands beside the name of a declared tool in an object
// without an arguments key.
type flatness uint8

const (
	unread flatness = iota
	// noMembers: nothing but name, id and type.
	noMembers
	// flatMembers are the tool's arguments, and none that it needs lacks.
	flatMembers
	// otherMembers are something else.
	otherMembers
)

// beside says what stands beside the call's name; it reads the object once more.
func (j *verdict) beside(e *place.Around) flatness {
	u := j.unit
	m, hasID, ok := j.members(e)
	if hasID {
		u.noID() // it is an argument
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
	u.flatArguments(m.Start, append(m.Text, '}'))
	return flatMembers
}

// argumentNext reports whether the arguments are an empty object, and one that the tool has
// is next to them.
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

// members are the members next to the call's name that are properties of the tool, and whether
// one has the key of an id; false if another isn't the call's own.
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
