package object

import (
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

// define makes the unit, a definition, text up to where it was read, and goes
// on to pass over the rest.
func (j *onward) define(e *place.Around) phase {
	if j.given.held { // of a document, which says what its parts are: it is no call
		j.unit.noCall()
		return scanning
	}
	end := j.lex.s.PrevEnd()
	j.report.retract(e, end)
	e.Text(end)
	j.lex.passOver(true)
	return passing
}

// pass passes over the rest of a definition.
func (j *onward) pass(e *place.Around) phase {
	w, outer := &e.Window, 0
	if j.walk.list {
		outer = j.again.From.Depth() - 1
	}
	for {
		switch t := j.lex.s.Next(w); t.Kind {
		case jsonscan.More:
			e.Text(j.lex.s.Certain())
			return waiting
		case jsonscan.End:
			e.Text(w.End())
			return j.brokenList(e, w.End())
		case jsonscan.Unexpected, jsonscan.TooDeep:
			e.Text(j.lex.s.Certain())
			return j.failed.passing(e, t.Start)
		case jsonscan.ObjectClose:
			if j.lex.s.Depth() == outer {
				return j.passed(e, t.End)
			}
		}
	}
}

// passed goes on behind a definition that ends at end.
func (j *onward) passed(e *place.Around, end int) phase {
	e.Text(end)
	if j.unit.doubled {
		e.Prose.Open().Braces++
	}
	if j.walk.list {
		j.walk.leaveElement()
		j.lex.passOver(false)
		return j.walk.nextElement(end)
	}
	e.Pos = end
	return done
}
