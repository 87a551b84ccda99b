package minicpm

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatTags = "minicpm/function"

// Family describes MiniCPM5.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "minicpm",
		Aliases:       []string{"minicpm5"},
		ModelPatterns: []string{"*minicpm5*"},
		Description:   "MiniCPM5: a function tag, and a param tag for every argument.",
		Formats: []parsers.Format{{
			Name:        formatTags,
			Description: "A function tag, and a param tag for every argument; values may be in CDATA.",
			Example:     `<function name="get_weather"><param name="city">Oslo</param></function>`,
		}},
		// Not its other tags: they are in C# and C++, too, and ContentClean would take them away.
		PreservedTokens: []string{"</function>", "<think>", "</think>"},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags:     []grammar.Tags{functionTags},
	Thoughts: []grammar.Markers{grammar.ThinkTags},
	TurnEnds: grammar.ChatEnds,
	Results:  []grammar.Markers{grammar.Element("tool_response")},
}

// functionTags is how a call is written.
var functionTags = grammar.Tags{
	Format:     formatTags,
	Brackets:   grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Call:       grammar.Tag{Word: "function", Name: "name"},
	Parameter:  grammar.Tag{Word: "param", Name: "name"},
	Group:      "arguments",
	Verbatim:   &grammar.Markers{Open: []string{"<![CDATA["}, Close: []string{"]]>"}},
	LooseSpace: true,
	Inside:     grammar.Nests,
	Bare:       grammar.BareNativeDirect,
}
