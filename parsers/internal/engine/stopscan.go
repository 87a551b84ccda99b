package engine

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// stopScan looks, in a candidate that failed or is in doubt, for what ends it
// in a string or not: at a line start or directly after a semicolon, what
// begins another call; at a line start, the closing fence.
type stopScan struct {
	pos     int
	found   bool
	penalty bool
	markers int  // from here on any marker stops a call that stands between markers
	tagged  bool // it does
	prev    byte // the byte before pos
	last    byte // the last byte that is no white space
	run     int  // backticks at the start of the line
	quoted  bool // the line before opened or closed a fence
	step    int
}

// stopStep is how far a stopScan looks ahead at first: what is short must not
// cost what the whole output costs.
const stopStep = 64

// window is the output up to where the scan got, which it advances.
func (s *stopScan) window(e *Engine) jsonscan.Window {
	s.step = max(2*s.step, stopStep)
	s.advance(e, min(s.pos+s.step, e.Base+len(e.Win)))
	w := e.Window()
	w.Final = s.found || w.Final && s.pos == w.End()
	w.B = w.B[:s.pos-w.Base]
	return w
}

func (s *stopScan) advance(e *Engine, end int) {
	for !s.found && s.pos < end {
		if s.prev == '\n' || s.prev == ';' {
			if more := s.check(e); more || s.found {
				return
			}
		}
		if s.tagged && s.pos >= s.markers && e.Win[s.pos-e.Base] == '<' {
			m, n := e.MarkerAt(s.pos)
			if n < 0 {
				return
			}
			if s.found = n > 0 && (m.Begins || m.Ends != EndsNothing); s.found {
				return
			}
		}
		s.line(e.Win[s.pos-e.Base])
		s.prev = e.Win[s.pos-e.Base]
		if !isSpaceAt(e.Win[s.pos-e.Base:]) {
			s.last = s.prev
		}
		s.pos++
	}
}

// line counts the backticks that a line starts with.
func (s *stopScan) line(c byte) {
	switch {
	case c == '\n':
		s.quoted, s.run = s.run >= 3, 0
	case c == '`' && (s.prev == '\n' || s.prev == '`' && s.run > 0):
		s.run++
	case s.run < 3:
		s.run = 0
	}
}

// check looks at the position; true if more bytes must tell.
func (s *stopScan) check(e *Engine) (more bool) {
	rest := e.Rest(s.pos)
	switch rest[0] {
	case '{':
		if s.quoted && s.prev == '\n' {
			return false // an example in the text
		}
		n := e.matchOpener(rest, s.last)
		s.found, s.penalty = n > 0, true
		return n < 0
	case '`':
		if !e.InFence() || s.prev != '\n' {
			return false
		}
		ending, more := e.fenceEndingAt(s.pos)
		s.found = ending != EndsNothing
		return more
	}
	if e.InFence() {
		return false
	}
	m, n := e.MarkerAt(s.pos)
	s.found, s.penalty = n > 0 && m.Begins, true
	return n < 0
}

// maxOpenerSpace bounds the white space between a '{' and the key after it.
const maxOpenerSpace = 64

// matchOpener tells whether b begins an object whose first key names a call,
// or holds one or its arguments: positive if so, -1 if more bytes must tell. The key may be on
// another line only if an object or array ended before the '{': text that is
// quoted in a string often looks like that too.
func (e *Engine) matchOpener(b []byte, last byte) int {
	space := " \t"
	if last == '}' || last == ']' || last == ';' || last == ',' {
		space = " \t\r\n"
	}
	f, n := e.firstField(b, space)
	if n > 0 && !f.shows() {
		return 0
	}
	return n
}

// firstField is the field that the first key of the object at the start of b
// stands for, and 1; 0 if it is none, -1 if more bytes must tell.
func (e *Engine) firstField(b []byte, space string) (*Field, int) {
	if e.grammar.JSON == nil {
		return nil, 0
	}
	rest := bytes.TrimLeft(b[1:], space)
	if len(b)-1-len(rest) > maxOpenerSpace {
		return nil, 0
	}
	if len(rest) == 0 {
		return nil, e.undecided()
	}
	if rest[0] != '"' && rest[0] != '\'' {
		return nil, 0
	}
	key := rest[1:min(len(rest), maxOpenerSpace)]
	end := bytes.IndexByte(key, rest[0])
	if end < 0 {
		if len(rest) >= maxOpenerSpace {
			return nil, 0
		}
		return nil, e.undecided()
	}
	f := e.grammar.JSON.field(key[:end])
	if f == nil {
		return nil, 0
	}
	return f, 1
}

// opens tells whether b may be another call.
func (e *Engine) opens(b []byte) (yes, more bool) {
	_, n := e.firstField(b, " \t\r\n")
	return n > 0, n < 0
}

// undecided is -1 if more bytes may come.
func (e *Engine) undecided() int {
	if e.Final {
		return 0
	}
	return -1
}
