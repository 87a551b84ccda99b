package gemini

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

const (
	defaultAPI = "default_api."
	printCall  = "print(" + defaultAPI
)

// maxName bounds a name, in bytes: what is longer is text.
const maxName = 256

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
	n := 0
	for n < len(rest) && n <= maxName && engine.IsNameByte(rest[n]) {
		n++
	}
	if n == len(rest) {
		final := e.Final
		return !final, false
	}
	if n == 0 || rest[n] != '(' {
		return false, false
	}
	p.opened = true
	call := parsers.Begin{At: e.Mark, Name: string(rest[:n]), Format: formatPython, FreeText: true}
	p.call = e.BeginKeywordCall(call, e.Mark+len(printCall)+n+1, 1)
	return false, true
}
