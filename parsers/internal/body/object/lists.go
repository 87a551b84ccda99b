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
func (j *doubt) bracketFails(e *place.Around) (yes, more bool) {
	u := j.unit
	inside := j.lex.s.RepairsBrackets()
	at := j.failed.failure.at
	rest := e.Rest(at)
	if inside == 0 || j.lex.s.Depth() < inside || u.args.end > 0 || !e.Repairs() || !j.again.suspect.has || j.again.suspect.start < u.args.start || len(rest) == 0 {
		return false, false
	}
	object := j.lex.s.InObject()
	switch c := rest[0]; {
	case object && j.lex.s.AtColon():
		if !j.again.suspectBefore(e, j.lex.s.KeyStart()-1, true) {
			return false, false
		}
		return j.listOpens(e, rest, c == ',' || c == '}' || c == ']')
	case object && c == ']' && j.again.suspectBefore(e, at, false):
		return j.listOpens(e, rest, true)
	case !object && c == ':' && j.lex.s.Depth() > inside && j.lex.s.IsObject(j.lex.s.Depth()-1) && j.again.suspectBefore(e, at, false):
		return j.listCloses(e), false
	}
	return false, false
}

// suspectBefore tells whether the string in doubt ends before offset at, white space, and with
// comma a comma, apart.
func (j *again) suspectBefore(e *place.Around, at int, comma bool) bool {
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
func (j *again) learnBefore(e *place.Around) bool {
	j.keyRoom.Reset()
	if j.unit.name != "" {
		j.keyRoom.Schema(e.Properties(j.unit.name).Node(), j.unit.argsDepth())
	}
	return j.learnKeys(&e.Window, j.suspect.start)
}

// listOpens decides whether the string in doubt is the first of a list that lacks its
// bracket: the schema asks for one, or, where it says nothing, a bracket closes it.
func (j *doubt) listOpens(e *place.Around, rest []byte, goesOn bool) (yes, more bool) {
	if !j.again.learnBefore(e) {
		return false, false
	}
	types := j.again.keys.Value(j.again.suspect.s.Depth()).Types()
	if types == schema.Any {
		if !j.lex.s.AtColon() || rest[0] != ']' {
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
		j.walk.phase = failing
		return true, false
	}
	j.readWith(e, jsonscan.Bracket{At: j.again.suspect.start, Kind: jsonscan.ListOpens}, j.again.suspect.start)
	return true, false
}

// listCloses decides whether the string in doubt, behind a comma in a list, is the next key of
// the object around that: its closing bracket is missing.
func (j *doubt) listCloses(e *place.Around) bool {
	before := match.TrimSpaceRight(e.Slice(j.unit.args.start, j.again.suspect.start))
	if len(before) == 0 || before[len(before)-1] != ',' || !j.again.learnBefore(e) {
		return false
	}
	key := match.TrimSpaceRight(e.Slice(j.again.suspect.start+1, j.failed.failure.at))
	if len(key) == 0 {
		return false
	}
	if key = key[:len(key)-1]; !j.again.keys.MayFollow(key) {
		return false
	}
	comma := j.unit.args.start + len(before) - 1
	e.Visits.Add(j.again.suspect.start - comma)
	end := j.unit.args.start + len(match.TrimSpaceRight(before[:len(before)-1]))
	j.readWith(e, jsonscan.Bracket{At: comma, Kind: jsonscan.ListCloses}, end)
	return true
}

// readWith reads the unit anew, with a bracket that was wrong; what it says from offset at on
// is new.
func (j *doubt) readWith(e *place.Around, b jsonscan.Bracket, at int) {
	if len(j.again.brackets) == maxBrackets || j.again.read {
		j.walk.phase = failing
		return
	}
	i := 0
	for i < len(j.again.brackets) && j.again.brackets[i].At < b.At {
		i++
	}
	j.again.brackets = slices.Insert(j.again.brackets, i, b)
	j.failed.failure, j.again.keys = failedCall{}, nil
	j.walk.readFrom(e, at, nil)
	j.again.suspect.forget()
}

// joinsList tells whether a string whose quotes weren't escaped is where the schema asks for a
// list: it may hold several elements.
func (j *again) joinsList(e *place.Around) bool {
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
	keys.Schema(e.Properties(j.unit.name).Node(), j.unit.argsDepth())
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

// strays notes a key beside the arguments that is a property of the tool: a brace too many
// may have closed these.
func (u *unit) strays(e *place.Around, key []byte) {

	if u.args.kind == objectArguments && u.args.end > 0 && u.args.depth == u.lex.s.Depth() && knows(e, u.name, key) {
		u.strayed = true
	}
}

func knows(e *place.Around, name string, key []byte) bool {
	known := knownKeys(e, name)
	return known != nil && known(key)
}

// closedEarly reads the unit, behind which a brace is one too many, anew, if that may have
// closed the arguments before members of theirs.
func (j *doubt) closedEarly(e *place.Around) bool {
	u := j.unit
	if !u.strayed {
		return false
	}
	at := u.args.end - 1
	j.failed.setFailure(at, parsers.ReasonMalformed, "a brace too many stands in the arguments")
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
