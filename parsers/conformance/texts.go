package conformance

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toolparser/toolparser/parsers"
)

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

// withoutTokens leaves out the family's special tokens, the longest at each
// place. Reasoning markers stay, unless they are frames.
func withoutTokens(f *parsers.Family, text string) string {
	var b strings.Builder
	for len(text) > 0 {
		n, stay := 1, true
		for _, token := range f.PreservedTokens {
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
