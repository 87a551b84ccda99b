package conformance

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/toolparser/toolparser/parsers"
)

// A Proof says what was proved of a case, and what is wrong.
type Proof struct {
	// Variants are the options that it was parsed under, Cuts in how many ways it was
	// cut under all of them, Prefixes at how many places it was finished, Doublings how
	// often its work was compared with that of half the text.
	Variants, Cuts, Prefixes, Doublings int
	// Problems are what is wrong.
	Problems []string
}

// Add adds what another proof says.
func (p *Proof) Add(other Proof) {
	p.Variants += other.Variants
	p.Cuts += other.Cuts
	p.Prefixes += other.Prefixes
	p.Doublings += other.Doublings
	p.Problems = append(p.Problems, other.Problems...)
}

// Prove checks a case outside of a test: its want.json if it has one, and the invariants
// at all cuts and prefixes and next to another case.
func (s *Suite) Prove(c, other *Case) Proof {
	var p Proof
	r := new(recorder)
	if c.want != nil {
		s.CheckWant(r, c)
	}
	for _, v := range s.Variants(c) {
		p.Variants++
		p.Cuts += s.CheckVariant(r, c, v)
	}
	p.Prefixes = s.CheckStreams(r, c, other)
	p.Problems = r.errors
	return p
}

// Doubled checks outside of a test that the work of a case is linear.
func (s *Suite) Doubled(c *Case) Proof {
	r := new(recorder)
	s.CheckLinear(r, c)
	return Proof{Doublings: 1, Problems: r.errors}
}

// A recorder is a Reporter that keeps what it gets.
type recorder struct{ errors []string }

func (r *recorder) Helper()             {}
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Failed() bool        { return len(r.errors) > 0 }
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// A Reporter gets what a check finds. A testing.TB is one.
type Reporter interface {
	Helper()
	Errorf(format string, args ...any)
	Logf(format string, args ...any)
	Failed() bool
}

// A Suite is what is checked of one family.
type Suite struct {
	family  *parsers.Family
	nonJSON []string
	cases   []*Case
	tools   *parsers.Tools // all that the cases declare
	work    int            // see samples
}

// New returns the suite of a family.
func New(f *parsers.Family, opts ...Option) *Suite {
	s := &Suite{family: f, work: work}
	for _, opt := range opts {
		opt(s)
	}
	return s
}

// An Option changes what the suite expects of a family.
type Option func(*Suite)

// NonJSONFormats names the formats that don't carry arguments as JSON text:
// tags, keyword arguments, pieces of an event stream. Their arguments aren't
// looked for in the output.
func NonJSONFormats(names ...string) Option {
	return func(s *Suite) { s.nonJSON = append(s.nonJSON, names...) }
}

// Sampled makes the suite cut and finish an output at some of its places instead of all,
// under the case's own options alone: for runs that are slow, and look for something else.
func Sampled() Option { return func(s *Suite) { s.work = sampledWork } }

// Load reads the cases, and complains about none and about two that are the same.
func (s *Suite) Load(dir string) error {
	cases, err := Load(dir)
	if err != nil {
		return err
	}
	if len(cases) == 0 {
		return fmt.Errorf("%s: there are no cases", filepath.Join(dir, "*.txtar"))
	}
	var problems []error
	var tools []parsers.Tool
	seen := make(map[string]string)
	for _, c := range cases {
		for i := range c.Config.Tools.Len() {
			tools = append(tools, c.Config.Tools.At(i))
		}
		if other, ok := seen[c.input()]; ok {
			problems = append(problems, fmt.Errorf("%s has the same output, tools and options as %s", c.Name, other))
		}
		seen[c.input()] = c.Name
	}
	s.cases, s.tools = cases, parsers.NewTools(tools)
	return errors.Join(problems...)
}

// Cases are those that were loaded.
func (s *Suite) Cases() []*Case { return s.cases }

// CheckFormats proves that the family's formats are what they say: each has an
// example with one call, and a case.
func (s *Suite) CheckFormats(t Reporter) {
	t.Helper()
	for _, format := range s.family.Formats {
		if got := s.formatsIn(format.Example, nil); len(got) != 1 || got[0] != format.Name {
			got = s.formatsIn(format.Example, s.tools)
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
func (s *Suite) formatsIn(output string, tools *parsers.Tools) []string {
	var names []string
	for _, call := range parsers.Parse(s.family, output, parsers.Config{Tools: tools}, parsers.FinishStop).ToolCalls {
		names = append(names, call.Format)
	}
	return names
}

// accepts reports whether the case has an accepted call in the format.
func (c *Case) accepts(f *parsers.Family, format string) bool {
	return slices.ContainsFunc(c.parse(f).ToolCalls, func(call parsers.ToolCall) bool { return call.Format == format })
}

// CheckWant compares a case's result with its want.json.
func (s *Suite) CheckWant(t Reporter, c *Case) {
	t.Helper()
	if c.want == nil {
		t.Errorf("%s has no want.json; go test -update writes one", c.Path)
		return
	}
	if diff := c.Diff(s.family); diff != "" {
		t.Errorf("%s (-want +got):\n%s", c.Path, diff)
	}
}

// CheckVariant proves a case under the options of a variant, whole and cut. It
// returns in how many ways it was cut.
func (s *Suite) CheckVariant(t Reporter, c *Case, v Variant) (cuts int) {
	t.Helper()
	in := input{c.Output, v.config, v.reason}
	s.checkContract(t, in)
	result := in.parse(s.family)
	s.checkResult(t, in, result)
	s.checkSame(t, in, result)
	all := v.cuts(s.family, c.Output)
	s.checkCuts(t, in, all)
	return len(all)
}

// CheckStreams proves that a case can be finished everywhere, and streamed next to
// another one. It returns at how many places it was finished.
func (s *Suite) CheckStreams(t Reporter, c, other *Case) (prefixes int) {
	t.Helper()
	prefixes = s.checkPrefixes(t, c.asInput())
	s.checkInterleaved(t, c.asInput(), other.asInput())
	return prefixes
}
