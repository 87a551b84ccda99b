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
	switch {
	case e.leads(at, c):
		e.Text(at)
		e.object().OpenLead(&e.place, e.grammar.Lead, at, doubled)
	case (e.gates.inline || e.grammar.JSON == nil) && !e.InFence():
		e.Pos++
		return true
	default:
		if n := wordLength(e.Rest(at)); n > 0 {
			e.Pos += n
			return true
		}
		e.Text(at)
		e.object().Open(&e.place, at, doubled)
	}
	e.candidate = e.Read(e.json)
	return true
}

// leads tells whether the bracket c at offset at begins JSON that begins the output,
// or follows such a call.
func (e *Engine) leads(at int, c byte) bool {
	l := e.grammar.Lead
	e.leading = l != nil && !e.InFence() && (e.AtStart(at) || e.leading && e.behind == at) && (c == '[' || !l.Lists)
	return e.leading
}

// OpenHeader makes the candidate that reads the JSON arguments of a call whose
// name stands before them, from offset at on. The mark must be at the call's start.
func (e *Engine) OpenHeader(h *object.Header, at int) Candidate {
	e.object().OpenHeader(&e.place, h, at)
	return e.Read(e.json)
}
