package apriel

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatCalls = "apriel/tool_calls"

// The tags.
const (
	opener = "<tool_calls>"
	closer = "</tool_calls>"
)

// Family describes Apriel.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "apriel",
		Aliases:       []string{"apriel_1_5"},
		ModelPatterns: []string{"*apriel*"},
		Description:   "Apriel: a JSON array between <tool_calls> tags.",
		Formats: []parsers.Format{{
			Name:        formatCalls,
			Description: "An array of calls, or one, between <tool_calls> and </tool_calls>.",
			Example:     opener + `[{"name": "get_weather", "arguments": {"city": "Oslo"}}]` + closer,
		}},
		PreservedTokens: []string{opener, closer, "<thinking>", "</thinking>"},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	ObjectCalls: true,
	Thoughts: []grammar.Markers{{
		Open: []string{"<thinking>"}, Close: []string{"</thinking>", "[BEGIN FINAL RESPONSE]"},
	}},
	Blocks: []grammar.Block{{
		Format: formatCalls, Shape: grammar.MarkedCalls(), Body: grammar.BodyData, Kind: grammar.PlainTags,
		Markers: grammar.Between(opener, closer),
	}},
	TurnEnds: append([]string{"<|end|>"}, grammar.ChatEnds...),
}
