package engine

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/heads"
)

// Family completes a family that is a table: its parsers read the grammar, with
// the hooks. If f leaves out its reasoning markers or its ids, they are as usual:
// the grammar's thoughts, and call_ with 24 random letters and digits.
func Family(f *parsers.Family, g *grammar.Grammar, hooks ...heads.Hooks) *parsers.Family {
	t := &heads.Table{Grammar: g, Hooks: hooks, IDs: f.NewID == nil}
	f.NewParser = func() parsers.Parser { return newEngine(t) }
	f.Check = func() error { return check(t, f) }
	if f.IDs == nil {
		f.IDs = &parsers.DefaultIDs
	}
	if f.ReasoningMarkers == nil {
		for _, thought := range g.Thoughts {
			f.ReasoningMarkers = append(f.ReasoningMarkers, parsers.ReasoningMarkers{
				Open: grammar.Written(thought.Opener()), Close: grammar.Written(thought.Closer()),
			})
		}
	}
	if f.ResultOpeners == nil {
		for _, result := range g.Results {
			for _, opener := range result.Open {
				begin, _, _ := strings.Cut(grammar.Written(opener), grammar.Word)
				f.ResultOpeners = append(f.ResultOpeners, begin)
			}
		}
	}
	return f
}

// Table is the family's grammar, if the grammar and the ids are data: the family has no
// hooks and no functions of its own.
func Table(f *parsers.Family) (g *grammar.Grammar, ok bool) {
	e, ok := f.NewParser().(*Engine)
	if !ok || !e.heads.Table.IDs || len(e.heads.Table.Hooks) > 0 || slices.ContainsFunc(f.Formats, ownIDs) {
		return nil, false
	}
	return e.heads.Table.Grammar, true
}

func ownIDs(f parsers.Format) bool { return f.OwnIDs() }

// TableOf is the table that a family was made of, and its hooks; nil if it is no
// engine's. It is read-only.
func TableOf(f *parsers.Family) (*grammar.Grammar, []heads.Hooks) {
	e, ok := f.NewParser().(*Engine)
	if !ok {
		return nil, nil
	}
	return e.heads.Table.Grammar, e.heads.Table.Hooks
}
