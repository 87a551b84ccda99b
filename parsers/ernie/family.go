package ernie

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatCalls = "ernie/tool_call"

// The tags.
const (
	opener = "<tool_call>"
	closer = "</tool_call>"
)

// Family describes ERNIE.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "ernie",
		Aliases:       []string{"ernie45"},
		ModelPatterns: []string{"*ernie*"},
		Description:   "ERNIE 4.5 Thinking: JSON between <tool_call> tags, the answer between <response> tags.",
		Formats: []parsers.Format{{
			Name:        formatCalls,
			Description: "An object with a name and arguments, or an array of them, between <tool_call> and </tool_call>.",
			Example:     opener + "\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n" + closer,
		}},
		PreservedTokens: []string{opener, closer, "<think>", "</think>", response.Opener(), response.Closer()},
	}, &table)
}

// response is what is around the answer.
var response = grammar.Element("response")

// table is the family's grammar.
var table = grammar.Grammar{
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	Answer:      &response,
	Blocks: []grammar.Block{{
		Format: formatCalls, Shape: grammar.MarkedCalls(), Body: grammar.BodyData, Kind: grammar.PlainTags,
		Markers: grammar.Between(opener, closer),
	}},
	TurnEnds: grammar.ChatEnds,
}
