package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// frames are what is known of the sections of a message: the candidates, of
// which there is one at a time. All between them is running text.
type frames struct {
	header  frameHeader
	body    frameBody
	between frameBetween
	call    frameCall
}

func newFrames(g *grammar.Frames) *frames {
	if g == nil {
		return nil
	}
	f := new(frames)
	f.header.m = g.Messages
	f.call.after = f.call.afterArguments
	return f
}

// again makes the state ready for another output.
func (f *frames) again() {
	if f != nil {
		f.header.reading = false
	}
}

// A framePart is what a marker of frames is.
type framePart uint8

const (
	noFramePart framePart = iota
	frameStart
	frameChannel
	frameConstrain
	frameMessage
	frameWord // begins a header without its tokens
	frameSection
	frameEnd
)

// frameMarkers are the markers of a grammar's frames.
func frameMarkers(g *grammar.Frames) []Marker {
	if g == nil {
		return nil
	}
	var markers []Marker
	var formats []string
	if g.Messages != nil {
		formats = []string{g.Messages.Format}
	}
	for _, text := range g.Ends {
		markers = append(markers, Marker{
			Text: text, Open: openBetween, Think: true, EndsThought: true, Ends: place.EndsArguments, Formats: formats, frame: frameEnd,
		})
	}
	for i := range g.Sections {
		s := &g.Sections[i]
		markers = append(markers, Marker{Text: s.Open, Open: openSection(s), Begins: true, Think: true, frame: frameSection})
	}
	if m := g.Messages; m != nil {
		markers = append(markers, messageMarkers(m, formats)...)
	}
	return markers
}

func messageMarkers(m *grammar.Messages, formats []string) []Marker {
	markers := []Marker{
		{Text: m.Start, Open: openHeader, Begins: true, Think: true, Formats: formats, frame: frameStart},
		{Text: m.Channel, Open: openHeader, Begins: true, Think: true, Formats: formats, frame: frameChannel},
		{Text: m.Constrain, Open: leave, Formats: formats, frame: frameConstrain},
		{Text: m.Message, Open: leave, Formats: formats, frame: frameMessage},
	}
	if m.Stripped == "" {
		return markers
	}
	for _, channel := range m.Channels {
		for _, role := range []string{"", m.Role} {
			text := role + channel + " " + m.To + m.Prefix
			markers = append(markers, Marker{Text: text, Open: openStripped, Formats: []string{m.Stripped}, frame: frameWord})
		}
	}
	return markers
}

// openBetween closes what stands before the marker at offset at, which ends a section.
func openBetween(e *Engine, at int) Candidate {
	e.Seek(at + e.takenLen)
	e.Markup(e.Pos, parsers.RoleFrame)
	e.frames.between = frameBetween{pos: e.Pos}
	return &e.frames.between
}

func openSection(s *grammar.FrameSection) func(*Engine, int) Candidate {
	return func(e *Engine, at int) Candidate {
		e.Markup(at+e.takenLen, parsers.RoleFrame)
		return e.openBody(bodyKind(s.Is), at+e.takenLen)
	}
}

// A frameBetween is the candidate for what may stand between two sections:
// further ends, and a header that doesn't begin with its token.
type frameBetween struct{ pos int }

// Step implements [Candidate].
func (b *frameBetween) Step(e *Engine) bool {
	for {
		at, more := e.Space(b.pos)
		if more {
			return false
		}
		rest := e.Rest(at)
		if len(rest) == 0 {
			break
		}
		m, n := e.MarkerAt(at)
		if n == match.More {
			return false
		}
		if n.Yes() && m.frame == frameEnd {
			e.Text(at)
			b.pos = at + int(n)
			e.Seek(b.pos)
			e.Markup(b.pos, parsers.RoleFrame)
			continue
		}
		switch a := e.headerAt(at); {
		case a.Yes():
			e.Text(at)
			return e.beginMessage()
		case a < 0:
			return false
		}
		break
	}
	e.Seek(e.Mark)
	return true
}

// A bodyKind says what becomes of a section's text.
type bodyKind uint8

const (
	contentBody bodyKind = iota
	thoughtBody
	inventedBody // content, its end too: another role says it
	markupBody   // of a tool that the server runs
	failedBody   // of a call that failed
)

// A frameBody is the candidate for what stands in a section. Only a frame ends it.
type frameBody struct {
	kind bodyKind
	pos  int
}

// openBody makes the candidate for the section that begins at offset at.
func (e *Engine) openBody(kind bodyKind, at int) Candidate {
	if kind == thoughtBody {
		e.Markup(e.Mark, parsers.RoleReasoning)
	}
	e.frames.body = frameBody{kind: kind, pos: at}
	return &e.frames.body
}

// streams tells whether text is read that is reported as it is.
func (f *frames) streams(c Candidate) bool {
	return f != nil && c == &f.body && f.body.kind <= inventedBody
}

// Step implements [Candidate].
func (b *frameBody) Step(e *Engine) bool {
	for {
		b.pos = e.Base + skip(e.Win, b.pos-e.Base, &e.triggers.tags)
		if len(e.Rest(b.pos)) == 0 {
			b.report(e)
			return e.Final
		}
		m, n := e.MarkerAt(b.pos)
		switch {
		case n == match.More:
			b.report(e)
			return false
		case n.Yes() && m.frame == frameEnd:
			return b.end(e, int(n))
		case n.Yes() && m.endsSection():
			b.leave(e)
			return true
		case n.Yes() && (m.frame == frameStart || m.frame == frameChannel):
			switch a := e.headerAt(b.pos); {
			case a < 0:
				b.report(e)
				return false
			case a.Yes():
				b.leave(e)
				return e.beginMessage()
			}
		}
		b.pos++
	}
}

// endsSection tells whether the marker, which no header goes on behind, ends a
// section by beginning another one.
func (m *Marker) endsSection() bool {
	return m.frame == frameSection || m.frame == noFramePart && m.Begins && m.Think
}

// report reports what was read.
func (b *frameBody) report(e *Engine) {
	switch b.kind {
	case markupBody:
		e.Markup(b.pos, parsers.RoleFrame)
	case failedBody:
		e.InvalidText(b.pos)
	default:
		e.Text(b.pos)
	}
	e.Pos = b.pos
}

// leave ends the section at the position, where another one begins.
func (b *frameBody) leave(e *Engine) {
	b.report(e)
	if b.kind == thoughtBody {
		e.Markup(b.pos, parsers.RoleReasoningEnd)
	}
}

// end ends the section at its marker, n bytes long.
func (b *frameBody) end(e *Engine, n int) bool {
	b.leave(e)
	b.pos += n
	if b.kind == inventedBody || b.kind == failedBody {
		b.report(e)
	} else {
		e.Seek(b.pos)
		e.Markup(b.pos, parsers.RoleFrame)
	}
	e.frames.between = frameBetween{pos: b.pos}
	return e.goOn(&e.frames.between)
}

// startFrames looks for what only the start of the output may hold, at offset
// at: a thought that the prompt opened, or the rest of a header.
func (e *Engine) startFrames(at int) (c Candidate, more bool) {
	f := e.frames
	if f == nil || e.nested || e.quote.think != 0 {
		return nil, false
	}
	if e.Config.ReasoningOpen && e.Pos == 0 {
		return e.openBody(thoughtBody, 0), false
	}
	switch a := e.headerAt(at); {
	case a < 0:
		return nil, true
	case a.Yes():
		return &f.header, false
	}
	return nil, false
}
