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

// shell is the special tokens around calls.
var shell = grammar.Shell{
	Section: "<｜tool_calls_begin｜>", SectionEnd: "<｜tool_calls_end｜>",
	Begin: "<｜tool_call_begin｜>", Type: "function", Separator: "<｜tool_sep｜>", End: "<｜tool_call_end｜>",
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
			Example: shell.Section + "\n" + shell.Begin + shell.Type + shell.Separator + "<steptml:invoke name=\"get_weather\">\n" +
				"<steptml:parameter name=\"city\">Oslo</steptml:parameter>\n</steptml:invoke>" + shell.End + "\n" + shell.SectionEnd,
		}, {
			Name:        formatJSON,
			Description: "A JSON object with a name and arguments, or an array of them, between the same tokens.",
			Example:     shell.Section + `{"name": "get_weather", "arguments": {"city": "Oslo"}}` + shell.SectionEnd,
		}},
		PreservedTokens: []string{
			shell.Section, shell.SectionEnd, shell.Begin, shell.Separator, shell.End,
			"<steptml:toolcall>", "</steptml:toolcall>", "<think>", "</think>",
		},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{{
		Format:     formatTags,
		Brackets:   grammar.Brackets{Open: "<steptml:", Close: "</steptml:", End: ">"},
		Wrappers:   []string{"toolcall"},
		Shell:      &shell,
		Call:       grammar.Tag{Word: "invoke", Name: "name", SelfCloses: true},
		Parameter:  grammar.Tag{Word: "parameter", Name: "name"},
		Nests:      true,
		BareDirect: true,
		InThought:  grammar.ThoughtCounts,
	}},
	Blocks: []grammar.Block{
		block("</steptml:toolcall>", "<steptml:toolcall>"),
		block(shell.SectionEnd, shell.Section),
		block(shell.End, shell.Begin+" "+shell.Type+" "+shell.Separator, shell.Begin+" "+shell.Separator, shell.Begin, shell.Separator),
	},
	ObjectCalls: true,
	Thoughts:    []grammar.Thought{grammar.ThinkTags},
	TurnEnds:    grammar.ChatEnds,
}

// block is JSON between two of the markers, the first of which may be one of several.
func block(end string, open ...string) grammar.Block {
	return grammar.Block{
		Format: formatJSON, Shape: grammar.MarkedCalls(), Exact: true, Data: true, Open: open, Close: []string{end},
	}
}
