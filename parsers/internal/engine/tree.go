package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/tree"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// treeMarkers are the markers of calls that are trees of keys and values.
func treeMarkers(trees []grammar.Tree) []Marker {
	var markers []Marker
	for i := range trees {
		g := &trees[i]
		markers = append(markers, Marker{
			Text: g.Markers.Opener(), Open: openTree(g, false), Begins: true, Think: true, Formats: []string{g.Format},
		}, Marker{
			Text: g.Markers.Closer(), Open: closeTree, Think: true, Ends: place.EndsArguments,
		})
		if g.Bare != "" {
			markers = append(markers, Marker{
				Text: g.Word, Open: openTree(g, true), Line: true, Formats: []string{g.Bare},
			})
		}
	}
	return markers
}

func openTree(g *grammar.Tree, bare bool) func(*Engine, int) Candidate {
	return func(e *Engine, at int) Candidate {
		end := at + e.marks.takenLen
		if bare {
			if !e.cur.Config.Tools.Given() {
				return nil
			}
			end = at + len(g.Word)
		}
		return e.heads.readTree(g, at, end, bare)
	}
}

// readTree makes the candidate for the call that begins at offset at, its opening ending at end.
func (hd *heads) readTree(g *grammar.Tree, at, end int, bare bool) Candidate {
	if hd.tree == nil {
		hd.tree = new(tree.Call)
	}
	hd.tree.Open(g, at, end, bare)
	return hd.read(hd.tree)
}

// closeTree is what closes a call; alone it is markup behind one.
func closeTree(e *Engine, at int) Candidate {
	e.cur.Seek(at + e.marks.takenLen)
	e.cur.Markup(e.cur.Pos, parsers.RoleTrail)
	return nothing{}
}
