package beam

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatTags = "beam/rfl"

// Family describes beam.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "beam",
		ModelPatterns: []string{"beam-1*", "*/beam-1*"},
		Description:   "Beam: messages with a recipient between special tokens, and a tag for each parameter.",
		Formats: []parsers.Format{{
			Name:        formatTags,
			Description: "A message to a tool, whose body is a tag for each parameter.",
			Example: " to=get_weather<|channel|>analysis <|constrain|>xml<|message|><rfl:parameter name=\"city\">\nOslo\n" +
				"</rfl:parameter><|call|>",
		}},
		PreservedTokens:  grammar.HarmonyTokens(),
		ReasoningMarkers: []parsers.ReasoningMarkers{{Open: "<|channel|>analysis<|message|>", Close: "<|end|>"}},
		Framed:           true,
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{Frames: messages()}

// messages are those of harmony, but the arguments of their calls are in tags.
func messages() *grammar.Frames {
	f := grammar.Harmony(formatTags, "")
	m := f.Messages
	m.Body, m.Prefix, m.BuiltIn = &parameters, "", nil
	m.Words = []string{"analysis", "commentary", "final", "xml"}
	return f
}

// parameters are how the arguments of a call are written. Every opener ends the
// value before it.
var parameters = grammar.Tags{
	Format:      formatTags,
	Brackets:    grammar.Brackets{Open: "<rfl:", Close: "</rfl:", End: ">"},
	Call:        grammar.Tag{Word: "call", Name: "name"},
	Parameter:   grammar.Tag{Word: "parameter", Name: "name"},
	TrimNewline: true,
	Inside:      grammar.AnyEnds,
	Bare:        grammar.BareNative,
}
