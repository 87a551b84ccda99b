// Package match answers whether the bytes at hand begin with a text, a marker or the like.
//
// The output comes in chunks, so there are three answers: it takes more bytes to decide; no; yes,
// with the length. Everything that looks ahead gives one of them, such as the reader of a marker, a
// header, a tag, or the text behind a call. With more bytes, only the answer [More] may change.
package match

import (
	"encoding/binary"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// An Answer says whether something is at the start of the bytes at hand: [More], [No] or, if it
// is positive, yes. Then it is the length, in bytes.
type Answer int

const (
	// More: it takes more bytes to decide.
	More Answer = -1
	// No: something else is there.
	No Answer = 0
)

// Yes reports whether it is there.
func (a Answer) Yes() bool { return a > 0 }

// Len is its length, or 0 if it isn't there.
func (a Answer) Len() int { return int(max(a, 0)) }

// Plus is the answer for n bytes followed by this. No and More stay as they are.
func (a Answer) Plus(n int) Answer {
	if a <= 0 {
		return a
	}
	return a + Answer(n)
}

// End is the answer where the bytes at hand end too early.
func End(final bool) Answer {
	if final {
		return No
	}
	return More
}

// If is yes, with the length 1, if something is there, else No.
func If(there bool) Answer {
	if there {
		return 1
	}
	return No
}

// Text looks for a text.
func Text(text string, b []byte, final bool) Answer {
	n := min(len(b), len(text))
	if n > 0 && (b[0] != text[0] || b[n-1] != text[n-1] || n > 2 && string(b[:n]) != text[:n]) {
		return No
	}
	if n < len(text) {
		return End(final)
	}
	return Answer(n)
}

// Any looks for the longest of several texts.
func Any(texts []string, b []byte, final bool) Answer {
	best := No
	for _, text := range texts {
		switch a := Text(text, b, final); {
		case a == More:
			return More
		case a > best:
			best = a
		}
	}
	return best
}

// Spelling looks for a marker as a table spells it. A space in the spelling stands for any white
// space, or none. [grammar.Anything] stands for attributes if white space is before them in b, and
// [grammar.Word] for a word. If fold, case is ignored.
func Spelling(v *work.Counter, text string, b []byte, final, fold bool) Answer {
	return spelling(v, nil, 0, text, b, final, fold)
}

// spelling is Spelling. s, if not nil, remembers the search for the text behind attributes. b is at
// offset at.
func spelling(v *work.Counter, s *Sought, at int, text string, b []byte, final, fold bool) Answer {
	if len(b) > maxSpelling {
		b, final = b[:maxSpelling], true
	}
	n := asWritten(text, b)
	for i := n; i < len(text); i++ {
		switch {
		case text[i] == ' ':
			from := n
			n = SpaceEnd(b, n)
			v.Add(n - from)
			continue
		case text[i] == grammar.Word[0]:
			w := WordLen(b[n:])
			switch {
			case w > MaxWord, w == 0 && n < len(b):
				return No
			case n+w == len(b):
				return End(final)
			}
			n += w
			continue
		case text[i] == grammar.Anything[0] && strings.HasPrefix(text[i:], grammar.Anything):
			i += len(grammar.Anything)
			if n > 0 && n <= len(b) && IsSpace(b[n-1]) {
				a := s.behindAnything(v, text[i:], b[n:], at+n, final)
				if opens := text[:min(len(text), 2)]; opens == "<|" && a.Yes() && v.Index(b[n:n+a.Len()-len(text[i:])], []byte(opens)) >= 0 {
					return No // another special token is before the end of this one
				}
				return a.Plus(n)
			}
		}
		if n == len(b) {
			return End(final)
		}
		if b[n] != text[i] && !(fold && lower(b[n]) == lower(text[i])) {
			return No
		}
		n++
	}
	return Answer(n)
}

// asWritten is how many bytes of a spelling are at the start of b literally: most often all.
func asWritten(text string, b []byte) (n int) {
	for len(text)-n >= 8 && len(b)-n >= 8 {
		t := eight(text[n:])
		if t != binary.LittleEndian.Uint64(b[n:]) || holds(t, ' ') || holds(t, grammar.Word[0]) || holds(t, grammar.Anything[0]) {
			break
		}
		n += 8
	}
	for n < len(text) && n < len(b) && b[n] == text[n] && !isPlaceholder(text[n]) {
		n++
	}
	return n
}

// isPlaceholder reports whether a part of a spelling that begins with c may stand for other text.
func isPlaceholder(c byte) bool {
	return c == ' ' || c == grammar.Word[0] || c == grammar.Anything[0]
}

// MaxWord bounds a word in a marker, in bytes.
const MaxWord = 32

// WordLen is the length of the word at the start of b. It is MaxWord+1 if that is longer than any
// word in a marker.
func WordLen(b []byte) int { return bytetable.Index(b[:min(len(b), MaxWord+1)], 0, &wordEnd) }

// wordEnd are the bytes that aren't in words.
var wordEnd = bytetable.Of(func(c byte) bool {
	return !(IsLetter(c) || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.')
})

// BracketedWord is the length of the word or number in brackets that b begins with; 0: there is
// none. Prose and code are full of them: [1], {name}.
func BracketedWord(b []byte) int {
	n := 1 + WordLen(b[1:])
	if n == 1 || n == len(b) || b[n] != b[0]+2 {
		return 0
	}
	return n + 1
}

// IsWord reports whether c may be in a word.
func IsWord(c byte) bool { return !wordEnd[c] }

// maxSpelling bounds a marker, in bytes. A longer one is text.
const maxSpelling = 1024

// A Sought is the last search for the text that ends a marker's attributes. The text begins at no
// offset in [from, to). If found, it begins at to. So each byte is looked at once, however many
// markers wait for the text, and in however many chunks it comes.
type Sought struct {
	text     string
	from, to int
	found    bool
}

// behindAnything looks for the text that ends a marker. b begins with the attributes, at offset at.
func (s *Sought) behindAnything(v *work.Counter, text string, b []byte, at int, final bool) Answer {
	i := s.Index(v, text, b, at)
	if i < 0 {
		return End(final)
	}
	return Answer(i + len(text))
}

// Index is the index of the text in b, which begins at offset at. It is negative if b has none.
func (s *Sought) Index(v *work.Counter, text string, b []byte, at int) int {
	if s == nil {
		return v.Index(b, []byte(text))
	}
	if s.text != text || at < s.from || at > s.to {
		*s = Sought{text: text, from: at, to: at}
	}
	if searched := s.to - at; !s.found && searched < len(b) {
		if i := v.Index(b[searched:], []byte(text)); i >= 0 {
			s.to, s.found = s.to+i, true
		} else {
			s.to = max(s.to, at+len(b)-len(text)+1) // the last bytes may begin it
		}
	}
	if !s.found || s.to-at+len(text) > len(b) {
		return -1
	}
	return s.to - at
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// AnySpelling looks for the longest of several markers.
func AnySpelling(v *work.Counter, texts []string, b []byte, final, fold bool) Answer {
	return AnySpellingAt(v, nil, 0, texts, b, final, fold)
}

// AnySpellingAt is AnySpelling at offset at of the output. s, if not nil, remembers the search for
// the text that ends attributes.
func AnySpellingAt(v *work.Counter, s *Sought, at int, texts []string, b []byte, final, fold bool) Answer {
	best := No
	for _, text := range texts {
		switch a := spelling(v, s, at, text, b, final, fold); {
		case a == More:
			return More
		case a > best:
			best = a
		}
	}
	return best
}

// eight are the first bytes of s, as binary.LittleEndian would read them.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// holds reports whether c is one of eight bytes.
func holds(eight uint64, c byte) bool {
	const ones = 0x0101010101010101
	v := eight ^ ones*uint64(c)
	return (v-ones)&^v&(0x80*ones) != 0
}

// BytesPerSlip is how many bytes a text has, at least, for each difference that is likely a slip.
const BytesPerSlip = 4

// maxNear bounds the texts that Near looks for, in bytes.
const maxNear = 128

// A slips says how many slips are between the bytes that were read and each beginning of a text. A slip is a byte that is
// missing, added or changed.
type slips [maxNear + 1]int

// start has nothing read.
func (s *slips) start(text string) {
	for i := range len(text) + 1 {
		s[i] = i
	}
}

// read reads one more byte, and returns the slips between all that was read and the text.
func (s *slips) read(text string, c byte) int {
	before := s[0]
	s[0]++
	for j := range len(text) {
		changed := before
		if text[j] != c {
			changed++
		}
		before = s[j+1]
		s[j+1] = min(changed, before+1, s[j]+1)
	}
	return s[len(text)]
}

// Near is the length of the beginning of b that is the text except for a few slips. Near is 0 if there are more than most
// slips.
func Near(text string, b []byte, most int) int {
	if len(text) > maxNear {
		return 0
	}
	var s slips
	s.start(text)
	n, least := 0, most
	for i, c := range b[:min(len(b), len(text)+most)] {
		if slips := s.read(text, c); slips <= least {
			n, least = i+1, slips
		}
	}
	return n
}

// Slips is how many slips are between two texts, the first of which has 128 bytes at most.
func Slips(text, other string) int {
	var s slips
	s.start(text)
	n := len(text)
	for i := range len(other) {
		n = s.read(text, other[i])
	}
	return n
}
