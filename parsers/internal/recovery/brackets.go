package recovery

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// MissingBracket reports whether s failed at offset at because a list in the value that begins at
// offset start lost a bracket. says is the schema of the objects at the depth. If it isn't ok, no
// bracket is missing. Otherwise the state is one of these:
//
//   - Found: the value must be read anew with the bracket b. It changes from offset from on.
//   - Failed: a bracket is missing, but can't be added. The strings of a list are never joined.
//   - Searching: it takes more bytes to decide.
func (r *Reading) MissingBracket(w *jsonscan.Window, s *jsonscan.Scanner, at, start int, says *schema.Node, depth int) (b jsonscan.Bracket, from int, state State, ok bool) {
	inside := s.Given.RepairDepth
	rest := w.Win[at-w.Base:]
	if inside == 0 || s.Nesting.Depth() < inside || !r.Suspect.has || r.Suspect.start < start || len(rest) == 0 {
		return b, from, state, false
	}
	object := s.Nesting.InObject()
	key, beforeColon := s.BeforeColon()
	switch c := rest[0]; {
	case object && beforeColon:
		if !r.suspectBefore(w, key-1, true) {
			return b, from, state, false
		}
		return r.listOpens(w, s, rest, says, depth, c == ',' || c == '}' || c == ']')
	case object && c == ']' && r.suspectBefore(w, at, false):
		return r.listOpens(w, s, rest, says, depth, true)
	case !object && c == ':' && s.Nesting.Depth() > inside && s.Nesting.IsObject(s.Nesting.Depth()-1) && r.suspectBefore(w, at, false):
		b, from, ok = r.listCloses(w, s, at, start, says, depth)
		return b, from, Found, ok
	}
	return b, from, state, false
}

// listOpens decides whether the string in doubt is the first element of a list that lost its opening
// bracket. It is if the schema asks for a list or, if nothing is known, a bracket closes the list.
func (r *Reading) listOpens(w *jsonscan.Window, s *jsonscan.Scanner, rest []byte, says *schema.Node, depth int, goesOn bool) (b jsonscan.Bracket, from int, state State, ok bool) {
	if !r.learn(w, s, r.Suspect.start, says, depth) {
		return b, from, state, false
	}
	types := r.keys.Value(r.Suspect.s.Nesting.Depth()).Types()
	if types == schema.Any {
		if _, ok := s.BeforeColon(); !ok || rest[0] != ']' {
			return b, from, state, false
		}
		behind := rest[1:][match.SpaceLen(rest[1:]):]
		if len(behind) == 0 || behind[0] != '}' && behind[0] != ',' {
			return b, from, Searching, len(behind) == 0 && !w.Final
		}
	} else if !listAlone(types) {
		return b, from, state, false
	}
	if !goesOn {
		return b, from, Failed, true
	}
	return jsonscan.Bracket{At: r.Suspect.start, Kind: jsonscan.ListOpens}, r.Suspect.start, Found, true
}

// listCloses decides whether the string in doubt, behind a comma in a list, is the next key of
// the object around the list. Then the list's closing bracket is missing.
func (r *Reading) listCloses(w *jsonscan.Window, s *jsonscan.Scanner, at, start int, says *schema.Node, depth int) (b jsonscan.Bracket, from int, ok bool) {
	before := match.TrimSpaceRight(w.Slice(start, r.Suspect.start))
	if last(before) != ',' || !r.learn(w, s, r.Suspect.start, says, depth) {
		return b, from, false
	}
	key := match.TrimSpaceRight(w.Slice(r.Suspect.start+1, at))
	if len(key) == 0 || !r.keys.MayFollow(key[:len(key)-1]) {
		return b, from, false
	}
	comma := start + len(before) - 1
	w.Visits.Add(r.Suspect.start - comma)
	from = start + len(match.TrimSpaceRight(before[:len(before)-1]))
	return jsonscan.Bracket{At: comma, Kind: jsonscan.ListCloses}, from, true
}
