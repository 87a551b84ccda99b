package gemini

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/randid"
)

// The formats.
const (
	formatFunctionCall = "gemini/function_call"
	formatPython       = "gemini/python_text"
)

// Family describes Gemini.
func Family() *parsers.Family {
	return &parsers.Family{
		Name:          "gemini",
		ModelPatterns: []string{"*gemini*"},
		Description:   "Gemini: functionCall parts, alone, in parts, in whole responses; Python calls of default_api.",
		Formats: []parsers.Format{
			{
				Name:        formatFunctionCall,
				Description: "A functionCall part, alone, in parts, or in a whole response.",
				Example:     `{"functionCall": {"name": "get_weather", "args": {"city": "Oslo"}}}`,
			}, {
				Name:        formatPython,
				Description: "Python code that prints a call of default_api, or calls a declared tool on a line of its own, with literal keyword arguments.",
				Example:     `print(default_api.get_weather(city="Oslo"))`,
			},
		},
		ReasoningMarkers: []parsers.ReasoningMarkers{engine.ThinkTags.ReasoningMarkers},
		NewParser:        func() parsers.Parser { return engine.New(&grammar) },
		NewID:            func(string, int, func(string) bool) string { return randid.Base62("call_", 24) },
	}
}

const argumentsKey engine.Mask = 1

var grammar = engine.Grammar{
	JSON:      &callObject,
	Thoughts:  []engine.Thought{engine.ThinkTags},
	FenceFree: func([]byte) bool { return true },
	Start: func(e *engine.Engine, c byte) engine.Candidate {
		return engine.StartDocument(e, c, &document)
	},
	Python:  &engine.Python{Format: formatPython, Prefix: defaultAPI, Opened: printCall},
	Markers: []engine.Marker{{Text: printCall, Open: openPrint, Begins: true, Word: true}},
}

// callObject is what may stand in text: a part with a call, or what holds some.
var callObject = engine.Shape{
	Format: formatFunctionCall,
	Fields: []engine.Field{
		functionCallField, snakeCallField,
		{Key: "parts", List: &part},
		{Key: "content", Object: &content},
		{Key: "candidates", First: &candidate},
	},
}

var (
	functionCallField = engine.Field{Key: "functionCall", Object: &functionCall, Format: formatFunctionCall}
	snakeCallField    = engine.Field{Key: "function_call", Object: &functionCall, Format: formatFunctionCall}
)

// part is an element of a content's parts.
var part = engine.Shape{
	Format: formatFunctionCall,
	Fields: []engine.Field{functionCallField, snakeCallField},
}

var functionCall = engine.Shape{
	NoArguments: engine.CallOrReport,
	Fields: []engine.Field{
		{Key: "name", Name: argumentsKey},
		{Key: "args", Arguments: argumentsKey},
		{Key: "id", ID: true},
	},
}

// candidate is the first of a response's candidates.
var candidate = engine.Shape{Fields: []engine.Field{{Key: "content", Object: &content}}}

var content = engine.Shape{Fields: []engine.Field{{Key: "parts", List: &part}}}
