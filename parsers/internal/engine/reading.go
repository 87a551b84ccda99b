package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// Around is what bodies know of the engine.
func (e *Engine) Around() *place.Around { return &e.place }

// A reading is the candidate for a body.
type reading struct{ body place.Body }

// Step implements [Candidate].
func (r *reading) Step(e *Engine) bool { return r.body.Step(&e.place) }

// Read makes the candidate that a body is. There is one at a time.
func (e *Engine) Read(body place.Body) Candidate {
	e.reading.body = body
	return &e.reading
}

// object is the body for JSON. Most of what an open stream takes would be its own, had
// all streams one from the start (make peak).
func (e *Engine) object() *object.Call {
	if e.json == nil {
		e.json = object.New()
	}
	return e.json
}

// goOn makes the candidate that another one turned into go on.
func (e *Engine) goOn(c Candidate) bool {
	e.candidate = c
	return c.Step(e)
}

// leave leaves a tag or token that belongs to nothing in the text.
func leave(*Engine, int) Candidate { return nil }

// nothing is the candidate that has nothing left to read.
type nothing struct{}

// Step implements [Candidate].
func (nothing) Step(*Engine) bool { return true }
