package solar2

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatTags = "solar2/tool_call"
	formatJSON = "solar2/tool_call_json"
)

// The special tokens.
const (
	callStart     = "<|tool_call:start|>"
	callEnd       = "<|tool_call:end|>"
	argStart      = "<|tool_arg:start|>"
	argValue      = "<|tool_arg:value|>"
	argEnd        = "<|tool_arg:end|>"
	thinkStart    = "<|think:start|>"
	thinkEnd      = "<|think:end|>"
	messageStart  = "<|im:start|>"
	messageText   = "<|im:content|>"
	messageEnd    = "<|im:end|>"
	responseStart = "<|tool_response:start|>"
	responseEnd   = "<|tool_response:end|>"
)

// Family describes Solar Open 2.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "solar2",
		Aliases:       []string{"solar_open2", "solar_open_2"},
		ModelPatterns: []string{"*solar-open2*", "*solar-open-2*", "*solar_open2*", "*solar_open_2*"},
		Description:   "Solar Open 2: special tokens around the name and the value of every argument.",
		Formats: []parsers.Format{{
			Name:        formatTags,
			Description: "The name after tool_call:start, then the name and the value of every argument between tool_arg:start, tool_arg:value and tool_arg:end.",
			Example:     callStart + "get_weather\n" + argStart + "city" + argValue + "Oslo" + argEnd + "\n" + callEnd,
		}, {
			Name:        formatJSON,
			Description: "JSON arguments after the name, or an object with both, between the same tokens.",
			Example:     callStart + "get_weather\n{\"city\": \"Oslo\"}\n" + callEnd,
		}},
		PreservedTokens: []string{
			callStart, callEnd, argStart, argValue, argEnd, thinkStart, thinkEnd,
			messageStart, messageText, messageEnd, responseStart, responseEnd,
		},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{{
		Format:     formatTags,
		Brackets:   grammar.Brackets{Open: "<|", Close: "<|", End: "|>"},
		Call:       grammar.Tag{Word: "tool_call:start", Closer: "tool_call:end", Name: grammar.NameBehind},
		Parameter:  grammar.Tag{Word: "tool_arg:start", Closer: "tool_arg:end", Name: grammar.NameBehind, Separator: "tool_arg:value"},
		JSONBody:   true,
		WrapperDue: true,
		Bare:       grammar.BareNative,
		InThought:  grammar.ThoughtCounts,
	}},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: grammar.MarkedCalls(), Reported: true, Body: grammar.BodyData,
		Markers: grammar.Between(callStart, callEnd),
		Header:  &grammar.Header{Format: formatJSON, Object: true},
	}},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.Between(thinkStart, thinkEnd)},
	Tokens:      []grammar.Token{{Text: messageStart + " assistant " + messageText}},
	TurnEnds:    slices.Concat([]string{messageEnd}, grammar.ChatEnds),
	Results:     []grammar.Markers{grammar.Between(responseStart, responseEnd)},
}
