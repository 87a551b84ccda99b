package quotes

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// find looks for the next end of the innermost string.
func (q *Search) find(w jsonscan.Window) (State, bool) {
	f := &q.frames[len(q.frames)-1]
	at, state := q.nextEnd(w, f)
	switch state {
	case Found:
		q.start(f, at)
		return 0, false
	case Failed:
		if len(q.frames) == 1 {
			return q.giveUp(), true
		}
		q.frames = q.frames[:len(q.frames)-1]
		return 0, false
	}
	return state, true
}

// nextEnd advances f to the next quote that a fitting delimiter follows.
func (q *Search) nextEnd(w jsonscan.Window, f *frame) (int, State) {
	fuel := q.fuel
	lead := f.at.QuoteLead()
	for f.from < w.End() {
		i := toQuote(w.B[f.from-w.Base:], lead)
		fuel.burn(i, f.from+i)
		f.from += i
		if f.from == w.End() {
			break
		}
		n := 1
		if w.B[f.from-w.Base] == '\\' {
			if n = 2; f.from+n > w.End() {
				break
			}
		} else if width := f.at.QuoteAt(w, f.from); width != 0 {
			n = width
			next, space := q.space.peek(w, f.from+max(n, 0))
			if n < 0 || space < 0 {
				return 0, Searching
			}
			fuel.burn(space, f.from+n+space)
			if fits(&f.at, next) {
				f.from += n
				return f.from - n, Found
			}
			switch q.passMember(w, f, n) {
			case Searching:
				return 0, Searching
			case Failed:
				f.from = w.End()
				return 0, Failed
			}
		}
		fuel.burn(n, f.from+n)
		f.from += n
		if fuel.Spent() {
			return 0, Exhausted
		}
	}
	if w.Final {
		return 0, Failed
	}
	return 0, Searching
}

// toQuote is the length of what stands before the next quote or backslash.
func toQuote(b []byte, lead byte) int {
	i := 0
	for i < len(b) && b[i] != lead && b[i] != '\\' {
		i++
	}
	return i
}

// peek is the next byte at or after at that is no white space, 0 at the end
// of the output, and how much space stands before it; -1 if the window ends
// first. It goes on where it ended the last time.
func (s *passed) peek(w jsonscan.Window, at int) (next byte, space int) {
	if s.from != at || s.to > w.End() {
		*s = passed{at, at}
	}
	b := w.B[s.to-w.Base:]
	n := match.SpaceLen(b)
	s.to += n
	switch {
	case n < len(b):
		return b[n], s.to - at
	case w.Final:
		return 0, s.to - at
	}
	return 0, -1
}

// fits tells whether next may follow a value where s stands.
func fits(s *jsonscan.Scanner, next byte) bool {
	if s.InObject() {
		return next == ',' || next == '}'
	}
	return s.Depth() > 0 && (next == ',' || next == ']')
}
