package step3

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatTags = "step3/steptml"
	formatJSON = "step3/steptml_json"
)

const separator = "<｜tool_sep｜>"

// shell is the special tokens around calls.
var shell = grammar.Shell{
	Section: grammar.Between("<｜tool_calls_begin｜>", "<｜tool_calls_end｜>"),
	Call:    grammar.Between("<｜tool_call_begin｜>", "<｜tool_call_end｜>"),
	Type:    "function", Separator: []string{separator},
}

// Family describes Step3.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "step3",
		ModelPatterns: []string{"*step3*", "*step-3*"},
		Description:   "Step3: invoke and parameter tags between special tokens.",
		Formats: []parsers.Format{{
			Name:        formatTags,
			Description: "steptml:invoke and steptml:parameter tags, each call and all of them between special tokens.",
			Example: shell.Section.Opener() + "\n" + shell.Call.Opener() + shell.Type + separator + "<steptml:invoke name=\"get_weather\">\n" +
				"<steptml:parameter name=\"city\">Oslo</steptml:parameter>\n</steptml:invoke>" + shell.Call.Closer() + "\n" + shell.Section.Closer(),
		}, {
			Name:        formatJSON,
			Description: "A JSON object with a name and arguments, or an array of them, between the same tokens.",
			Example:     shell.Section.Opener() + `{"name": "get_weather", "arguments": {"city": "Oslo"}}` + shell.Section.Closer(),
		}},
		PreservedTokens: []string{
			shell.Section.Opener(), shell.Section.Closer(), shell.Call.Opener(), separator, shell.Call.Closer(),
			"<steptml:toolcall>", "</steptml:toolcall>", "<think>", "</think>",
		},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{{
		Format:    formatTags,
		Brackets:  grammar.Brackets{Open: "<steptml:", Close: "</steptml:", End: ">"},
		Wrappers:  []string{"toolcall"},
		Shell:     &shell,
		Call:      grammar.Tag{Word: "invoke", Name: "name"},
		Parameter: grammar.Tag{Word: "parameter", Name: "name"},
		Inside:    grammar.Nests,
		Bare:      grammar.BareDirect,
		InThought: grammar.ThoughtCounts,
	}},
	Blocks: []grammar.Block{
		block("</steptml:toolcall>", "<steptml:toolcall>"),
		block(shell.Section.Closer(), shell.Section.Opener()),
		block(shell.Call.Closer(), shell.Call.Opener()+" "+shell.Type+" "+separator, shell.Call.Opener()+" "+separator, shell.Call.Opener(), separator),
	},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	TurnEnds:    grammar.ChatEnds,
}

// block is JSON between two of the markers, the first of which may be one of several.
func block(end string, open ...string) grammar.Block {
	return grammar.Block{
		Format: formatJSON, Shape: grammar.MarkedCalls(), Body: grammar.BodyData, Markers: grammar.Markers{Open: open, Close: []string{end}},
	}
}
