package heads

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// treeMarkers are the markers of calls that are trees of keys and values.
func treeMarkers(trees []grammar.Tree) []Opening {
	var markers []Opening
	for i := range trees {
		g := &trees[i]
		markers = append(markers, Opening{marks.Marker{
			Text: g.Markers.Opener(), Begins: true, Think: true, Formats: []string{g.Format},
		}, openTree(g, false)}, Opening{marks.Marker{
			Text: g.Markers.Closer(), Think: true, Ends: place.EndsArguments, Formats: []string{g.Format},
		}, Trail})
		if g.Bare != "" {
			markers = append(markers, Opening{marks.Marker{
				Text: g.Word, Line: true, Formats: []string{g.Bare},
			}, openTree(g, true)})
		}
	}
	return markers
}

func openTree(g *grammar.Tree, bare bool) func(*Heads, int) Candidate {
	return func(hd *Heads, at int) Candidate {
		end := hd.MarkerEnd(at)
		if bare {
			if !hd.Cur.Config.Tools.Given() {
				return nil
			}
			end = at + len(g.Word)
		}
		room.Made(&hd.tree).Open(g, at, end, bare)
		return hd.Read(hd.tree)
	}
}
