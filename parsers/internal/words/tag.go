package words

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A Tag is an opener or a closer of an argument.
type Tag struct {
	lead, end string // what is before and after the word
	name      string // the word
	attribute string // that has the argument's name; empty: there is none
	Word      uint8  // its number: an opener and its closer have the same one
	Closes    bool
	Key       bool // it is around the name of an argument
	affix     grammar.Affix
}

// maxTag is how long a tag may be, in bytes.
const maxTag = 1 << 10

// at returns the length of the tag with which text begins; 0 if it is another text. affix is the prefix or the suffix of
// its word.
func (t *Tag) at(text []byte) (n int, affix []byte) {
	if len(text) <= len(t.lead)+len(t.name) || string(text[:len(t.lead)]) != t.lead {
		return 0, nil
	}
	n = len(t.lead)
	if t.affix == grammar.Spaced {
		n += blanks(text[n:])
	}
	if t.affix == grammar.Prefixed && !begins(text[n:], t.name) {
		if size := prefix(text[n:]); size > 0 {
			affix = text[n : n+size-1]
			n += size
		}
	}
	if !begins(text[n:], t.name) {
		return 0, nil
	}
	n += len(t.name)
	if t.affix == grammar.Suffixed && begins(text[n:], ":") {
		affix = wordOf(text[n+1:])
		n += 1 + len(affix)
	}
	if t.Closes {
		n += blanks(text[n:])
		if !begins(text[n:], t.end) {
			return 0, nil
		}
		return n + len(t.end), affix
	}
	return t.attributes(text, n), affix
}

// seconds adds the bytes that may be behind the first one of the tag.
func (t *Tag) seconds(all *[256]bool) {
	if len(t.lead) > 1 {
		all[t.lead[1]] = true
		return
	}
	all[t.name[0]] = true
	for c := range 256 {
		if t.affix == grammar.Spaced && (c == ' ' || c == '\t') || t.affix == grammar.Prefixed && IsWord(byte(c)) {
			all[c] = true
		}
	}
}

// attributes returns the length of an opener that begins text, and whose word ends at n.
func (t *Tag) attributes(text []byte, n int) int {
	switch {
	case t.attribute == "" || t.attribute == grammar.NameBehind:
		if begins(text[n:], t.end) {
			return n + len(t.end)
		}
		return 0
	case t.attribute == grammar.NameAssigned && !begins(text[n:], "="):
		return 0
	}
	named, from := t.attribute == grammar.NameAssigned, n+1
	for n = from; n < min(len(text), maxTag); n++ {
		switch c := text[n]; {
		case c == '\n':
			return 0
		case c == t.end[0] && begins(text[n:], t.end):
			if !named || n == from {
				return 0 // it has no name
			}
			return n + len(t.end)
		case !named && text[n-1] == ' ' && begins(text[n:], t.attribute) && begins(text[n+len(t.attribute):], "="):
			named = true
		}
	}
	return 0
}

func begins(text []byte, with string) bool {
	return len(text) >= len(with) && string(text[:len(with)]) == with
}

// blanks is the number of blanks with which text begins.
func blanks(text []byte) (n int) {
	for n < len(text) && (text[n] == ' ' || text[n] == '\t') {
		n++
	}
	return n
}

// maxPrefix is how long a namespace prefix is at most, in bytes.
const maxPrefix = 32

// prefix is the length of a namespace prefix and its ':' with which text begins.
func prefix(text []byte) int {
	for n, c := range text {
		switch {
		case c == ':':
			return n + 1
		case !IsWord(c) || n == maxPrefix:
			return 0
		}
	}
	return 0
}

// IsWord reports whether c may be in a word.
func IsWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// mayBegin reports whether the tag may begin with b, which has no end of it.
func (t *Tag) mayBegin(b []byte) bool {
	n := len(t.lead)
	if len(b) <= n {
		return t.lead[:len(b)] == string(b)
	}
	if string(b[:n]) != t.lead {
		return false
	}
	if t.affix == grammar.Spaced {
		n += blanks(b[n:])
	}
	if t.affix == grammar.Prefixed && prefix(b[n:]) > 0 {
		n += prefix(b[n:])
	}
	word := b[n:]
	if len(word) <= len(t.name) {
		return t.name[:len(word)] == string(word) || t.affix == grammar.Prefixed && len(word) < maxPrefix
	}
	return string(word[:len(t.name)]) == t.name && (!IsWord(word[len(t.name)]) || t.attribute != "" && t.attribute != grammar.NameBehind && t.attribute != grammar.NameAssigned)
}

// maxWord is how long the word of a tag is at most, in bytes.
const maxWord = 32

// Word is the word with which text begins.
func Word(text []byte) []byte { return wordOf(text) }

// wordOf is the word with which text begins; empty if it is longer than a tag's.
func wordOf(text []byte) []byte {
	n := 0
	for n < len(text) && IsWord(text[n]) {
		if n++; n > maxWord {
			return nil
		}
	}
	return text[:n]
}

// A Format is what the calls of a format are written with. A nil *Format has no tags and no separators.
type Format struct {
	words      uint32   // the words of its tags, by their numbers
	separators []string // before the arguments
	framed     bool     // its calls are in messages with a header
	element    string   // that elements begin with, which are the arguments; empty: they aren't
}

// Every has the words of all formats.
var Every = &Format{words: ^uint32(0)}

// has reports whether the format has the word of the tag.
func (f *Format) has(t *Tag) bool { return f != nil && f.words&(1<<t.Word) != 0 }

// Element matches a tag of an element that may be an argument.
func (f *Format) Element(b []byte, final bool) match.Answer {
	if f == nil || f.element == "" {
		return match.No
	}
	_, _, a := element(f.element, b, final)
	return a
}

// Tagged reports whether arguments are in tags in a format.
func (w *Words) Tagged() bool { return len(w.tags) > 0 }

// HasElements reports whether elements are arguments in a format.
func (w *Words) HasElements() bool { return len(w.elements) > 0 }

// ElementAt returns the name of the element whose tag begins b, whether the tag closes it, and the tag's size; 0: none begins b.
func (w *Words) ElementAt(b []byte) (name []byte, closes bool, size int) {
	for _, begins := range w.elements {
		if name, closes, a := element(begins, b, true); a.Yes() {
			return name, closes, a.Len()
		}
	}
	return nil, false, 0
}

// element matches a tag of an element. Elements begin with the text given.
func element(with string, b []byte, final bool) (name []byte, closes bool, a match.Answer) {
	if a = match.Text(with, b, final); !a.Yes() {
		return nil, false, a
	}
	rest := b[a.Len():]
	n := 0
	if closes = begins(rest, "/"); closes {
		n++
	}
	word := wordOf(rest[n:])
	switch n += len(word); {
	case n == len(rest):
		return nil, false, match.End(final)
	case len(word) > 0 && rest[n] == '>':
		return word, closes, match.Answer(a.Len() + n + 1)
	}
	return nil, false, match.No
}

// Framed reports whether the format's calls are in messages, whose header may follow a call.
func (f *Format) Framed() bool { return f != nil && f.framed }

// ElementAt returns the length of the tag of an element with which b begins, if elements are the arguments, and whether it closes
// the element.
func (f *Format) ElementAt(b []byte) (n int, closes bool) {
	a := f.Element(b, true)
	if !a.Yes() {
		return 0, false
	}
	return a.Len(), begins(b[len(f.element):], "/")
}

// Tagged reports whether the arguments of the format's calls are in tags.
func (f *Format) Tagged() bool { return f != nil && (f.words != 0 || f.element != "") }
