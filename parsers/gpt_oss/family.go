package gpt_oss

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatHarmony  = "gpt_oss/harmony"
	formatStripped = "gpt_oss/stripped"
)

// Family describes gpt-oss.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "gpt_oss",
		Aliases:       []string{"gptoss", "openai_gptoss", "harmony", "openai_harmony", "llm_jp_harmony", "harmony_text"},
		ModelPatterns: []string{"*gpt-oss*", "*gpt_oss*", "*gptoss*", "*llm-jp-4.1*"},
		Description:   "gpt-oss: messages with a channel and a recipient between special tokens (harmony).",
		Formats: []parsers.Format{
			{
				Name:        formatHarmony,
				Description: "A message to a function, whose body is its JSON arguments.",
				Example:     `<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Oslo"}<|call|>`,
			}, {
				Name:        formatStripped,
				Description: "The same without its special tokens, of a declared tool.",
				Example:     `commentary to=functions.get_weather json{"city":"Oslo"}`,
			},
		},
		PreservedTokens:  grammar.HarmonyTokens(),
		ReasoningMarkers: []parsers.ReasoningMarkers{{Open: "<|channel|>analysis<|message|>", Close: "<|end|>"}},
		Framed:           true,
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{Frames: grammar.Harmony(formatHarmony, formatStripped)}
