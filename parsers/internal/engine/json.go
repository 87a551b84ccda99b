package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/body/object"
)

// openJSON starts a candidate at the '{' or '[' at the position.
func (e *Engine) openJSON(c byte) bool {
	at, doubled := e.Pos, false
	if c == '{' {
		rest := e.Rest(at)
		if len(rest) < 2 && !e.Final {
			e.Text(at)
			return false
		}
		doubled = len(rest) > 1 && rest[1] == '{'
	}
	e.Text(at)
	e.json.Open(&e.around, at, doubled)
	e.candidate = e.Read(e.json)
	return true
}

// OpenHeader makes the candidate that reads the JSON arguments of a call whose
// name stands before them, from offset at on. The mark must be at the call's start.
func (e *Engine) OpenHeader(h *object.Header, at int) Candidate {
	e.json.OpenHeader(&e.around, h, at)
	return e.Read(e.json)
}
