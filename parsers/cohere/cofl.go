package cohere

import "github.com/toolparser/toolparser/parsers/grammar"

// coflTags are the tags of newer models. The prompt's template decides which tag the arguments have.
var coflTags = []grammar.Tags{
	cofl(grammar.Tag{Word: "cofl:tool_param", Name: "name", Type: "string"}, grammar.TypedByFlag),
	cofl(grammar.Tag{Word: "cofl:value", Name: "name", Type: "type"}, grammar.TypedByKind),
}

// cofl is the grammar with this tag of an argument.
func cofl(parameter grammar.Tag, typing grammar.Typing) grammar.Tags {
	return grammar.Tags{
		Format:     formatTags,
		Brackets:   grammar.Brackets{Open: "<", Close: "</", End: ">"},
		Wrappers:   []string{"cofl:tool_calls"},
		Call:       grammar.Tag{Word: "cofl:tool_call", Name: "name"},
		Parameter:  parameter,
		Typing:     typing,
		Literals:   grammar.LiteralsText,
		Attributes: grammar.AttributesEscaped,
		Inside:     grammar.Nests,
		WrapperDue: true,
		Bare:       grammar.BareMissing,
	}
}
