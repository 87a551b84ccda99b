package pythoncall

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// Call is the body for one call behind what says that there is one: its name,
// `key=value, …)`, and the parentheses that are open around it. Each argument
// is reported once its value is complete.
type Call struct {
	callState
	args pythonargs.Reader
}

// A callState is what is known of the call besides its arguments.
type callState struct {
	g     *grammar.Python
	token *grammar.PythonToken // that stands before the call; nil: it is printed
	phase callPhase
	name  int // where the name starts
	outer int // parentheses around the call, still open

	call    parsers.Begin
	begun   bool
	inner   int              // where the arguments start
	sent    int              // of the arguments' object
	repairs []parsers.Repair // of the name

	closed int // where the last parenthesis closed; 0: the arguments go on
	broken failure.BrokenCall
}

type callPhase uint8

const (
	callDue    callPhase = iota // its name
	callArgs                    // in its arguments
	callClosed                  // in the parentheses around it
	callBroken                  // behind where it failed
)

// OpenPrinted begins to read what is printed, behind what begins that.
func (c *Call) OpenPrinted(g *grammar.Python, at int) {
	c.args.Empty()
	c.callState = callState{g: g, name: at, outer: 1}
}

// OpenBehind begins to read what follows the grammar's Token.
func (c *Call) OpenBehind(g *grammar.Python, at int) {
	if c.phase != callDue { // it was begun; most often JSON follows, and it isn't
		c.args.Empty()
		c.callState = callState{}
	}
	c.g, c.token, c.name = g, g.Token, at
}

// Found tells, at the end, whether there was a call, or one that failed. If
// there was none, the position is where it would have begun.
func (c *Call) Found() bool { return c.phase != callDue }

// Step implements [place.Body].
func (c *Call) Step(e *place.Around) bool {
	if c.phase == callDue {
		switch a := c.header(e); {
		case a == match.More:
			return false
		case a == match.No:
			e.Seek(c.name)
			return true
		default:
			c.begin(e, a.Len())
		}
	}
	switch c.phase {
	case callClosed:
		return c.close(e)
	case callBroken:
		return c.leave(e)
	}
	return c.read(e)
}

// header reads the call's name, and its parenthesis: the length of both.
func (c *Call) header(e *place.Around) match.Answer {
	if c.token != nil {
		start, more := e.Space(c.name)
		e.Text(start)
		if c.name = start; more {
			return match.More
		}
		if !e.Config.Counts(c.token.Format) {
			return match.No
		}
	}
	rest := e.Rest(c.name)
	a := matchName(e, rest)
	if !a.Yes() {
		return a
	}
	name, kind, ok := c.called(e, rest[:a-1])
	if !ok {
		return match.No
	}
	c.call.Name = name
	if kind != 0 {
		c.repairs = []parsers.Repair{{Kind: kind, Offset: c.name}}
	}
	return a
}

// called is the name of the tool that is called as raw, and the repair that this
// needed; ok is false if there is no such tool.
func (c *Call) called(e *place.Around, raw []byte) (name string, kind repair.Kind, ok bool) {
	if c.token == nil {
		return anyName(e, c.g, raw)
	}
	if name, kind, ok = declared(e, c.g, raw); ok {
		return name, kind, ok
	}
	bare, method := bytes.CutSuffix(raw, []byte(c.token.Method))
	switch {
	case !method:
		return "", 0, false
	case c.token.Builtin(bare):
		return string(bare), 0, true
	}
	return declared(e, c.g, bare)
}

// begin begins the arguments, n bytes behind the name's start.
func (c *Call) begin(e *place.Around, n int) {
	c.call.At, c.call.Format, c.call.FreeText = e.Mark, c.g.Format, c.token == nil || e.Costs.Penalized(c.name)
	if c.token != nil {
		c.call.Format = c.token.Format
	}
	c.inner, c.phase = c.name+n, callArgs
	cfg := config(e, c.call.Name)
	c.args.Start(c.inner, cfg)
	if cfg.Properties == nil {
		c.report(e) // its arguments can only be keywords
	}
}

// read reads the arguments; false if they go on.
func (c *Call) read(e *place.Around) bool {
	r := &c.args
	s := r.Read(&e.Window)
	if r.Keyed() {
		c.report(e)
	}
	switch {
	case s == pythonargs.More:
		c.send(e)
		return false
	case s == pythonargs.Closed:
		c.closed, c.phase = r.Pos(), callClosed
		return c.close(e)
	}
	depth, reason, message, more := whyFailed(e, r, s)
	if more {
		return false
	}
	return c.fail(e, r.Pos(), depth, reason, message)
}

// close reads the parentheses around the call; false if they may still come.
func (c *Call) close(e *place.Around) bool {
	for ; c.outer > 0; c.outer-- {
		at, more := e.Space(c.closed)
		rest := e.Rest(at)
		switch {
		case more:
			c.send(e)
			return false
		case len(rest) == 0 && e.Repairs():
			return c.end(e, c.closed, parsers.End{Repairs: c.missing()})
		case len(rest) == 0:
			return c.fail(e, at, 0, parsers.ReasonIncomplete, failure.CutOff)
		case rest[0] != ')':
			return c.fail(e, at, 0, parsers.ReasonMalformed, keywordsMessage)
		}
		c.closed = at + 1
	}
	return c.end(e, c.closed, parsers.End{})
}

// missing are the repairs of a whole call that the output ended behind.
func (c *Call) missing() (repairs []parsers.Repair) {
	for range c.outer {
		repairs = append(repairs, parsers.Repair{Kind: repair.MissingCloser, Offset: c.closed})
	}
	return repairs
}

// report reports the call, once it is known how its arguments are written.
func (c *Call) report(e *place.Around) {
	if c.begun {
		return
	}
	c.begun = true
	c.call.FreeText = c.call.FreeText || c.args.Object.Mapping
	e.Handler.BeginCall(c.call)
}

// send reports the members that are complete.
func (c *Call) send(e *place.Around) {
	if !c.begun {
		return
	}
	object := c.args.Object.Members()
	e.Handler.Arguments(object[c.sent:])
	c.sent = len(object)
}

// end ends the call at offset end.
func (c *Call) end(e *place.Around, end int, call parsers.End) bool {
	c.report(e)
	c.send(e)
	e.Handler.Arguments([]byte("}"))
	call.Repairs = slices.Concat(c.repairs, c.args.Object.Repairs, call.Repairs)
	call.SecondReading = c.args.SecondReading()
	e.Seek(end)
	e.Calls.EndCall(end, call)
	e.Calls.Called()
	return true
}

// fail reports that the call failed at offset at, where that many brackets of
// its own are open.
func (c *Call) fail(e *place.Around, at, depth int, reason parsers.Reason, message string) bool {
	quoted := c.args.InString()
	c.broken = failure.BrokenFrom(e, c.inner, at, depth+c.outer, quoted)
	if quoted && message == failure.CutOff {
		c.endsBefore(e, depth+c.outer)
	}
	end, more := c.broken.Find(e)
	switch {
	case message != failure.CutOff:
	case quoted && (end < e.Window.End() || c.broken.Ended()):
		reason, message = parsers.ReasonMalformed, stringMessage
	case c.phase == callArgs && e.Config.Options.AcceptIncomplete && c.args.Object.Close():
		return c.end(e, e.Window.End(), parsers.End{Weak: true})
	}
	arguments := e.Slice(min(c.inner, end), end)
	if c.phase == callClosed {
		arguments = arguments[:min(c.args.Pos()-1-c.inner, len(arguments))]
	}
	e.Invalid(end, parsers.Invalid{
		Name: c.call.Name, Format: c.call.Format, FreeText: c.call.FreeText, Reason: reason, Message: message,
		Arguments: arguments, ArgumentsOpen: c.phase == callArgs,
	})
	c.phase = callBroken
	return ended(e, end, more)
}

// endsBefore looks for the end of a call whose string nothing closes, up to the
// end of the output: where its brackets balance behind a quote that went astray or,
// behind a token, before a marker.
func (c *Call) endsBefore(e *place.Around, depth int) {
	from, astray, _ := c.args.Text()
	ends, ok := latestEnd(e, from, 2, c.token != nil)
	if !ok {
		return
	}
	if ends < e.Window.End() {
		c.broken = failure.BrokenFrom(e, c.inner, ends, depth, false)
	}
	if astray > 0 {
		own := failure.BrokenFrom(e, c.inner, astray+1, depth, false)
		if at, _ := own.Find(e); own.Ended() && at <= ends {
			c.broken = own
		}
	}
}

// leave looks for the end of the call that failed; false if it isn't there yet.
func (c *Call) leave(e *place.Around) bool {
	end, more := c.broken.Find(e)
	e.InvalidText(end)
	return ended(e, end, more)
}

func ended(e *place.Around, end int, more bool) bool {
	if !more {
		e.Seek(end)
	}
	return !more
}
