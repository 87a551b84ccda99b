package conformance

import (
	"slices"

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
// options that change what becomes of a call or of a thought.
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
