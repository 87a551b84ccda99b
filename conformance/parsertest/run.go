package parsertest

import (
	"flag"
	"testing"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/parsers"
)

var update = flag.Bool("update", false, "rewrite want.json in the cases of package parsertest's suites")

// What the suite is made of; see package conformance.
type (
	// A Case is one txtar file.
	Case = conformance.Case
	// An Option changes what the suite expects of a family.
	Option = conformance.Option
)

// Load reads the cases of a directory, in the order of their names.
func Load(dir string) ([]*Case, error) { return conformance.Load(dir) }

// NonJSONFormats names the formats that don't carry arguments as JSON text:
// tags, keyword arguments, pieces of an event stream. Their arguments aren't
// looked for in the output.
func NonJSONFormats(names ...string) Option { return conformance.NonJSONFormats(names...) }

// Run proves that the family can be registered, that it does what the cases in the directory
// say, and every invariant for each of them. What is wrong with a family's table ends the
// test at once, with the error that registering it gives, a line for each mistake. With -short a case is
// tried at some of its cuts and under its own options alone, else at every cut. Each case is a
// parallel subtest.
func Run(t *testing.T, f *parsers.Family, dir string, opts ...Option) {
	t.Helper()
	registrable(t, f)
	if testing.Short() {
		opts = append(opts, conformance.Sampled())
	}
	s := conformance.New(f, opts...)
	if err := s.Load(dir); err != nil {
		t.Fatal(err)
	}
	t.Run("formats", func(t *testing.T) { s.CheckFormats(t) })
	cases := s.Cases()
	for i, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			check(t, s, f, c, cases[(i+1)%len(cases)])
		})
	}
}

// registrable ends a test of a family that can't be registered: what its parser does follows
// from the mistake, and doesn't show it.
func registrable(t testing.TB, f *parsers.Family) {
	t.Helper()
	if _, err := parsers.NewRegistry(f); err != nil {
		t.Fatal(err)
	}
}

// check proves a case. other is any other case.
func check(t *testing.T, s *conformance.Suite, f *parsers.Family, c, other *Case) {
	if *update {
		if err := c.Update(f); err != nil {
			t.Fatal(err)
		}
	} else {
		s.CheckWant(t, c)
	}
	for _, v := range s.Variants(c) {
		t.Run(v.Name, func(t *testing.T) { s.CheckVariant(t, c, v) })
	}
	s.CheckStreams(t, c, other)
	s.CheckLinear(t, c)
}
