package parsertest

import "github.com/toolparser/toolparser/parsers"

// A variant is a case under its own options, or others.
type variant struct {
	name   string
	config parsers.Config
	reason parsers.FinishReason
	cuts   func(*parsers.Family, string) []cut
}

// variants are the case as it is, for every cut, and for some cuts under
// options that change what becomes of a call.
func variants(c *Case) []variant {
	list := []variant{{"as it is", c.Config, c.FinishReason, allCuts}}
	vary := func(name string, change func(*parsers.Options)) {
		v := variant{name, c.Config, c.FinishReason, someCuts}
		change(&v.config.Options)
		list = append(list, v)
	}
	vary("verbatim", func(o *parsers.Options) { o.ContentPolicy = parsers.ContentVerbatim })
	vary("buffered", func(o *parsers.Options) { o.BufferToolCalls = true })
	vary("confident", func(o *parsers.Options) { o.MinConfidence = 0.75 })
	vary("unrepaired", func(o *parsers.Options) { o.DisableRepair = true })
	vary("incomplete", func(o *parsers.Options) { o.AcceptIncomplete = true })
	vary("known tools", func(o *parsers.Options) { o.RejectUnknownTools = true })
	length := variant{"length", c.Config, parsers.FinishLength, someCuts}
	toolless := variant{"without tools", c.Config, c.FinishReason, someCuts}
	toolless.config.Tools = nil
	limited := variant{"one call", c.Config, c.FinishReason, someCuts}
	limited.config.Limits.ToolCalls = 1
	return append(list, length, toolless, limited)
}
