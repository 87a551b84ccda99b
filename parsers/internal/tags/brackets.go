package tags

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Brackets read single tags: where they begin and end, their words and attributes.
type Brackets struct {
	*grammar.Brackets
	// LooseSpace: white space may be written in another way.
	LooseSpace bool
	// Only, if set, is the suffix that the tags must have. Otherwise any suffix is right.
	Only string
	// Visits counts the bytes that are looked at, unless it is nil.
	Visits *work.Counter
}

// Starts matches the beginning of a tag: lead, a prefix and ':' if there may be one, and the word, with a byte
// behind it that may follow a word.
func (br *Brackets) Starts(b []byte, lead, name string, final bool) (prefix []byte, a match.Answer) {
	if len(lead) > 1 && len(b) > 1 && b[1] != lead[1] {
		return nil, match.No // most often: an opening tag, where a closing one is looked for
	}
	n := len(lead)
	if n > 2 || n > len(b) || br.Affix == grammar.Gapped || b[0] != lead[0] {
		if a = br.lead(lead, b, final); !a.Yes() {
			return nil, a
		}
		n = int(a)
	}
	if br.Affix == grammar.Spaced {
		n = br.space(b[:min(len(b), MaxTag)], n)
	}
	if br.Affix == grammar.Suffixed {
		return br.suffixed(b, n, name, final)
	}
	if at := n + len(name); at < len(b) && b[n] == name[0] && string(b[n:at]) == name && br.ends(b[at]) {
		return nil, match.Answer(at) // most often: no prefix is before it
	}
	if br.Affix != grammar.Prefixed || unprefixed(b, n) {
		if n < len(b) && b[n] != name[0] {
			return nil, match.No
		}
		return nil, br.named(b, n, name, final)
	}
	w := match.WordLen(b[n:])
	switch {
	case n+w == len(b):
		return nil, match.End(final)
	case b[n+w] != ':':
		return nil, br.named(b, n, name, final)
	case w == 0:
		return nil, match.No
	}
	return b[n : n+w], br.named(b, n+w+1, name, final)
}

// unprefixed reports whether it is certain, at a look, that no prefix is at b[at:].
func unprefixed(b []byte, at int) bool {
	longest := at + match.MaxWord
	return (longest < len(b) || !match.IsWord(b[len(b)-1])) && bytes.IndexByte(b[at:min(len(b), longest+1)], ':') < 0
}

// InPrefix reports whether b ends in text that may be the prefix of any tag. Then it takes more
// bytes to decide about each tag.
func (br *Brackets) InPrefix(b []byte) bool {
	closer := len(br.Close)
	if br.Affix != grammar.Prefixed || len(b) > closer+match.MaxWord || len(b) > closer && !match.IsWord(b[len(b)-1]) {
		return false
	}
	lead := match.Text(br.Close, b, true)
	if !lead.Yes() {
		if lead = match.Text(br.Open, b, true); !lead.Yes() {
			return false
		}
	}
	w := match.WordLen(b[lead:])
	return w <= match.MaxWord && int(lead)+w == len(b)
}

// ends reports whether a word of a tag may end before c. An End of several bytes doesn't count here.
func (br *Brackets) ends(c byte) bool {
	return c == '>' && br.End == ">" || match.IsSpace(c) || c == '=' || c == '/'
}

// named matches the word at b[at:].
func (br *Brackets) named(b []byte, at int, word string, final bool) match.Answer {
	a := match.Text(word, b[at:], final)
	if !a.Yes() {
		return a
	}
	return br.behindWord(b, at+int(a), final)
}

// suffixed matches the word at b[at:], and the suffix behind it.
func (br *Brackets) suffixed(b []byte, at int, name string, final bool) (suffix []byte, a match.Answer) {
	if a = match.Text(name, b[at:], final); !a.Yes() {
		return nil, a
	}
	at += int(a)
	if a = match.Text(":", b[at:], final); !a.Yes() {
		return nil, a
	}
	at++
	w := match.WordLen(b[at:])
	suffix = b[at : at+w]
	switch {
	case w > match.MaxWord:
		return nil, match.No
	case at+w == len(b):
		return nil, match.End(final)
	case w == 0 || br.Only != "" && string(suffix) != br.Only:
		return nil, match.No
	}
	return suffix, br.behindWord(b, at+w, final)
}

// behindWord matches the words of a tag, which end at offset at, if they may end there.
func (br *Brackets) behindWord(b []byte, at int, final bool) match.Answer {
	if at == len(b) {
		return match.End(final)
	}
	if br.ends(b[at]) {
		return match.Answer(at)
	}
	if end := match.Text(br.End, b[at:], final); end != match.No {
		if end == match.More {
			return match.More
		}
		return match.Answer(at)
	}
	return match.No
}

// end matches white space or none, and the end of a tag.
func (br *Brackets) end(b []byte, final bool) match.Answer {
	if end := br.End; len(b) > 0 && b[0] == end[0] && len(end) == 1 {
		return 1
	}
	n := match.SpaceLen(b[:min(len(b), maxSpace+1)])
	return match.Text(br.End, b[n:], final).Plus(n)
}

// bare matches a tag of nothing but its brackets, a prefix if there may be one,
// and its word.
func (br *Brackets) bare(b []byte, lead, word string, final bool) (prefix []byte, a match.Answer) {
	prefix, a = br.Starts(b, lead, word, final)
	if !a.Yes() {
		return nil, a
	}
	return prefix, br.end(b[a:], final).Plus(int(a))
}

// anyBare is like bare, for the first of the words that matches.
func (br *Brackets) anyBare(b []byte, lead string, words []string, final bool) (prefix []byte, a match.Answer) {
	for _, word := range words {
		if stem, ok := strings.CutSuffix(word, grammar.AnyWord); ok {
			if a = br.beginsWord(b, lead, stem, final); a != match.No {
				return nil, a
			}
			continue
		}
		if prefix, a = br.bare(b, lead, word, final); a != match.No {
			return prefix, a
		}
	}
	return nil, match.No
}

// beginsWord matches a tag of nothing but its brackets and a word that begins with stem.
func (br *Brackets) beginsWord(b []byte, lead, stem string, final bool) match.Answer {
	a := br.lead(lead, b, final)
	if !a.Yes() {
		return a
	}
	at := br.space(b, a.Len())
	if a = match.Text(stem, b[min(at, len(b)):], final).Plus(at); !a.Yes() {
		return a
	}
	at = a.Len()
	at += match.WordLen(b[at:min(len(b), at+maxWrong)])
	if at == len(b) {
		return match.End(final)
	}
	return br.end(b[at:], final).Plus(at)
}

// maxWrong bounds the rest of a wrong word, in bytes.
const maxWrong = 32

// lead matches the beginning of a tag, before its prefix or word.
func (br *Brackets) lead(lead string, b []byte, final bool) match.Answer {
	if br.Affix == grammar.Gapped {
		return match.Spelling(br.Visits, lead, b, final, false)
	}
	return match.Text(lead, b, final)
}

// TagAs matches a tag of nothing but its brackets, this prefix, and its word.
func (br *Brackets) TagAs(b []byte, lead, prefix, word string, final bool) match.Answer {
	a := br.wordAs(b, lead, prefix, word, final)
	if !a.Yes() {
		return a
	}
	return br.end(b[a:], final).Plus(int(a))
}

// wordAs matches lead, the prefix and ':' if prefix isn't empty, and the word.
func (br *Brackets) wordAs(b []byte, lead, prefix, word string, final bool) match.Answer {
	a := br.lead(lead, b, final)
	if !a.Yes() {
		return a
	}
	n := int(a)
	if br.Affix == grammar.Spaced {
		n = br.space(b[:min(len(b), MaxTag)], n)
	}
	if br.Affix == grammar.Suffixed {
		_, a = br.suffixed(b, n, word, final)
		return a
	}
	if prefix != "" {
		a = match.Text(prefix, b[n:], final).Plus(n)
		if a.Yes() {
			a = match.Text(":", b[a:], final).Plus(int(a))
		}
		if !a.Yes() {
			return a
		}
		n = int(a)
	}
	return br.named(b, n, word, final)
}
