package ui_tars

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

const formatAction = "ui_tars/action"

// actions are those of the model's prompts, for computers and phones. The prompt declares them, so
// requests need not.
var actions = []string{
	"click", "left_double", "right_single", "drag", "hotkey", "type", "scroll", "wait", "finished", "call_user",
	"long_press", "open_app", "press_home", "press_back",
}

// Family describes UI-TARS.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "ui_tars",
		ModelPatterns: []string{"*ui-tars*", "*ui_tars*", "*uitars*"},
		Description:   "UI-TARS: actions in Python, after a word at a line start.",
		Formats: []parsers.Format{{
			Name:        formatAction,
			Description: "An action of a user interface, or a declared tool, in Python.",
			Example:     "Action: click(start_box='(120,45)')",
		}},
	}, &grammar.Grammar{
		Thoughts: []grammar.Markers{grammar.ThinkTags},
		TurnEnds: grammar.ChatEnds,
	}, family.Body{
		Format: formatAction, Markers: grammar.Markers{Open: []string{"Action:"}}, Kind: family.LineWords, NonJSON: true,
		New: func() family.Reader { return reader{} },
	})
}

// maxName bounds a name and the white space around it, in bytes.
const maxName = 128

// reader reads the name of an action. The engine reads the code.
type reader struct{}

// Read implements [family.Reader].
func (reader) Read(c *family.Call) {
	at := c.Start()
	at += match.SpaceLen(c.Rest(at))
	rest := c.Rest(at)
	rest = rest[:min(len(rest), maxName)]
	n := c.IndexAny(rest, "( \t\r\n")
	switch {
	case n < 0 && len(rest) < maxName && !c.Final():
	case n <= 0 || rest[n] != '(' || !slices.Contains(actions, string(rest[:n])) && !c.Config().Tools.Declared(string(rest[:n])):
		c.Leave()
	default:
		c.Code(actions, at)
	}
}
