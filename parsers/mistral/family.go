package mistral

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatArray  = "mistral/json_array"
	formatNamed  = "mistral/named"
	formatInline = "mistral/inline_json"
	formatFenced = "mistral/fenced_json"
)

// The special tokens.
const (
	opener    = "[TOOL_CALLS]"
	closer    = "[/TOOL_CALLS]"
	separator = "[ARGS]"
	idToken   = "[CALL_ID]"
)

// Family describes Mistral.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name: "mistral",
		Aliases: []string{
			"ministral", "ministral_3", "ministral3", "mistral_nemo", "mixtral", "magistral", "devstral",
			"mistral_old",
		},
		ModelPatterns: []string{
			"mistralai/*", "mistral-*", "*/mistral-*", "mixtral-*", "*/mixtral-*", "open-mistral-*", "open-mixtral-*",
			"*ministral*", "*magistral*", "*devstral*", "*codestral*", "*pixtral*", "*voxtral*",
		},
		Description: "Mistral: JSON, or a name and JSON, after [TOOL_CALLS]; JSON in text, in fences.",
		Formats: append([]parsers.Format{
			{
				Name:        formatArray,
				Description: "An array of calls, or one, after [TOOL_CALLS] (v2 to v7).",
				Example:     opener + ` [{"name": "get_weather", "arguments": {"city": "Oslo"}, "id": "VvvODy9mT"}]`,
			}, {
				Name:        formatNamed,
				Description: "A name and JSON arguments after [TOOL_CALLS], which each call has (v11, v13).",
				Example:     opener + "get_weather" + separator + `{"city": "Oslo"}`,
			},
		}, family.TextFormats(formatInline, formatFenced)...),
		PreservedTokens: []string{opener, separator, idToken, think.Opener(), think.Closer()},
		// The templates raise an error on any other id.
		IDs: &parsers.IDs{Random: 9},
	}, &table)
}

// think is where v13 thinks.
var think = grammar.Between("[THINK]", "[/THINK]")

// arrayCalls is what is behind the token. The id is a call's last member, or its
// wrapper's.
func arrayCalls() *grammar.Shape {
	s := grammar.MarkedCalls()
	s.WaitID = true
	s.Field([]byte("function")).Shape.WaitID = true
	return s
}

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:        grammar.TextCalls(formatInline, formatFenced),
	ObjectCalls: true,
	Penalty:     grammar.PenaltyInText,
	Thoughts:    []grammar.Markers{think, grammar.ThinkTags},
	Blocks: []grammar.Block{{
		Format: formatArray, Shape: arrayCalls(), Markers: grammar.Between(opener, closer),
		Closer: grammar.CloserOptional, Body: grammar.BodyOne, Reported: true,
		Header: &grammar.Header{Format: formatNamed, Separator: separator, ID: idToken},
	}},
	TurnEnds: []string{"</s>"},
}
