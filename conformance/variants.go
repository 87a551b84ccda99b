package conformance

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
)

// A Variant is a case under its own options, or others.
type Variant struct {
	Name   string
	config parsers.Config
	reason parsers.FinishReason
	cuts   func(*parsers.Family, string) []cut
}

// Variants are the case as it is, for every cut, and for some cuts under
// options that change how a call or a thought is read.
func (s *Suite) Variants(c *Case) []Variant {
	asItIs := c.variant("as it is", nil)
	asItIs.cuts = s.allCuts
	if s.work < work {
		return []Variant{asItIs}
	}
	return slices.Concat([]Variant{
		asItIs,
		c.variant("buffered", func(v *Variant) { v.config.Options.BufferToolCalls = true }),
		c.variant("confident", func(v *Variant) { v.config.Options.MinConfidence = 0.75 }),
		c.variant("unrepaired", func(v *Variant) { v.config.Options.DisableRepair = true }),
		c.variant("incomplete", func(v *Variant) { v.config.Options.AcceptIncomplete = true }),
		c.variant("known tools", func(v *Variant) { v.config.Options.RejectUnknownTools = true }),
		c.variant("length", func(v *Variant) { v.reason = parsers.FinishLength }),
		c.variant("without tools", func(v *Variant) { v.config.Tools = nil }),
		c.variant("one call", func(v *Variant) { v.config.Limits.ToolCalls = 1 }),
	}, s.readings(c), s.selections(c))
}

// variant is the case, for some cuts, with a change if there is one.
func (c *Case) variant(name string, change func(*Variant)) Variant {
	v := Variant{name, c.Config, c.FinishReason, someCuts}
	if change != nil {
		change(&v)
	}
	return v
}

// readings are the other ways to read the case's text: every policy, with
// reasoning separated and not, and an output that begins in a thought. They get
// every cut where there is a thought.
func (s *Suite) readings(c *Case) []Variant {
	list := []Variant{c.variant("in a thought", func(v *Variant) {
		v.config.ReasoningOpen = !c.Config.ReasoningOpen
		v.config.Options.SeparateReasoning = true
	})}
	cuts := someCuts
	if len(s.witness(c.asInput(), []string{c.Output}).thoughts) > 0 {
		cuts = s.allCuts
	}
	own := c.Config.Options
	for i, name := range policyNames {
		policy := parsers.ContentPolicy(i)
		for _, separate := range []bool{false, true} {
			if policy == own.ContentPolicy && separate == own.SeparateReasoning {
				continue
			}
			v := Variant{name, c.Config, c.FinishReason, cuts}
			if separate {
				v.Name += ", separated"
			}
			v.config.Options.ContentPolicy, v.config.Options.SeparateReasoning = policy, separate
			list = append(list, v)
		}
	}
	return list
}

// selections are the case with one format that it has, and with all but that.
func (s *Suite) selections(c *Case) []Variant {
	format := c.format(s.family)
	if format == "" || len(c.Config.Options.Formats) > 0 {
		return nil
	}
	others := []string{"none"}
	for _, f := range s.family.Formats {
		if f.Name != format {
			others = append(others, f.Name)
		}
	}
	return []Variant{
		c.variant("only "+format, func(v *Variant) { v.config.Options.Formats = []string{format} }),
		c.variant("without "+format, func(v *Variant) { v.config.Options.Formats = others }),
	}
}

// format is one that the case has; "" if it has none.
func (c *Case) format(f *parsers.Family) string {
	r := c.parse(f)
	switch {
	case len(r.ToolCalls) > 0:
		return r.ToolCalls[0].Format
	case len(r.InvalidToolCalls) > 0:
		return r.InvalidToolCalls[0].Format
	}
	return ""
}

const (
	// mostVisits is how often a parse may look at each byte, on average.
	mostVisits = 32
	// mostForTwice is how many times as many bytes twice the text may make it look at.
	mostForTwice = 2.1
	// leastLinear is the length of a text that is compared with twice the text, and leastUnits
	// how often it repeats the output at least. As what looks ahead is bounded, a longer text
	// may tell more, up to mostLinear.
	leastLinear, leastUnits = 4 << 10, 16
	mostLinear              = 64 << 10
)

// CheckLinear checks I10 on the case's output, repeated: for twice the text a parse looks at
// no more than 2.1 times as many bytes, and on average at each no more than 32 times.
func (s *Suite) CheckLinear(t Reporter, c *Case) {
	in := c.asInput()
	if in.output == "" {
		return
	}
	unit := in.output + "\n"
	for _, way := range []struct {
		name  string
		piece int
	}{{"whole", 0}, {"in pieces of 4 bytes", 4}} {
		for n := max(leastLinear, leastUnits*len(unit)); ; n *= 2 {
			text := strings.Repeat(unit, (n+len(unit)-1)/len(unit))
			once, twice := s.visits(in, text, way.piece), s.visits(in, text+text, way.piece)
			each, ratio := float64(twice)/float64(2*len(text)), float64(twice)/float64(once)
			if each <= mostVisits && ratio <= mostForTwice {
				break
			}
			if n >= mostLinear {
				t.Errorf("%s, repeated to %d KiB, the parse looks at each byte %.1f times, want %d at most, and at %.2f times as many bytes as for half the text, want %.1f at most",
					way.name, len(text)>>9, each, mostVisits, ratio, mostForTwice)
				break
			}
		}
	}
}

// visits is how many bytes a parse of the text looks at, whole if piece is 0, else in chunks
// of that many bytes.
func (s *Suite) visits(in input, text string, piece int) int {
	var work parsers.Work
	in.config.Work = &work
	if piece == 0 {
		parsers.Parse(s.family, text, in.config, in.reason)
		return work.Visits()
	}
	stream := parsers.NewStream(s.family, in.config)
	for _, p := range cutEvery(text, piece) {
		stream.Feed(p)
	}
	stream.Finish(in.reason)
	return work.Visits()
}

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
