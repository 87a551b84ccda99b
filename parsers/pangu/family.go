package pangu

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatCalls = "pangu/tool_calls"

// The special tokens, of 2.0 and of the models before it.
const (
	opener     = "<|tool_call_start|>"
	closer     = "<|tool_call_end|>"
	messageEnd = "<|message_end|>"

	unusedOpener = "[unused11]"
	unusedCloser = "[unused12]"
	unusedEnd    = "[unused10]"
)

// Family describes openPangu.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "pangu",
		Aliases:       []string{"openpangu", "openpangu_v2"},
		ModelPatterns: []string{"*openpangu*"},
		Description:   "openPangu: a JSON array between special tokens.",
		Formats: []parsers.Format{{
			Name:        formatCalls,
			Description: "An array of calls, or one, between <|tool_call_start|> and <|tool_call_end|>, or [unused11] and [unused12].",
			Example:     unusedOpener + `[{"name": "get_weather", "arguments": {"city": "Oslo"}}]` + unusedCloser,
		}},
		PreservedTokens: []string{
			opener, closer, messageEnd, thoughts.Open[0], thoughts.Close[0],
			unusedOpener, unusedCloser, unusedEnd, thoughts.Open[1], thoughts.Close[1],
		},
	}, &table)
}

// thoughts are those of 2.0, and of the models before it.
var thoughts = grammar.Markers{Open: []string{"<think>", "[unused16]"}, Close: []string{"</think>", "[unused17]"}}

// table is the family's grammar.
var table = grammar.Grammar{
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{thoughts},
	Blocks:      []grammar.Block{block(opener, closer), block(unusedOpener, unusedCloser)},
	TurnEnds:    append([]string{messageEnd, unusedEnd}, grammar.ChatEnds...),
}

// block is what is between two tokens.
func block(opener, closer string) grammar.Block {
	return grammar.Block{
		Format: formatCalls, Shape: grammar.BlockCalls(), Reported: true,
		Markers: grammar.Between(opener, closer),
	}
}
