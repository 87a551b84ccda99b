package deepseek

import "github.com/toolparser/toolparser/parsers/grammar"

// dsmlTags are the tags of V3.2 to V4.1; models also write the marker in them with
// other bars, with spaces around ASCII ones, and detokenizers take it out.
var dsmlTags = []grammar.Tags{
	dsml("｜DSML｜"), misspelt("|DSML|"), misspelt("‖DSML‖"), misspelt("｜｜DSML｜｜"), misspelt("||DSML||"),
	misspelt(" | DSML |"), misspelt(" | DSML | |"), misspelt("| DSML |"), stripped(),
}

// dsml is the grammar with this marker in its tags.
func dsml(marker string) grammar.Tags {
	return grammar.Tags{
		Format:        formatDSML,
		Brackets:      grammar.Brackets{Open: "<" + marker, Close: "</" + marker, End: ">", Affix: grammar.Spaced},
		Wrappers:      []string{"tool_calls", "function_calls", "calls"},
		WrongWrappers: []string{"toolcalls", "tool_call", "tool", "tool_use", "tool" + grammar.AnyWord},
		Call:          grammar.Tag{Word: "invoke", Name: "name"},
		WrongCalls:    []string{"tool", "parameter"},
		Parameter:     grammar.Tag{Word: "parameter", Name: "name", Type: "string"},
		Typing:        grammar.TypedByFlag,
		Literals:      grammar.LiteralsText,
		Inside:        grammar.AnyEnds,
		Attributes:    grammar.AttributesRepaired,
		JSONBody:      true,
		WrapperDue:    true,
		Bare:          grammar.BareMissing,
		InThought:     grammar.ThoughtCounts,
	}
}

func misspelt(marker string) grammar.Tags {
	t := dsml(marker)
	t.Spelling = grammar.Misspelt
	return t
}

func stripped() grammar.Tags {
	t := dsml("")
	t.Brackets.Affix, t.Attributes, t.WrongWrappers, t.WrongCalls = grammar.NoAffix, grammar.AttributesQuoted, nil, nil
	t.Spelling, t.Bare, t.InThought = grammar.Stripped, grammar.BareDeclared, grammar.ThoughtQuotes
	return t
}
