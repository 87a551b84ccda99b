package tags

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// attribute matches white space, a key, '=' and a value, which stands at
// offset at; it may lack its quotes if unquoted.
func (r *Reader) attribute(b []byte, unquoted, final bool) (key, value []byte, at int, a match.Answer) {
	key, value, a = r.quotedAttribute(b, final)
	if a != match.No || !unquoted {
		return key, value, int(a) - 1 - len(value), a
	}
	key, at, a = r.attributeKey(b, final)
	if !a.Yes() {
		return nil, nil, 0, a
	}
	end := at
	for end < len(b) && !match.IsSpace(b[end]) && b[end] != r.Brackets.End[0] && b[end] != '<' && !isQuote(b[end]) {
		end++
	}
	r.Visits.Add(end - at)
	if end < len(b) && b[end] == r.Brackets.End[0] && b[end-1] == '/' {
		end-- // it closes the tag
	}
	switch {
	case end == len(b):
		return nil, nil, 0, match.End(final)
	case end <= at:
		return nil, nil, 0, match.No
	}
	return key, b[at:end], at, match.Answer(end)
}

// quotedAttribute matches white space, a key, '=' and a value in single or double
// quotes; there may be white space around the '='.
func (r *Reader) quotedAttribute(b []byte, final bool) (key, value []byte, a match.Answer) {
	key, at, a := r.attributeKey(b, final)
	if !a.Yes() {
		return nil, nil, a
	}
	quote := b[at]
	if !isQuote(quote) {
		return nil, nil, match.No
	}
	w := r.Visits.IndexByte(b[at+1:], quote)
	if w < 0 {
		return nil, nil, match.End(final)
	}
	return key, b[at+1 : at+1+w], match.Answer(at + w + 2)
}

// openQuote is the quote that the value of the attribute at the start of b begins with.
func (r *Reader) openQuote(b []byte) byte {
	if _, at, a := r.attributeKey(b, false); a.Yes() && isQuote(b[at]) {
		return b[at]
	}
	return 0
}

// An Awaited is a tag that a byte must come for, mostly a quote, so that it isn't read anew for
// every chunk.
type Awaited struct {
	at, to int // the tag's offset, and how much of it there was
	next   byte
}

// Await notes that the tag at offset at, with which b begins, waits for the byte next.
func (a *Awaited) Await(at int, b []byte, next byte) { *a = Awaited{at, len(b), next} }

// Note notes what the tag at offset at, with which b begins, waits for.
func (a *Awaited) Note(at int, b []byte, o *Opened, answer match.Answer) {
	if answer == match.More && o.Awaits != 0 {
		a.Await(at, b, o.Awaits)
	}
}

// Still tells whether it goes on waiting.
func (a *Awaited) Still(v *visit.Count, at int, b []byte) bool {
	if a.next == 0 || a.at != at || len(b) < a.to || len(b) > MaxTag || v.IndexByte(b[a.to:], a.next) >= 0 {
		return false
	}
	a.to = len(b)
	return true
}

// attributeKey matches an attribute up to its value, which begins at offset at.
func (r *Reader) attributeKey(b []byte, final bool) (key []byte, at int, a match.Answer) {
	from := r.space(b, 0)
	at = from
	for at < len(b) && isKey(b[at]) {
		if at++; from == 0 && at > maxKey {
			return nil, 0, match.No // no attribute, however it goes on
		}
	}
	r.Visits.Add(at - from)
	key = b[from:at]
	at = r.space(b, at)
	switch {
	case at == len(b):
		return nil, 0, match.End(final)
	case from == 0 || len(key) == 0 || b[at] != '=':
		return nil, 0, match.No
	}
	at = r.space(b, at+1)
	if at == len(b) {
		return nil, 0, match.End(final)
	}
	return key, at, match.Answer(at)
}

// space is the offset behind the white space at offset at. It is inlined, as mostly there is none.
func (r *Reader) space(b []byte, at int) int {
	if at >= len(b) || b[at] > ' ' {
		return at
	}
	return r.spaces(b, at)
}

func (r *Reader) spaces(b []byte, at int) int {
	from := at
	for at < len(b) && match.IsSpace(b[at]) {
		at++
	}
	r.Visits.Add(at - from)
	return at
}

func isKey(c byte) bool { return match.IsWord(c) || c == ':' }

func isQuote(c byte) bool { return c == '"' || c == '\'' }
