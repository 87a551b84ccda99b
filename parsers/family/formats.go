package family

import (
	"fmt"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// PairFormats describe the formats of a family whose calls are pairs of elements.
func PairFormats(p *grammar.Pairs) []parsers.Format {
	pairs := fmt.Sprintf("<%[1]s>get_weather\n<%[2]s>city</%[2]s>\n<%[3]s>Oslo</%[3]s>\n</%[1]s>", p.Call, p.Key, p.Value)
	json := fmt.Sprintf("<%[1]s>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</%[1]s>", p.Call)
	return []parsers.Format{{
		Name:        p.Tags,
		Description: fmt.Sprintf("The name behind %s, then %s and %s for every argument.", p.Call, p.Key, p.Value),
		Example:     inSection(p, pairs),
	}, {
		Name:        p.JSON,
		Description: "A JSON object with a name and arguments, or an array of them, in the same element.",
		Example:     inSection(p, json),
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

// inSection is a call in the section that the family writes around calls.
func inSection(p *grammar.Pairs, call string) string {
	if p.Section == "" {
		return call
	}
	return fmt.Sprintf("<%[1]s>\n%[2]s\n</%[1]s>", p.Section, call)
}
