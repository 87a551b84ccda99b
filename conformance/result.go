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
	c.leaks()
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
			for invalid < s.Index && c.announced(invalid) {
				invalid++
			}
			c.expect(s.Index == invalid, "segment %d is of invalid call %d, and %d is next", i, s.Index, invalid)
			c.expect(invalid < len(c.r.InvalidToolCalls) && c.r.InvalidToolCalls[invalid].Span == s.Span, "segment %d isn't its invalid call's span", i)
			invalid++
		default:
			c.expect(s.Kind != parsers.SegmentUnspecified && s.Index == 0, "segment %d is %v #%d", i, s.Kind, s.Index)
			c.expect(i == 0 || c.r.Segments[i-1].Kind != s.Kind, "segment %d should be one with the one before", i)
		}
	}
	for c.announced(invalid) {
		invalid++
	}
	c.expect(at == len(c.in.output), "the segments end at %d, the output at %d", at, len(c.in.output))
	c.expect(calls == len(c.r.ToolCalls) && invalid == len(c.r.InvalidToolCalls), "%d calls and %d invalid calls have a segment, of %d and %d",
		calls, invalid, len(c.r.ToolCalls), len(c.r.InvalidToolCalls))
}

// announced reports whether an invalid call is what a leak announced, and has no segment under ContentClean.
func (c *resultCheck) announced(i int) bool {
	return c.in.config.Options.ContentPolicy == parsers.ContentClean && i < len(c.r.InvalidToolCalls) && slices.ContainsFunc(c.r.Leaks, func(l parsers.Leak) bool {
		return l.Kind == parsers.LeakAnnounced && l.Span.Start == c.r.InvalidToolCalls[i].Span.Start
	})
}

// leaks checks that leaks are text, in order, and that each says what it looks like.
func (c *resultCheck) leaks() {
	c.Helper()
	at := 0
	for i, l := range c.r.Leaks {
		c.expect(l.Span.Start >= at && l.Span.End > l.Span.Start, "leak %d has the span %v, behind %d", i, l.Span, at)
		at = l.Span.End
		c.expect(slices.ContainsFunc(c.r.Segments, func(s parsers.Segment) bool {
			text := s.Kind == parsers.SegmentText || s.Kind == parsers.SegmentInvalidToolCall && l.Kind == parsers.LeakAnnounced
			return text && s.Span.Start <= l.Span.Start && l.Span.End <= s.Span.End
		}), "leak %d isn't in text", i)
		named := l.Kind == parsers.LeakDeclaredName
		c.expect(named == (l.Name != "") && named == (l.Family == ""), "leak %d is %v, of family %q and name %q", i, l.Kind, l.Family, l.Name)
		c.expect(!named || c.in.config.Tools.Declared(l.Name), "leak %d names %q, which isn't declared", i, l.Name)
	}
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
	c.expect(c.suite.family.Reads(call.Format), "call %d has the format %q, which the family doesn't list", i, call.Format)
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
	left = append(left, min(left[0], parsers.MostDoubtful*tenths))
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
		parsers.IsCommon(call.Format), slices.Contains(c.suite.nonJSON, call.Format):
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

// texts checks I3 and I9: content and reasoning are what the segments say.
func (c *resultCheck) texts() {
	c.Helper()
	w := c.suite.witness(c.in, []string{c.in.output})
	separate := c.in.config.Options.SeparateReasoning
	thoughts := slices.DeleteFunc(w.thoughts, func(t thought) bool { return !t.block && !separate })
	c.expect(separate || c.r.Reasoning == "", "reasoning is %q, and no one asked for it", c.r.Reasoning)
	c.thoughtSegments(thoughts)
	if w.decoded {
		return // the texts aren't the output's own bytes
	}
	content, reasoning := c.says(thoughts)
	taken := slices.ContainsFunc(thoughts, func(t thought) bool { return !t.block })
	if len(w.blocks) > 0 {
		reasoning = w.blocks // their segments hold syntax, too
	}
	if separate && (len(w.blocks) == 0 || !taken) {
		c.text("reasoning", c.r.Reasoning, reasoning, true)
	}
	c.text("content", c.r.Content, content, taken || len(c.r.ToolCalls) > 0)
}

// thoughtSegments checks that in thoughts, and nowhere else, text is reasoning.
func (c *resultCheck) thoughtSegments(thoughts []thought) {
	c.Helper()
	for i, s := range c.r.Segments {
		switch s.Kind {
		case parsers.SegmentText:
			c.expect(!overlaps(thoughts, s.Span), "segment %d is text, in a thought", i)
		case parsers.SegmentReasoning:
			c.expect(overlaps(thoughts, s.Span), "segment %d is reasoning, outside of thoughts", i)
		}
	}
}

// overlaps reports whether any of the thoughts has a part of the span.
func overlaps(thoughts []thought, s parsers.Span) bool {
	return slices.ContainsFunc(thoughts, func(t thought) bool {
		return max(t.span.Start, s.Start) < min(t.span.End, s.End)
	})
}

// A saying is what the segments say a text is: its pieces, between which
// something else is.
type saying []string

// says reads the segments.
func (c *resultCheck) says(thoughts []thought) (content, reasoning saying) {
	content, reasoning = saying{""}, saying{""}
	for _, s := range c.r.Segments {
		text := c.slice(s.Span)
		switch {
		case !c.isText(s.Kind):
			content, reasoning = append(content, ""), append(reasoning, "")
		case overlaps(thoughts, s.Span):
			content = append(content, "")
			reasoning[len(reasoning)-1] += text
		default:
			reasoning = append(reasoning, "")
			content[len(content)-1] += text
		}
	}
	return content, reasoning
}

// isText reports whether segments of this kind are content or reasoning.
func (c *resultCheck) isText(kind parsers.SegmentKind) bool {
	switch kind {
	case parsers.SegmentText, parsers.SegmentReasoning:
		return true
	}
	return kind == parsers.SegmentInvalidToolCall && c.in.config.Options.ContentPolicy != parsers.ContentClean
}

// text checks a text against what the segments say; removed: something was
// taken out of it as a call is, or it is made of such.
func (c *resultCheck) text(name, got string, said saying, removed bool) {
	c.Helper()
	policy := c.in.config.Options.ContentPolicy
	want := strings.Join(said, "")
	if policy == parsers.ContentClean {
		want = said.clean(c.suite.family)
		removed = removed || len(c.r.InvalidToolCalls) > 0 || want != strings.Join(said, "")
	}
	if policy == parsers.ContentVerbatim || want == c.in.output && !removed {
		c.expect(got == want, "%s is %q, want %q", name, got, want)
		return
	}
	c.expect(withoutSpace(got) == withoutSpace(want), "%s is %q, want %q, white space apart", name, got, want)
	c.expect(!removed || strings.TrimSpace(got) == got, "%s is %q, and something was taken out: its ends must be trimmed", name, got)
}

// clean is what a person reads of it.
func (s saying) clean(f *parsers.Family) string {
	var b strings.Builder
	for _, piece := range s {
		b.WriteString(withoutTokens(f, piece))
	}
	return b.String()
}

// leftOut are the family's special tokens, and the markers that hold one and are known to be whole.
func leftOut(f *parsers.Family) []string {
	tokens := slices.Clone(f.PreservedTokens)
	for i := range f.Signs.Markers {
		text := f.Signs.Markers[i].Text
		end, _ := utf8.DecodeLastRuneInString(text)
		if unicode.IsLetter(end) || unicode.IsSpace(end) {
			continue
		}
		for _, token := range f.PreservedTokens {
			if token != text && strings.Contains(text, token) {
				tokens = append(tokens, spelled(text)...)
				break
			}
		}
	}
	return tokens
}

// spelled are the spellings of a marker in which white space may be one space, or missing.
func spelled(text string) []string {
	first, rest, ok := strings.Cut(text, " ")
	if !ok {
		return []string{text}
	}
	var all []string
	for _, end := range spelled(rest) {
		all = append(all, first+end, first+" "+end)
	}
	return all
}

// withoutTokens leaves out what CLEAN does, the longest at each
// place. Reasoning markers stay, unless they are frames.
func withoutTokens(f *parsers.Family, text string) string {
	var b strings.Builder
	tokens := leftOut(f)
	for len(text) > 0 {
		n, stay := 1, true
		for _, token := range tokens {
			if len(token) > 0 && strings.HasPrefix(text, token) && (stay || len(token) > n) {
				n, stay = len(token), false
			}
		}
		for _, m := range f.ReasoningMarkers {
			if f.Framed {
				break
			}
			for _, marker := range []string{m.Open, m.Close} {
				if strings.HasPrefix(text, marker) && len(marker) >= n {
					n, stay = len(marker), true
				}
			}
		}
		if stay {
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

// withoutSpace leaves out white space, byte by byte where s isn't UTF-8.
func withoutSpace(s string) string {
	return strings.Join(strings.FieldsFunc(s, unicode.IsSpace), "")
}

type resultCheck struct {
	Reporter
	suite *Suite
	in    input
	r     *parsers.Result
}

func (c *resultCheck) expect(ok bool, format string, args ...any) {
	c.Helper()
	if !ok {
		c.Errorf(format, args...)
		c.Logf("the output was %q", c.in.output)
	}
}

// slice is the part of the output that a span says, as far as it is there.
func (c *resultCheck) slice(s parsers.Span) string {
	n := len(c.in.output)
	return c.in.output[min(s.Start, n):min(s.End, n)]
}
