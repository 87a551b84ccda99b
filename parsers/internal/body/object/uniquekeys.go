package object

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// collectKeys reads the unit once more, up to offset end, to learn its keys;
// false if one comes twice.
func (j *again) collectKeys(w *jsonscan.Window, end int) bool {
	j.keyRoom.Reset()
	return j.learnKeys(w, end)
}

// learnKeys is collectKeys into what was prepared for that.
func (j *again) learnKeys(w *jsonscan.Window, end int) bool {
	j.keys = &j.keyRoom
	s := j.resume
	s.Log = nil
	s.Brackets(j.brackets)
	s.MayRepairBrackets(j.lex.s.RepairsBrackets())
	if s.Depth() > 0 {
		j.keys.Open(j.unit.start, s.Depth())
	}
	before := w.UpTo(end, false)
	return unique(&s, &before, j.keys)
}

const twice = "a key comes twice"

// bracketsRepaired tells whether a bracket was repaired, and nobody looked yet for a key that
// comes twice.
func (j *again) bracketsRepaired() bool {
	return j.keys == nil && !j.read && slices.ContainsFunc(j.lex.log.Repairs, func(r repair.Repair) bool {
		return r.Kind == repair.MissingCloser || r.Kind == repair.ExtraCloser || r.Kind == repair.ExtraOpener
	})
}

// unique tells whether the key is the first of its name in its object, once
// something was repaired; if not, a quote went astray.
func (j *again) unique(w *jsonscan.Window, t jsonscan.Token) bool {
	if j.lex.s.Repaired == 0 || j.read {
		return true
	}
	if j.keys == nil && !j.collectKeys(w, t.Start) {
		return false
	}
	return j.keys.Add(w.Slice(t.Start, t.End))
}

// unique reads on to the end of w, and learns the keys; false if one comes twice.
func unique(s *jsonscan.Scanner, w *jsonscan.Window, keys *quotes.Keys) bool {
	for {
		t := s.Next(w)
		switch t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return true
		case jsonscan.ObjectOpen:
			keys.Open(t.Start, s.Depth())
		case jsonscan.ObjectClose:
			keys.Close()
		case jsonscan.Key:
			if !keys.Add(w.Slice(t.Start, t.End)) {
				return false
			}
		}
	}
}
