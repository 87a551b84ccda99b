package tags

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// An attribute is a key and its value, which is at offset at.
type attribute struct {
	key, value  []byte
	at          int
	typographic bool        // its quotes are typographic
	unquoted    bool        // its quotes are missing
	awaits      names.Quote // ends the value, if it takes more bytes to decide
}

// attribute matches white space, a key, '=' and a value in quotes. There may be white space
// around the '='. If unquoted, the quotes may be missing.
func (br *Brackets) attribute(b []byte, unquoted, final bool) (attr attribute, a match.Answer) {
	attr.key, attr.at, a = br.attributeKey(b, final)
	if !a.Yes() {
		return attr, a
	}
	at := attr.at
	q, end, a := br.quoted(b[at:], final)
	if a == match.More {
		attr.awaits = q
		return attr, a
	}
	if a.Yes() {
		attr.at += q.Width
		attr.value, attr.typographic = b[attr.at:at+end], q.Width > 1
		return attr, a.Plus(at)
	}
	if !unquoted {
		return attr, match.No
	}
	end = at
	for end < len(b) && !match.IsSpace(b[end]) && b[end] != br.End[0] && b[end] != br.Open[0] && b[end] != '"' && b[end] != '\'' {
		end++
	}
	br.Visits.Add(end - at)
	if end < len(b) && b[end] == br.End[0] && b[end-1] == '/' {
		end-- // it closes the tag
	}
	switch {
	case end == len(b):
		return attr, match.End(final)
	case end <= at:
		return attr, match.No
	}
	attr.value, attr.unquoted = b[at:end], true
	return attr, match.Answer(end)
}

// quoted matches a text in quotes. The text ends at offset end, before the closing quote.
func (br *Brackets) quoted(b []byte, final bool) (q names.Quote, end int, a match.Answer) {
	if b[0] == names.Typographic && len(b) < names.QuoteLength {
		return names.Quote{}, 0, match.End(final)
	}
	if q = names.QuoteAt(b); q.Width == 0 {
		return q, 0, match.No
	}
	end, width := q.End(br.Visits, b[q.Width:])
	if end += q.Width; width == 0 {
		return q, end, match.End(final)
	}
	return q, end, match.Answer(end + width)
}

// unquote takes quotes off the name, if due. Models write quotes in an attribute's value, or where
// none are due. Whether quotes belong to a call's name depends on the declared tools.
func (o *Opened) unquote(due bool) {
	if !due {
		return
	}
	inner, ok := names.Unquoted(o.Name)
	if !ok {
		return
	}
	if len(o.Name) == o.NameLen { // otherwise escapes in it were decoded
		o.NameAt += names.QuoteAt(o.Name).Width
		o.NameLen = len(inner)
	}
	o.Name, o.Unquoted = inner, true
}

// spaced is the end of a tool's name with white space in it that begins at b[from:], in quotes
// or not. It is from if no such name begins there.
func (rd *Reader) spaced(b []byte, from int, t *grammar.Tag, final bool) (at int, a match.Answer) {
	spaced := rd.Tools.Spaced()
	if len(spaced) == 0 || t == &rd.Parameter {
		return from, match.No
	}
	quote := names.QuoteAt(b[from:]).Width
	a = names.Spaced(spaced, b[from+quote:], final)
	if !a.Yes() {
		return from, a
	}
	return from + quote + a.Len(), a
}

// An Awaited is a tag that waits for a byte, mostly a quote, so that it isn't read anew for
// every chunk.
type Awaited struct {
	at, to int // the tag's offset, and how much of it was searched
	next   names.Quote
	space  bool // it waits for what is behind white space, instead
}

// Await notes that the tag at offset at, with which b begins, waits for the byte next.
func (a *Awaited) Await(at int, b []byte, next byte) {
	*a = Awaited{at: at, to: len(b), next: names.Quote{Like: next, Width: 1}}
}

// Note notes the quote that the tag at offset at, with which b begins, waits for.
func (a *Awaited) Note(at int, b []byte, o *Opened, answer match.Answer) {
	if answer == match.More && o.Awaits.Width > 0 {
		// The last bytes may begin the quote.
		*a = Awaited{at: at, to: max(len(b)-o.Awaits.Width+1, 0), next: o.Awaits}
	}
}

// NoteSpace notes that the tag at offset at, with which b begins, waits for its word, if all of b
// behind the bracket is white space.
func (a *Awaited) NoteSpace(r *Brackets, at int, b []byte) {
	for _, lead := range [...]string{r.Open, r.Close} {
		if n := len(lead); r.Affix == grammar.Spaced && n < len(b) && string(b[:n]) == lead && r.space(b, n) == len(b) {
			*a = Awaited{at: at, to: len(b), space: true}
		}
	}
}

// Still reports whether the tag at offset at, with which b begins, goes on waiting.
func (a *Awaited) Still(v *work.Counter, at int, b []byte) bool {
	if !a.space && a.next.Width == 0 || a.at != at || len(b) < a.to || len(b) > MaxTag {
		return false
	}
	if a.space {
		n := match.SpaceEnd(b, a.to)
		v.Add(n - a.to)
		a.to = n
		return n == len(b)
	}
	searched, width := a.next.End(v, b[a.to:])
	if width > 0 {
		return false
	}
	a.to += searched
	return true
}

// attributeKey matches an attribute up to its value, which begins at offset at.
func (br *Brackets) attributeKey(b []byte, final bool) (key []byte, at int, a match.Answer) {
	from := br.space(b, 0)
	at = from
	end := len(b)
	if from == 0 {
		end = min(end, maxKey+1)
	}
	at = bytetable.Index(b[:end], at, &keyEnds)
	if from == 0 && at > maxKey {
		return nil, 0, match.No // no attribute, however it goes on
	}
	br.Visits.Add(at - from)
	key = b[from:at]
	at = br.space(b, at)
	switch {
	case at == len(b):
		return nil, 0, match.End(final)
	case from == 0 || len(key) == 0 || b[at] != '=':
		return nil, 0, match.No
	}
	at = br.space(b, at+1)
	if at == len(b) {
		return nil, 0, match.End(final)
	}
	return key, at, match.Answer(at)
}

// space is the offset behind the white space at offset at. It is short enough to be inlined, as
// mostly there is none.
func (br *Brackets) space(b []byte, at int) int {
	if at >= len(b) || b[at] > ' ' {
		return at
	}
	return br.spaces(b, at)
}

func (br *Brackets) spaces(b []byte, at int) int {
	end := match.SpaceEnd(b, at)
	br.Visits.Add(end - at)
	return end
}

// keyEnds are the bytes that the key of an attribute doesn't hold.
var keyEnds = bytetable.Of(func(c byte) bool { return !match.IsWord(c) && c != ':' })
