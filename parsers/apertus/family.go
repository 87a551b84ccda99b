package apertus

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatCalls = "apertus/tools"

// The tags.
const (
	opener = "<|tools_prefix|>"
	closer = "<|tools_suffix|>"
)

// Family describes Apertus.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "apertus",
		Aliases:       []string{"apertus2509", "apertus1_5", "apertus15"},
		ModelPatterns: []string{"*apertus*"},
		Description:   "Apertus: a JSON array between special tokens, the names being keys.",
		Formats: []parsers.Format{{
			Name:        formatCalls,
			Description: "An array of calls, each an object whose only key is the name.",
			Example:     opener + `[{"get_weather": {"city": "Oslo"}}]` + closer,
		}},
		PreservedTokens: []string{opener, closer, inner.Opener(), inner.Closer(), "<|assistant_end|>"},
	}, &table)
}

// inner is where Apertus thinks.
var inner = grammar.Between("<|inner_prefix|>", "<|inner_suffix|>")

// keyedCalls is the shape of the calls: their first key is the name.
func keyedCalls() *grammar.Shape {
	s := grammar.MarkedCalls()
	s.Keyed = true
	return s
}

// table is the family's grammar.
var table = grammar.Grammar{
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{inner},
	Blocks: []grammar.Block{{
		Format: formatCalls, Shape: keyedCalls(), Body: grammar.BodyData, Reported: true,
		Markers: grammar.Between(opener, closer),
	}},
	TurnEnds: append([]string{"<|assistant_end|>"}, grammar.ChatEnds...),
}
