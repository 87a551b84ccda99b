package main

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

// The page about confidence has the table of formats without markers between these lines.
const (
	unmarkedBegins = "<!-- go test ./truth -run Unmarked -update -->\n"
	unmarkedEnds   = "<!-- end of formats without markers -->\n"
)

// forms without a marker that can be a call at the highest confidence in some family.
var unmarkedForms = []struct {
	name  string
	texts []string
}{
	{"an object of JSON in running text, such as `See: {\"name\": …}`", around("See: ", objects, " So.")},
	{"an object of JSON that is the complete output", objects},
	{"an array of JSON that is the complete output", around("[", objects, "]")},
	{"JSON in a fence that is the complete output", slices.Concat(around("```json\n", objects, "\n```"), around("```json\n[", objects, "]\n```"), []string{
		"```json\n{\"tool_call\": {\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}}\n```",
	})},
	{"a list of Python calls that is the complete output, such as `[f(a=1)]`", []string{`[get_weather(city="Oslo")]`}},
	{"a Python call that is the complete output, such as `f(a=1)`", []string{`get_weather(city="Oslo")`}},
	{"Python in a fence that is the complete output", []string{"```python\n[get_weather(city=\"Oslo\")]\n```", "```tool_code\nget_weather(city=\"Oslo\")\n```"}},
	{"a name and JSON that are the complete output, such as `f {\"a\": 1}`", []string{
		`get_weather{"city": "Oslo"}`, `get_weather {"city": "Oslo"}`, "get_weather\n{\"city\": \"Oslo\"}",
	}},
}

// objects are calls in the keys of several families.
var objects = []string{
	`{"name": "get_weather", "arguments": {"city": "Oslo"}}`,
	`{"name": "get_weather", "parameters": {"city": "Oslo"}}`,
	`{"tool_name": "get_weather", "parameters": {"city": "Oslo"}}`,
}

// around puts the same text before and after each of them.
func around(before string, texts []string, after string) []string {
	list := slices.Clone(texts)
	for i := range list {
		list[i] = before + list[i] + after
	}
	return list
}

// The names of the rows that the examples of the formats make.
const (
	vendors = "JSON with the keys of a vendor's API"
	words   = "a call after a word or a sign, such as `Action:`, `functools` or `>>>`"
)

var (
	unmarkedTools = parsers.NewTools([]parsers.Tool{{Name: "get_weather", Parameters: `{"type": "object", "properties": {"city": {"type": "string"}}}`}})
	markedText    = regexp.MustCompile(`[<\x{80}-\x{10FFFF}]|\[/?(?:[A-Z_]+|unused[0-9]+)\]`)
	afterWord     = regexp.MustCompile(`^(?:\w+[:\[{]|>)`)
)

// confident is the formats of a text's calls that the threshold for commands accepts, with the tools and without.
func confident(f *parsers.Family, text string) (formats []string) {
	for _, tools := range []*parsers.Tools{unmarkedTools, nil} {
		for _, call := range parsers.Parse(f, text, parsers.Config{Tools: tools}, parsers.FinishStop).ToolCalls {
			if call.Confidence >= 0.9 {
				formats = append(formats, call.Format)
			}
		}
	}
	return formats
}

// writeUnmarked prints which families accept which unmarked forms without a doubt. A format whose calls none of
// the forms shows is shown by its example.
func writeUnmarked(w io.Writer) {
	row(w, "a call in this form", "can have a confidence of 0.9 or more in these families")
	row(w, "---", "---")
	of := map[string][]string{}
	for _, f := range families.All() {
		shown := map[string]bool{}
		add := func(form, text string) {
			formats := confident(f, text)
			for _, format := range formats {
				shown[format] = true
			}
			if len(formats) > 0 && !slices.Contains(of[form], f.Name) {
				of[form] = append(of[form], f.Name)
			}
		}
		for _, form := range unmarkedForms {
			for _, text := range form.texts {
				add(form.name, text)
			}
		}
		for _, format := range f.Formats {
			switch {
			case markedText.MatchString(format.Example):
			case afterWord.MatchString(format.Example) && !strings.HasPrefix(format.Example, "data:"):
				add(words, format.Example)
			case !shown[format.Name]:
				add(vendors, format.Example)
			}
		}
	}
	names := make([]string, 0, len(unmarkedForms)+2)
	for _, form := range unmarkedForms {
		names = append(names, form.name)
	}
	for _, name := range append(names, vendors, words) {
		if list := of[name]; len(list) > 0 {
			slices.Sort(list)
			row(w, name, strings.Join(list, ", "))
		}
	}
}

// A call that begins with no marker can be prose or data. The page names each family that reads such a call at the
// highest confidence.
func TestUnmarkedOnTheConfidencePage(t *testing.T) {
	var want bytes.Buffer
	writeUnmarked(&want)
	checkBetween(t, unmarkedBegins, unmarkedEnds, want.String(), "go test ./truth -run Unmarked -update")
}
