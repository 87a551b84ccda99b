package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/python"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A KeywordCall reads a call that is written as code, from its arguments on:
// `key=value, …)`, and the parentheses that are open around it. Each argument
// is reported once its value is complete.
type KeywordCall struct {
	call      parsers.Begin
	begun     bool
	inner     int // where the arguments start
	arguments python.Reader
	sent      int // of the arguments' object
	outer     int // parentheses around the call, still open
	closed    int // where the last parenthesis closed; 0: the arguments go on
	broken    failure.BrokenCall
	failed    bool
	repairs   []parsers.Repair // of the name
}

// Renamed notes that the name, which stands at offset at, had to be repaired.
func (c *KeywordCall) Renamed(at int) {
	c.repairs = []parsers.Repair{{Kind: repair.ToolName, Offset: at}}
}

// BeginKeywordCall begins the call whose arguments start at offset inner; that
// many parentheses are open around it.
func (e *Engine) BeginKeywordCall(call parsers.Begin, inner, outer int) KeywordCall {
	c := KeywordCall{call: call, inner: inner, outer: outer}
	cfg := e.pythonConfig(call.Name)
	c.arguments.Start(inner, cfg)
	if cfg.Properties == nil {
		c.begin(e) // its arguments can only be keywords
	}
	return c
}

// pythonConfig is how a call of this name is read.
func (e *Engine) pythonConfig(name string) python.Config {
	return python.Config{Depth: e.maxDepth, Properties: e.Properties(name), Stop: e.around.Breaks}
}

// Step implements [Candidate].
func (c *KeywordCall) Step(e *Engine) bool {
	switch {
	case c.failed:
		return c.leave(e)
	case c.closed > 0:
		return c.close(e)
	}
	return c.read(e)
}

const (
	cutMessage      = "unexpected end of output inside a tool call"
	keywordsMessage = "the arguments are no literal keyword arguments"
)

// read reads the arguments; false if they go on.
func (c *KeywordCall) read(e *Engine) bool {
	k := &c.arguments
	status := k.Read(e.Window())
	if k.Keyed() {
		c.begin(e)
	}
	switch status {
	case python.More:
		c.send(e)
		return false
	case python.Closed:
		c.closed = k.Pos()
		return c.close(e)
	case python.Cut:
		if e.Config.Options.AcceptIncomplete && k.Close() {
			return c.end(e, e.Window().End(), parsers.End{Weak: true})
		}
		return c.fail(e, k.Pos(), 1+k.Depth(), parsers.ReasonIncomplete, cutMessage)
	case python.TooDeep:
		return c.fail(e, k.Pos(), 1+k.Depth(), parsers.ReasonLimit, "JSON nests deeper than allowed")
	}
	if ending, more := e.EndingAt(k.Pos()); more {
		return false
	} else if ending != place.EndsNothing {
		return c.fail(e, k.Pos(), 1+k.Depth(), parsers.ReasonIncomplete, "unexpected end of the block inside a tool call")
	}
	return c.fail(e, k.Pos(), 1+k.Depth(), parsers.ReasonMalformed, keywordsMessage)
}

// close reads the parentheses around the call; false if they may still come.
func (c *KeywordCall) close(e *Engine) bool {
	for c.outer > 0 {
		at, more := e.Space(c.closed)
		rest := e.Rest(at)
		switch {
		case more:
			c.send(e)
			return false
		case len(rest) == 0 && e.Repairs():
			return c.end(e, c.closed, parsers.End{Repairs: c.missing()})
		case len(rest) == 0:
			return c.fail(e, at, 0, parsers.ReasonIncomplete, cutMessage)
		case rest[0] != ')':
			return c.fail(e, at, 0, parsers.ReasonMalformed, keywordsMessage)
		}
		c.closed = at + 1
		c.outer--
	}
	return c.end(e, c.closed, parsers.End{})
}

// missing are the repairs of a whole call that the output ended behind.
func (c *KeywordCall) missing() (repairs []parsers.Repair) {
	for range c.outer {
		repairs = append(repairs, parsers.Repair{Kind: repair.MissingCloser, Offset: c.closed})
	}
	return repairs
}

// begin reports the call, once it is known how its arguments are written.
func (c *KeywordCall) begin(e *Engine) {
	if c.begun {
		return
	}
	c.begun = true
	c.call.FreeText = c.call.FreeText || c.arguments.Mapping
	e.Handler.BeginCall(c.call)
}

// send reports the members that are complete.
func (c *KeywordCall) send(e *Engine) {
	if !c.begun {
		return
	}
	object := c.arguments.Object()
	e.Handler.Arguments(object[c.sent:])
	c.sent = len(object)
}

// end ends the call at offset end.
func (c *KeywordCall) end(e *Engine, end int, call parsers.End) bool {
	c.begin(e)
	c.send(e)
	e.Handler.Arguments([]byte("}"))
	call.Repairs = slices.Concat(c.repairs, c.arguments.Repairs, call.Repairs)
	call.SecondReading = c.arguments.SecondReading()
	e.Pos = end
	e.EndCall(end, call)
	e.Called()
	return true
}

// fail reports that the call failed at offset at, where that many brackets of
// its own are open.
func (c *KeywordCall) fail(e *Engine, at, depth int, reason parsers.Reason, message string) bool {
	quoted := c.arguments.InString()
	c.broken = failure.BrokenFrom(&e.around, c.inner, at, depth+c.outer, quoted)
	c.failed = true
	end, more := c.broken.Find(&e.around)
	if quoted && message == cutMessage && end < e.Window().End() {
		reason, message = parsers.ReasonMalformed, "a string isn't closed"
	}
	arguments := e.Slice(min(c.inner, end), end)
	if c.closed > 0 {
		arguments = arguments[:min(c.arguments.Pos()-1-c.inner, len(arguments))]
	}
	e.Invalid(end, parsers.Invalid{
		Name: c.call.Name, Format: c.call.Format, FreeText: c.call.FreeText, Reason: reason, Message: message,
		Arguments: arguments, ArgumentsOpen: c.closed == 0,
	})
	return c.ended(e, end, more)
}

// leave looks for the end of the call that failed; false if it isn't there yet.
func (c *KeywordCall) leave(e *Engine) bool {
	end, more := c.broken.Find(&e.around)
	e.InvalidText(end)
	return c.ended(e, end, more)
}

func (c *KeywordCall) ended(e *Engine, end int, more bool) bool {
	if !more {
		e.Pos = end
	}
	return !more
}
