package object

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// Most calls are short, are as they should be, and have come as a whole. What is read token
// by token otherwise, in many small steps, is read of these at one look: a short call takes
// 0.9 of its time. Whatever is the least bit odd is left to the steps. For what isn't, they
// come to the same end, and must: an output that is cut takes them, so that every test that
// cuts one compares the two.

// minPlain is how much must be at hand behind an opener for a look at it to be worth it:
// no piece of a token or two.
const minPlain = 16

// closesPlainly reads on to the closer of what was just opened, if it is plain.
func (j *Call) closesPlainly(w *jsonscan.Window, opener jsonscan.Token) (closer jsonscan.Token, ok bool) {
	switch {
	case w.End() < opener.End+minPlain || j.unit.hinted || j.s.Repaired > 0 || j.read:
		return closer, false
	case j.skip > 0:
		return j.skipPlain(w, opener)
	}
	return closer, false
}

// skipPlain passes over a value in which nothing is of interest.
func (j *Call) skipPlain(w *jsonscan.Window, opener jsonscan.Token) (closer jsonscan.Token, ok bool) {
	u := &j.unit
	if u.stage != schemaSettled && tellingKey(w.Slice(opener.End, w.End())) {
		return closer, false
	}
	n, last := jsonscan.Whole(w.Slice(opener.Start, w.End()), j.s.Room()+1, true)
	if n == 0 {
		return closer, false
	}
	u.stage = schemaSettled
	if last >= 0 && !j.suspect.frozen {
		j.suspect.skip(&j.s, opener.Start+last)
	}
	return j.s.CloseAt(opener.Start + n - 1), true
}
