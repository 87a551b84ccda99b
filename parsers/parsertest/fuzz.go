package parsertest

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// Fuzz fuzzes the family with the outputs of the cases in the directory as
// seeds: whatever the output, the options and the cut, the parser doesn't
// panic, it keeps its contract, and the invariants of the package hold.
//
//	func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, llama3.Family(), "testdata") }
func Fuzz(f *testing.F, family *parsers.Family, dir string, opts ...Option) {
	f.Helper()
	s := &suite{family: family}
	for _, opt := range opts {
		opt(s)
	}
	s.load(f, dir)
	for i, c := range s.cases {
		f.Add(c.Output, uint64(i), uint16(0))
		f.Add(c.Output, uint64(i), uint16(1)<<(i%(fuzzedOptions+1)))
	}
	tools := s.tools()
	f.Fuzz(func(t *testing.T, output string, seed uint64, options uint16) {
		in := fuzzedInput(output, options, tools)
		if formats := family.Formats; options>>fuzzedOptions&1 != 0 && len(formats) > 0 {
			in.config.Options.Formats = []string{formats[seed%uint64(len(formats))].Name}
		}
		s.checkContract(t, in)
		s.checkResult(t, in, in.parse(s.family))
		cuts := someCuts(s.family, output)
		s.checkCuts(t, in, append(cuts, randomCut(output, seed)))
	})
}

// fuzzedOptions is the number of bits that fuzzedInput reads.
const fuzzedOptions = 12

// fuzzedInput reads one option from each bit.
func fuzzedInput(output string, options uint16, tools *parsers.Tools) input {
	bit := func(n int) bool { return options>>n&1 != 0 }
	in := input{output: output}
	o := &in.config.Options
	o.DisableRepair, o.AcceptIncomplete, o.RejectUnknownTools, o.BufferToolCalls = bit(0), bit(1), bit(2), bit(3)
	switch {
	case bit(4):
		o.ContentPolicy = parsers.ContentVerbatim
	case bit(9):
		o.ContentPolicy = parsers.ContentClean
	}
	o.SeparateReasoning, in.config.ReasoningOpen = bit(10), bit(11)
	if bit(5) {
		o.MinConfidence = 0.75
	}
	if bit(6) {
		in.reason = parsers.FinishLength
	}
	if bit(7) {
		in.config.Tools = tools
	}
	if bit(8) {
		in.config.Limits = parsers.Limits{Depth: 4, ArgumentBytes: 64, ToolCalls: 2}
	}
	return in
}
