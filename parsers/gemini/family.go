package gemini

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatFunctionCall = "gemini/function_call"
	formatPython       = "gemini/python_text"
	formatAPI          = "gemini/default_api"
)

// Family describes Gemini.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
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
			}, {
				Name:        formatAPI,
				Description: "default_api:, the name of a declared tool and keys and values in braces, at a line start.",
				Example:     `default_api:get_weather{city:"Oslo"}`,
			},
		},
	}, &table, apiBodies...)
}

const argumentsKey grammar.Mask = 1

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:      &callObject,
	Thoughts:  []grammar.Markers{grammar.ThinkTags},
	Penalty:   grammar.PenaltyInFences,
	Documents: []grammar.Document{document},
	Python:    &grammar.Python{Format: formatPython, Prefix: "default_api.", Calls: grammar.PythonPrinted},
}

// callObject is what may be in text: a part with a call, or what holds some.
var callObject = grammar.Shape{
	Format: formatFunctionCall,
	Fields: []grammar.Field{
		functionCallField, snakeCallField,
		{Key: "parts", Shape: &part, Nesting: grammar.NestedList},
		{Key: "content", Shape: &content},
		{Key: "candidates", Shape: &candidate, Nesting: grammar.NestedFirst},
	},
}

var (
	functionCallField = grammar.Field{Key: "functionCall", Shape: &functionCall, Format: formatFunctionCall}
	snakeCallField    = grammar.Field{Key: "function_call", Shape: &functionCall, Format: formatFunctionCall}
)

// part is an element of a content's parts.
var part = grammar.Shape{
	Format: formatFunctionCall,
	Fields: []grammar.Field{functionCallField, snakeCallField},
}

var functionCall = grammar.Shape{
	NoArguments: grammar.CallOrReport,
	Fields: []grammar.Field{
		{Key: "name", Name: argumentsKey},
		{Key: "args", Arguments: argumentsKey},
		{Key: "id", Holds: grammar.HoldsID},
	},
}

// candidate is the first of a response's candidates.
var candidate = grammar.Shape{Fields: []grammar.Field{{Key: "content", Shape: &content}}}

var content = grammar.Shape{Fields: []grammar.Field{{Key: "parts", Shape: &part, Nesting: grammar.NestedList}}}
