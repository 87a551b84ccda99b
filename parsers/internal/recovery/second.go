package recovery

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// doubt notes a second reading if something speaks against the ends that were found.
func (q *Search) doubt(w *jsonscan.Window) {
	for i, f := range q.frames[:len(q.Ends)] {
		s := w.Slice(q.Ends[i].Start, q.Ends[i].End+1)
		w.Visits.Add(2 * len(s))
		triple := len(s) > 6 && bytes.HasPrefix(s, tripleQuote) && bytes.HasSuffix(s, tripleQuote)
		alone := f.value > 0 && f.quotes == f.value+1 // where a member's value seems to begin, a quote has no partner
		q.SecondReading = q.SecondReading || f.member || alone || triple || mixed(s[1:len(s)-1]) || q.closesCall(s)
	}
}

// closesCall reports whether the string s closes more brackets than it opens, and then another call
// may begin in it. Then it may be two calls.
func (q *Search) closesCall(s []byte) bool {
	if q.evidence.Opens == nil {
		return false
	}
	depth := 0
	for i, c := range s {
		if depth < 0 && c == '{' {
			if yes, _, _ := q.evidence.Opens(s[i:]); yes {
				return true
			}
		}
		depth += int(jsonscan.Nests[c])
	}
	return false
}

// opensCall reports whether another call opens in one of the strings that were found, and isn't
// closed in it. Then the string was never closed, and that call isn't its text.
func (q *Search) opensCall(w *jsonscan.Window) bool {
	if q.evidence.Opens == nil {
		return false
	}
	for _, end := range q.Ends {
		s := w.Slice(end.Start, end.End)
		q.fuel.Burn(len(s), end.End)
		counted := 0
		depth := 0 // in the call that opened last; 0: none is open
		for i, c := range s {
			w.Visits.Passing(&counted, i)
			if n := int(jsonscan.Nests[c]); n <= 0 || depth > 0 {
				depth = max(depth+n, 0)
			} else if c == '{' {
				if _, sure, _ := q.evidence.Opens(s[i:]); sure {
					depth = 1
				}
			}
		}
		w.Visits.Add(len(s) - counted)
		if depth > 0 {
			return true
		}
	}
	return false
}

// mixed reports whether it is doubtful how the backslashes in b are meant. It is if some quotes are
// escaped and at least as many aren't, or if a quote follows an escaped backslash. In text with raw
// newlines every backslash stands for itself, so \n, \t or \" makes that doubtful: source text holds
// them as often as JSON.
func mixed(b []byte) bool {
	raw := slices.Contains(b, '\n')
	escaped, bare := 0, 0
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '"':
			bare++
			continue
		case b[i] != '\\' || i+1 == len(b):
			continue
		}
		i++
		switch c := b[i]; {
		case raw && (c == 'n' || c == 't'), c == '\\' && !raw && i+1 < len(b) && b[i+1] == '"':
			return true
		case c == '"':
			escaped++
		}
	}
	return escaped > 0 && (raw || bare >= escaped)
}

// balanced reports whether every bracket in the strings that were found closes.
func (q *Search) balanced(w *jsonscan.Window) bool {
	for _, end := range q.Ends {
		w.Visits.Add(end.End - end.Start)
		depth := 0
		for _, c := range w.Slice(end.Start, end.End) {
			if depth += int(jsonscan.NestsCode[c]); depth < 0 {
				return false
			}
		}
		if depth != 0 {
			return false
		}
	}
	return true
}

var tripleQuote = []byte(`"""`)
