package functionary

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatTag       = "functionary/function_tag"
	formatRecipient = "functionary/recipient"
)

// The special tokens.
const (
	pythonTag = "<|python_tag|>"
	endOfTurn = "<|eot_id|>"
	endOfMsg  = "<|eom_id|>"
)

// Family describes Functionary.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "functionary",
		Aliases:       []string{"functionary_v3_1", "functionary_v3_2", "functionary_v3_1_llama_3_1", "functionary_31"},
		ModelPatterns: []string{"*functionary*"},
		Description:   "Functionary v3: messages after a line with their recipient; function tags.",
		Formats: []parsers.Format{{
			Name:        formatTag,
			Description: "v3.1: JSON arguments in a <function=NAME> tag.",
			Example:     `<function=get_weather>{"city": "Oslo"}</function>`,
		}, {
			Name:        formatRecipient,
			Description: "v3.2: JSON arguments after a line with >>> and the name.",
			Example:     ">>>all\nI'll look.\n>>>get_weather\n{\"city\": \"Oslo\"}",
		}},
		PreservedTokens: []string{pythonTag, endOfMsg, endOfTurn},
		Framed:          true,
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	FunctionTags: formatTag,
	Recipients:   &grammar.Recipients{Format: formatRecipient, Open: ">>>", All: "all"},
	Thoughts:     []grammar.Markers{grammar.ThinkTags},
	Tokens:       []grammar.Token{{Text: "<|start_header_id|>assistant<|end_header_id|>"}, {Text: pythonTag}},
	TurnEnds:     grammar.ChatEnds,
}
