package heads

import (
	"slices"
	"sync"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/marks"
)

// A Table is a family's grammar with its hooks. It is compiled once, for all
// its parsers.
type Table struct {
	*grammar.Grammar
	Hooks []Hooks
	IDs   bool // ids are made as the family's IDs say

	once     sync.Once
	triggers *marks.Triggers
	openers  []Opener // by the markers' numbers, from 1 on
}

// Compile compiles the table, if no parser did so yet.
func (t *Table) Compile() *marks.Triggers {
	t.once.Do(func() {
		blocks, starts := blockMarkers(t.Blocks)
		calls := slices.Concat(
			frameMarkers(t), treeMarkers(t.Trees), pythonMarkers(t.Grammar), tagMarkers(t), blocks, resultMarkers(t.Results),
			namedMarkers(t), answerMarkers(t.Answer), functionTagMarkers(t.FunctionTags), recipientMarkers(t.Recipients),
		)
		for i := range t.Hooks {
			calls = append(calls, t.Hooks[i].Markers...)
		}
		t.triggers = marks.Compile(t.Grammar, t.number(calls), t.number(starts))
	})
	return t.triggers
}

// number notes what the markers open, and returns them with the numbers of their openers.
func (t *Table) number(openings []Opening) []marks.Marker {
	markers := make([]marks.Marker, len(openings))
	for i, o := range openings {
		markers[i] = o.Marker
		if o.Open != nil {
			t.openers = append(t.openers, o.Open)
			markers[i].Opener = len(t.openers)
		}
	}
	return markers
}
