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
	list := []Variant{{"as it is", c.Config, c.FinishReason, s.allCuts}}
	if s.work < work {
		return list
	}
	vary := func(name string, change func(*parsers.Options)) {
		v := Variant{name, c.Config, c.FinishReason, someCuts}
		change(&v.config.Options)
		list = append(list, v)
	}
	vary("buffered", func(o *parsers.Options) { o.BufferToolCalls = true })
	vary("confident", func(o *parsers.Options) { o.MinConfidence = 0.75 })
	vary("unrepaired", func(o *parsers.Options) { o.DisableRepair = true })
	vary("incomplete", func(o *parsers.Options) { o.AcceptIncomplete = true })
	vary("known tools", func(o *parsers.Options) { o.RejectUnknownTools = true })
	length := Variant{"length", c.Config, parsers.FinishLength, someCuts}
	toolless := Variant{"without tools", c.Config, c.FinishReason, someCuts}
	toolless.config.Tools = nil
	limited := Variant{"one call", c.Config, c.FinishReason, someCuts}
	limited.config.Limits.ToolCalls = 1
	return slices.Concat(list, []Variant{length, toolless, limited}, s.readings(c), s.selections(c))
}

// readings are the other ways to read the case's text: every policy, with
// reasoning separated and not, and an output that begins in a thought. They get
// every cut where there is a thought.
func (s *Suite) readings(c *Case) []Variant {
	list := []Variant{{"in a thought", c.Config, c.FinishReason, someCuts}}
	list[0].config.ReasoningOpen = !c.Config.ReasoningOpen
	list[0].config.Options.SeparateReasoning = true
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
	only := Variant{"only " + format, c.Config, c.FinishReason, someCuts}
	only.config.Options.Formats = []string{format}
	without := Variant{"without " + format, c.Config, c.FinishReason, someCuts}
	without.config.Options.Formats = []string{"none"}
	for _, f := range s.family.Formats {
		if f.Name != format {
			without.config.Options.Formats = append(without.config.Options.Formats, f.Name)
		}
	}
	return []Variant{only, without}
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
