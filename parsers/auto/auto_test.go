package auto_test

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

// newFamily makes the family as the registry has it.
func newFamily(t testing.TB) *parsers.Family {
	t.Helper()
	f, err := families.Registry().Find("auto", "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// codeFormats are the formats of other families. Some of them don't carry arguments as JSON text:
// their own cases check that arguments are the model's.
func codeFormats(f *parsers.Family) parsertest.Option {
	names := []string{"common/tool_tag", "common/invoke", "common/hash"}
	for _, format := range f.Formats {
		if !isOwn(format) {
			names = append(names, format.Name)
		}
	}
	return parsertest.NonJSONFormats(names...)
}

func isOwn(format parsers.Format) bool { return strings.HasPrefix(format.Name, "common/") }

func TestFamily(t *testing.T) {
	f := newFamily(t)
	if flag.Lookup("update").Value.String() == "true" {
		addExamples(t, f)
	}
	parsertest.Run(t, f, "testdata", codeFormats(f))
}

// addExamples adds a case for each format of another family that has none.
func addExamples(t *testing.T, f *parsers.Family) {
	t.Helper()
	for _, format := range f.Formats {
		path := filepath.Join("testdata", strings.ReplaceAll(format.Name, "/", "_")+".txtar")
		if _, err := os.Stat(path); err == nil || isOwn(format) {
			continue
		}
		text := "A call of " + format.Name + " announces itself.\n-- output.quoted --\n" + strconv.Quote(format.Example) + "\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzFamily(f *testing.F) {
	family := newFamily(f)
	parsertest.Fuzz(f, family, "testdata", codeFormats(family))
}

// JSON in text is a call of a declared tool, or none.
func TestNothingUndeclaredInText(t *testing.T) {
	const output = `Like so: {"name": "get_weather", "arguments": {"city": "Oslo"}}`
	for want, tools := range map[int]*parsers.Tools{
		0: nil,
		1: parsers.NewTools([]parsers.Tool{{Name: "get_weather"}}),
	} {
		r := parsers.Parse(newFamily(t), output, parsers.Config{Tools: tools}, parsers.FinishStop)
		if len(r.ToolCalls) != want || len(r.InvalidToolCalls) > 0 {
			t.Errorf("with %d tools there are %d calls, %d invalid ones", tools.Len(), len(r.ToolCalls), len(r.InvalidToolCalls))
		}
	}
}

func benchmark(b *testing.B, output string, calls int) {
	b.Helper()
	parsertest.Benchmark(b, newFamily(b), parsers.Config{}, output, calls)
}

func BenchmarkShort(b *testing.B) {
	benchmark(b, "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\", \"days\": 3}}\n</tool_call>", 1)
}

func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("The quick brown fox jumps over 13 dogs, and says: “well, well”.\n", 4<<10), 0)
}
