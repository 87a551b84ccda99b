package llama3

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// builtins are the tools that Llama 3.1 was trained to call by itself.
var builtins = map[string]bool{"brave_search": true, "wolfram_alpha": true}

const builtinCall = ".call("

// openPythonTag reads what follows <|python_tag|>: a built-in call, or JSON
// that running text finds by itself.
func openPythonTag(e *engine.Engine, at int) engine.Candidate {
	e.Seek(at + len(pythonTag))
	e.Markup(e.Pos(), parsers.RoleAdjacent)
	return &pythonTagCall{atStart: e.AtStart(at)}
}

// pythonTagCall is NAME.call(key=value, …).
type pythonTagCall struct {
	atStart   bool // of the output
	name      string
	inner     int // where the arguments start
	arguments engine.Keywords
	sent      int // of the arguments' object
	broken    engine.BrokenCall
	failed    bool
}

// Step implements [engine.Candidate].
func (c *pythonTagCall) Step(e *engine.Engine) bool {
	if c.failed {
		return c.leave(e)
	}
	if c.name == "" {
		more, ok := c.header(e)
		if more {
			return false
		}
		if !ok {
			e.Special()
			if c.atStart {
				e.Restart()
			}
			return true
		}
	}
	return c.read(e)
}

// header reads NAME.call( ; more if it isn't all there.
func (c *pythonTagCall) header(e *engine.Engine) (more, ok bool) {
	start, more := e.Space(e.Pos())
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
	final, _ := e.Final()
	if n == len(rest) && !final {
		return true, false
	}
	n = bytes.LastIndexByte(rest[:n], '.')
	if n <= 0 {
		return false, false
	}
	switch engine.MatchText(builtinCall, rest[n:], final) {
	case -1:
		return true, false
	case 0:
		return false, false
	}
	name := string(rest[:n])
	if !builtins[name] && !e.Declared(name) {
		return false, false
	}
	c.name = name
	c.inner = start + n + len(builtinCall)
	c.arguments = engine.NewKeywords(c.inner, e.MaxDepth())
	e.Handler().BeginCall(parsers.Begin{At: start, Name: name, Format: formatBuiltin})
	return false, true
}

// read reads the arguments; false if they go on.
func (c *pythonTagCall) read(e *engine.Engine) bool {
	switch c.arguments.Read(e.Window()) {
	case engine.KeywordsMore:
		c.send(e)
		return false
	case engine.KeywordsClosed:
		c.end(e, c.arguments.Pos()+1, false)
		return true
	case engine.KeywordsCut:
		if e.Config().Options.AcceptIncomplete && c.arguments.Cut(e.Window()) {
			c.end(e, e.Window().End(), true)
			return true
		}
		return c.fail(e, parsers.ReasonIncomplete, "unexpected end of output inside a tool call")
	case engine.KeywordsTooDeep:
		return c.fail(e, parsers.ReasonLimit, "JSON nests deeper than allowed")
	}
	if ending, more := e.EndingAt(c.arguments.Pos()); more {
		return false
	} else if ending != engine.EndsNothing {
		return c.fail(e, parsers.ReasonIncomplete, "unexpected end of the block inside a tool call")
	}
	return c.fail(e, parsers.ReasonMalformed, "the arguments are no literals")
}

// send reports the members that are complete.
func (c *pythonTagCall) send(e *engine.Engine) {
	object := c.arguments.Object()
	e.Handler().Arguments(object[c.sent:])
	c.sent = len(object)
}

// end ends the call at end.
func (c *pythonTagCall) end(e *engine.Engine, end int, cut bool) {
	c.send(e)
	e.Handler().Arguments([]byte("}"))
	e.Seek(end)
	e.EndCall(end, parsers.End{Weak: cut})
	e.Called()
}

// fail reports that the arguments failed where their reading stands.
func (c *pythonTagCall) fail(e *engine.Engine, reason parsers.Reason, message string) bool {
	k := &c.arguments
	c.broken = e.BrokenFrom(c.inner, k.Pos(), 1+k.Depth(), k.InString())
	c.failed = true
	end, more := c.broken.Find(e)
	if k.InString() && end < e.Window().End() {
		reason, message = parsers.ReasonMalformed, "a string isn't closed"
	}
	e.Invalid(end, parsers.Invalid{
		Name: c.name, Format: formatBuiltin, Reason: reason, Message: message,
		Arguments: e.Slice(min(c.inner, end), end), ArgumentsOpen: true,
	})
	return c.ended(e, end, more)
}

// leave looks for the end of the call that failed; false if it isn't there yet.
func (c *pythonTagCall) leave(e *engine.Engine) bool {
	end, more := c.broken.Find(e)
	e.InvalidText(end)
	return c.ended(e, end, more)
}

func (c *pythonTagCall) ended(e *engine.Engine, end int, more bool) bool {
	if !more {
		e.Seek(end)
	}
	return !more
}
