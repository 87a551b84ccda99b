package parsertest

import (
	"testing"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/parsers"
)

// Fuzz fuzzes the family with the outputs of the cases in the directory as
// seeds: whatever the output, the options and the cut, the parser doesn't
// panic, it keeps its contract, and the invariants hold.
//
//	func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, acme.Family(), "testdata") }
func Fuzz(f *testing.F, family *parsers.Family, dir string, opts ...Option) {
	f.Helper()
	s := seeded(f, family, dir, opts, func(output string, seed uint64, options uint16) { f.Add(output, seed, options) })
	f.Fuzz(func(t *testing.T, output string, seed uint64, options uint16) { s.CheckAny(t, output, seed, options) })
}

// FuzzAll is Fuzz for several families, each of which has its cases in the directory that dir names. The
// first argument of the fuzz target is the family's name.
func FuzzAll(f *testing.F, families []*parsers.Family, dir func(*parsers.Family) string, opts ...Option) {
	f.Helper()
	suites := make(map[string]*conformance.Suite)
	for _, family := range families {
		suites[family.Name] = seeded(f, family, dir(family), opts, func(output string, seed uint64, options uint16) {
			f.Add(family.Name, output, seed, options)
		})
	}
	f.Fuzz(func(t *testing.T, family, output string, seed uint64, options uint16) {
		s := suites[family]
		if s == nil {
			t.Skip("no such family")
		}
		s.CheckAny(t, output, seed, options)
	})
}

// seeded is the family's suite; add gets the seeds that its cases give.
func seeded(f *testing.F, family *parsers.Family, dir string, opts []Option, add func(output string, seed uint64, options uint16)) *conformance.Suite {
	f.Helper()
	registrable(f, family)
	s := conformance.New(family, opts...)
	if err := s.Load(dir); err != nil {
		f.Fatal(err)
	}
	for i, c := range s.Cases() {
		add(c.Output, uint64(i), 0)
		add(c.Output, uint64(i), uint16(1)<<(i%(conformance.FuzzedOptions+1)))
	}
	return s
}
