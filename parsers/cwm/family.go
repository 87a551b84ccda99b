package cwm

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatTool = "cwm/tool"

// Family describes the Code World Model.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "cwm",
		ModelPatterns: []string{"*/cwm", "cwm", "*/cwm-*", "cwm-*", "*code-world-model*"},
		Description:   "CWM: a tag with the tool, around a text or a JSON object.",
		Formats: []parsers.Format{{
			Name:        formatTool,
			Description: "A tag with the tool, around a JSON object, or the text of its one property.",
			Example:     "<tool: get_weather>\n{\"city\": \"Oslo\"}\n</tool>",
		}},
		PreservedTokens: []string{"<think>", "</think>"},
	}, &grammar.Grammar{
		Thoughts: []grammar.Markers{grammar.ThinkTags},
		TurnEnds: []string{"<|eot_id|>", "<|end_of_text|>"},
	}, family.Body{
		Format: formatTool, Markers: grammar.Between("<tool:", "</tool>"), Kind: family.PlainTags, NonJSON: true,
		New: func() family.Reader { return new(tool) },
	})
}
