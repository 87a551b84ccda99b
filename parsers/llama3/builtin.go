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
	n := engine.PythonNameLength(rest)
	switch {
	case !e.Config.Counts(formatBuiltin):
		return false, false
	case n == len(rest) && !e.Final:
		return true, false
	case n == len(rest) || rest[n] != '(':
		return false, false
	}
	name, repaired, ok := calledName(e, rest[:n])
	if !ok {
		return false, false
	}
	c.opened = true
	call := parsers.Begin{At: start, Name: name, Format: formatBuiltin}
	c.call = e.BeginKeywordCall(call, start+n+1, 0)
	if repaired {
		c.call.Renamed(start)
	}
	return false, true
}

// calledName is the name of the tool that is called, and whether that had to be
// repaired; ok is false if there is no such tool.
func calledName(e *engine.Engine, raw []byte) (name string, repaired, ok bool) {
	if name, repaired, ok = e.PythonName(raw); ok {
		return name, repaired, ok
	}
	bare, builtin := bytes.CutSuffix(raw, []byte(builtinCall))
	if !builtin {
		return "", false, false
	}
	if builtins[string(bare)] {
		return string(bare), false, true
	}
	return e.PythonName(bare)
}
