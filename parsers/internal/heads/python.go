package heads

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/room"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// OpenPython begins the candidate at the position, if the answer is that calls begin there, and returns the
// answer.
func (hd *Heads) OpenPython(where pythoncall.Where, a match.Answer) match.Answer {
	if !a.Yes() {
		return a
	}
	if where != pythoncall.InFence {
		hd.Cur.Text(hd.Cur.Pos)
	}
	c := room.Made(&hd.calls)
	c.Open(hd.Prose.PythonOf(where), where, hd.Cur.Pos)
	if text, ok := hd.Prose.Echo(); ok {
		c.Echoes(text)
	}
	hd.Begin(c)
	return a
}

// OpenPythonBlock begins the candidate behind the opener of a block at the position, all bytes long. The opener
// is repeated at offset extra, unless that is 0.
func (hd *Heads) OpenPythonBlock(m *marks.Marker, all, extra int, free bool) {
	hd.Around.StandBeside(m, all)
	c := room.Made(&hd.calls)
	c.OpenBlock(hd.Rules.Grammar.Python, m.Python, hd.Cur.Pos, extra, free)
	hd.Begin(c)
}

// pythonCalls is the candidate for calls of one place.
type pythonCalls struct{ pythoncall.Calls }

// Step implements [Candidate].
func (c *pythonCalls) Step(hd *Heads) bool {
	if !c.Calls.Step(&hd.Place) {
		return false
	}
	if b := c.Block(); b != nil && b.Echoed {
		at, _ := hd.Cur.Space(hd.Cur.Pos)
		hd.Prose.Places.Echoes(c.Text(&hd.Place), at+len(b.Markers.Closer()))
	}
	switch {
	case c.Where() == pythoncall.InFence:
		hd.Quoting.FenceRead(c.Found())
	case c.Found():
		hd.Around.ListCalled(c.Where() != pythoncall.OnLine)
		hd.Prose.Places.Chained = c.Where() == pythoncall.AtStart
	}
	return true
}

// pythonMarkers are the markers of calls that are written as code.
func pythonMarkers(t *grammar.Grammar) []Opening {
	g := t.Python
	if g == nil {
		return nil
	}
	var markers []Opening
	for i := range g.Blocks {
		open, closed := pythonBlockMarkers(&g.Blocks[i], t.Blocks)
		open.Python = &g.Blocks[i]
		if len(open.Formats) > 0 {
			open.Formats = append(open.Formats, g.BlockFormat(open.Python))
		}
		if len(closed.Formats) > 0 {
			closed.Formats = append(closed.Formats, g.BlockFormat(open.Python))
		}
		markers = append(markers, open, closed)
	}
	if g.Calls == grammar.PythonPrinted {
		markers = append(markers, Opening{marks.Marker{
			Match:  func(v *visit.Count, b []byte, final bool) match.Answer { return pythoncall.Prints(g, b, final) },
			First:  grammar.PrintOpens[0],
			Begins: true, Word: true, Formats: []string{g.Format},
		}, func(hd *Heads, at int) Candidate {
			c := Own[pythoncall.Call](hd)
			c.OpenPrinted(g, hd.MarkerEnd(at))
			return hd.Read(c)
		}})
	}
	if t := g.Token; t != nil {
		markers = append(markers, Opening{marks.Marker{
			Text: t.Token, Begins: true, Think: true, Ends: place.EndsBlock,
		}, func(hd *Heads, at int) Candidate { return hd.openToken(g, at) }})
	}
	return markers
}

// pythonBlockMarkers are the markers of the block: those of the JSON that may be in it, or
// else tokens next to calls.
func pythonBlockMarkers(b *grammar.PythonBlock, blocks []grammar.Block) (open, closed Opening) {
	open, closed = Opening{Marker: marks.Marker{Text: b.Markers.Opener(), Think: true}}, Opening{Marker: marks.Marker{Text: b.Markers.Closer(), Think: true}}
	for i := range blocks {
		if slices.Contains(blocks[i].Markers.Open, open.Text) {
			json, behind := opener(&blocks[i]), closer(blocks, &blocks[i])
			json.First, behind.First = open.Text[0], closed.Text[0]
			return json, behind
		}
	}
	return open, closed
}

// tokenCall is the candidate for what follows the token that announces code.
type tokenCall struct {
	pythoncall.Call
	start bool // of the output
}

func (hd *Heads) openToken(g *grammar.Python, at int) Candidate {
	c := Own[tokenCall](hd)
	c.start = hd.Prose.AtStart(at)
	hd.Costs.PassPenalty(at, at+len(g.Token.Token))
	hd.Cur.MarkupTo(at+len(g.Token.Token), parsers.RoleAdjacent)
	c.OpenBehind(g, hd.Cur.Pos)
	return c
}

// Step implements [Candidate]. What is no call is JSON or a tag, which running
// text finds by itself, or code up to the end of the block.
func (c *tokenCall) Step(hd *Heads) bool {
	switch {
	case !c.Call.Step(&hd.Place):
		return false
	case c.Found():
		return true
	}
	if rest := hd.Cur.Rest(hd.Cur.Pos); len(rest) > 0 && strings.IndexByte("[{<", rest[0]) < 0 {
		hd.Prose.Places.Code = true
	} else {
		hd.Prose.Special = hd.Cur.Pos
	}
	if c.start {
		hd.Prose.Started = false
	}
	return true
}
