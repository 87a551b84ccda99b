package gemini

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

const (
	defaultAPI = "default_api."
	printCall  = "print(" + defaultAPI
)

// openPrint opens print(default_api.NAME(key=value, …)).
func openPrint(*engine.Engine, int) engine.Candidate { return &printed{} }

// printed is the candidate for a call in Python.
type printed struct {
	call   engine.KeywordCall
	opened bool
}

// Step implements [engine.Candidate].
func (p *printed) Step(e *engine.Engine) bool {
	if !p.opened {
		more, ok := p.header(e)
		if more {
			return false
		}
		if !ok {
			e.Seek(e.Mark + len(printCall))
			return true
		}
	}
	return p.call.Step(e)
}

// header reads the name, up to its parenthesis; more if it isn't all there.
func (p *printed) header(e *engine.Engine) (more, ok bool) {
	rest := e.Rest(e.Mark + len(printCall))
	n := engine.PythonNameLength(rest)
	if n == len(rest) {
		return !e.Final, false
	}
	if n == 0 || rest[n] != '(' {
		return false, false
	}
	p.opened = true
	name, repaired, ok := e.PythonName(rest[:n])
	if !ok {
		name, repaired = string(rest[:n]), false
	}
	call := parsers.Begin{At: e.Mark, Name: name, Format: formatPython, FreeText: true}
	p.call = e.BeginKeywordCall(call, e.Mark+len(printCall)+n+1, 1)
	if repaired {
		p.call.Renamed(e.Mark + len(printCall))
	}
	return false, true
}
