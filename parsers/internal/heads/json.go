package heads

import (
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// OpenJSON starts a candidate at the '{' or '[' at the position.
func (hd *Heads) OpenJSON(c byte) bool {
	at, doubled := hd.cur.Pos, false
	rest := hd.cur.Rest(at)
	if c == '{' {
		if len(rest) < 2 && !hd.cur.Final {
			hd.cur.Text(at)
			return false
		}
		doubled = len(rest) > 1 && rest[1] == '{'
	}
	switch {
	case hd.prose.BeginsOutput(at, c):
		hd.cur.Text(at)
		hd.object().OpenLead(hd.place, hd.rules.Grammar.Lead, at, doubled)
	case (hd.marks.Gates.Inline || hd.rules.Grammar.JSON == nil) && !hd.prose.InFence():
		hd.cur.Pos++
		return true
	default:
		if n := match.BracketedWord(rest); n > 0 {
			hd.cur.Pos += n
			return true
		}
		hd.cur.Text(at)
		hd.object().Open(hd.place, at, doubled)
	}
	hd.candidate = hd.Read(hd.json)
	return true
}

// OpenHeader makes the candidate that reads the JSON arguments of a call whose
// name is before them, from offset at on. The mark must be at the call's start.
func (hd *Heads) OpenHeader(h *object.Header, at int) Candidate {
	hd.object().OpenHeader(hd.place, h, at)
	return hd.Read(hd.json)
}
