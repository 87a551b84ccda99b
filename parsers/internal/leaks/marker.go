package leaks

import (
	"slices"
	"strings"
	"unicode"
)

// A Marker is what a family writes around its calls, as its table spells it: one space stands for any white space, or
// none.
type Marker struct {
	Text string
	// Opens: a call, or several, are to follow, up to one of the Closers.
	Opens   bool
	Closers []string
	// Argument: it is around an argument, or a part of a call's name.
	Argument bool
	// Prefixed: a namespace and ':' may be before its word.
	Prefixed bool
	// Format is that of the calls; empty if it isn't one alone.
	Format string
}

// A Source is what the table of a family says.
type Source struct {
	Family  string
	Markers []Marker
	// Others are markers that say nothing of calls: those that end turns, and those around thoughts and answers.
	Others []string
	// Results are the openers and the closers of results: what is between them isn't the model's own.
	Results [][2]string
}

// tagBegin begins a tag. Names of tools are looked for in tags of all kinds, whatever the table's markers begin with.
var tagBegin = "<"[0]

// tagEnd ends a tag.
const tagEnd = '>'

// A sign says where a marker is a sign of a call.
type sign uint8

const (
	noSign sign = iota
	// plainTag: where the tag of a call is: before '=', '>', ' name=' and the end.
	plainTag
	// plainToken: directly before an object.
	plainToken
	// special: wherever it is, also if it is cut off.
	special
)

// signOf decides whether a marker is a sign of a call, by its text alone. A text that begins with a letter, or has none, is
// none. A marker with a character that no usual word of a tag has, such as '_' or '|', is one. Of the rest, those
// tags are that are around calls and aren't known from other languages.
// See docs/models/formats, "Leaks".
func signOf(m *Marker) sign {
	text := strings.ReplaceAll(m.Text, " ", "")
	if !strings.ContainsFunc(text, unicode.IsLetter) || isWord(text[0]) {
		return noSign
	}
	word := plainWord(text)
	switch {
	case strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }):
		return special
	case text[0] == '[' && text[len(text)-1] == ']':
		return plainToken
	case text[0] != tagBegin || m.Argument || ordinary[strings.ToLower(word)]:
		return noSign
	}
	return plainTag
}

// plainWord is what is between the brackets of a tag.
func plainWord(text string) string {
	text = strings.TrimPrefix(strings.TrimLeft(text[:1], "<[")+text[1:], "/")
	return strings.TrimRight(text, ">]")
}

// body is the marker without what ends it, such as "|>".
func body(text string) string {
	return strings.TrimRightFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
}

// isWord reports whether a byte belongs to a word, and to a name. Those of other scripts do.
func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// isName reports whether a byte may be in a name that markup holds.
func isName(b byte) bool { return isWord(b) || b == '-' || b == '.' || b == '/' }

func isWhite(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// merge adds what another family says of the same marker.
func (m *Marker) merge(other *Marker) {
	m.Opens, m.Argument, m.Prefixed = m.Opens || other.Opens, m.Argument && other.Argument, m.Prefixed || other.Prefixed
	for _, closer := range other.Closers {
		if !slices.Contains(m.Closers, closer) {
			m.Closers = append(m.Closers, closer)
		}
	}
}
