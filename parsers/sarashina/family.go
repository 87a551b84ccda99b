package sarashina

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatCalls = "sarashina/tool_calls"

const opener = "<|tool_calls|>"

// Family describes Sarashina.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "sarashina",
		ModelPatterns: []string{"*sarashina*"},
		Description:   "Sarashina: a Python list of calls after a special token.",
		Formats: []parsers.Format{{
			Name:        formatCalls,
			Description: "An array of calls, or one, after <|tool_calls|>, as Python writes it.",
			Example:     opener + `[{'name': 'get_weather', 'arguments': {'city': 'Oslo'}}]`,
		}},
		PreservedTokens: []string{opener, "<think>", "</think>"},
	}, &table)
}

// pythonCalls is the shape of the calls: their quotes and literals are Python's.
func pythonCalls() *grammar.Shape {
	s := grammar.MarkedCalls()
	s.Format, s.Python = formatCalls, true
	return s
}

// table is the family's grammar.
var table = grammar.Grammar{
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	Lead:        &grammar.Lead{Shape: pythonCalls(), Stripped: true},
	Blocks: []grammar.Block{{
		Format: formatCalls, Shape: pythonCalls(), Closer: grammar.CloserOptional, Body: grammar.BodyData, Reported: true,
		Markers: grammar.Markers{Open: []string{opener}},
	}},
	TurnEnds: grammar.ChatEnds,
}
