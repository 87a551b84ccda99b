package object

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// Calls that aren't plain, or aren't complete yet, still have mostly plain values. Such a value is
// skipped in one step, instead of many small steps that read token by token. Both ways must have
// the same result, as with complete calls (whole.go).

// skipPlain skips a value that contains nothing of interest, and returns its closer.
func (j *walk) skipPlain(e *place.Around, opener jsonscan.Token) (closer jsonscan.Token, ok bool) {
	u, w := j.unit, &e.Window
	if j.skip == 0 || e.Costs.Fuel().Spent() || w.End() < opener.End+minPlain ||
		u.def.hinted || j.lex.s.Notes.Repaired > 0 || j.again.Rereads() {
		return closer, false
	}
	if u.def.stage != schemaSettled && tellingKey(w.Slice(opener.End, w.End())) {
		return closer, false
	}
	n, last := jsonscan.Whole(w.Visits, w.Slice(opener.Start, w.End()), j.lex.s.Nesting.Room()+1, true)
	if n == 0 {
		return closer, false
	}
	u.def.settle()
	if last >= 0 {
		j.again.Suspect.Skip(&j.lex.s, opener.Start+last)
	}
	return j.lex.s.CloseAt(opener.Start + n - 1), true
}
