package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A definition is what speaks for an object being a tool's definition, which
// the model repeats: that is content, and so is whatever it holds.
type definition struct {
	hinted    bool // one of the next two:
	described bool // a description stands beside the name
	stage     schemaStage
	from      int    // offset of the arguments' first key
	schema    string // the first key of arguments that are a JSON Schema
}

// watchSchema follows the first tokens of the arguments.
func (u *unit) watchSchema(w *jsonscan.Window, t jsonscan.Token) {
	d := &u.definition
	var text []byte
	if t.Kind == jsonscan.Key || t.Kind == jsonscan.String {
		text = u.lex.decode(w, t)
	}
	if d.stage == schemaFirstKey && t.Kind == jsonscan.Key {
		d.from = u.lex.s.StringStart()
	}
	d.follow(t.Kind, text)
}

// describe notes that the object at hand has a description.
func (j *walk) describe() {
	u := j.unit
	j.frames[j.n-1].described = true
	u.described = u.described || u.named != nil && u.nameAt == j.n
	u.hinted = u.hinted || u.described
}

// defines tells whether the unit is known to be a tool's definition by now. A
// property of the tool may bear the key that says so.
func (u *unit) defines(e *place.Around) bool {

	d := &u.definition
	if u.name == "" || !d.described && d.schema == "" {
		return false
	}
	p := e.Properties(u.name)
	return d.described && !p.Names([]byte(keyDescription)) || d.schema != "" && !p.Names([]byte(d.schema))
}

// define makes the unit, a definition, text up to where it was read, and goes
// on to pass over the rest.
func (j *onward) define(e *place.Around) {
	if j.given.held { // of a document, which says what its parts are: it is no call
		j.unit.name = ""
		return
	}
	end := j.lex.s.PrevEnd()
	if j.unit.begun {
		j.unit.begun = false
		e.Invalid(end, parsers.Invalid{Format: j.unit.format(e), Message: "it is a tool's definition"})
	}
	e.Text(end)
	j.lex.s.Log = nil
	j.walk.phase = passing
}

// pass passes over the rest of a definition.
func (j *onward) pass(e *place.Around) (more, done bool) {
	w, outer := &e.Window, 0
	if j.walk.list {
		outer = j.again.resume.Depth() - 1
	}
	for {
		switch t := j.lex.s.Next(w); t.Kind {
		case jsonscan.More:
			e.Text(j.lex.s.Certain())
			return true, false
		case jsonscan.End:
			e.Text(w.End())
			return j.brokenList(e, w.End())
		case jsonscan.Unexpected, jsonscan.TooDeep:
			e.Text(j.lex.s.Certain())
			j.failed.setFailure(t.Start, parsers.ReasonUnspecified, "")
			j.failed.stop = failure.Stop{Pos: t.Start, Shape: j.given.others(), Markers: t.Start}
			if t.Start > e.Mark {
				j.failed.stop.Prev = e.Win[t.Start-1-e.Base]
			}
			j.failed.stop.Last = j.failed.stop.Prev
			return false, false
		case jsonscan.ObjectClose:
			if j.lex.s.Depth() == outer {
				return j.passed(e, t.End)
			}
		}
	}
}

// passed goes on behind a definition that ends at end.
func (j *onward) passed(e *place.Around, end int) (more, done bool) {
	e.Text(end)
	if j.unit.doubled {
		e.Open().Braces++
	}
	if j.walk.list {
		j.walk.n = j.walk.freshN - 1
		j.lex.s.Log = j.lex.log
		return j.walk.nextElement(end)
	}
	e.Pos = end
	return false, true
}
