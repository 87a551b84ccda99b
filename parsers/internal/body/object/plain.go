package object

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// Where a call isn't plain, or isn't all there, most values in it are: what is read token by
// token otherwise, in many small steps, is read of these at one look. As with whole calls,
// the steps come to the same end.

// skipPlain passes over a value in which nothing is of interest, up to its closer.
func (j *walk) skipPlain(e *place.Around, opener jsonscan.Token) (closer jsonscan.Token, ok bool) {
	u, w := j.unit, &e.Window
	if j.skip == 0 || e.Costs.Fuel().Spent() || w.End() < opener.End+minPlain ||
		u.def.hinted || j.lex.s.Repaired > 0 || j.again.Rereads() {
		return closer, false
	}
	if u.def.stage != schemaSettled && tellingKey(w.Slice(opener.End, w.End())) {
		return closer, false
	}
	n, last := jsonscan.Whole(w.Visits, w.Slice(opener.Start, w.End()), j.lex.s.Room()+1, true)
	if n == 0 {
		return closer, false
	}
	u.def.settle()
	if last >= 0 {
		j.again.Suspect.Skip(&j.lex.s, opener.Start+last)
	}
	return j.lex.s.CloseAt(opener.Start + n - 1), true
}
