package parsers

import "github.com/toolparser/toolparser/parsers/internal/room"

// placed is what the decided text and markup are: segments, content and reasoning.
type placed struct {
	given *given

	segments    []Segment
	segmentRoom []Segment
	content     contentWriter
	reasoning   *contentWriter // made when it is asked for
	thought     thought
	direct      bool // text goes to the content as it is
	left        bool // an accepted call is left of what comes next, ignoring white space and markup
}

// begin makes it ready for another output.
func (p *placed) begin() {
	g := p.given
	p.content.joined = g.cfg.Options.ContentPolicy != ContentVerbatim
	p.content.spaceJoins, p.content.lineJoins = g.family.SpaceJoins, g.family.Framed
	if g.cfg.Options.ContentPolicy == ContentClean {
		p.content.tokens = g.family.tokens()
	}
	if g.separate {
		if p.reasoning == nil {
			p.reasoning = &contentWriter{given: g}
		}
		p.reasoning.joined, p.reasoning.tokens, p.reasoning.trims = p.content.joined, p.content.tokens, true
	}
	p.aim()
}

// forget lets go of what the output left behind.
func (p *placed) forget() {
	p.content.forget(p.given.delta != nil)
	if p.given.separate {
		p.reasoning.forget(p.given.delta != nil)
	}
	if len(p.segments) > fewSegments {
		p.segmentRoom = room.Emptied(p.segments)
	}
	p.segments, p.thought, p.direct, p.left = nil, noThought, false, false
}

// prose puts prose, in whole code points, where text goes to the content as it is.
func (p *placed) prose(at int, text []byte) {
	p.segment(SegmentText, Span{at, at + len(text)}, 0)
	p.content.add(text)
}

// flows reports whether text only makes the content, and the last segment, longer.
func (p *placed) flows() bool {
	n, w := len(p.segments), &p.content
	return n > 0 && p.segments[n-1].Kind == SegmentText && w.solid > 0 && !w.run.removed
}

// flowed makes the last segment, of content that was written, n bytes longer. It ends there.
func (p *placed) flowed(n int) (end int) {
	last := &p.segments[len(p.segments)-1].Span
	last.End += n
	return last.End
}

// writeText puts text, which the span says, where nothing before it is undecided.
func (p *placed) writeText(span Span, text []byte) {
	if p.left && !isWhite(text) {
		p.left = false
	}
	p.segment(p.textKind(), span, 0)
	p.put(text)
}

// writeMarkup puts markup that is certain, where nothing before it is undecided.
func (p *placed) writeMarkup(span Span, text []byte, role Role) {
	p.openThought(role)
	kind := SegmentMarkup
	if p.thought == blockThought {
		kind = SegmentReasoning
	}
	p.segment(kind, span, 0)
	p.putMarkup(text, role)
	p.closeThought(role, text)
}

// segment adds a segment, or makes the last one longer where the two are one.
func (p *placed) segment(kind SegmentKind, span Span, index int) {
	if span.Start == span.End {
		return
	}
	if n := len(p.segments); n > 0 && kind != SegmentToolCall {
		last := &p.segments[n-1]
		if last.Kind == kind && last.Index == index && last.Span.End == span.Start {
			last.Span.End = span.End
			return
		}
	}
	if len(p.segments) == cap(p.segments) {
		p.grow()
	}
	p.segments = append(p.segments, Segment{kind, span, index})
}

// grow makes room for another segment.
func (p *placed) grow() {
	if p.segments == nil {
		p.segments = p.given.result().segments[:0]
		return
	}
	p.segments = room.Grown(p.given.visits, room.Larger(p.segments, p.segmentRoom))
}
