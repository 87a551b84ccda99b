package look

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
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
	return anyString(text, bare, lk.env.Rules.Properties(lk.env.Notes.Name))
}

// anyString reports whether a string of the JSON that has bare quotes may end at one of them, or before a key of the tool.
func anyString(b []byte, bare []int, tool *schema.Properties) bool {
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
				if s.mayEnd() || s.holdsListed(tool) {
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
	return s.doubled() || s.array && s.joins() || s.closes() || s.holdsKey()
}

// closes reports whether the first quote in the string seems to end it: it is at the start of the string or ends a word, and
// a delimiter or a closing bracket follows it; or a comma follows it, and no quote behind that. The first quote of a pair in a
// text is elsewhere.
func (s *stringText) closes() bool {
	at := s.bare[0]
	quote := s.text[at]
	if at > 0 && bytes.Contains(s.text[:at], []byte{'\\', quote}) {
		return false
	}
	behind := s.text[at+1:]
	behind = behind[match.SpaceLen(behind):]
	if len(behind) == 0 || !delimits[behind[0]] {
		return false
	}
	if at == 0 || ends(s.text[at-1]) {
		return true
	}
	next := behind[1:]
	next = next[match.SpaceLen(next):]
	return (behind[0] == ',' || behind[0] == ';') && s.text[at-1] != '(' && len(next) > 0 && next[0] != quote
}

// delimits are the bytes that delimit a string, or are written in place of such a byte.
var delimits = bytetable.Of(func(c byte) bool { return strings.IndexByte(",;|:=}])", c) >= 0 })

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

// holdsListed reports whether the string holds a comma and a key of the tool whose quotes are damaged. If a bracket that the string
// opened is open before them, they are the string's text.
func (s *stringText) holdsListed(tool *schema.Properties) bool {
	for i, depth := 0, 0; i < len(s.text); i++ {
		if depth = opened(depth, s.text[i:i+1]); depth > 0 || s.text[i] != ':' && s.text[i] != '=' {
			continue
		}
		if key := damagedKey(match.TrimSpaceRight(s.text[:i])); key != nil && tool.Names(key) {
			return true
		}
	}
	return false
}

// damagedKey returns the key with which b ends, behind a comma. It has a quote, or what is left of one, on one side at least.
func damagedKey(b []byte) []byte {
	const quotes = "\"'\\"
	word := bytes.TrimRight(b[max(0, len(b)-maxText):], quotes)
	n := len(word)
	for n > 0 && words.IsWord(word[n-1]) {
		n--
	}
	before := bytes.TrimRight(word[:n], quotes)
	quoted := len(before) < n || len(b) > 0 && strings.IndexByte(quotes, b[len(b)-1]) >= 0
	if before = match.TrimSpaceRight(before); n == len(word) || !quoted || len(before) == 0 || before[len(before)-1] != ',' {
		return nil
	}
	return word[n:]
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

// commaless reports whether a comma is missing before a key that the schema doesn't list, and either the schema lists other
// keys or an empty string is before the key: quotes in a string look like that, too.
func (lk look) commaless(args body.Span, repairs []parsers.Repair) bool {
	for _, r := range repairs {
		if r.Kind != repair.MissingComma || r.Offset <= args.Start || args.End <= r.Offset {
			continue
		}
		before := match.TrimSpaceRight(lk.env.Slice(args.Start, r.Offset))
		empty := bytes.HasSuffix(before, []byte(`""`)) || bytes.HasSuffix(before, []byte(`''`))
		tool := lk.env.Rules.Properties(lk.env.Notes.Name)
		key, _ := text(lk.env.Slice(r.Offset, args.End))
		if key != nil && !tool.Names(key) && (empty || tool.Len() > 0) {
			return true
		}
	}
	return false
}

// mixed reports whether a string has control characters that weren't escaped, and escapes such as \n. They may be an escape, or
// two characters of a text whose author escaped nothing.
func (lk look) mixed(args body.Span, repairs []parsers.Repair) bool {
	var raw []int
	for _, r := range repairs {
		if r.Kind == repair.RawControlCharacter && args.Start < r.Offset && r.Offset < args.End {
			raw = append(raw, r.Offset-args.Start)
		}
	}
	if len(raw) == 0 {
		return false
	}
	b := lk.env.Slice(args.Start, args.End)
	lk.env.Visits.Add(len(b))
	for i := 0; i < len(b); i++ {
		if b[i] != '"' && b[i] != '\'' {
			continue
		}
		end, _ := stringEnd(b, i, nil)
		has := slices.ContainsFunc(raw, func(at int) bool { return i < at && at < end })
		if has && escapes(b[i+1:min(end, len(b))]) {
			return true
		}
		i = end
	}
	return false
}

// escapes reports whether the text of a string has an escape that stands for another byte than itself.
func escapes(text []byte) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' {
			if i++; words.IsWord(text[i]) {
				return true
			}
		}
	}
	return false
}
