package parsers

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// A tokenSet finds a family's special tokens in text that a person is to read.
// Its reasoning markers stay, also where they are made of special tokens: what
// they enclose would read as an answer without them. Not in a framed family,
// whose reasoning is no content. It is immutable.
type tokenSet struct {
	tokens []specialToken // sorted by their text
	first  string         // the characters that a token may begin with
}

// A specialToken is left out, or stays.
type specialToken struct {
	text string
	stay bool
}

// tokens finds the family's special tokens; nil if it has none.
func (f *Family) tokens() *tokenSet {
	f.tokensOnce.Do(func() {
		if len(f.PreservedTokens) > 0 {
			f.tokenSet = newTokenSet(f)
		}
	})
	return f.tokenSet
}

func newTokenSet(f *Family) *tokenSet {
	t := &tokenSet{}
	for _, token := range f.PreservedTokens {
		t.add(token, false)
	}
	if !f.Framed {
		for _, m := range f.ReasoningMarkers {
			t.add(m.Open, true)
			t.add(m.Close, true)
		}
	}
	slices.SortStableFunc(t.tokens, func(a, b specialToken) int { return strings.Compare(a.text, b.text) })
	return t
}

func (t *tokenSet) add(text string, stay bool) {
	if text == "" {
		return
	}
	_, n := utf8.DecodeRuneInString(text)
	if !strings.Contains(t.first, text[:n]) {
		t.first += text[:n]
	}
	t.tokens = append(t.tokens, specialToken{text, stay})
}

// A tokenMatch is what a text begins with.
type tokenMatch struct {
	n    int  // the length of the longest token, 0 if there is none
	stay bool // it is a reasoning marker
	more bool // more text may make it a longer one
	// looked is how many bytes were looked at.
	looked int
}

// match looks for a token that text begins with. With each byte, fewer tokens are left that begin
// as the text does.
func (t *tokenSet) match(text []byte) (m tokenMatch) {
	left := t.tokens
	for n := 0; ; n++ {
		for len(left) > 0 && len(left[0].text) == n { // shorter ones come first
			m.stay = left[0].stay || m.stay && m.n == n
			m.n, left = n, left[1:]
		}
		if len(left) == 0 {
			return m
		}
		if n == len(text) {
			m.more = true
			return m
		}
		m.looked++
		if left = withByte(left, n, text[n]); len(left) == 0 {
			return m
		}
	}
}

// withByte are the tokens that have a byte at an index, of those that are the same before it.
func withByte(tokens []specialToken, at int, b byte) []specialToken {
	last := len(tokens) - 1
	if tokens[0].text[at] == b && tokens[last].text[at] == b {
		return tokens // what they all begin with
	}
	from := sort.Search(len(tokens), func(i int) bool { return tokens[i].text[at] >= b })
	tokens = tokens[from:]
	return tokens[:sort.Search(len(tokens), func(i int) bool { return tokens[i].text[at] > b })]
}
