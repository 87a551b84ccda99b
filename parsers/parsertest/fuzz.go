package parsertest

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/conformance"
)

// Fuzz fuzzes the family with the outputs of the cases in the directory as
// seeds: whatever the output, the options and the cut, the parser doesn't
// panic, it keeps its contract, and the invariants hold.
//
//	func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, llama3.Family(), "testdata") }
func Fuzz(f *testing.F, family *parsers.Family, dir string, opts ...Option) {
	f.Helper()
	registrable(f, family)
	s := conformance.New(family, opts...)
	if err := s.Load(dir); err != nil {
		f.Fatal(err)
	}
	for i, c := range s.Cases() {
		f.Add(c.Output, uint64(i), uint16(0))
		f.Add(c.Output, uint64(i), uint16(1)<<(i%(conformance.FuzzedOptions+1)))
	}
	f.Fuzz(func(t *testing.T, output string, seed uint64, options uint16) { s.CheckAny(t, output, seed, options) })
}
