package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/randid"
)

// Family completes a family that is a table: its parsers read the grammar, with
// the hooks. What f leaves out of its reasoning markers and ids is as usual:
// the grammar's thoughts, and call_ with 24 random letters and digits.
func Family(f *parsers.Family, g *grammar.Grammar, h Hooks) *parsers.Family {
	t := &table{Grammar: g, hooks: h}
	f.NewParser = func() parsers.Parser { return newEngine(t) }
	f.Check = func() error { return t.check(f) }
	if f.NewID == nil {
		f.NewID = CallID
	}
	if f.ReasoningMarkers == nil {
		for _, thought := range g.Thoughts {
			f.ReasoningMarkers = append(f.ReasoningMarkers, parsers.ReasoningMarkers{
				Open: grammar.Written(thought.Open), Close: grammar.Written(thought.Close),
			})
		}
	}
	return f
}

// CallID makes an id as most families do.
func CallID(string, int, func(string) bool) string { return randid.Base62("call_", 24) }
