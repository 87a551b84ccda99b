package claude

import "github.com/toolparser/toolparser/parsers/grammar"

// invokeTags is how Claude writes calls, each of whose tags may have a prefix.
var invokeTags = grammar.Tags{
	Format:    formatInvoke,
	Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">", Affix: grammar.Prefixed},
	Wrappers:  []string{"function_calls"},
	Call:      grammar.Tag{Word: "invoke", Name: "name"},
	Parameter: grammar.Tag{Word: "parameter", Name: "name"},
	Elements:  &grammar.Elements{Format: formatLegacy, Name: "tool_name", Parameters: "parameters"},
	Inside:    grammar.Nests,
	Literals:  grammar.LiteralsText,
}
