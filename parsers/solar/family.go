package solar

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatCalls = "solar/tool_calls"

// The special tokens.
const (
	begin        = "<|begin|>"
	end          = "<|end|>"
	flush        = "<|flush|>"
	think        = "<|think|>"
	content      = "<|content|>"
	sectionBegin = "<|tool_calls|>"
	sectionEnd   = "<|calls|>"
	callBegin    = "<|tool_call:begin|>"
	callName     = "<|tool_call:name|>"
	callArgs     = "<|tool_call:args|>"
	callEnd      = "<|tool_call:end|>"
)

// Family describes Solar Open.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "solar",
		Aliases:       []string{"solar_open"},
		ModelPatterns: []string{"*solar-open*", "*solar_open*"},
		Description:   "Solar Open: a name and JSON between special tokens, with thoughts and answers in sections of their own.",
		Formats: []parsers.Format{{
			Name:        formatCalls,
			Description: "An id, a name and JSON arguments between special tokens.",
			Example:     sectionBegin + callBegin + "abc123" + callName + "get_weather" + callArgs + `{"city": "Oslo"}` + callEnd + sectionEnd,
		}},
		PreservedTokens: []string{
			begin, end, flush, think, content, sectionBegin, sectionEnd, callBegin, callName, callArgs, callEnd,
		},
		ReasoningMarkers: []parsers.ReasoningMarkers{{Open: think, Close: end}},
		Framed:           true,
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Frames: &grammar.Frames{
		Ends:        []string{end, flush},
		ThoughtEnds: []string{end},
		Sections:    []grammar.FrameSection{{Open: think, Is: grammar.SectionThought}, {Open: content}},
	},
	Named: []grammar.Named{{
		Format: formatCalls,
		Shell: grammar.Shell{
			Section: grammar.Between(sectionBegin, sectionEnd), Call: grammar.Between(callBegin, callEnd), Separator: []string{callArgs},
		},
		ID: callName,
	}},
	Tokens:   []grammar.Token{{Text: begin + " assistant", Counts: grammar.Everywhere}},
	TurnEnds: grammar.ChatEnds,
}
