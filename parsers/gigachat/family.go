package gigachat

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatCall = "gigachat/function_call"
	formatGCML = "gigachat/gcml"
	formatJSON = "gigachat/gcml_json"
)

// The special tokens, and the words that one is behind.
const (
	callToken = "<|function_call|>"
	callWords = "function call"
	roleEnd   = "<|role_sep|>"
	separator = "<|message_sep|>"
	gcml      = "｜GCML｜"
)

// Family describes GigaChat.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "gigachat",
		Aliases:       []string{"gigachat3", "gigachat35", "gigachat_v3"},
		ModelPatterns: []string{"*gigachat*"},
		Description:   "GigaChat: a JSON object after a special token (3, 3.1), invoke and parameter tags (3.5).",
		Formats: []parsers.Format{{
			Name:        formatCall,
			Description: "An object with a name and arguments after <|function_call|>, or after the role of a function call.",
			Example:     separator + "\n\n" + callWords + roleEnd + "\n" + `{"name": "get_weather", "arguments": {"city": "Oslo"}}`,
		}, {
			Name:        formatGCML,
			Description: "Invoke and parameter tags in a tool_calls element; an attribute says whether a value is text or JSON.",
			Example: "<｜GCML｜tool_calls>\n<｜GCML｜invoke name=\"get_weather\">\n<｜GCML｜parameter name=\"city\" string=\"true\">Oslo</｜GCML｜parameter>\n" +
				"</｜GCML｜invoke>\n</｜GCML｜tool_calls>",
		}, {
			Name:        formatJSON,
			Description: "An object with a name and arguments, or an array of them, in the same element.",
			Example:     `<｜GCML｜tool_calls>{"name": "get_weather", "arguments": {"city": "Oslo"}}</｜GCML｜tool_calls>`,
		}},
		PreservedTokens: []string{callToken, roleEnd, separator, gcml, "<think>", "</think>"},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{invokeTags},
	Blocks: []grammar.Block{{
		Format: formatCall, Shape: grammar.MarkedCalls(), Closer: grammar.CloserOptional, Body: grammar.BodyData, Reported: true,
		Markers: grammar.Markers{Open: []string{callToken, separator + " " + callToken, callWords + roleEnd, separator + " " + callWords + roleEnd}},
	}, {
		// The tokens were taken out.
		Format: formatCall, Shape: grammar.MarkedCalls(), Closer: grammar.CloserOptional, Body: grammar.BodyData, Kind: grammar.StrayWord,
		Markers: grammar.Markers{Open: []string{callWords}},
	}, {
		Format: formatJSON, Shape: grammar.MarkedCalls(), Body: grammar.BodyData,
		Markers: grammar.Between("<"+gcml+"tool_calls>", "</"+gcml+"tool_calls>"),
	}},
	ObjectCalls: true,
	Tokens:      []grammar.Token{{Text: separator}},
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	TurnEnds:    grammar.ChatEnds,
}

// invokeTags is how 3.5 writes calls.
var invokeTags = grammar.Tags{
	Format:    formatGCML,
	Brackets:  grammar.Brackets{Open: "<" + gcml, Close: "</" + gcml, End: ">"},
	Wrappers:  []string{"tool_calls"},
	Call:      grammar.Tag{Word: "invoke", Name: "name"},
	Parameter: grammar.Tag{Word: "parameter", Name: "name", Type: "string"},
	Typing:    grammar.TypedByFlag,
	Inside:    grammar.Nests,
	Bare:      grammar.BareDirect,
	InThought: grammar.ThoughtCounts,
}
