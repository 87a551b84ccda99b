package trinity

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatCalls = "trinity/tool_call"

// The tags.
const (
	opener = "<tool_call>"
	closer = "</tool_call>"
)

// Family describes Trinity.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "trinity",
		ModelPatterns: []string{"*trinity-mini*", "*trinity-nano*", "*trinity-large*"},
		Description:   "Arcee's Trinity: JSON between <tool_call> tokens, in thoughts too.",
		Formats: []parsers.Format{{
			Name:        formatCalls,
			Description: "An object with a name and arguments, or an array of them, between <tool_call> and </tool_call>.",
			Example:     opener + "\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n" + closer,
		}},
		PreservedTokens: []string{opener, closer, "<think>", "</think>"},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	Blocks: []grammar.Block{{
		Format: formatCalls, Shape: grammar.MarkedCalls(), Body: grammar.BodyData, Reported: true,
		Markers: grammar.Between(opener, closer),
	}},
	TurnEnds: grammar.ChatEnds,
}
