package families

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// The tool and the argument of the formats' examples.
const (
	exampleTool = "get_weather"
	exampleKey  = "city"
)

// TestDeclaredNamesCountWhole: a declared name with white space in it is read in every
// format, and never a part of it.
func TestDeclaredNamesCountWhole(t *testing.T) {
	forExamples(t, func(t *testing.T, f *parsers.Family, example string) {
		output := strings.ReplaceAll(example, exampleTool, "Web Search")
		wantCall(t, f, output, "Web Search", "", "Web", "Web Search", "Search")
		for _, tool := range []string{"Search", "Web Search 2"} {
			wantUnknown(t, f, output, tool)
		}
	})
}

// TestQuotesAreNoPartOfNames: quotes around a name are a repair, in every format.
func TestQuotesAreNoPartOfNames(t *testing.T) {
	forExamples(t, func(t *testing.T, f *parsers.Family, example string) {
		if strings.Contains(example, "."+exampleTool) && !strings.Contains(example, "to=") {
			t.Skip("a name behind a dot is in no quotes of its own")
		}
		repair := "QUOTE_STYLE"
		if strings.HasPrefix(example, "<|tool_calls|>[{") || strings.HasPrefix(example, "<|tool_call|>[{") {
			repair = "" // a Python literal may have any quotes
		}
		for _, quotes := range quotePairs {
			for _, output := range quotedNames(example, quotes) {
				wantCall(t, f, output, exampleTool, repair, exampleTool)
			}
		}
	})
}

var quotePairs = [][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"}}

// isStrict reports whether the example is a vendor's document, or a stream of events, which is
// JSON or nothing.
func isStrict(example string) bool {
	return strings.HasPrefix(example, "data:") || strings.HasPrefix(example, "{") && strings.HasSuffix(example, "}]}") ||
		strings.HasPrefix(example, "{") && strings.HasSuffix(example, "}]}}]}") || strings.Contains(example, "stopReason")
}

// quotedNames are the example with the tool's name in these quotes: in the place of its own,
// or in them.
func quotedNames(example string, quotes [2]string) []string {
	quoted := quotes[0] + exampleTool + quotes[1]
	for _, own := range []string{`"`, "'"} {
		if !strings.Contains(example, own+exampleTool+own) {
			continue
		}
		var outputs []string
		if quotes[0] != `"` && quotes[0] != "'" && !isStrict(example) {
			outputs = append(outputs, strings.ReplaceAll(example, own+exampleTool+own, quoted))
		}
		if quotes[0] != own {
			outputs = append(outputs, strings.ReplaceAll(example, exampleTool, strings.ReplaceAll(quoted, `"`, `\"`)))
		}
		return outputs
	}
	return []string{strings.ReplaceAll(example, exampleTool, quoted)}
}

// TestQuotesAreNoPartOfKeys: nor are those around a key that is no JSON.
func TestQuotesAreNoPartOfKeys(t *testing.T) {
	forExamples(t, func(t *testing.T, f *parsers.Family, example string) {
		if isStrict(example) || strings.Contains(example, exampleKey+`\"`) || strings.Contains(example, "<"+exampleKey+">") {
			t.Skip("the key is JSON that is read as it is, or the name of an element")
		}
		for _, quotes := range quotePairs {
			output := strings.ReplaceAll(example, exampleKey, quotes[0]+exampleKey+quotes[1])
			for _, own := range []string{`"`, "'"} {
				if strings.Contains(example, own+exampleKey+own) {
					output = strings.ReplaceAll(example, own+exampleKey+own, quotes[0]+exampleKey+quotes[1])
				}
			}
			if output != example {
				wantCall(t, f, output, exampleTool, "", exampleTool)
			}
		}
	})
}

// TestUnderscoresStandForWhatCantBeWritten: code and K2's headers can't write '-', and no '.'
// there; the one declared name that has these where '_' is written is meant. Elsewhere a name
// is as it is written.
func TestUnderscoresStandForWhatCantBeWritten(t *testing.T) {
	forExamples(t, func(t *testing.T, f *parsers.Family, example string) {
		output := strings.ReplaceAll(example, exampleTool, "get_the_weather")
		if !strings.Contains(example, exampleTool+"(") && !strings.Contains(example, exampleTool+":0") {
			wantUnknown(t, f, output, "get-the-weather")
			return
		}
		wantCall(t, f, output, "get-the.weather", "TOOL_NAME", "get-the.weather")
		wantCall(t, f, output, "get-the_weather", "TOOL_NAME", "get-the_weather", "get-weather")
		wantCall(t, f, output, "get_the_weather", "", "get-the-weather", "get_the_weather")
		wantUnknown(t, f, output, "get-the-weather", "get_the-weather")
	})
}

// wantUnknown checks that no declared tool is called.
func wantUnknown(t *testing.T, f *parsers.Family, output string, tools ...string) {
	t.Helper()
	for _, call := range parseBoth(t, f, output, exampleConfig(tools...)).ToolCalls {
		if !call.UnknownTool {
			t.Errorf("%q calls %s", output, call.Name)
		}
	}
}

// TestNoNames: an empty name, and one that ends in ':', are none.
func TestNoNames(t *testing.T) {
	forExamples(t, func(t *testing.T, f *parsers.Family, example string) {
		for _, name := range []string{"", ":", "f:", "::", "functions.", "functions.:", "functions.f:"} {
			wantNoCall(t, f, strings.ReplaceAll(example, exampleTool, name))
		}
		wantNoCall(t, f, strings.ReplaceAll(example, exampleTool, "f:"), exampleTool)
	})
}

// TestNothingIsCalledWithoutItsArguments: where something else is in the place of the
// arguments, no tool is called without any.
func TestNothingIsCalledWithoutItsArguments(t *testing.T) {
	forExamples(t, func(t *testing.T, f *parsers.Family, example string) {
		begin := strings.Index(example, exampleTool) + len(exampleTool)
		value := strings.Index(example, "Oslo")
		for _, text := range []string{" ls -R", ` cmd="ls -R"`, "write: edit file", " 3 days", " city: Oslo", "\nSome words.\n", `"Oslo"`, " to=Oslo"} {
			for from := begin; from <= value; from++ {
				for to := value + len("Oslo"); to <= len(example); to += 3 {
					output := example[:from] + text + example[to:]
					r := parsers.Parse(f, output, exampleConfig(exampleTool), parsers.FinishUnspecified)
					for _, call := range r.ToolCalls {
						if call.Name == exampleTool && call.Arguments == "{}" && !ownAttribute(output) {
							t.Errorf("%q calls %s {}", output, call.Name)
						}
					}
				}
			}
		}
	})
}

// ownAttribute reports whether the text came to be the value of an attribute that says
// nothing of the arguments.
func ownAttribute(output string) bool {
	return strings.Contains(output, `index="Oslo"`)
}

// forExamples runs the test for each format of each family that the example's tool is called in.
// Forms that belong to no model are read only where nothing is damaged: what is damaged may mean something else.
func forExamples(t *testing.T, test func(t *testing.T, f *parsers.Family, example string)) {
	for _, f := range Registry().Families() {
		for _, format := range f.Formats {
			if slices.Contains(undamaged, format.Name) {
				continue
			}
			if example := format.Example; strings.Contains(example, exampleTool) {
				t.Run(f.Name+":"+format.Name, func(t *testing.T) { test(t, f, example) })
			}
		}
	}
}

// exampleConfig declares tools of these names, with the example's argument; none: nothing
// is known of them.
func exampleConfig(names ...string) parsers.Config {
	var list []parsers.Tool
	for _, name := range names {
		list = append(list, parsers.Tool{Name: name, Parameters: `{"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}}`})
	}
	return parsers.Config{Tools: parsers.NewTools(list)}
}

// parseBoth parses the output whole and byte by byte, which must not differ.
func parseBoth(t *testing.T, f *parsers.Family, output string, cfg parsers.Config) *parsers.Result {
	t.Helper()
	r := parsers.Parse(f, output, cfg, parsers.FinishUnspecified)
	s := parsers.NewStream(f, cfg)
	for i := range len(output) {
		s.Feed(output[i : i+1])
	}
	if _, streamed := s.Finish(parsers.FinishUnspecified); describeCalls(streamed) != describeCalls(r) {
		t.Errorf("%q, byte by byte: %s, want %s", output, describeCalls(streamed), describeCalls(r))
	}
	return r
}

func describeCalls(r *parsers.Result) string {
	var b strings.Builder
	for _, c := range r.ToolCalls {
		fmt.Fprintf(&b, "call %s %s %v; ", c.Name, c.Arguments, c.Repairs)
	}
	for _, c := range r.InvalidToolCalls {
		fmt.Fprintf(&b, "invalid %s %s; ", c.Name, c.Reason)
	}
	fmt.Fprintf(&b, "content %q", r.Content)
	return b.String()
}

// wantCall checks that the output is one call of the tool, with the example's argument, and
// that it needed the repair, if that is named.
func wantCall(t *testing.T, f *parsers.Family, output, name, repair string, tools ...string) {
	t.Helper()
	r := parseBoth(t, f, output, exampleConfig(tools...))
	if len(r.ToolCalls) == 1 {
		call := &r.ToolCalls[0]
		repaired := repair == "" || slices.ContainsFunc(call.Repairs, func(r parsers.Repair) bool { return r.Kind.String() == repair })
		if call.Name == name && strings.HasPrefix(strings.ReplaceAll(call.Arguments, " ", ""), `{"city":"Oslo"`) && repaired {
			return
		}
	}
	t.Errorf("%q: %s, want a call of %s, repair %q", output, describeCalls(r), name, repair)
}

// wantNoCall checks that nothing is called.
func wantNoCall(t *testing.T, f *parsers.Family, output string, tools ...string) {
	t.Helper()
	if r := parseBoth(t, f, output, exampleConfig(tools...)); len(r.ToolCalls) > 0 {
		t.Errorf("%q: %s, want no call", output, describeCalls(r))
	}
}

// undamaged are the formats of forms that belong to no model.
var undamaged = []string{"common/tool_tag", "common/elements", "common/invoke", "common/hash", "common/record", "common/only_key",
	"common/tool_fence", "common/react"}
