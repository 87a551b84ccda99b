package conformance

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
)

// checkResult proves what must hold for any result of the input.
func (s *Suite) checkResult(t Reporter, in input, r *parsers.Result) {
	t.Helper()
	c := &resultCheck{Reporter: t, suite: s, in: in, r: r}
	c.segments()
	c.codePoints()
	c.texts()
	c.confidence()
	ids := make(map[string]bool)
	for i := range r.ToolCalls {
		call := &r.ToolCalls[i]
		c.expect(call.ID != "" && !ids[call.ID], "call %d has the id %q: empty or used before", i, call.ID)
		ids[call.ID] = true
		c.call(i, call)
		c.options(i, call)
	}
	for i := range r.InvalidToolCalls {
		c.invalid(i, r.InvalidToolCalls[i])
	}
}

// segments checks I1 and I2.
func (c *resultCheck) segments() {
	c.Helper()
	at, calls, invalid := 0, 0, 0
	for i, s := range c.r.Segments {
		c.expect(s.Span.Start == at && s.Span.End > at, "segment %d has the span %v, and %d is next", i, s.Span, at)
		at = s.Span.End
		switch s.Kind {
		case parsers.SegmentToolCall:
			c.expect(s.Index == calls, "segment %d is of call %d, and %d is next", i, s.Index, calls)
			c.expect(calls < len(c.r.ToolCalls) && c.r.ToolCalls[calls].Span == s.Span, "segment %d isn't its call's span", i)
			calls++
		case parsers.SegmentInvalidToolCall:
			c.expect(s.Index == invalid, "segment %d is of invalid call %d, and %d is next", i, s.Index, invalid)
			c.expect(invalid < len(c.r.InvalidToolCalls) && c.r.InvalidToolCalls[invalid].Span == s.Span, "segment %d isn't its invalid call's span", i)
			invalid++
		default:
			c.expect(s.Kind != parsers.SegmentUnspecified && s.Index == 0, "segment %d is %v #%d", i, s.Kind, s.Index)
			c.expect(i == 0 || c.r.Segments[i-1].Kind != s.Kind, "segment %d should be one with the one before", i)
		}
	}
	c.expect(at == len(c.in.output), "the segments end at %d, the output at %d", at, len(c.in.output))
	c.expect(calls == len(c.r.ToolCalls) && invalid == len(c.r.InvalidToolCalls), "%d calls and %d invalid calls have a segment, of %d and %d",
		calls, invalid, len(c.r.ToolCalls), len(c.r.InvalidToolCalls))
}

// codePoints checks that no string of the result is cut inside a code point:
// protobuf couldn't carry it.
func (c *resultCheck) codePoints() {
	c.Helper()
	if !utf8.ValidString(c.in.output) {
		return
	}
	texts := []string{c.r.Content, c.r.Reasoning}
	for _, s := range c.r.Segments {
		texts = append(texts, c.slice(s.Span))
	}
	for _, call := range c.r.ToolCalls {
		texts = append(texts, call.ID, call.Name, call.Arguments)
	}
	for _, call := range c.r.InvalidToolCalls {
		texts = append(texts, call.ID, call.Name, call.Arguments, call.Message)
	}
	for _, text := range texts {
		c.expect(utf8.ValidString(text), "a string of the result is cut inside a code point: %q", text)
	}
}

func (c *resultCheck) confidence() {
	c.Helper()
	least := float64(parsers.ConfidenceFull)
	for i, call := range c.r.ToolCalls {
		c.expect(call.Confidence >= 0 && call.Confidence <= parsers.ConfidenceFull, "call %d has a confidence of %v", i, call.Confidence)
		least = min(least, call.Confidence)
	}
	c.expect(c.r.Confidence == least, "the result's confidence is %v, that of a call is %v", c.r.Confidence, least)
}

// call checks I7, and what a call says of itself.
func (c *resultCheck) call(i int, call *parsers.ToolCall) {
	c.Helper()
	tools := c.in.config.Tools
	c.expect(tools.Declared(call.Name) || call.Name != "" && strings.IndexFunc(call.Name, isNoName) < 0, "call %d has the name %q", i, call.Name)
	c.expect(call.UnknownTool == (tools.Given() && !tools.Declared(call.Name)), "call %d: unknown tool %t", i, call.UnknownTool)
	c.expect(json.Valid([]byte(call.Arguments)), "call %d has arguments that are no JSON: %q", i, call.Arguments)
	c.expect(c.ownArguments(call), "call %d has arguments that the model didn't write, and no repair: %q", i, call.Arguments)
	c.expect(len(call.Repairs) == 0 || call.Confidence <= parsers.ConfidenceFull-parsers.CostRepaired, "call %d has repairs and a confidence of %v", i, call.Confidence)
	c.expect(isLeft(call.Confidence, len(call.Repairs) > 0), "call %d has a confidence of %v, which no costs leave", i, call.Confidence)
	c.expect(strings.HasPrefix(call.Arguments, "{") || call.Confidence <= parsers.ConfidenceFull-parsers.CostWeakArguments,
		"call %d has arguments that are no object, and a confidence of %v", i, call.Confidence)
	c.expect(slices.IsSortedFunc(call.Repairs, func(a, b parsers.Repair) int { return a.Offset - b.Offset }), "call %d has repairs that aren't in the order of the text", i)
	for _, r := range call.Repairs {
		c.expect(r.Offset >= 0 && r.Offset <= len(c.in.output), "call %d has %v at %d", i, r.Kind, r.Offset)
	}
	known := slices.ContainsFunc(c.suite.family.Formats, func(f parsers.Format) bool { return f.Name == call.Format })
	c.expect(known, "call %d has the format %q, which the family doesn't list", i, call.Format)
}

// isLeft reports whether confidence is what some of the costs leave, that of a repair if there is one.
func isLeft(confidence float64, repaired bool) bool {
	const tenths = 10 // in which the differences are exact
	left := []int{parsers.ConfidenceFull * tenths}
	if repaired {
		left[0] -= parsers.CostRepaired * tenths
	}
	for _, cost := range []int{parsers.CostFreeText * tenths, parsers.CostAmbiguous * tenths, parsers.CostWeakArguments * tenths} {
		for _, n := range left {
			left = append(left, max(n-cost, 0))
		}
	}
	return slices.ContainsFunc(left, func(n int) bool { return float64(n)/tenths == confidence })
}

// invalid checks what an invalid call says of itself.
func (c *resultCheck) invalid(i int, call *parsers.InvalidToolCall) {
	c.Helper()
	c.expect(call.Reason != parsers.ReasonUnspecified && call.Message != "", "invalid call %d doesn't say why", i)
	c.expect(c.in.config.Counts(call.Format), "invalid call %d has the format %q, which doesn't count", i, call.Format)
	for _, r := range call.Repairs {
		c.expect(r.Offset >= 0 && r.Offset <= len(c.in.output), "invalid call %d has %v at %d", i, r.Kind, r.Offset)
	}
}

func isNoName(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// ownArguments reports whether arguments are the model's own bytes, where they must be.
func (c *resultCheck) ownArguments(call *parsers.ToolCall) bool {
	switch {
	case len(call.Repairs) > 0, call.Arguments == "{}", c.in.config.Options.AcceptIncomplete,
		slices.Contains(c.suite.nonJSON, call.Format):
		return true
	}
	span := c.in.output[call.Span.Start:call.Span.End]
	return strings.Contains(span, call.Arguments) || holdsAsString(span, call.Arguments)
}

// holdsAsString reports whether a JSON string in text holds the value: the
// shapes of OpenAI carry arguments that way. Bytes that are no UTF-8 stay as
// they are, but encoding/json makes U+FFFD of each. White space around the value is no part of it.
func holdsAsString(text, value string) bool {
	value = string([]rune(value))
	for i := range len(text) {
		var s string
		if text[i] == '"' && json.NewDecoder(strings.NewReader(text[i:])).Decode(&s) == nil && strings.TrimFunc(s, isSpace) == value {
			return true
		}
	}
	return false
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

// options checks that no call was accepted against the options.
func (c *resultCheck) options(i int, call *parsers.ToolCall) {
	c.Helper()
	o := c.in.config.Options
	c.expect(c.in.config.Counts(call.Format), "call %d has the format %q, which doesn't count", i, call.Format)
	c.expect(!o.DisableRepair || len(call.Repairs) == 0, "call %d is repaired", i)
	c.expect(!o.RejectUnknownTools || !call.UnknownTool, "call %d names an unknown tool", i)
	c.expect(call.Confidence >= o.MinConfidence, "call %d has a confidence of %v", i, call.Confidence)
}
