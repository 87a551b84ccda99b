package object

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
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
	m, ok := j.again.members(e)
	if m.hasID {
		u.noID() // it is an argument
	}
	switch {
	case !ok, len(m.text) == 0 && (u.others || u.argsKey):
		return otherMembers
	case len(m.text) == 0:
		return noMembers
	}
	for _, key := range e.Rules.Properties(u.name).Required() {
		if !m.keys[key] {
			return otherMembers
		}
	}
	u.flatArguments(m.start, append(m.text, '}'))
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
	m, _ := j.again.members(e)
	for key := range m.keys {
		if u.shape.Field([]byte(key)) == nil {
			return true
		}
	}
	return false
}

// members are the members of an object as the text of another one, without
// its closing brace.
type members struct {
	text  []byte
	start int // of the first
	keys  map[string]bool
	at    int // of the member at hand
	key   []byte
	named bool // the object holds the call's name
	hasID bool // an argument has the key of an id
}

// members reads the unit anew up to the end of the object that names the call;
// false if a member of it is no property of the tool.
func (j *again) members(e *place.Around) (m members, ok bool) {
	u, w := j.unit, &e.Window
	s := j.resume
	s.Log = nil
	if j.search != nil {
		s.Force(j.search.Ends)
	}
	ok = true
	for {
		t := s.Next(w)
		inside := s.Depth() == u.nameDepth
		switch t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return m, false
		case jsonscan.StringBegin, jsonscan.Comma, jsonscan.ArrayOpen:
		case jsonscan.ObjectOpen:
			if inside {
				m, ok = members{hasID: m.hasID}, true
			}
		case jsonscan.Key:
			if inside {
				m.at, m.key = s.StringStart(), j.lex.decode(w, t)
			}
		default:
			switch {
			case t.Kind == jsonscan.String && t.Start == u.nameStart:
				m.named = true
			case inside:
				ok = j.addMember(e, &m, s.PrevEnd()) && ok
			case m.named && t.Kind == jsonscan.ObjectClose && s.Depth() == u.nameDepth-1:
				return m, ok
			}
		}
	}
}

// addMember adds the member that ends at end, unless it is the call's own;
// false if it is no property of the tool.
func (j *again) addMember(e *place.Around, m *members, end int) bool {
	u := j.unit
	f := u.shape.Field(m.key)
	if !e.Rules.Properties(u.name).Names(m.key) {
		return f != nil && (f.ID || f.Type || f == u.named)
	}
	if f != nil && f.ID {
		m.hasID = true
	}
	separator := byte(',')
	if len(m.text) == 0 {
		separator, m.start, m.keys = '{', m.at, make(map[string]bool)
	}
	m.keys[string(m.key)] = true
	member := j.lex.log.Append(nil, &e.Window, m.at, end)
	member = bytes.TrimPrefix(member, []byte(",")) // that was missing before it
	m.text = append(append(m.text, separator), member...)
	return true
}
