package family

import (
	"fmt"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// PairFormats describe the formats of a family whose first tags are [grammar.PairTags], and
// whose first block is their [grammar.PairBlock].
func PairFormats(g *grammar.Grammar) []parsers.Format {
	t := &g.Tags[0]
	call, key, value := t.Call.Word, t.Parameter.Key, t.Parameter.Word
	pairs := fmt.Sprintf("<%[1]s>get_weather\n<%[2]s>city</%[2]s>\n<%[3]s>Oslo</%[3]s>\n</%[1]s>", call, key, value)
	json := fmt.Sprintf("<%[1]s>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</%[1]s>", call)
	return []parsers.Format{{
		Name:        t.Format,
		Description: fmt.Sprintf("The name after %s, then %s and %s for every argument.", call, key, value),
		Example:     wrapped(t, pairs),
	}, {
		Name:        g.Blocks[0].Format,
		Description: "A JSON object with a name and arguments, or an array of them, in the same element.",
		Example:     wrapped(t, json),
	}}
}

// TextFormats describe calls that are as JSON in text, and in fences.
func TextFormats(inline, fenced string) []parsers.Format {
	return []parsers.Format{{
		Name:        inline,
		Description: "An object with a name and arguments, or an array of them, in running text.",
		Example:     `{"name": "get_weather", "arguments": {"city": "Oslo"}}`,
	}, {
		Name:        fenced,
		Description: "The same in a Markdown fence.",
		Example:     "```json\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n```",
	}}
}

// wrapped is a call in the wrapper that the family writes around calls.
func wrapped(t *grammar.Tags, call string) string {
	if len(t.Wrappers) == 0 {
		return call
	}
	return fmt.Sprintf("<%[1]s>\n%[2]s\n</%[1]s>", t.Wrappers[0], call)
}
