package recovery

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// nextEnd advances f to the next quote that a fitting delimiter follows.
func (q *Search) nextEnd(w *jsonscan.Window, f *frame) (int, State) {
	fuel := q.fuel
	lead := f.at.Quote().Lead()
	for f.from < w.End() {
		rest := w.Win[f.from-w.Base:]
		i := toQuote(rest[:min(len(rest), visit.Step)], lead)
		fuel.Burn(lookCost*i, f.from+i)
		w.Visits.Add(i)
		f.from += i
		if f.from == w.End() {
			break
		}
		if i == visit.Step {
			continue
		}
		n := 1
		if w.Win[f.from-w.Base] == '\\' {
			if n = 2; f.from+n > w.End() {
				break
			}
		} else if width := f.at.Quote().Closer(w.Win[f.from-w.Base:], w.Final); width != 0 {
			n = width
			next, space := q.behind.space.peek(w, f.from+max(n, 0))
			if n < 0 || space < 0 {
				return 0, Searching
			}
			before := *fuel
			fuel.Burn(space, f.from+n+space)
			if fits(&f.at, next) {
				f.from += n
				f.quotes++
				return f.from - n, Found
			}
			switch q.passMember(w, f, n) {
			case Searching:
				*fuel = before // it is looked at again
				return 0, Searching
			case Failed:
				f.from = w.End()
				return 0, Failed
			}
			f.quotes++
		}
		f.from += n
		if !fuel.Burn(n, f.from) {
			return 0, Exhausted
		}
	}
	if w.Final {
		q.ToEnd = len(q.frames) == 1 && !q.refused
		return 0, Failed
	}
	return 0, Searching
}

// toQuote is the number of bytes before the next quote or backslash.
func toQuote(b []byte, lead byte) int {
	i := 0
	for i < len(b) && b[i] != lead && b[i] != '\\' {
		i++
	}
	return i
}

// fits reports whether next may follow a value at the position of s.
func fits(s *jsonscan.Scanner, next byte) bool {
	if s.Nesting.InObject() {
		return next == ',' || next == '}'
	}
	return s.Nesting.Depth() > 0 && (next == ',' || next == ']')
}
