// Package sse cuts a stream of server-sent events into its frames and keeps the bytes of each.
//
// Libraries for server-sent events return the fields of an event, not its bytes. The gateway
// must pass an event that needs no fix on unchanged, with its line endings, comments and
// unknown fields, so it needs both.
package sse

import (
	"bytes"
	"strings"
)

// Done are the data of an event that ends a stream of OpenAI's API, and of others whose server
// copies that.
const Done = "[DONE]"

// A Frame is an event, or a run of comments, up to and including the empty line that ends it.
type Frame struct {
	// Raw are its bytes. All frames together are the stream.
	Raw string
	// Event is the type of the event; empty if none is given.
	Event string
	// Data are the data fields, joined by newlines.
	Data string
	// HasData reports whether there is a data field. Without one there is no event.
	HasData bool
}

// A Splitter cuts a stream into frames. The zero value is ready for use.
type Splitter struct {
	rest    []byte // the frame that hasn't ended
	scanned int    // bytes of rest that hold no end
	line    int    // start of the line that scanned is in
	started bool   // the first frame has been cut
	split   bool   // the last line ended in a CR; an LF directly behind it belongs to the line
	crlf    bool   // the last line ended in both
}

// Write takes the next bytes, cut anywhere, and returns the frames that they complete.
func (s *Splitter) Write(p []byte) (frames []Frame) {
	kept := s.rest[:0] // p isn't copied, except for a frame that hasn't ended
	goesOn := len(s.rest) > 0
	if goesOn {
		s.rest = append(s.rest, p...)
		kept = s.rest[:0]
	} else {
		s.rest = p
	}
	start := 0
	for {
		end := s.next()
		if end < 0 {
			break
		}
		frames = append(frames, s.frame(string(s.rest[start:end])))
		start = end
	}
	if goesOn && start == 0 {
		return frames // moving a long frame for each chunk of it would take quadratic time
	}
	s.rest = append(kept, s.rest[start:]...)
	s.scanned -= start
	s.line -= start
	return frames
}

// next is the end of the next frame, or -1. It looks at each byte once.
func (s *Splitter) next() int {
	for s.scanned < len(s.rest) {
		if s.split {
			s.split = false
			if s.rest[s.scanned] == '\n' {
				s.crlf = true
				s.scanned++
				s.line = s.scanned
				continue
			}
		}
		i := bytes.IndexAny(s.rest[s.scanned:], "\r\n")
		if i < 0 {
			s.scanned = len(s.rest)
			return -1
		}
		at := s.scanned + i
		empty := at == s.line
		cr := s.rest[at] == '\r'
		if empty && cr && s.crlf && at+1 == len(s.rest) {
			s.scanned = at // the LF will come
			return -1
		}
		s.scanned, s.line = at+1, at+1
		s.split, s.crlf = cr, false
		if !empty {
			continue
		}
		if cr && s.scanned < len(s.rest) && s.rest[s.scanned] == '\n' {
			s.split, s.crlf = false, true
			s.scanned++
			s.line = s.scanned
		}
		return s.scanned
	}
	return -1
}

// Held is the number of bytes that wait for the end of their frame.
func (s *Splitter) Held() int { return len(s.rest) }

// End ends the stream: what is left is a frame that no empty line ended.
func (s *Splitter) End() (frame Frame, ok bool) {
	if len(s.rest) == 0 {
		return frame, false
	}
	frame = s.frame(string(s.rest))
	s.rest = nil
	return frame, true
}

// byteOrderMark may be the first thing in a stream.
const byteOrderMark = "\ufeff"

// starts are what a stream of events starts with.
var starts = []string{"data:", "event:", "id:", ":"}

// Starts reports whether a text starts a stream of events; known is false if that depends on what follows.
func Starts(text string) (starting, known bool) {
	rest := strings.TrimPrefix(text, byteOrderMark)
	known = !strings.HasPrefix(byteOrderMark, text)
	for _, start := range starts {
		if strings.HasPrefix(rest, start) {
			return true, true
		}
		known = known && !strings.HasPrefix(start, rest)
	}
	return false, known
}

func (s *Splitter) frame(raw string) Frame {
	f := Frame{Raw: raw}
	text := raw
	if !s.started {
		text = strings.TrimPrefix(text, byteOrderMark)
	}
	s.started = true
	var data []string
	for line := range lines(text) {
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "event":
			f.Event = value
		case "data":
			data = append(data, value)
		}
	}
	f.HasData = len(data) > 0
	f.Data = strings.Join(data, "\n")
	return f
}

// lines are the lines of a frame, ended by CR, LF or both, without their ends.
func lines(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for text != "" {
			i := strings.IndexAny(text, "\r\n")
			if i < 0 {
				yield(text)
				return
			}
			line := text[:i]
			if strings.HasPrefix(text[i:], "\r\n") {
				i++
			}
			text = text[i+1:]
			if !yield(line) {
				return
			}
		}
	}
}

// With returns the bytes of the frame with another type, which may be empty, and other data.
// Its other fields and comments stay, in front of the data, and so do its line endings.
func (f *Frame) With(event, data string) string {
	end := f.lineEnd()
	var b strings.Builder
	for line := range lines(f.Raw) {
		field, _, _ := strings.Cut(line, ":")
		if line != "" && field != "data" && (field != "event" || event == f.Event) {
			b.WriteString(line)
			b.WriteString(end)
		}
	}
	if event != f.Event {
		writeEvent(&b, event, end)
	}
	writeData(&b, data, end)
	return b.String()
}

// Changed is the frame with other data.
func (f *Frame) Changed(data string) Frame {
	return Frame{Raw: f.With(f.Event, data), Event: f.Event, Data: data, HasData: true}
}

// Made is an event that is made; see Alone.
func (f *Frame) Made(event, data string) Frame {
	return Frame{Raw: f.Alone(event, data), Event: event, Data: data, HasData: true}
}

// Alone returns the bytes of an event that has the frame's line endings, the type, which may be
// empty, and the data.
func (f *Frame) Alone(event, data string) string {
	end := f.lineEnd()
	var b strings.Builder
	writeEvent(&b, event, end)
	writeData(&b, data, end)
	return b.String()
}

// lineEnd is what ends the frame's first line.
func (f *Frame) lineEnd() string {
	i := strings.IndexAny(f.Raw, "\r\n")
	switch {
	case i < 0 || f.Raw[i] == '\n':
		return "\n"
	case strings.HasPrefix(f.Raw[i:], "\r\n"):
		return "\r\n"
	default:
		return "\r"
	}
}

// HasID reports whether the frame has an id.
func (f *Frame) HasID() bool {
	for line := range lines(f.Raw) {
		if strings.HasPrefix(line, "id:") {
			return true
		}
	}
	return false
}

// Half reports whether the stream has ended within the frame.
func (f *Frame) Half() bool { return !Terminated(f.Raw) }

// Terminated reports whether a frame's bytes end in an empty line.
func Terminated(raw string) bool {
	for _, end := range []string{"\n\n", "\r\r", "\n\r\n", "\n\r"} {
		if strings.HasSuffix(raw, end) {
			return true
		}
	}
	return raw == "\n" || raw == "\r" || raw == "\r\n"
}

func writeEvent(b *strings.Builder, event, end string) {
	if event != "" {
		b.WriteString("event: " + event + end)
	}
}

func writeData(b *strings.Builder, data, end string) {
	for line := range strings.SplitSeq(data, "\n") {
		b.WriteString("data: ")
		b.WriteString(line)
		b.WriteString(end)
	}
	b.WriteString(end)
}
