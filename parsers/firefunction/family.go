package firefunction

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatCalls = "firefunction/functools"

const opener = "functools"

// Family describes FireFunction.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "firefunction",
		Aliases:       []string{"firefunction_v2"},
		ModelPatterns: []string{"*firefunction*"},
		Description:   "FireFunction v2: a JSON array after functools.",
		Formats: []parsers.Format{{
			Name:        formatCalls,
			Description: "An array of calls after the word functools.",
			Example:     opener + `[{"name": "get_weather", "arguments": {"city": "Oslo"}}]`,
		}},
		PreservedTokens: []string{opener},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	Blocks: []grammar.Block{{
		Format: formatCalls, Shape: grammar.MarkedCalls(), Kind: grammar.PlainWord, Closer: grammar.CloserOptional, Body: grammar.BodyList,
		Markers: grammar.Markers{Open: []string{opener}},
	}},
	TurnEnds: grammar.ChatEnds,
}
