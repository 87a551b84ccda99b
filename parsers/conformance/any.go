package conformance

import "github.com/toolparser/toolparser/parsers"

// CheckAny proves what must hold for any output, under options of which each is a bit:
// there are FuzzedOptions and one more, for a single format. The seed picks that, and a cut.
func (s *Suite) CheckAny(t Reporter, output string, seed uint64, options uint16) {
	t.Helper()
	in := fuzzedInput(output, options, s.tools)
	if formats := s.family.Formats; options>>FuzzedOptions&1 != 0 && len(formats) > 0 {
		in.config.Options.Formats = []string{formats[seed%uint64(len(formats))].Name}
	}
	s.checkContract(t, in)
	result := in.parse(s.family)
	s.checkResult(t, in, result)
	s.checkSame(t, in, result)
	cuts := someCuts(s.family, output)
	s.checkCuts(t, in, append(cuts, randomCut(output, seed)))
}

// FuzzedOptions is the number of bits that fuzzedInput reads.
const FuzzedOptions = 12

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
