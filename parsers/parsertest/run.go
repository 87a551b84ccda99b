package parsertest

import (
	"flag"
	"path/filepath"
	"slices"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

var (
	update = flag.Bool("update", false, "rewrite want.json in the cases of package parsertest's suites")
	linear = flag.Bool("linear", false, "check that the time a parse takes is linear in its output")
)

// Run proves that the family does what the cases in the directory say, and
// every invariant for each of them. Each case is a parallel subtest.
func Run(t *testing.T, f *parsers.Family, dir string, opts ...Option) {
	t.Helper()
	s := &suite{family: f}
	for _, opt := range opts {
		opt(s)
	}
	s.load(t, dir)
	t.Run("formats", func(t *testing.T) { s.checkFormats(t) })
	for i, c := range s.cases {
		t.Run(c.Name, func(t *testing.T) {
			if !*linear { // else they take each other's time
				t.Parallel()
			}
			s.check(t, c, s.cases[(i+1)%len(s.cases)])
		})
	}
}

// An Option changes what the suite expects of a family.
type Option func(*suite)

// NonJSONFormats names the formats that don't carry arguments as JSON text:
// tags, keyword arguments, pieces of an event stream. Their arguments aren't
// looked for in the output.
func NonJSONFormats(names ...string) Option {
	return func(s *suite) { s.nonJSON = append(s.nonJSON, names...) }
}

// A suite is what one Run or Fuzz works on.
type suite struct {
	family  *parsers.Family
	nonJSON []string
	cases   []*Case
}

// load reads the cases, and complains about none and about two that are the same.
func (s *suite) load(t testing.TB, dir string) {
	t.Helper()
	cases, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatalf("%s: there are no cases", filepath.Join(dir, "*.txtar"))
	}
	seen := make(map[string]string)
	for _, c := range cases {
		if other, ok := seen[c.input()]; ok {
			t.Errorf("%s has the same output, tools and options as %s", c.Name, other)
		}
		seen[c.input()] = c.Name
	}
	s.cases = cases
}

// tools are all that the cases declare.
func (s *suite) tools() *parsers.Tools {
	var all []parsers.Tool
	for _, c := range s.cases {
		for i := range c.Config.Tools.Len() {
			all = append(all, c.Config.Tools.At(i))
		}
	}
	return parsers.NewTools(all)
}

// checkFormats proves that the family's formats are what they say: each has an
// example with one call, and a case.
func (s *suite) checkFormats(t testing.TB) {
	t.Helper()
	for _, format := range s.family.Formats {
		if got := s.formatsIn(format.Example, nil); len(got) != 1 || got[0] != format.Name {
			got = s.formatsIn(format.Example, s.tools())
			if len(got) != 1 || got[0] != format.Name {
				t.Errorf("the example of %s must hold one call in that format; it holds %q", format.Name, got)
			}
		}
		if !slices.ContainsFunc(s.cases, func(c *Case) bool { return c.accepts(s.family, format.Name) }) {
			t.Errorf("no case has an accepted call in format %s", format.Name)
		}
	}
}

// formatsIn lists the formats of the calls in an output.
func (s *suite) formatsIn(output string, tools *parsers.Tools) []string {
	var names []string
	for _, call := range parsers.Parse(s.family, output, parsers.Config{Tools: tools}, parsers.FinishStop).ToolCalls {
		names = append(names, call.Format)
	}
	return names
}

// accepts tells whether the case has an accepted call in the format.
func (c *Case) accepts(f *parsers.Family, format string) bool {
	return slices.ContainsFunc(c.parse(f).ToolCalls, func(call parsers.ToolCall) bool { return call.Format == format })
}

// check proves a case. other is any other case.
func (s *suite) check(t *testing.T, c, other *Case) {
	s.checkWant(t, c)
	for _, v := range s.variants(c) {
		t.Run(v.name, func(t *testing.T) {
			in := input{c.Output, v.config, v.reason}
			s.checkContract(t, in)
			s.checkResult(t, in, in.parse(s.family))
			s.checkCuts(t, in, v.cuts(s.family, c.Output))
		})
	}
	in := c.asInput()
	s.checkPrefixes(t, in)
	s.checkInterleaved(t, in, other.asInput())
	if *linear {
		s.checkLinear(t, in)
	}
}

// checkWant compares a case's result with its want.json, or writes that.
func (s *suite) checkWant(t testing.TB, c *Case) {
	t.Helper()
	got := newWant(c.parse(s.family))
	if *update {
		if err := c.update(got); err != nil {
			t.Fatal(err)
		}
		return
	}
	if c.want == nil {
		t.Errorf("%s has no want.json; go test -update writes one", c.Path)
		return
	}
	if diff := diffOf(c.want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", c.Path, diff)
	}
}
