package heads

import (
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// OpenJSON starts a candidate at the '{' or '[' at the position.
func (hd *Heads) OpenJSON(c byte) bool {
	at := hd.Cur.Pos
	rest := hd.Cur.Rest(at)
	if c == '{' && len(rest) < 2 && !hd.Cur.Final {
		return false
	}
	doubled := c == '{' && len(rest) > 1 && rest[1] == '{'
	switch {
	case hd.Prose.BeginsOutput(at, c):
		hd.Cur.Text(at)
		hd.object().OpenLead(&hd.Place, hd.Rules.Grammar.Lead, at, doubled)
	case (hd.Marks.Gates.Inline || hd.Rules.Grammar.JSON == nil) && !hd.Prose.InFence():
		hd.Cur.Pos++
		return true
	default:
		if n := match.BracketedWord(rest); n > 0 {
			hd.Cur.Pos += n
			return true
		}
		if hd.longComment(rest, at+1) {
			hd.Prose.Open().Add(c)
			hd.Cur.Pos++
			return true
		}
		hd.Cur.Text(at)
		hd.object().Open(&hd.Place, at, doubled)
	}
	hd.Begin(hd.Read(hd.json))
	return true
}

// longComment reports whether a comment at offset at, behind the bracket with which rest begins, is too
// long to be in a call. Without this look, a text full of such brackets would be read a comment's length
// at each of them.
func (hd *Heads) longComment(rest []byte, at int) bool {
	const long = object.MaxLeadingComments + 1
	return len(rest) > long && rest[1] == '#' && hd.Cur.LineEnd(at, at+long) == at+long
}

// noMarkerFollows is what is wrong about a call that no marker ends.
const noMarkerFollows = "something other than a marker follows the arguments"

// OpenHeader makes the candidate that reads the JSON arguments of a call whose
// name is before them, from offset at on. The mark must be at the call's start.
func (hd *Heads) OpenHeader(h *object.Header, at int) Candidate {
	hd.object().OpenHeader(&hd.Place, h, at)
	return hd.Read(hd.json)
}
