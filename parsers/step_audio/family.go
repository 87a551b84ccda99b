package step_audio

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatCall = "step_audio/tool_call"

// The tags, and the word behind the first.
const (
	opener = "<tool_call>"
	kind   = "function\n"
	closer = "</tool_call>"
)

// Family describes Step-Audio 2.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "step_audio",
		Aliases:       []string{"step_audio_2"},
		ModelPatterns: []string{"*step-audio-2*"},
		Description:   "Step-Audio 2: the word function, a name and JSON on lines between <tool_call> tags.",
		Formats: []parsers.Format{{
			Name:        formatCall,
			Description: "The word function, the name and the JSON arguments, each on a line, between <tool_call> and </tool_call>.",
			Example:     opener + kind + "get_weather\n{\"city\": \"Oslo\"}" + closer,
		}},
		PreservedTokens: []string{opener, closer, "<think>", "</think>"},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	Blocks: []grammar.Block{{
		Format: formatCall, Shape: grammar.MarkedCalls(), Kind: grammar.UnfencedTags, Reported: true, Body: grammar.BodyOne,
		Markers: grammar.Between(opener+" "+kind, closer),
		Header:  &grammar.Header{Format: formatCall, Object: true},
	}},
	TurnEnds: append([]string{"<|EOT|>"}, grammar.ChatEnds...),
}
