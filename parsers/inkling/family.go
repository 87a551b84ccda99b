package inkling

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatJSON = "inkling/invoke_json"

// The special tokens.
const (
	model      = "<|message_model|>"
	text       = "<|content_text|>"
	toolError  = "<|content_tool_error|>"
	thinking   = "<|content_thinking|>"
	invokeJSON = "<|content_invoke_tool_json|>"
	invokeText = "<|content_invoke_tool_text|>"
	endMessage = "<|end_message|>"
	endSample  = "<|content_model_end_sampling|>"
)

// Family describes Inkling.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "inkling",
		ModelPatterns: []string{"*inkling*"},
		Description:   "Inkling: an object with a name and args, in one of the marked blocks of an answer.",
		Formats: []parsers.Format{{
			Name:        formatJSON,
			Description: "An object with a name and args between special tokens.",
			Example:     model + "get_weather" + invokeJSON + `{"name": "get_weather", "args": {"city": "Oslo"}}` + endMessage,
		}},
		PreservedTokens:  []string{model, text, toolError, thinking, invokeJSON, invokeText, endMessage, endSample},
		ReasoningMarkers: []parsers.ReasoningMarkers{{Open: thinking, Close: endMessage}},
		Framed:           true,
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	ObjectCalls: true,
	Frames: &grammar.Frames{
		Lead:        model,
		Ends:        []string{endMessage, endSample},
		ThoughtEnds: []string{endMessage},
		Sections: []grammar.FrameSection{
			{Open: text},
			{Open: toolError},
			{Open: thinking, Is: grammar.SectionThought},
			{Open: invokeText, Is: grammar.SectionUntold, Format: formatJSON},
		},
	},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: call(), Markers: grammar.Markers{Open: []string{invokeJSON}, Close: []string{endMessage, endSample}},
		Body: grammar.BodyOne, Reported: true, Closer: grammar.CloserStops,
	}},
}

// call is what a call looks like: args is its own key, others cost.
func call() *grammar.Shape {
	s := grammar.MarkedCalls()
	s.Field([]byte("args")).Free = false
	return s
}
