package object

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A definition is the evidence that an object is the definition of a tool, which the model repeats.
// A definition, with everything inside it, is content.
type definition struct {
	hinted    bool // described or schema is set
	described bool // a description is next to the name
	stage     schemaStage
	from      int    // offset of the arguments' first key
	schema    string // the first key of arguments that are a JSON Schema
}

// define reports the unit, a definition, as text up to the current position. It then skips the
// rest.
func (j *onward) define(e *place.Around) phase {
	if j.given.held { // the document says what its parts are: this part is no call
		j.unit.name = ""
		return scanning
	}
	end := j.lex.s.PrevEnd()
	j.report.retract(e, end)
	e.Text(end)
	j.lex.s.Notes.Log = nil
	return passing
}

// pass skips the rest of a definition.
func (j *onward) pass(e *place.Around) phase {
	w, outer := &e.Window, 0
	if j.walk.list {
		outer = j.again.From.Nesting.Depth() - 1
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
			if j.lex.s.Nesting.Depth() == outer {
				return j.passed(e, t.End)
			}
		}
	}
}

// passed continues behind a definition that ends at end.
func (j *onward) passed(e *place.Around, end int) phase {
	e.Text(end)
	if j.unit.doubled {
		e.Prose.Open().Braces++
	}
	if j.walk.list {
		j.walk.n = j.walk.freshN - 1 // back in the list
		j.lex.s.Notes.Log = j.lex.log
		return j.walk.nextElement(end)
	}
	e.Pos = end
	return done
}
