package llama3

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// startPythonic tries an output that is one Python list of calls.
func startPythonic(e *engine.Engine, c byte) engine.Candidate {
	if c != '[' || !e.Config.Tools.Given() {
		return nil
	}
	return &pythonicList{}
}

// pythonicList is [f(a=1), g()], the whole output, tags apart. Only the end of
// the output tells that it is, so its calls begin there.
type pythonicList struct {
	brackets engine.Brackets
	opened   bool
	first    bool // the first name was looked at
	end      int
	tail     int // up to here only white space and tags follow
}

// Step implements [engine.Candidate].
func (p *pythonicList) Step(e *engine.Engine) bool {
	if !p.opened {
		p.brackets, p.opened = engine.NewBrackets(e.Pos), true
	}
	if !p.first {
		more, ok := firstName(e)
		if more {
			return false
		}
		if !ok {
			return p.giveUp(e)
		}
		p.first = true
	}
	if p.end == 0 {
		p.end = p.brackets.Find(e)
		p.tail = p.end
	}
	final := e.Final
	switch {
	case p.end == 0 && final:
		return p.giveUp(e)
	case p.end == 0:
		return false
	}
	more, ok := p.onlyTags(e)
	switch {
	case more:
		return false
	case !ok:
		return p.giveUp(e)
	}
	calls, ok := pythonicCalls(e, e.Mark, p.end)
	if !ok {
		return p.giveUp(e)
	}
	p.report(e, calls)
	return true
}

// giveUp lets the output be read as running text.
func (p *pythonicList) giveUp(e *engine.Engine) bool {
	e.Retry()
	return true
}

// firstName tells whether the list starts with the call of a declared tool.
func firstName(e *engine.Engine) (more, ok bool) {
	start, more := e.Space(e.Pos + 1)
	if more {
		return true, false
	}
	rest := e.Rest(start)
	n := nameLength(rest)
	if n == len(rest) && n <= maxName {
		final := e.Final
		return !final, false
	}
	return false, n > 0 && n < len(rest) && rest[n] == '(' && e.Declared(string(rest[:n]))
}

func nameLength(b []byte) int {
	n := 0
	for n < len(b) && n <= maxName && engine.IsNameByte(b[n]) {
		n++
	}
	return n
}

// onlyTags tells, once the output has ended, whether only tags follow the list.
func (p *pythonicList) onlyTags(e *engine.Engine) (more, ok bool) {
	for {
		at, more := e.Space(p.tail)
		p.tail = at
		if more {
			return true, false
		}
		if len(e.Rest(at)) == 0 {
			final := e.Final
			return !final, final
		}
		n := e.TagAt(at)
		if n <= 0 {
			return n < 0, false
		}
		p.tail += n
	}
}

// pythonCall is one call of a list.
type pythonCall struct {
	start, end int
	name       string
	arguments  []byte
}

// pythonicCalls reads the list between start and end.
func pythonicCalls(e *engine.Engine, start, end int) ([]pythonCall, bool) {
	var calls []pythonCall
	for at := start + 1; ; {
		at, _ = e.Space(at)
		rest := e.Slice(at, end)
		n := nameLength(rest)
		if n == 0 || rest[n] != '(' || !e.Declared(string(rest[:n])) {
			return nil, false
		}
		brackets := engine.NewBrackets(at + n)
		closed := brackets.Find(e)
		if closed == 0 || closed >= end {
			return nil, false
		}
		arguments, ok := engine.KeywordArguments(e.Slice(at+n+1, closed-1), e.MaxDepth())
		if !ok {
			return nil, false
		}
		calls = append(calls, pythonCall{at, closed, strings.Clone(string(rest[:n])), arguments})
		at, _ = e.Space(closed)
		switch e.Slice(at, at+1)[0] {
		case ']':
			return calls, at+1 == end
		case ',':
			at++
		default:
			return nil, false
		}
	}
}

// report reports the calls and what stands between them.
func (p *pythonicList) report(e *engine.Engine, calls []pythonCall) {
	role := parsers.RoleOpen
	for _, c := range calls {
		e.Markup(c.start, role)
		e.Handler.BeginCall(parsers.Begin{At: c.start, Name: c.name, Format: formatPythonic})
		e.Handler.Arguments(c.arguments)
		e.EndCall(c.end, parsers.End{})
		role = parsers.RoleBetween
	}
	e.Markup(p.end, parsers.RoleClose)
	e.Seek(p.end)
	e.Called()
}
