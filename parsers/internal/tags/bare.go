package tags

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// plain matches a tag of nothing but its brackets and its word.
func (r *Brackets) plain(b []byte, lead, word string, final bool) match.Answer {
	_, a := r.bare(b, lead, word, final)
	return a
}

// bears reports whether the tag b, without attributes, has one of the words.
func (r *Brackets) bears(b []byte, lead string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return r.plain(b, lead, word, true).Yes() })
}

// Closing matches a closing tag of this word.
func (r *Brackets) Closing(b []byte, word string, final bool) (prefix []byte, a match.Answer) {
	return r.bare(b, r.Close, word, final)
}

// Closes reports whether b begins as a closing tag does.
func (r *Brackets) Closes(b []byte) bool { return r.lead(r.Close, b, true).Yes() }

// AnyTag matches the opening or closing tag of an element, whatever its word is.
func (r *Brackets) AnyTag(b []byte, final bool) (word []byte, closes bool, a match.Answer) {
	if a = r.lead(r.Close, b, final); a == match.More {
		return nil, false, a
	}
	if closes = a.Yes(); !closes {
		if a = r.lead(r.Open, b, final); !a.Yes() {
			return nil, false, a
		}
	}
	rest := b[a:]
	n := 0
	for n < len(rest) && n < maxKey && rest[n] != r.Open[0] && rest[n] != '/' && rest[n] != r.End[0] && !match.IsSpace(rest[n]) {
		n++
	}
	r.Visits.Add(n)
	switch {
	case n == len(rest):
		return nil, closes, match.End(final)
	case n == 0 || n == maxKey:
		return nil, closes, match.No
	}
	return rest[:n], closes, match.Text(r.End, rest[n:], final).Plus(int(a) + n)
}

// Opens matches an opening tag of this word without attributes.
func (r *Brackets) Opens(b []byte, word string, final bool) (prefix []byte, a match.Answer) {
	return r.bare(b, r.Open, word, final)
}

// Element matches an opening tag that has nothing but a name.
func (r *Brackets) Element(o *Opened, b []byte) match.Answer {
	*o = Opened{}
	from := len(r.Open)
	if a := match.Text(r.Open, b, false); !a.Yes() {
		return a
	}
	for at := from; at < maxKey; at++ {
		r.Visits.Add(1)
		switch {
		case at == len(b):
			return match.More
		case b[at] == r.End[0] && at > from:
			o.Name, o.NameAt, o.NameLen, o.Named = b[from:at], from, at-from, true
			return match.Text(r.End, b[at:], false).Plus(at)
		case b[at] <= ' ' || strings.IndexByte("<>/=\"'", b[at]) >= 0:
			return match.No
		}
	}
	return match.No
}
