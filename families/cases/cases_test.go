// Package cases proves what the built-in families do by the cases in their folders:
//
//	go test ./families/cases -run 'TestFamilies/hermes'
package cases

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
)

// tested are the built-in families without auto, which has tests of its own.
var tested = slices.DeleteFunc(families.All(), func(f *parsers.Family) bool { return f.Name == "auto" })

// written are the formats that don't carry arguments as JSON text: in tags, in keyword arguments, or
// in the chunks of an event stream.
var written = func() parsertest.Option {
	var formats []string
	for _, f := range families.All() {
		formats = append(formats, family.NonJSONFormats(f)...)
	}
	return parsertest.NonJSONFormats(formats...)
}()

// folder holds the family's cases.
func folder(f *parsers.Family) string {
	return filepath.Join("..", "..", "parsers", f.Name, "testdata")
}

func TestFamilies(t *testing.T) {
	for _, f := range tested {
		t.Run(f.Name, func(t *testing.T) { parsertest.Run(t, f, folder(f), written) })
	}
}

func FuzzFamilies(f *testing.F) { parsertest.FuzzAll(f, tested, folder, written) }

// longValues are what a family writes around the value of an argument.
var longValues = map[string][2]string{
	"functionary": {">>>write_file\n{\"content\": \"", "\"}"},
	"glm":         {"<tool_call>write_file\n<arg_key>content</arg_key>\n<arg_value>", "</arg_value>\n</tool_call>"},
	"hermes":      {"<tool_call>\n{\"name\": \"write\", \"arguments\": {\"content\": \"", "\"}}\n</tool_call>"},
	"mimo":        {"<tool_call>\n<function=write_file>\n<parameter=content>", "</parameter>\n</function>\n</tool_call>"},
	"minicpm":     {`<function name="f"><param name="code"><![CDATA[`, `]]></param></function>`},
	"muse":        {` to=write_file<|message|><atem:function_calls><atem:invoke name="write_file"><atem:parameter name="content">`, "</atem:parameter></atem:invoke></atem:function_calls><|eot|>"},
	"qwen3_coder": {"<tool_call>\n<function=write_file>\n<parameter=content>\n", "\n</parameter>\n</function>\n</tool_call>"},
	"solar2":      {"<|tool_call:start|>write_file\n<|tool_arg:start|>content<|tool_arg:value|>", "<|tool_arg:end|>\n<|tool_call:end|>"},
}

func BenchmarkFamilies(b *testing.B) {
	for _, f := range tested {
		if len(f.Formats) == 0 {
			continue // passthrough has no calls to measure
		}
		around := longValues[f.Name]
		b.Run(f.Name, func(b *testing.B) { parsertest.Benchmarks(b, f, around[0], around[1]) })
	}
}
