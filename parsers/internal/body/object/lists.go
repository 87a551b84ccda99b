package object

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// maxBrackets bounds how often a unit is read anew because of brackets.
const maxBrackets = 8

// bracketFails decides whether the contradiction is that of a bracket which is missing: then
// the unit is read anew with it, or fails, since strings of a list are never joined.
// more: more bytes must tell.
func (j *Call) bracketFails(e *place.Around) (yes, more bool) {
	u := &j.unit
	inside := j.s.RepairsBrackets()
	at := j.failure.at
	rest := e.Rest(at)
	if inside == 0 || j.s.Depth() < inside || u.args.end > 0 || !e.Repairs() || !j.suspect.has || j.suspect.start < u.args.start || len(rest) == 0 {
		return false, false
	}
	object := j.s.InObject()
	switch c := rest[0]; {
	case object && j.s.AtColon():
		if !j.suspectBefore(e, j.s.KeyStart()-1, true) {
			return false, false
		}
		return j.listOpens(e, rest, c == ',' || c == '}' || c == ']')
	case object && c == ']' && j.suspectBefore(e, at, false):
		return j.listOpens(e, rest, true)
	case !object && c == ':' && j.s.Depth() > inside && j.s.IsObject(j.s.Depth()-1) && j.suspectBefore(e, at, false):
		return j.listCloses(e), false
	}
	return false, false
}

// suspectBefore tells whether the string in doubt ends before offset at, white space, and with
// comma a comma, apart.
func (j *Call) suspectBefore(e *place.Around, at int, comma bool) bool {
	if j.visitSuspect(&e.Window); j.suspect.s.Pos() > at {
		return false
	}
	s, before := j.suspect.s, e.UpTo(at, false)
	s.Log = nil
	if s.Next(&before).Kind != jsonscan.String {
		return false
	}
	e.Visits.Add(at - s.PrevEnd())
	between := match.TrimSpaceRight(e.Slice(s.PrevEnd(), at))
	if comma {
		between = bytes.TrimSuffix(between, []byte{','})
	}
	return match.SpaceLen(between) == len(between)
}

// learnBefore learns the keys before the string in doubt, and what the schema says there.
func (j *Call) learnBefore(e *place.Around) bool {
	j.keyRoom.Reset()
	if j.unit.name != "" {
		j.keyRoom.Schema(e.Properties(j.unit.name).Node(), j.argsDepth())
	}
	return j.learnKeys(&e.Window, j.suspect.start)
}

// listOpens decides whether the string in doubt is the first of a list that lacks its
// bracket: the schema asks for one, or, where it says nothing, a bracket closes it.
func (j *Call) listOpens(e *place.Around, rest []byte, goesOn bool) (yes, more bool) {
	if !j.learnBefore(e) {
		return false, false
	}
	types := j.keys.Value(j.suspect.s.Depth()).Types()
	if types == schema.Any {
		if !j.s.AtColon() || rest[0] != ']' {
			return false, false
		}
		behind := rest[1:][match.SpaceLen(rest[1:]):]
		if len(behind) == 0 || behind[0] != '}' && behind[0] != ',' {
			return false, len(behind) == 0 && !e.Final
		}
	} else if !listAlone(types) {
		return false, false
	}
	if !goesOn {
		j.phase = failing
		return true, false
	}
	j.readWith(e, jsonscan.Bracket{At: j.suspect.start, Kind: jsonscan.ListOpens}, j.suspect.start)
	return true, false
}

// listCloses decides whether the string in doubt, behind a comma in a list, is the next key of
// the object around that: its closing bracket is missing.
func (j *Call) listCloses(e *place.Around) bool {
	before := match.TrimSpaceRight(e.Slice(j.unit.args.start, j.suspect.start))
	if len(before) == 0 || before[len(before)-1] != ',' || !j.learnBefore(e) {
		return false
	}
	key := match.TrimSpaceRight(e.Slice(j.suspect.start+1, j.failure.at))
	if len(key) == 0 {
		return false
	}
	if key = key[:len(key)-1]; !j.keys.MayFollow(key) {
		return false
	}
	comma := j.unit.args.start + len(before) - 1
	e.Visits.Add(j.suspect.start - comma)
	end := j.unit.args.start + len(match.TrimSpaceRight(before[:len(before)-1]))
	j.readWith(e, jsonscan.Bracket{At: comma, Kind: jsonscan.ListCloses}, end)
	return true
}

// readWith reads the unit anew, with a bracket that was wrong; what it says from offset at on
// is new.
func (j *Call) readWith(e *place.Around, b jsonscan.Bracket, at int) {
	if len(j.brackets) == maxBrackets || j.read {
		j.phase = failing
		return
	}
	i := 0
	for i < len(j.brackets) && j.brackets[i].At < b.At {
		i++
	}
	j.brackets = slices.Insert(j.brackets, i, b)
	j.failure, j.keys = failedCall{}, nil
	j.readFrom(e, at, nil)
	j.suspect.forget()
}

// joinsList tells whether a string whose quotes weren't escaped is where the schema asks for a
// list: it may hold several elements.
func (j *Call) joinsList(e *place.Around) bool {
	if !j.read || j.search == nil {
		return false
	}
	ends := j.search.Ends
	s := j.resume
	s.Log = nil
	s.Force(ends)
	s.Brackets(j.brackets)
	keys := &j.keyRoom
	keys.Reset()
	keys.Schema(e.Properties(j.unit.name).Node(), j.argsDepth())
	if s.Depth() > 0 {
		keys.Open(j.unit.start, s.Depth())
	}
	for args := e.UpTo(j.unit.args.end, false); len(ends) > 0; {
		t := s.Next(&args)
		switch t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return false
		case jsonscan.ObjectOpen:
			keys.Open(t.Start, s.Depth())
		case jsonscan.ObjectClose:
			keys.Close()
		case jsonscan.Key:
			keys.Add(args.Slice(t.Start, t.End))
		case jsonscan.StringBegin:
			if t.Start != ends[0].Start {
				continue
			}
			ends = ends[1:]
			if listAlone(keys.Value(s.Depth()).Types()) {
				return true
			}
		}
	}
	return false
}

// listAlone tells whether a value of the types may be a list, and no string.
func listAlone(types schema.Types) bool {
	return types != schema.Any && types&schema.Array != 0 && types&schema.String == 0
}

// strayed notes a key beside the arguments that is a property of the tool: a brace too many
// may have closed these.
func (j *Call) strayed(e *place.Around, key []byte) {
	u := &j.unit
	if u.args.kind == objectArguments && u.args.end > 0 && u.args.depth == j.s.Depth() && knows(e, u.name, key) {
		u.strayed = true
	}
}

func knows(e *place.Around, name string, key []byte) bool {
	known := knownKeys(e, name)
	return known != nil && known(key)
}

// closedEarly reads the unit, behind which a brace is one too many, anew, if that may have
// closed the arguments before members of theirs.
func (j *Call) closedEarly(e *place.Around) bool {
	u := &j.unit
	if !u.strayed {
		return false
	}
	at := u.args.end - 1
	j.setFailure(at, parsers.ReasonMalformed, "a brace too many stands in the arguments")
	j.readWith(e, jsonscan.Bracket{At: at, Kind: jsonscan.Surplus}, at)
	return true
}

// knownKeys tells which keys the tool's schema knows; nil without a schema.
func knownKeys(e *place.Around, name string) func(key []byte) bool {
	p := e.Properties(name)
	if p.Len() == 0 {
		return nil
	}
	return p.Names
}
