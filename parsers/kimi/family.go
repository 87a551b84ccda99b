package kimi

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// The formats.
const (
	formatTokens = "kimi/k2_tokens"
	formatXTML   = "kimi/k3_xtml"
	formatFenced = "kimi/fenced_json"
	formatInline = "kimi/inline_json"
)

// The special tokens of K2.
const (
	sectionBegin         = "<|tool_calls_section_begin|>"
	sectionEnd           = "<|tool_calls_section_end|>"
	singularSectionBegin = "<|tool_call_section_begin|>"
	singularSectionEnd   = "<|tool_call_section_end|>"
	callBegin            = "<|tool_call_begin|>"
	argumentBegin        = "<|tool_call_argument_begin|>"
	callEnd              = "<|tool_call_end|>"
)

// The special tokens of K3. Tags are made of them, and of words.
const (
	tagOpen      = "<|open|>"
	tagClose     = "<|close|>"
	tagSep       = "<|sep|>"
	endOfMessage = "<|end_of_msg|>"
)

// Family describes Kimi.
func Family() *parsers.Family {
	return engine.Family(&parsers.Family{
		Name:          "kimi",
		Aliases:       []string{"kimi_k2", "kimi_k3", "kimik2", "moonshot", "kimi_k25", "kimi_k26", "kimi_thinking"},
		ModelPatterns: []string{"*kimi*", "*moonshot*"},
		Description:   "Kimi K2 and K3: special tokens; JSON objects of many shapes in fences and in text.",
		Formats: []parsers.Format{
			{
				Name:        formatTokens,
				Description: "JSON arguments between the special tokens of K2.",
				Example:     sectionBegin + callBegin + "functions.get_weather:0" + argumentBegin + `{"city": "Oslo"}` + callEnd + sectionEnd,
			}, {
				Name:        formatXTML,
				Description: "One tag an argument, made of the special tokens of K3.",
				Example: `<|open|>tools<|sep|><|open|>call tool="get_weather" index="0"<|sep|>` +
					`<|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>`,
				IDs: &parsers.DefaultIDs,
			}, {
				Name:        formatFenced,
				Description: "A JSON object that is a call, several, or an array of them, in a Markdown fence.",
				Example:     "```json\n{\"tool_call\": {\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}}\n```",
			}, {
				Name:        formatInline,
				Description: "The same in running text.",
				Example:     `{"name": "get_weather", "arguments": {"city": "Oslo"}}`,
			},
		},
		PreservedTokens: []string{
			sectionBegin, sectionEnd, callBegin, argumentBegin, callEnd,
			tagOpen, tagClose, tagSep, endOfMessage,
		},
		IDs: &parsers.IDs{Prefix: "functions.", Named: true, Counted: true}, // as the chat template does
	}, &table, hooks)
}

// triangles are how Kimi VL and Kimi 1.5 mark what they think.
var triangles = grammar.Between("◁think▷", "◁/think▷")

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:        callObject(),
	ObjectCalls: true,
	Penalty:     grammar.PenaltyUnlabeled,
	Options:     true,
	Named:       namedCalls,
	Thoughts:    []grammar.Markers{grammar.ThinkTags, triangles, grammar.Between("<|open|> think …<|sep|>", "<|close|> think <|sep|>")},
	Tokens: []grammar.Token{
		{Text: "<|open|> response …<|sep|>", Counts: grammar.EndsThoughts},
		{Text: "<|close|> response <|sep|>", Counts: grammar.Everywhere},
		{Text: "<|open|> message …<|sep|>", Counts: grammar.EndsThoughts},
		{Text: "<|close|> message <|sep|>", Counts: grammar.Everywhere},
		{Text: endOfMessage, Counts: grammar.Everywhere},
	},
	TurnEnds: []string{"<|im_end|>"},
}

// hooks are how K2's headers name tools, its calls without tokens, and K3's
// section of calls in tags.
var hooks = openings.Hooks{
	Header: &openings.Header{Of: formatTokens, Read: readHeader},
	Tags:   &tagGrammar, NonJSON: xtmlFormats,
	Markers: []openings.Opening{
		{Marker: markers.Marker{Text: functionsPrefix, Line: true, Formats: []string{formatTokens}}, Open: openStripped},
		{Marker: markers.Marker{Text: callBegin + callEnd, Look: moved, Begins: true, Think: true, Formats: []string{formatTokens}}, Open: openMoved},
		{Marker: markers.Spelled(toolsOpen, false, markers.Marker{Begins: true, Section: true, Think: true, Formats: xtmlFormats}), Open: openTools},
		{Marker: markers.Spelled(callOpen, false, markers.Marker{Begins: true, Think: true, Formats: xtmlFormats}), Open: openTaggedCall},
		{Marker: markers.Spelled(toolsClose, false, markers.Marker{Think: true, Ends: body.EndsBlock}), Open: closeTools},
	},
}

// namedCalls are K2's.
var namedCalls = []grammar.Named{{
	Format: formatTokens,
	Shell: grammar.Shell{
		Section: grammar.Markers{
			Open:  []string{sectionBegin, singularSectionBegin},
			Close: []string{sectionEnd, singularSectionEnd},
		},
		Call: grammar.Between(callBegin, callEnd), Separator: []string{argumentBegin},
	},
	ID: grammar.IDIsHeader,
}}

// callObject is what a call in text looks like.
func callObject() *grammar.Shape {
	s := grammar.OwnCalls(formatInline, formatFenced)
	s.NoArguments = grammar.NoCall
	action := s.Field([]byte("action"))
	action.Holds = grammar.HoldsCall
	s.Fields = append(s.Fields, grammar.Field{Key: "alternate_call", Shape: action.Shape, Holds: grammar.HoldsAlternative})
	return s
}
