package rowan

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatBrackets = "rowan/brackets"

// Family describes Rowan.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "rowan",
		ModelPatterns: []string{"rowan-*"},
		Description:   "Rowan: a name and JSON between brackets that no one types.",
		Formats: []parsers.Format{{
			Name:        formatBrackets,
			Description: "A call between brackets.",
			Example:     `⟦call get_weather⟧{"city": "Oslo"}⟦/call⟧`,
		}},
		PreservedTokens: []string{"⟦call", "⟧", "⟦/call⟧", "<think>", "</think>"},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Named:    []grammar.Named{{Format: formatBrackets, Begin: "⟦call", Separator: "⟧", End: "⟦/call⟧"}},
	Thoughts: []grammar.Thought{grammar.ThinkTags},
}
