package llama3

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// builtins are the tools that Llama 3.1 was trained to call by itself.
var builtins = map[string]bool{"brave_search": true, "wolfram_alpha": true}

const builtinCall = ".call"

// openPythonTag reads what follows <|python_tag|>: a built-in call, or JSON
// that running text finds by itself.
func openPythonTag(e *engine.Engine, at int) engine.Candidate {
	e.Seek(at + len(pythonTag))
	e.Markup(e.Pos, parsers.RoleAdjacent)
	return &pythonTagCall{atStart: e.AtStart(at)}
}

// pythonTagCall is NAME.call(key=value, …), or NAME(key=value, …).
type pythonTagCall struct {
	atStart bool // of the output
	call    engine.KeywordCall
	opened  bool
}

// Step implements [engine.Candidate].
func (c *pythonTagCall) Step(e *engine.Engine) bool {
	if !c.opened {
		more, ok := c.header(e)
		if more {
			return false
		}
		if !ok {
			e.Special()
			if e.Pos < e.Window().End() && !bytes.ContainsAny(e.Slice(e.Pos, e.Pos+1), "[{<") {
				e.Code()
			}
			if c.atStart {
				e.Restart()
			}
			return true
		}
	}
	return c.call.Step(e)
}

// header reads the name up to its parenthesis; more if it isn't all there.
func (c *pythonTagCall) header(e *engine.Engine) (more, ok bool) {
	start, more := e.Space(e.Pos)
	e.Text(start)
	e.Seek(start)
	if more {
		return true, false
	}
	rest := e.Rest(start)
	n := 0
	for n < len(rest) && engine.IsNameByte(rest[n]) && n <= maxName+len(builtinCall) {
		n++
	}
	final := e.Final
	if n == len(rest) && !final {
		return true, false
	}
	if n == len(rest) || rest[n] != '(' {
		return false, false
	}
	name, builtin := bytes.CutSuffix(rest[:n], []byte(builtinCall))
	if !e.Config.Tools.Declared(string(rest[:n])) {
		if !builtin || !builtins[string(name)] && !e.Config.Tools.Declared(string(name)) {
			return false, false
		}
	} else {
		name = rest[:n]
	}
	c.opened = true
	call := parsers.Begin{At: start, Name: string(name), Format: formatBuiltin}
	c.call = e.BeginKeywordCall(call, start+n+1, 0)
	return false, true
}
