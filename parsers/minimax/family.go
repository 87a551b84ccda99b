package minimax

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatXML      = "minimax/invoke_xml"
	formatJSON     = "minimax/tool_calls"
	formatElements = "minimax/elements"
)

// Family describes MiniMax.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "minimax",
		Aliases:       []string{"minimax_m1", "minimax_m2", "minimax_m3", "minimax_m3_nom", "minimax_append_think", "minimax_m2_append_think", "minimax_m2_1", "minimax_m2_5", "minimax_m2_sanitized"},
		ModelPatterns: []string{"*minimax*", "*mm-m2*", "*mm-m3*"},
		Description:   "MiniMax: JSON between tags (M1), invoke and parameter tags in a wrapper of their own (M2), elements (M3).",
		Formats: []parsers.Format{{
			Name:        formatXML,
			Description: "Invoke and parameter tags in a minimax:tool_call element (M2).",
			Example:     "<minimax:tool_call>\n<invoke name=\"get_weather\">\n<parameter name=\"city\">Oslo</parameter>\n</invoke>\n</minimax:tool_call>",
		}, {
			Name:        formatJSON,
			Description: "JSON objects with a name and arguments, or an array of them, in a tool_calls element (M1).",
			Example:     "<tool_calls>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</tool_calls>",
		}, {
			Name:        formatElements,
			Description: "An element for every argument, named as it is, that may hold others; a token is before each tag (M3).",
			Example: mark + "<tool_call>\n" + mark + "<invoke name=\"get_weather\">" + mark + "<city>Oslo" + mark + "</city>" +
				mark + "</invoke>\n" + mark + "</tool_call>",
		}},
		PreservedTokens: []string{
			"<minimax:tool_call>", "</minimax:tool_call>", mark, "<think>", "</think>", "<mm:think>", "</mm:think>", "[e~[",
		},
	}, &table)
}

// mark is the token before each of M3's tags.
const mark = "]<]minimax[>["

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{invokeTags, elementTags, cutTags},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: grammar.BlockCalls(), Kind: grammar.UnquotedTags, Body: grammar.BodySeveral,
		Markers: grammar.Element("tool_calls"),
	}},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags, grammar.Element("mm:think")},
	TurnEnds:    []string{"[e~[", "<|im_end|>", "<|endoftext|>"},
	Results:     []grammar.Markers{grammar.Element("tool_response"), grammar.Element("tool_result")},
}

// invokeTags is how M2 writes a call. Values are as they are.
var invokeTags = grammar.Tags{
	Format:     formatXML,
	Brackets:   grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Wrappers:   []string{"minimax:tool_call"},
	Call:       grammar.Tag{Word: "invoke", Name: "name"},
	Parameter:  grammar.Tag{Word: "parameter", Name: "name"},
	Attributes: grammar.AttributesUnquoted,
	Literals:   grammar.LiteralsNative,
	WrapperDue: true,
	InThought:  grammar.ThoughtDrafts,
}

// elementTags is how M3 writes a call.
var elementTags = elements(mark)

// cutTags are the same tags behind a token whose first character is missing.
var cutTags = cut(mark[1:])

func cut(mark string) grammar.Tags {
	t := elements(mark)
	t.Spelling = grammar.Misspelt
	return t
}

// elements is the grammar with this token before each tag.
func elements(mark string) grammar.Tags {
	return grammar.Tags{
		Format:     formatElements,
		Brackets:   grammar.Brackets{Open: mark + " <", Close: mark + " </", End: ">", Affix: grammar.Gapped},
		Wrappers:   []string{"tool_call"},
		Call:       grammar.Tag{Word: "invoke", Name: "name"},
		Parameter:  grammar.Tag{Name: grammar.NameWord},
		Attributes: grammar.AttributesUnquoted,
		Literals:   grammar.LiteralsNative,
		WrapperDue: true,
		Bare:       grammar.BareMissing,
		InThought:  grammar.ThoughtDrafts,
	}
}
