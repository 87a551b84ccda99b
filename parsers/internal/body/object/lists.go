package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// bracketFails decides whether the contradiction is that of a bracket which is missing: then
// the unit is read anew with it, or fails, since strings of a list are never joined.
// ok: it is decided what is read next.
func (j *doubt) bracketFails(e *place.Around) (next phase, ok bool) {
	u := j.unit
	inside := j.lex.s.RepairsBrackets()
	at := j.failed.failure.at
	rest := e.Rest(at)
	if inside == 0 || j.lex.s.Depth() < inside || u.args.end > 0 || !e.Repairs() || !j.again.suspect.has || j.again.suspect.start < u.args.start || len(rest) == 0 {
		return next, false
	}
	object := j.lex.s.InObject()
	switch c := rest[0]; {
	case object && j.lex.s.AtColon():
		if !j.again.suspectBefore(e, j.lex.s.KeyStart()-1, true) {
			return next, false
		}
		return j.listOpens(e, rest, c == ',' || c == '}' || c == ']')
	case object && c == ']' && j.again.suspectBefore(e, at, false):
		return j.listOpens(e, rest, true)
	case !object && c == ':' && j.lex.s.Depth() > inside && j.lex.s.IsObject(j.lex.s.Depth()-1) && j.again.suspectBefore(e, at, false):
		return j.listCloses(e)
	}
	return next, false
}

// listOpens decides whether the string in doubt is the first of a list that lacks its
// bracket: the schema asks for one, or, where it says nothing, a bracket closes it.
func (j *doubt) listOpens(e *place.Around, rest []byte, goesOn bool) (next phase, ok bool) {
	if !j.again.learnBefore(e) {
		return next, false
	}
	types := j.again.keys.Value(j.again.suspect.s.Depth()).Types()
	if types == schema.Any {
		if !j.lex.s.AtColon() || rest[0] != ']' {
			return next, false
		}
		behind := rest[1:][match.SpaceLen(rest[1:]):]
		if len(behind) == 0 || behind[0] != '}' && behind[0] != ',' {
			return waiting, len(behind) == 0 && !e.Final
		}
	} else if !listAlone(types) {
		return next, false
	}
	if !goesOn {
		return failing, true
	}
	return j.readWith(e, jsonscan.Bracket{At: j.again.suspect.start, Kind: jsonscan.ListOpens}, j.again.suspect.start), true
}

// listCloses decides whether the string in doubt, behind a comma in a list, is the next key of
// the object around that: its closing bracket is missing.
func (j *doubt) listCloses(e *place.Around) (next phase, ok bool) {
	before := match.TrimSpaceRight(e.Slice(j.unit.args.start, j.again.suspect.start))
	if len(before) == 0 || before[len(before)-1] != ',' || !j.again.learnBefore(e) {
		return next, false
	}
	key := match.TrimSpaceRight(e.Slice(j.again.suspect.start+1, j.failed.failure.at))
	if len(key) == 0 {
		return next, false
	}
	if key = key[:len(key)-1]; !j.again.keys.MayFollow(key) {
		return next, false
	}
	comma := j.unit.args.start + len(before) - 1
	e.Visits.Add(j.again.suspect.start - comma)
	end := j.unit.args.start + len(match.TrimSpaceRight(before[:len(before)-1]))
	return j.readWith(e, jsonscan.Bracket{At: comma, Kind: jsonscan.ListCloses}, end), true
}

// readWith reads the unit anew, with a bracket that was wrong; what it says from offset at on
// is new.
func (j *doubt) readWith(e *place.Around, b jsonscan.Bracket, at int) phase {
	if !j.again.add(b) {
		return failing
	}
	j.failed.forget()
	j.walk.readFrom(e, at, nil)
	return scanning
}

// closedEarly reads the unit, behind which a brace is one too many, anew, if that may have
// closed the arguments before members of theirs.
func (j *doubt) closedEarly(e *place.Around) (next phase, ok bool) {
	u := j.unit
	if !u.strayed {
		return next, false
	}
	at := u.args.end - 1
	j.failed.setFailure(at, parsers.ReasonMalformed, "a brace too many stands in the arguments")
	return j.readWith(e, jsonscan.Bracket{At: at, Kind: jsonscan.Surplus}, at), true
}

// readAnew reads the unit from its start, with the ends that were found.
func (j *doubt) readAnew(e *place.Around, ends []jsonscan.Forced) {
	j.walk.readFrom(e, j.again.suspect.start, ends)
	j.again.isRead()
}
