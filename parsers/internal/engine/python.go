package engine

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// pythonHere looks for calls at the position, at which they may begin; false
// if more bytes must tell.
func (e *Engine) pythonHere() bool {
	where := e.python.where
	if e.quote.quoted() || e.nested || e.quote.think != 0 && where != pythoncall.InBlock {
		e.python.at = -1
		return true
	}
	if e.python.chained {
		at, more := e.Space(e.Pos)
		if more {
			e.Text(e.Pos)
			return false
		}
		e.Pos, e.python.at = at, at
		e.python.behind(at)
	}
	a := e.opensPython(e.Pos, where)
	if a == match.More {
		e.Text(e.Pos)
		return false
	}
	e.python.at = -1
	if a == match.No {
		return true
	}
	if c := e.Rest(e.Pos)[0]; where == pythoncall.AtStart && c != '"' && c != '\'' {
		where = pythoncall.OnLine
	}
	e.openPython(where)
	return true
}

// opensPython tells whether calls begin at offset at.
func (e *Engine) opensPython(at int, where pythoncall.Where) match.Answer {
	return pythoncall.Opens(&e.around, e.pythonOf(where), where, e.Rest(at))
}

// pythonOf is how calls are written in a place where the position is.
func (e *Engine) pythonOf(where pythoncall.Where) *grammar.Python {
	g := e.grammar.Python
	if where == pythoncall.InFence && e.quote.code {
		return &g.Fence.Calls
	}
	return g
}

// listAtBracket tells whether the '[' at the position begins a list of calls,
// and opens it.
func (e *Engine) listAtBracket() match.Answer {
	if !e.listsCount() || e.python.code || e.quote.quoted() {
		return match.No
	}
	a := pythoncall.OpensList(&e.around, e.grammar.Python, e.Rest(e.Pos))
	switch {
	case a == match.More:
		e.Text(e.Pos)
	case a.Yes() && (e.AtStart(e.Pos) || e.python.free == e.Pos):
		e.openPython(pythoncall.AtStart)
	case a.Yes():
		e.openPython(pythoncall.InText)
	}
	return a
}

// openPython begins the candidate at the position.
func (e *Engine) openPython(where pythoncall.Where) {
	if where != pythoncall.InFence {
		e.Text(e.Pos)
	}
	c := new(pythonCalls)
	c.Open(e.pythonOf(where), where, e.Pos)
	e.candidate = c
}

// pythonCalls is the candidate for calls of one place.
type pythonCalls struct{ pythoncall.Calls }

// Step implements [Candidate].
func (c *pythonCalls) Step(e *Engine) bool {
	if !c.Calls.Step(&e.around) {
		return false
	}
	switch {
	case c.Where() == pythoncall.InFence:
		e.fenceRead(c.Found())
	case c.Found():
		e.Called()
		e.after.list = c.Where() != pythoncall.OnLine
		e.python.chained = c.Where() == pythoncall.AtStart
	}
	return true
}

// fenceRead lets the fence's closing go with the calls that were all of its body.
func (e *Engine) fenceRead(found bool) {
	if !found {
		e.plainFence()
		return
	}
	e.quote.json = true
	if len(e.Rest(e.Pos)) == 0 {
		e.closeFence()
	}
}

// deliverCode reports the Python calls, between two offsets, that the vendor couldn't read.
func (e *Engine) deliverCode(start, end int) {
	if g := e.grammar.Python; g != nil {
		pythoncall.Deliver(&e.around, g, start, end)
	}
}

// pythonMarkers are the markers of calls that are written as code.
func pythonMarkers(g *grammar.Python) []Marker {
	if g == nil {
		return nil
	}
	var markers []Marker
	for _, b := range g.Blocks {
		markers = append(markers, Marker{Text: b.Open, Think: true, python: true}, Marker{Text: b.Close, Think: true})
	}
	if g.Printed {
		markers = append(markers, Marker{
			Text: g.Print(), Begins: true, Word: true, Formats: []string{g.Format},
			Open: func(_ *Engine, at int) Candidate {
				c := new(printedCall)
				c.OpenPrinted(g, at+len(g.Print()))
				return c
			},
		})
	}
	if t := g.Token; t != nil {
		markers = append(markers, Marker{
			Text: t.Token, Begins: true, Think: true, Ends: place.EndsBlock,
			Open: func(e *Engine, at int) Candidate { return e.openToken(g, at) },
		})
	}
	return markers
}

// printedCall is the candidate for a call that is printed.
type printedCall struct{ pythoncall.Call }

// Step implements [Candidate].
func (c *printedCall) Step(e *Engine) bool { return c.Call.Step(&e.around) }

// tokenCall is the candidate for what follows the token that announces code.
type tokenCall struct {
	pythoncall.Call
	start bool // of the output
}

func (e *Engine) openToken(g *grammar.Python, at int) Candidate {
	c := &tokenCall{start: e.AtStart(at)}
	e.Seek(at + len(g.Token.Token))
	e.Markup(e.Pos, parsers.RoleAdjacent)
	c.OpenBehind(g, e.Pos)
	return c
}

// Step implements [Candidate]. What is no call is JSON or a tag, which running
// text finds by itself, or code up to the end of the block.
func (c *tokenCall) Step(e *Engine) bool {
	switch {
	case !c.Call.Step(&e.around):
		return false
	case c.Found():
		return true
	}
	e.special = e.Pos
	if rest := e.Rest(e.Pos); len(rest) > 0 && bytes.IndexByte([]byte("[{<"), rest[0]) < 0 {
		e.python.code = true
	}
	e.started = e.started && !c.start
	return true
}
