package parsers

import "github.com/toolparser/toolparser/parsers/internal/buffers"

// placed is what the decided text and markup are: segments, content and reasoning.
type placed struct {
	request *request

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
	g := p.request
	p.content.joined = g.cfg.Options.ContentPolicy != ContentVerbatim
	p.content.spaceJoins, p.content.lineJoins = g.family.SpaceJoins, g.family.Framed
	if g.cfg.Options.ContentPolicy == ContentClean {
		p.content.tokens = g.family.tokens()
	}
	if g.separate {
		if p.reasoning == nil {
			p.reasoning = &contentWriter{request: g}
		}
		p.reasoning.joined, p.reasoning.tokens, p.reasoning.trims = p.content.joined, p.content.tokens, true
	}
	p.aim()
}

// forget lets go of what the output left behind.
func (p *placed) forget() {
	p.content.forget(p.request.delta != nil)
	if p.request.separate {
		p.reasoning.forget(p.request.delta != nil)
	}
	if len(p.segments) > fewSegments {
		p.segmentRoom = buffers.Emptied(p.segments)
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
		p.segments = p.request.result().segments[:0]
		return
	}
	p.segments = buffers.Grown(p.request.visits, buffers.Larger(p.segments, p.segmentRoom))
}

// A thought says whether the text that is placed next is the model's reasoning.
type thought uint8

const (
	noThought thought = iota
	// textThought is one between RoleThought and RoleThoughtEnd, while
	// reasoning is separated; else it is no thought, but text.
	textThought
	// blockThought is one between RoleReasoning and RoleReasoningEnd. It is
	// never content.
	blockThought
)

// drafts say where the output is as to calls that ended a thought.
type drafts uint8

const (
	noDrafts     drafts = iota
	draftsRead          // they are being read
	draftsBehind        // behind the thought: they may be repeated
)

// drafting follows the calls that end a thought.
type drafting struct {
	at      drafts
	inBlock bool // a reasoning block was opened and not closed
}

// note notes markup that says where calls are that end a thought: one that ends it
// without a text. It gives the role that this has.
func (dr *drafting) note(text []byte, role Role) Role {
	switch {
	case role == RoleReasoning:
		dr.inBlock = true
	case role == RoleReasoningEnd:
		dr.inBlock = false
	case role == RoleThoughtEnd && len(text) == 0:
		dr.at = draftsRead
		if dr.inBlock {
			dr.inBlock, role = false, RoleReasoningEnd
		}
	case dr.at == draftsRead && (role == RoleThoughtEnd || role == RoleThought || role == RoleFrame):
		dr.at = draftsBehind
	}
	return role
}

// textual reports whether markup of this role is nothing but text.
func (rq *request) textual(role Role) bool {
	return !rq.separate && (role == RoleThought || role == RoleThoughtEnd)
}

// openThought makes what follows reasoning.
// See docs/models/formats, "Reasoning".
func (p *placed) openThought(role Role) {
	switch role {
	case RoleThought:
		p.thought = textThought
		p.content.call()
		p.left = false
	case RoleReasoning:
		p.thought = blockThought
		p.content.aside()
	default:
		return
	}
	if p.request.separate {
		p.reasoning.paragraph()
	}
	p.aim()
}

// closeThought makes what follows content. A closer may be alone: behind a
// call that ended the thought.
func (p *placed) closeThought(role Role, text []byte) {
	switch role {
	case RoleThoughtEnd:
		if len(text) > 0 {
			p.content.call()
			p.left = false
		}
	case RoleReasoningEnd:
	default:
		return
	}
	p.thought = noThought
	p.aim()
}

// aim notes whether text goes to the content as it is.
func (p *placed) aim() {
	p.direct = p.thought == noThought && p.content.tokens == nil
}

// put appends text to what it is part of.
func (p *placed) put(text []byte) {
	switch {
	case p.thought == noThought:
		p.content.write(text)
	case p.request.separate:
		p.reasoning.write(text)
	}
}

// putInvalid appends text of an invalid call, unless a person is to read the content.
func (p *placed) putInvalid(text []byte) {
	switch {
	case p.request.cfg.Options.ContentPolicy != ContentClean:
		p.put(text)
	case p.thought == noThought:
		p.content.call()
	case p.request.separate:
		p.reasoning.call()
	}
}

// putMarkup notes that markup was where the text is.
func (p *placed) putMarkup(text []byte, role Role) {
	switch p.thought {
	case noThought:
		p.content.markup(text, role)
	case textThought:
		p.reasoning.markup(text, role)
	}
}

// textKind is the kind of the segments of text.
func (p *placed) textKind() SegmentKind {
	if p.thought == noThought {
		return SegmentText
	}
	return SegmentReasoning
}
