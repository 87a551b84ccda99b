package gemini

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

const (
	printCall = "print(default_api."
	printOnly = "print"
)

// maxName bounds a name, in bytes: what is longer is text.
const maxName = 256

// openPrint opens print(default_api.NAME(key=value, …)).
func openPrint(*engine.Engine, int) engine.Candidate { return &printed{} }

// printed is the candidate for a call in Python. It is reported when the
// parentheses of print close.
type printed struct {
	name     int // its length; 0: not read yet
	brackets engine.Brackets
}

// Step implements [engine.Candidate].
func (p *printed) Step(e *engine.Engine) bool {
	if p.name == 0 {
		more, ok := p.header(e)
		if more {
			return false
		}
		if !ok {
			e.Seek(e.Mark() + len(printCall))
			return true
		}
	}
	end := p.brackets.Find(e)
	if final, _ := e.Final(); end == 0 && !final {
		return false
	}
	p.report(e, end)
	return true
}

// header reads the name, up to its parenthesis; more if it isn't all there.
func (p *printed) header(e *engine.Engine) (more, ok bool) {
	rest := e.Rest(e.Mark() + len(printCall))
	n := 0
	for n < len(rest) && n <= maxName && engine.IsNameByte(rest[n]) {
		n++
	}
	if n == len(rest) {
		final, _ := e.Final()
		return !final, false
	}
	if n == 0 || rest[n] != '(' {
		return false, false
	}
	p.name = n
	p.brackets = engine.NewBrackets(e.Mark() + len(printOnly))
	return false, true
}

// report ends the call at end; 0: the output ended in it.
func (p *printed) report(e *engine.Engine, end int) {
	start := e.Mark()
	open := start + len(printCall) + p.name
	name := string(e.Slice(open-p.name, open))
	invalid := parsers.Invalid{Name: name, Format: formatPython, FreeText: true}
	if end == 0 {
		end = start + len(e.Rest(start))
		invalid.Reason, invalid.Message = parsers.ReasonIncomplete, "unexpected end of output inside a tool call"
		e.Seek(end)
		e.Invalid(end, invalid)
		return
	}
	e.Seek(end)
	written, ok := insideCall(e, open, end)
	var arguments []byte
	if ok {
		arguments, ok = engine.KeywordArguments(written, e.MaxDepth())
	}
	if !ok {
		invalid.Reason, invalid.Message = parsers.ReasonMalformed, "the arguments are no literal keyword arguments"
		invalid.Arguments = written
		e.Invalid(end, invalid)
		return
	}
	e.Handler().BeginCall(parsers.Begin{At: start, Name: name, Format: formatPython, FreeText: true})
	e.Handler().Arguments(arguments)
	e.EndCall(end, parsers.End{})
	e.Called()
}

// insideCall is what stands between the parentheses of the call whose opening
// one is at open; not ok if more than the call is printed.
func insideCall(e *engine.Engine, open, end int) (written []byte, ok bool) {
	brackets := engine.NewBrackets(open)
	closed := brackets.Find(e)
	if closed == 0 || closed >= end {
		return nil, false
	}
	return e.Slice(open+1, closed-1), len(bytes.TrimSpace(e.Slice(closed, end-1))) == 0
}
