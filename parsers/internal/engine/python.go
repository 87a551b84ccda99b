package engine

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// pythonHere looks for calls at the position, at which they may begin; false
// if more bytes must tell.
func (e *Engine) pythonHere() bool {
	where := e.python.where
	if !e.quote.none() || e.nested {
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
	a := pythoncall.Opens(&e.place, e.grammar.Python, where, e.Rest(e.Pos))
	if a == match.More {
		e.Text(e.Pos)
		return false
	}
	e.python.at = -1
	if a == match.No {
		return true
	}
	if c := e.Rest(e.Pos)[0]; c != '"' && c != '\'' {
		where = pythoncall.OnLine
	}
	if e.pythonCounts(where, nil) {
		e.openPython(where)
	}
	return true
}

// listAtBracket tells whether the '[' at the position begins a list of calls,
// and opens it.
func (e *Engine) listAtBracket() match.Answer {
	where := pythoncall.InText
	if e.Pos != e.python.echoAt && (e.AtStart(e.Pos) || e.python.free == e.Pos) {
		where = pythoncall.AtStart
	}
	if e.quote.quoted() || !e.listsCount(where) {
		return match.No
	}
	a := pythoncall.OpensList(&e.place, e.grammar.Python, where, e.Rest(e.Pos))
	switch {
	case a == match.More:
		e.Text(e.Pos)
	case a.Yes():
		e.openPython(where)
	}
	return a
}

// openPython begins the candidate at the position.
func (e *Engine) openPython(where pythoncall.Where) {
	if where != pythoncall.InFence {
		e.Text(e.Pos)
	}
	c := e.newPythonCalls()
	c.Open(e.pythonOf(where), where, e.Pos)
	if e.Pos == e.python.echoAt {
		c.Echoes(e.python.echo)
	}
	e.candidate = c
}

// openPythonBlock begins the candidate at the position, behind the block's opener, which
// is repeated at offset extra, unless that is 0.
func (e *Engine) openPythonBlock(b *grammar.PythonBlock, extra int, free bool) {
	c := e.newPythonCalls()
	c.OpenBlock(e.grammar.Python, b, e.Pos, extra, free)
	e.candidate = c
}

// pythonCalls is the candidate for calls of one place.
type pythonCalls struct{ pythoncall.Calls }

// newPythonCalls is the one, used again.
func (e *Engine) newPythonCalls() *pythonCalls {
	if e.calls == nil {
		e.calls = new(pythonCalls)
	}
	return e.calls
}

// Step implements [Candidate].
func (c *pythonCalls) Step(e *Engine) bool {
	if !c.Calls.Step(&e.place) {
		return false
	}
	if b := c.Block(); b != nil && b.Echoed {
		at, _ := e.Space(e.Pos)
		e.python.echo, e.python.echoAt = c.Text(&e.place), at+len(b.Close)
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
		pythoncall.Deliver(&e.place, g, start, end)
	}
}

// pythonMarkers are the markers of calls that are written as code.
func pythonMarkers(t *grammar.Grammar) []Marker {
	g := t.Python
	if g == nil {
		return nil
	}
	var markers []Marker
	for i := range g.Blocks {
		open, closed := pythonBlockMarkers(&g.Blocks[i], t.Blocks)
		open.python = &g.Blocks[i]
		if len(open.Formats) > 0 {
			open.Formats = append(open.Formats, g.BlockFormat(open.python))
		}
		markers = append(markers, open, closed)
	}
	if g.Printed {
		markers = append(markers, Marker{
			Match:  func(v *visit.Count, b []byte, final bool) match.Answer { return pythoncall.Prints(g, b, final) },
			First:  grammar.PrintOpens[0],
			second: second{is: grammar.PrintOpens[1]},
			Begins: true, Word: true, Formats: []string{g.Format},
			Open: func(e *Engine, at int) Candidate {
				c := new(printedCall)
				c.OpenPrinted(g, at+e.takenLen)
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

// pythonBlockMarkers are the markers of the block: those of the JSON that may
// stand in it, or else tokens beside calls.
func pythonBlockMarkers(b *grammar.PythonBlock, blocks []grammar.Block) (open, closed Marker) {
	for i := range blocks {
		if slices.Contains(blocks[i].Open, b.Open) {
			open, closed = opener(&blocks[i]), closer(&blocks[i])
			open.First, closed.First = b.Open[0], b.Close[0]
			return open, closed
		}
	}
	return Marker{Text: b.Open, Think: true}, Marker{Text: b.Close, Think: true}
}

// printedCall is the candidate for a call that is printed.
type printedCall struct{ pythoncall.Call }

// Step implements [Candidate].
func (c *printedCall) Step(e *Engine) bool { return c.Call.Step(&e.place) }

// tokenCall is the candidate for what follows the token that announces code.
type tokenCall struct {
	pythoncall.Call
	start bool // of the output
}

func (e *Engine) openToken(g *grammar.Python, at int) Candidate {
	if e.token == nil {
		e.token = new(tokenCall)
	}
	c := e.token
	c.start = e.AtStart(at)
	e.passPenalty(at, at+len(g.Token.Token))
	e.Seek(at + len(g.Token.Token))
	e.Markup(e.Pos, parsers.RoleAdjacent)
	c.OpenBehind(g, e.Pos)
	return c
}

// Step implements [Candidate]. What is no call is JSON or a tag, which running
// text finds by itself, or code up to the end of the block.
func (c *tokenCall) Step(e *Engine) bool {
	switch {
	case !c.Call.Step(&e.place):
		return false
	case c.Found():
		return true
	}
	if rest := e.Rest(e.Pos); len(rest) > 0 && strings.IndexByte("[{<", rest[0]) < 0 {
		e.python.code = true
	} else {
		e.special = e.Pos
	}
	e.started = e.started && !c.start
	return true
}
