package parsers

import "github.com/toolparser/toolparser/parsers/internal/room"

// writeText puts text, which the span says, where nothing before it is undecided.
func (c *collector) writeText(span Span, text []byte) {
	if c.markup.left && !isWhite(text) {
		c.markup.left = false
	}
	c.segment(c.textKind(), span, 0)
	c.put(text)
}

// writeMarkup puts markup that is certain, where nothing before it is undecided.
func (c *collector) writeMarkup(span Span, text []byte, role Role) {
	c.openThought(role)
	kind := SegmentMarkup
	if c.thought == blockThought {
		kind = SegmentReasoning
	}
	c.segment(kind, span, 0)
	c.putMarkup(text, role)
	c.closeThought(role, text)
}

// segment adds a segment, or makes the last one longer where the two are one.
func (c *collector) segment(kind SegmentKind, span Span, index int) {
	if span.Start == span.End {
		return
	}
	if n := len(c.segments); n > 0 && kind != SegmentToolCall {
		last := &c.segments[n-1]
		if last.Kind == kind && last.Index == index && last.Span.End == span.Start {
			last.Span.End = span.End
			return
		}
	}
	c.segments = append(room.Grown(c.visits, room.Larger(c.segments, c.segmentRoom)), Segment{kind, span, index})
}
