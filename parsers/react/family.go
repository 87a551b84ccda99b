package react

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const formatAction = "react/action"

// Family describes ReAct.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:        "react",
		Description: "ReAct, which no model is known for: an action and its input, in words at line starts.",
		Formats: []parsers.Format{{
			Name:        formatAction,
			Description: "An action, which is a declared tool, and its input: an object, or the text of its one property.",
			Example:     "Action: get_weather\nAction Input: {\"city\": \"Oslo\"}",
		}},
	}, &grammar.Grammar{
		Thoughts: []grammar.Markers{grammar.ThinkTags},
		TurnEnds: grammar.ChatEnds,
	}, family.Body{
		Format: formatAction, Markers: grammar.Markers{Open: []string{"Action:"}}, Kind: family.LineWords, NonJSON: true,
		New: func() family.Reader { return new(action) },
	})
}
