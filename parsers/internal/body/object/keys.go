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
	if j.list && j.n < j.listAt {
		j.field = nil // behind the list: the calls were there
		return true
	}
	raw := w.Slice(t.Start, t.End)
	if j.suspect.has && !j.suspect.frozen && !quotes.Plausible(raw) {
		j.suspect.frozen = true
	}
	if !j.unique(w, t) {
		return false
	}
	if j.skip > 0 {
		return true
	}
	if t.Escaped {
		raw = j.decode(w, t)
	}
	shape := j.frames[j.n-1].shape
	j.field = shape.Field(raw)
	if shape.Keyed && !j.keyed(e, raw, t) {
		return false
	}
	j.unit.sawKey(j.field)
	if j.field == nil {
		j.strayed(e, raw)
	}
	if e.ObjectCalls() && string(raw) == keyDescription {
		j.describe()
	}
	return true
}

// keyedField is a key that names the call, and holds its arguments.
var keyedField = grammar.Field{Name: 1, Arguments: 1}

// keyed takes a key of an object whose first one may name the call; false if
// another one follows that.
func (j *Call) keyed(e *place.Around, raw []byte, t jsonscan.Token) bool {
	u := &j.unit
	switch {
	case u.named == &keyedField:
		j.setFailure(j.s.Pos(), parsers.ReasonMalformed, "another key stands beside the tool's name")
		return false
	case j.field != nil:
		u.free = true
	case u.empty() && !u.others && u.id == "" && names.Valid(e.Config.Tools, raw):
		name, kind := names.True(e.Visits, e.Config, raw)
		if kind != 0 {
			j.note(kind, t.Start-1)
		}
		j.field, u.named, u.nameAt = &keyedField, &keyedField, j.n
		u.nameStart, u.nameDepth = t.Start, j.frames[j.n-1].depth
		u.name, u.shape = e.Intern(name), j.frames[j.n-1].shape
	}
	return true
}
