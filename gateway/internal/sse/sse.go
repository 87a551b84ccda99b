// Package sse cuts a stream of server-sent events into its frames and keeps the bytes of each.
//
// Libraries for server-sent events return the fields of an event, not its bytes. The gateway
// must pass an event that needs no fix on unchanged, with its line endings, comments and
// unknown fields, so it needs both.
package sse

import (
	"bytes"
	"encoding/json"
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
//
// Some servers end their events in one line end. There, a JSON object follows another one in the next line of data, which no
// event has: from then on, each line of data ends a frame, and so does a comment.
type Splitter struct {
	rest    []byte // the frame that hasn't ended
	scanned int    // bytes of rest that hold no end
	line    int    // start of the line that scanned is in
	lf      int    // the next LF, from scanned on, or the end of rest; below scanned: it isn't known
	started bool   // the first frame has been cut
	split   bool   // the last line ended in a CR; an LF directly behind it belongs to the line
	crlf    bool   // the last line ended in both

	data    int  // lines of data in rest
	object  span // the first of them
	oneLine bool // each ends a frame
}

// A span is where a line is.
type span struct{ start, end int }

// Write takes the next bytes, cut anywhere, and runs take for each frame that they complete.
func (s *Splitter) Write(p []byte, take func(Frame)) {
	kept := s.rest[:0] // p isn't copied, except for a frame that hasn't ended
	goesOn := len(s.rest) > 0
	if goesOn {
		s.rest = append(s.rest, p...)
		kept = s.rest[:0]
	} else {
		s.rest = p
	}
	s.lf = -1
	start := 0
	for end := s.next(); end >= 0; end = s.next() {
		s.data = 0
		take(s.frame(string(s.rest[start:end])))
		start = end
	}
	if goesOn && start == 0 {
		return // moving a long frame for each chunk of it would take quadratic time
	}
	s.rest = append(kept, s.rest[start:]...)
	s.scanned -= start
	s.line -= start
	s.object = span{s.object.start - start, s.object.end - start}
}

// next is the end of the next frame, or -1. It looks at each byte once, but for the second event of a stream that has them in one line.
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
		line := span{s.line, s.lineEnd()}
		if line.end < 0 {
			s.scanned = len(s.rest)
			return -1
		}
		empty := line.start == line.end
		cr := s.rest[line.end] == '\r'
		if empty && cr && s.crlf && line.end+1 == len(s.rest) {
			s.scanned = line.end // the LF will come
			return -1
		}
		if !empty && s.isNext(line) {
			s.oneLine, s.line = true, s.object.end+1
			if bytes.HasPrefix(s.rest[s.object.end:], []byte("\r\n")) {
				s.line++
			}
			s.scanned, s.lf = s.line, -1
			return s.line
		}
		s.scanned = line.end + 1
		s.split, s.crlf = cr, false
		if cr && s.scanned < len(s.rest) && s.rest[s.scanned] == '\n' {
			s.split, s.crlf = false, true
			s.scanned++
		}
		if s.line = s.scanned; empty || s.isWhole(line) {
			return s.scanned
		}
	}
	return -1
}

// isWhole reports whether a line that isn't empty, and all before it, is a frame. An empty line that is at hand belongs to it.
func (s *Splitter) isWhole(line span) bool {
	if !s.oneLine || s.data == 0 && s.rest[line.start] != ':' {
		return false
	}
	return s.scanned == len(s.rest) || s.rest[s.scanned] != '\n' && s.rest[s.scanned] != '\r'
}

// lineEnd is where the line ends that scanned is in, or -1.
func (s *Splitter) lineEnd() int {
	if s.lf < s.scanned {
		s.lf = len(s.rest)
		if i := bytes.IndexByte(s.rest[s.scanned:], '\n'); i >= 0 {
			s.lf = s.scanned + i
		}
	}
	if i := bytes.IndexByte(s.rest[s.scanned:s.lf], '\r'); i >= 0 {
		return s.scanned + i
	}
	if s.lf == len(s.rest) {
		return -1
	}
	return s.lf
}

// isNext reports whether a line is of the next event, although no empty line ended the one before it. It counts lines of data.
func (s *Splitter) isNext(line span) bool {
	data, ok := bytes.CutPrefix(s.rest[line.start:line.end], []byte("data:"))
	if !ok {
		return false
	}
	if s.data++; s.data == 1 {
		s.object = line
	}
	if s.data != 2 || s.oneLine {
		return false
	}
	data = bytes.TrimPrefix(data, []byte(" "))
	return (bytes.HasPrefix(data, []byte("{")) || string(data) == Done) && isObject(s.rest[s.object.start+len("data:"):s.object.end])
}

// isObject reports whether a text is a JSON object.
func isObject(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimPrefix(text, []byte(" ")), []byte("{")) && json.Valid(text)
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
	var several []string
	for ends := endsOf(text); text != ""; {
		var line string
		line, text = cutLine(text, ends)
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case field == "event":
			f.Event = value
		case field != "data":
		case !f.HasData:
			f.Data, f.HasData = value, true
		case several == nil:
			several = []string{f.Data, value}
		default:
			several = append(several, value)
		}
	}
	if several != nil {
		f.Data = strings.Join(several, "\n")
	}
	return f
}

// endsOf are the characters that end lines in a text.
func endsOf(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return "\n" // which is found much faster
	}
	return "\r\n"
}

// cutLine is the first line of a text, without the end, and what follows. ends are endsOf the text, or of one that ends with it.
func cutLine(text, ends string) (line, rest string) {
	i := strings.IndexAny(text, ends)
	if i < 0 {
		return text, ""
	}
	line, rest = text[:i], text[i+1:]
	if text[i] == '\r' {
		rest = strings.TrimPrefix(rest, "\n")
	}
	return line, rest
}

// With returns the bytes of the frame with another type, which may be empty, and other data.
// Its other fields and comments stay, in front of the data, and so do its line endings.
func (f *Frame) With(event, data string) string {
	end := f.lineEnd()
	var b strings.Builder
	for rest, ends := f.Raw, endsOf(f.Raw); rest != ""; {
		var line string
		line, rest = cutLine(rest, ends)
		field, _, _ := strings.Cut(line, ":")
		if line != "" && field != "data" && (field != "event" || event == f.Event) {
			b.WriteString(line)
			b.WriteString(end)
		}
	}
	if event != f.Event {
		writeEvent(&b, event, end)
	}
	f.writeData(&b, data, end)
	return b.String()
}

// Changed is the frame with other data.
func (f *Frame) Changed(data string) Frame {
	return Frame{Raw: f.With(f.Event, data), Event: f.Event, Data: data, HasData: true}
}

// Alone returns the bytes of an event that has the frame's line endings, the type, which may be
// empty, and the data.
func (f *Frame) Alone(event, data string) string {
	end := f.lineEnd()
	var b strings.Builder
	writeEvent(&b, event, end)
	f.writeData(&b, data, end)
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
	for rest, ends := f.Raw, endsOf(f.Raw); rest != ""; {
		var line string
		line, rest = cutLine(rest, ends)
		if strings.HasPrefix(line, "id:") {
			return true
		}
	}
	return false
}

// Half reports whether the frame ends in no empty line.
func (f *Frame) Half() bool {
	for _, end := range []string{"\n\n", "\r\r", "\n\r\n", "\n\r"} {
		if strings.HasSuffix(f.Raw, end) {
			return false
		}
	}
	return f.Raw != "\n" && f.Raw != "\r" && f.Raw != "\r\n"
}

func writeEvent(b *strings.Builder, event, end string) {
	if event != "" {
		b.WriteString("event: " + event + end)
	}
}

// writeData ends the event as the frame ends.
func (f *Frame) writeData(b *strings.Builder, data, end string) {
	for line := range strings.SplitSeq(data, "\n") {
		b.WriteString("data: ")
		b.WriteString(line)
		b.WriteString(end)
	}
	if f.Raw == "" || !f.Half() {
		b.WriteString(end)
	}
}
