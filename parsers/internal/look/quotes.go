package look

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/words"
)

// A stringText is a string of the arguments with quotes in it that weren't escaped.
type stringText struct {
	text  []byte // between its quotes
	bare  []int  // the offsets of these quotes in the text
	array bool   // it is an element of an array
}

// misquoted reports whether a string of the arguments with quotes that weren't escaped may end elsewhere.
func (lk look) misquoted(args body.Span, repairs []parsers.Repair) bool {
	var bare []int
	for _, r := range repairs {
		if r.Kind == repair.UnescapedQuote && args.Start < r.Offset && r.Offset < args.End {
			bare = append(bare, r.Offset-args.Start)
		}
	}
	if len(bare) == 0 {
		return false
	}
	slices.Sort(bare)
	text := lk.env.Slice(args.Start, args.End)
	lk.env.Visits.Add(len(text))
	return anyString(text, bare)
}

// anyString reports whether a string of the JSON that has bare quotes may end at one of them.
func anyString(b []byte, bare []int) bool {
	var arrays nesting
	for i := 0; i < len(b) && len(bare) > 0; i++ {
		switch c := b[i]; c {
		case '{', '[':
			arrays.open(c == '[')
		case '}', ']':
			arrays.close()
		case '"', '\'':
			end, n := stringEnd(b, i, bare)
			if n > 0 {
				s := stringText{b[i+1 : min(end, len(b))], bare[:n], arrays.inside()}
				for k := range s.bare {
					s.bare[k] -= i + 1
				}
				if s.mayEnd() {
					return true
				}
			}
			i, bare = end, bare[n:]
		}
	}
	return false
}

// stringEnd returns the index of the quote that ends the string that begins at index at, and how many of the bare
// quotes are in it.
func stringEnd(b []byte, at int, bare []int) (end, n int) {
	for i := at + 1; i < len(b); i++ {
		switch {
		case n < len(bare) && bare[n] == i:
			n++
		case b[i] == '\\' && i+1 < len(b) && (n == len(bare) || bare[n] != i+1):
			i++
		case b[i] == b[at]:
			return i, n
		}
	}
	return len(b), n
}

// A nesting says of each open bracket whether it is that of an array, the last one in the lowest bit.
type nesting struct {
	depth  int
	arrays uint64
}

func (n *nesting) open(array bool) {
	n.depth++
	n.arrays <<= 1
	if array {
		n.arrays |= 1
	}
}

func (n *nesting) close() {
	n.depth--
	n.arrays >>= 1
}

// inside reports whether the innermost bracket is that of an array.
func (n *nesting) inside() bool { return n.arrays&1 != 0 }

// mayEnd reports whether the string may end at a quote in it.
func (s *stringText) mayEnd() bool {
	return s.doubled() || s.array && s.joins() || s.holdsKey()
}

// doubled reports whether all quotes in the string that weren't escaped are at one of its ends: its own quote is written
// twice, or more often.
func (s *stringText) doubled() bool {
	n := len(s.bare)
	return s.bare[n-1] == n-1 || s.bare[0] == len(s.text)-n
}

// joins reports whether the string seems to be two elements of an array: its first quote ends a word, and isn't the second
// one of a pair.
func (s *stringText) joins() bool {
	at := s.bare[0]
	if at == 0 || at+1 == len(s.text) {
		return false
	}
	before, behind := s.text[at-1], s.text[at+1]
	return ends(before) && !words.IsWord(behind) && !slices.Contains(s.text[:at], '\\')
}

// ends reports whether the byte before a quote shows that the quote ends something.
func ends(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '(', '[', '{', '=', ':', ',', '\\':
		return false
	}
	return true
}

// holdsKey reports whether the string holds a quote, a comma and a key of the call, or a quote and a damaged key: a word, a
// quote that wasn't escaped, and a colon. If a bracket that the string opened is open before them, they are the string's text.
func (s *stringText) holdsKey() bool {
	depth, from := 0, 0
	for i, at := range s.bare {
		depth, from = opened(depth, s.text[from:at]), at
		if depth > 0 {
			continue
		}
		if key, _ := member(s.text[at+1:], ','); key != nil {
			return true
		}
		if i > 0 && at > s.bare[i-1]+1 && words.IsWord(s.text[at-1]) && sign(s.text[at+1:], ':', other) == argument {
			return true
		}
	}
	return false
}

// opened returns how many brackets are open behind text, if depth are open before it.
func opened(depth int, text []byte) int {
	for _, c := range text {
		switch c {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth = max(depth-1, 0)
		}
	}
	return depth
}
