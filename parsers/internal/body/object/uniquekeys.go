package object

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
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
	keys.Schema(e.Rules.Properties(j.unit.name).Node(), j.unit.argsDepth())
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

// learnBefore learns the keys before the string in doubt, and what the schema says there.
func (j *again) learnBefore(e *place.Around) bool {
	j.keyRoom.Reset()
	if j.unit.name != "" {
		j.keyRoom.Schema(e.Rules.Properties(j.unit.name).Node(), j.unit.argsDepth())
	}
	return j.learnKeys(&e.Window, j.suspect.start)
}

// listAlone tells whether a value of the types may be a list, and no string.
func listAlone(types schema.Types) bool {
	return types != schema.Any && types&schema.Array != 0 && types&schema.String == 0
}
