package parsertest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// brokenVariable is set where this test binary runs the tests of a broken family.
const brokenVariable = "TOOLPARSER_TEST_BROKEN"

// broken is a family as somebody may begin to write it: what opens a call isn't what the
// example has, and its closer is empty.
func broken() *parsers.Family {
	return family.New(&parsers.Family{
		Name:    "broken",
		Formats: []parsers.Format{{Name: "broken/json", Example: `<call>{"name": "f", "arguments": {}}</call>`}},
	}, &grammar.Grammar{
		Blocks: []grammar.Block{{Format: "broken/json", Shape: grammar.BlockCalls(), Markers: grammar.Between("<calls>", "")}},
	})
}

func TestBrokenFamily(t *testing.T) {
	if os.Getenv(brokenVariable) == "" {
		t.Skip("for TestABrokenTableIsReported")
	}
	parsertest.Run(t, broken(), t.TempDir())
}

func BenchmarkBrokenFamily(b *testing.B) {
	if os.Getenv(brokenVariable) == "" {
		b.Skip("for TestABrokenTableIsReported")
	}
	parsertest.Benchmarks(b, broken(), "<call>", "</call>")
}

func FuzzBrokenFamily(f *testing.F) {
	if os.Getenv(brokenVariable) == "" {
		f.Skip("for TestABrokenTableIsReported")
	}
	parsertest.Fuzz(f, broken(), f.TempDir())
}

// TestABrokenTableIsReported: the table's own error is all that the tests of a family with a
// mistake in it say, whether the family was registered or not.
func TestABrokenTableIsReported(t *testing.T) {
	_, want := parsers.NewRegistry(broken())
	if want == nil {
		t.Fatal("the family isn't broken")
	}
	for _, arguments := range [][]string{
		{"-test.run", "^TestBrokenFamily$"},
		{"-test.run", "^FuzzBrokenFamily$"},
		{"-test.run", "^$", "-test.bench", "^BenchmarkBrokenFamily$"},
	} {
		c := exec.Command(os.Args[0], arguments...)
		c.Env = append(os.Environ(), brokenVariable+"=1")
		text, err := c.CombinedOutput()
		if err == nil || !strings.Contains(indented(string(text)), indented(want.Error())) {
			t.Errorf("%q: %v, %s\nwant %v", arguments, err, text, want)
		}
		if strings.Contains(string(text), "it holds []") || strings.Contains(string(text), "no cases") {
			t.Errorf("%q says more than what the table gets wrong: %s", arguments, text)
		}
	}
}

// indented is a text without the indentation that go test gives its lines.
func indented(text string) string { return strings.Join(strings.Fields(text), " ") }
