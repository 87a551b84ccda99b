package claude

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

// eventStream is the candidate for the event stream of the Messages API. It
// reads lines: what isn't data is markup.
type eventStream struct {
	known bool // it is one
	line  int  // where the line begins
	pos   int  // up to here there is no end of the line
	kind  blockKind
	call  eventCall
}

// A blockKind is the kind of the content block whose events come.
type blockKind uint8

const (
	otherBlock blockKind = iota // what the provider runs, or none
	textBlock
	reasoningBlock
	callBlock
)

const (
	eventField = "event:"
	dataField  = "data:"

	messageStart = "message_start"
	blockStart   = "content_block_start"
	blockDelta   = "content_block_delta"
	blockStop    = "content_block_stop"
)

// startEvents tries an event stream at the first byte of the output.
func startEvents(e *engine.Engine, c byte) engine.Candidate {
	if c != eventField[0] && c != dataField[0] || !e.Config.Counts(formatEvents) {
		return nil
	}
	start, _ := e.Space(e.Pos)
	s := &ownOf(e).events
	call := s.call
	call.reset()
	*s = eventStream{line: start, pos: start, call: call}
	return s
}

// Step implements [engine.Candidate].
func (s *eventStream) Step(e *engine.Engine) bool {
	for {
		more, end := s.nextLine(e)
		if more {
			if !s.known && !s.mayBegin(e) {
				e.Retry()
				return true
			}
			return false
		}
		if !s.known {
			if s.known = s.begins(e, end); !s.known && !s.introduced(e, end) {
				e.Retry()
				return true
			}
		}
		if s.known {
			s.read(e, end)
		}
		s.line, s.pos = end, end
		if len(e.Rest(end)) == 0 {
			if e.Final {
				return s.finish(e, end)
			}
			return false
		}
	}
}

// finish ends the stream at the end of the output.
func (s *eventStream) finish(e *engine.Engine, end int) bool {
	if !s.known {
		e.Retry()
		return true
	}
	if s.kind == callBlock {
		s.call.cut(e, end)
	}
	e.Seek(end)
	return true
}

// nextLine finds the end of the line, its newline included.
func (s *eventStream) nextLine(e *engine.Engine) (more bool, end int) {
	rest := e.Rest(s.pos)
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		return false, s.pos + i + 1
	}
	s.pos += len(rest)
	final := e.Final
	return !final, s.pos
}

// mayBegin tells whether the line, as far as it is there, may be one of the
// lines that a stream begins with.
func (s *eventStream) mayBegin(e *engine.Engine) bool {
	line := e.Slice(s.line, s.pos)
	if value, ok := bytes.CutPrefix(line, []byte(eventField)); ok {
		value = afterGap(value)
		return mayBe(value, messageStart) || mayBe(value, blockStart)
	}
	if value, ok := bytes.CutPrefix(line, []byte(dataField)); ok {
		value = afterGap(value)
		return len(value) == 0 || value[0] == '{'
	}
	return mayBe(line, eventField) || mayBe(line, dataField)
}

// maxGap bounds the spaces after the colon of a stream's first lines.
const maxGap = 64

// afterGap is what follows the spaces after a colon.
func afterGap(value []byte) []byte {
	n := 0
	for n < len(value) && n < maxGap && value[n] == ' ' {
		n++
	}
	return value[n:]
}

// mayBe tells whether a line that begins like this may be text, white space
// behind it apart.
func mayBe(line []byte, text string) bool {
	if len(line) > len(text)+maxGap {
		return false
	}
	line = bytes.TrimRight(line, " \r")
	return len(line) <= len(text) && string(line) == text[:len(line)]
}

// introduced tells whether the line is the first event's name, which comes
// before its data.
func (s *eventStream) introduced(e *engine.Engine, end int) bool {
	value, ok := bytes.CutPrefix(e.Slice(s.line, end), []byte(eventField))
	value = bytes.TrimSpace(value)
	return ok && (string(value) == messageStart || string(value) == blockStart)
}

// begins tells whether the line is the data of the first event of a stream.
func (s *eventStream) begins(e *engine.Engine, end int) bool {
	ev, ok := readEvent(e, s.line, end)
	if !ok {
		return false
	}
	typ := ev.text(e, ev.typ)
	return string(typ) == messageStart || string(typ) == blockStart
}

// read reads a line, which ends at end.
func (s *eventStream) read(e *engine.Engine, end int) {
	ev, ok := readEvent(e, s.line, end)
	if !ok {
		s.markup(e, end)
		return
	}
	switch string(ev.text(e, ev.typ)) {
	case blockStart:
		s.startBlock(e, &ev, end)
	case blockDelta:
		s.delta(e, &ev, end)
	case blockStop:
		s.stopBlock(e, &ev, end)
	default:
		s.markup(e, end)
	}
}

// markup reports the line as syntax, unless it is part of a call.
func (s *eventStream) markup(e *engine.Engine, end int) {
	if s.kind != callBlock {
		e.Markup(end, parsers.RoleDocument)
	}
}

// startBlock begins a content block.
func (s *eventStream) startBlock(e *engine.Engine, ev *event, end int) {
	switch s.kind {
	case callBlock:
		s.call.cut(e, s.line)
	case reasoningBlock:
		e.Markup(s.line, parsers.RoleReasoningEnd)
	}
	s.kind = otherBlock
	typ := ev.text(e, ev.blockType)
	switch kind := part.PartOf(typ); {
	case kind == grammar.PartCall && names.Valid(ev.text(e, ev.name)):
		e.Markup(s.line, parsers.RoleDocument)
		s.kind = callBlock
		s.call.start(e, ev)
		return
	case kind == grammar.PartReasoning:
		s.kind = reasoningBlock
		e.Markup(s.line, parsers.RoleReasoning)
		s.decoded(e, ev, ev.blockThinking, end)
		return
	case kind == grammar.PartInside:
		s.kind = textBlock
		s.decoded(e, ev, ev.blockText, end)
		return
	}
	s.markup(e, end)
}

// delta reads more of a content block.
func (s *eventStream) delta(e *engine.Engine, ev *event, end int) {
	switch {
	case s.kind == callBlock:
		s.call.add(e, ev.text(e, ev.partialJSON))
	case s.kind == reasoningBlock:
		s.decoded(e, ev, ev.deltaThinking, end)
	case ev.deltaText.End > 0:
		s.decoded(e, ev, ev.deltaText, end)
	default:
		s.markup(e, end)
	}
}

// decoded reports a piece of text, and the line around it as syntax.
func (s *eventStream) decoded(e *engine.Engine, ev *event, text jsonscan.Token, end int) {
	if text.Start < text.End {
		e.Markup(text.Start, parsers.RoleDocument)
		e.Decoded(text.End, ev.text(e, text))
	}
	s.markup(e, end)
}

// stopBlock ends a content block.
func (s *eventStream) stopBlock(e *engine.Engine, ev *event, end int) {
	kind := s.kind
	s.kind = otherBlock
	switch kind {
	case callBlock:
		s.call.finish(e, ev.end)
	case reasoningBlock:
		e.Markup(ev.end, parsers.RoleReasoningEnd)
	}
	s.markup(e, end)
}
