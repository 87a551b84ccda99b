package claude

import (
	"bytes"
	"slices"
	"unsafe"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/heads"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/room"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// eventStream is the body for the event stream of the Messages API. It
// reads lines: what isn't data is markup.
type eventStream struct {
	known bool // it is one
	line  int  // where the line begins
	pos   int  // up to here there is no end of the line
	kind  blockKind
	event event // that the line is, if it was read
	call  eventCall
}

// A blockKind is the kind of the content block whose events come.
type blockKind uint8

const (
	otherBlock blockKind = iota // text, what the provider runs, or none
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
func startEvents(e *heads.Heads, c byte) heads.Candidate {
	a := &e.Place
	if c != eventField[0] && c != dataField[0] || !a.Config.Counts(formatEvents) {
		return nil
	}
	start, _ := a.Space(a.Pos)
	s := heads.Own[eventStream](e)
	call := s.call
	call.reset()
	*s = eventStream{line: start, pos: start, call: call}
	return e.Read(s)
}

// Held is how many bytes the call takes, next to its text.
func (s *eventStream) Held() int {
	return room.Long(s.call.text) + cap(s.call.repairs)*int(unsafe.Sizeof(parsers.Repair{}))
}

// Step implements [place.Body].
func (s *eventStream) Step(e *place.Around) bool {
	for {
		more, end := s.nextLine(e)
		if !s.known && !s.mayBegin(e, end) {
			e.Retry()
			return true
		}
		if more {
			return false
		}
		s.event.read(e, s.line, end)
		s.known = s.known || begins(s.event.text(e, eventType))
		switch {
		case s.known:
			s.follow(e, end)
		case !s.introduced(e, end):
			e.Retry()
			return true
		}
		s.line, s.pos = end, end
		if len(e.Rest(end)) == 0 {
			if e.Final {
				s.finish(e, end)
			}
			return e.Final
		}
	}
}

// finish ends the stream at the end of the output.
func (s *eventStream) finish(e *place.Around, end int) {
	switch {
	case !s.known:
		e.Retry()
		return
	case s.kind == callBlock:
		s.call.cut(e, end)
	}
	e.Seek(end)
}

// nextLine finds the end of the line, its newline included; that of what is there of it, if more follows.
func (s *eventStream) nextLine(e *place.Around) (more bool, end int) {
	rest := e.Rest(s.pos)
	if i := e.Visits.IndexByte(rest, '\n'); i >= 0 {
		return false, s.pos + i + 1
	}
	s.pos += len(rest)
	return !e.Final, s.pos
}

// mayBegin reports whether the line, as far as it is there, may be one of the
// lines that a stream begins with.
func (s *eventStream) mayBegin(e *place.Around, end int) bool {
	line := bytes.TrimSuffix(e.Slice(s.line, end), []byte("\n"))
	if value, ok := bytes.CutPrefix(line, []byte(eventField)); ok {
		value = afterGap(value)
		return mayBe(e.Visits, value, messageStart) || mayBe(e.Visits, value, blockStart)
	}
	if value, ok := bytes.CutPrefix(line, []byte(dataField)); ok {
		value = afterGap(value)
		return len(value) == 0 || value[0] == '{'
	}
	return mayBe(e.Visits, line, eventField) || mayBe(e.Visits, line, dataField)
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

// mayBe reports whether a line that begins like this may be text, ignoring
// white space behind it.
func mayBe(v *visit.Count, line []byte, text string) bool {
	if len(line) > len(text)+maxGap {
		return false
	}
	line = v.TrimRight(line, " \r")
	return len(line) <= len(text) && string(line) == text[:len(line)]
}

// introduced reports whether the line is the first event's name, which comes
// before its data.
func (s *eventStream) introduced(e *place.Around, end int) bool {
	value, ok := bytes.CutPrefix(e.Slice(s.line, end), []byte(eventField))
	return ok && begins(e.Visits.TrimSpace(value))
}

// begins reports whether a stream begins with an event of this type.
func begins(typ []byte) bool { return string(typ) == messageStart || string(typ) == blockStart }

// follow goes on with the line's event; the line ends at end.
func (s *eventStream) follow(e *place.Around, end int) {
	typ := s.event.text(e, eventType)
	switch string(typ) {
	case blockStart:
		s.startBlock(e, end)
	case blockDelta:
		s.delta(e, end)
	case blockStop:
		s.stopBlock(e, end)
	default:
		s.call.lost = s.call.lost || s.kind == callBlock && len(typ) == 0 && !saysNothing(e.Visits.TrimSpace(e.Slice(s.line, end)))
		s.markup(e, end)
	}
}

// saysNothing reports whether the line, without white space around it, is empty, or none of an event's data.
func saysNothing(line []byte) bool {
	begins := func(field string) bool { return bytes.HasPrefix(line, []byte(field)) }
	return len(line) == 0 || slices.ContainsFunc([]string{eventField, "id:", "retry:", ":"}, begins)
}

// markup reports the line as syntax, unless it is part of a call.
func (s *eventStream) markup(e *place.Around, end int) {
	if s.kind != callBlock {
		e.Markup(end, parsers.RoleDocument)
	}
}

// startBlock begins a content block.
func (s *eventStream) startBlock(e *place.Around, end int) {
	switch s.kind {
	case callBlock:
		s.call.cut(e, s.line)
	case reasoningBlock:
		e.Markup(s.line, parsers.RoleReasoningEnd)
	}
	s.kind = otherBlock
	ev := &s.event
	switch kind := part.PartOf(ev.text(e, blockType)); {
	case kind == grammar.PartCall && names.Valid(e.Config.Tools, ev.text(e, blockName)):
		e.Markup(s.line, parsers.RoleDocument)
		s.kind = callBlock
		s.call.start(e, ev)
	case kind == grammar.PartReasoning:
		s.kind = reasoningBlock
		e.Markup(s.line, parsers.RoleReasoning)
		s.decoded(e, thinking, end)
	case kind == grammar.PartInside:
		s.decoded(e, text, end)
	default:
		s.markup(e, end)
	}
}

// delta reads more of a content block.
func (s *eventStream) delta(e *place.Around, end int) {
	switch s.kind {
	case callBlock:
		s.call.lost = s.call.lost || s.event.strings[partialJSON].End == 0
		s.call.add(e, s.event.text(e, partialJSON))
	case reasoningBlock:
		s.decoded(e, thinking, end)
	default:
		s.decoded(e, text, end)
	}
}

// decoded reports a chunk of text, if there is one, and the line around it as syntax.
func (s *eventStream) decoded(e *place.Around, f field, end int) {
	if t := &s.event.strings[f]; t.Start < t.End {
		e.Markup(t.Start, parsers.RoleDocument)
		e.Decoded(t.End, s.event.text(e, f))
	}
	s.markup(e, end)
}

// stopBlock ends a content block.
func (s *eventStream) stopBlock(e *place.Around, end int) {
	kind := s.kind
	s.kind = otherBlock
	switch kind {
	case callBlock:
		s.call.finish(e, s.event.end)
	case reasoningBlock:
		e.Markup(s.event.end, parsers.RoleReasoningEnd)
	}
	s.markup(e, end)
}
