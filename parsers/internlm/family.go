package internlm

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

const formatPlugin = "internlm/plugin"

// The special tokens.
const (
	actionStart = "<|action_start|>"
	plugin      = "<|plugin|>"
	interpreter = "<|interpreter|>"
	actionEnd   = "<|action_end|>"
)

// Family describes InternLM.
func Family() *parsers.Family {
	return engine.Family(&parsers.Family{
		Name:          "internlm",
		Aliases:       []string{"internlm2", "interns1", "intern_s1"},
		ModelPatterns: []string{"*internlm2*", "*intern-s1*"},
		Description:   "InternLM 2 and Intern-S1: a JSON object between special tokens.",
		Formats: []parsers.Format{{
			Name:        formatPlugin,
			Description: "An object with a name and parameters between <|action_start|><|plugin|> and <|action_end|>.",
			Example:     actionStart + plugin + "\n{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Oslo\"}}" + actionEnd,
		}},
		PreservedTokens: []string{actionStart, plugin, interpreter, actionEnd, "<think>", "</think>"},
	}, &table, code)
}

// table is the family's grammar.
var table = grammar.Grammar{
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	Blocks: []grammar.Block{{
		Format: formatPlugin, Shape: grammar.BlockCalls(),
		Markers: grammar.Between(actionStart+" "+plugin, actionEnd),
	}},
	TurnEnds: grammar.TurnEnds,
}
