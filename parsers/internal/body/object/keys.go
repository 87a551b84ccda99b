package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// key handles a key; false if the reading failed at it.
func (j *Call) key(e *place.Around, w *jsonscan.Window, t jsonscan.Token) bool {
	if j.walk.list && j.walk.n < j.walk.listAt {
		j.walk.field = nil // behind the list: the calls were there
		return true
	}
	raw := w.Slice(t.Start, t.End)
	if j.again.suspect.has && !j.again.suspect.frozen && !quotes.Plausible(raw) {
		j.again.suspect.frozen = true
	}
	if !j.again.unique(w, t) {
		j.failed.trouble(t.Start, twice)
		return false
	}
	if j.walk.skip > 0 {
		return true
	}
	if t.Escaped {
		raw = j.lex.decode(w, t)
	}
	shape := j.walk.frames[j.walk.n-1].shape
	j.walk.field = shape.Field(raw)
	if shape.Keyed && !j.failed.keyed(e, raw, t) {
		return false
	}
	j.unit.sawKey(j.walk.field)
	if j.walk.field == nil {
		j.unit.strays(e, raw)
	}
	if e.ObjectCalls() && string(raw) == keyDescription {
		j.walk.describe()
	}
	return true
}

// keyedField is a key that names the call, and holds its arguments.
var keyedField = grammar.Field{Name: 1, Arguments: 1}

// keyed takes a key of an object whose first one may name the call; false if
// another one follows that.
func (j *failed) keyed(e *place.Around, raw []byte, t jsonscan.Token) bool {
	u := j.unit
	switch {
	case u.named == &keyedField:
		j.setFailure(j.lex.s.Pos(), parsers.ReasonMalformed, "another key stands beside the tool's name")
		return false
	case j.walk.field != nil:
		u.free = true
	case u.empty() && !u.others && u.id == "" && names.Valid(e.Config.Tools, raw):
		name, kind := names.True(e.Visits, e.Config, raw)
		if kind != 0 {
			j.lex.note(kind, t.Start-1)
		}
		j.walk.field, u.named, u.nameAt = &keyedField, &keyedField, j.walk.n
		u.nameStart, u.nameDepth = t.Start, j.walk.frames[j.walk.n-1].depth
		u.name, u.shape = e.Intern(name), j.walk.frames[j.walk.n-1].shape
	}
	return true
}
