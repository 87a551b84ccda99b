package tags

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// plain matches a tag that is its brackets and its word alone.
func (r Reader) plain(b []byte, lead, word string, final bool) match.Answer {
	_, a := r.word(b, lead, word, final)
	if !a.Yes() {
		return a
	}
	return r.end(b[a:], final).Plus(int(a))
}

// behind reads the name behind an opening tag of a call, whose word ends at n:
// one word, before the separator, a parameter or the call's closer.
func (r Reader) behind(o Opened, b []byte, n int, final bool) (Opened, match.Answer) {
	end := r.end(b[n:], final)
	if !end.Yes() {
		return o, end
	}
	from := space(b, n+int(end))
	at := from
	for at < len(b) && !IsSpace(b[at]) && b[at] != '<' {
		at++
	}
	o.Name, o.NameAt, o.NameLen, o.Named = b[from:at], from, at-from, at > from
	at = space(b, at)
	switch {
	case at == len(b):
		return o, match.End(final)
	case !o.Named:
		return o, match.No
	}
	if sep := r.Call.Separator; sep != "" {
		a := r.plain(b[at:], r.Brackets.Open, sep, final)
		if a == match.More {
			return o, a
		}
		at = space(b, at+a.Len())
	}
	for _, next := range [...]struct{ lead, word string }{
		{r.Brackets.Open, r.Parameter.Key}, {r.Brackets.Close, r.Call.Word},
	} {
		if a := r.plain(b[at:], next.lead, next.word, final); a != match.No {
			if a.Yes() {
				a = match.Answer(at)
			}
			return o, a
		}
	}
	return o, match.No
}

// maxKey bounds the key of a pair, in bytes.
const maxKey = 256

// pair matches the element of a key, that of a type where there may be one,
// and the opening tag of a value.
func (r Reader) pair(b []byte, final bool) (o Opened, a match.Answer) {
	n, a := r.twice(b, 0, r.Brackets.Open, r.Parameter.Key, &o.Opener, final)
	if !a.Yes() {
		return o, a
	}
	key, n, a := r.text(b, n, r.Parameter.Key, final)
	if !a.Yes() {
		return o, a
	}
	o.Name, o.Named = bytes.TrimSpace(key), true
	o.NameLen = len(o.Name)
	o.NameAt = n - int(a) - len(key) + bytes.Index(key, o.Name)
	n, a = r.again(b, n, r.Brackets.Close, r.Parameter.Key, &o.Closer, final)
	if a == match.More {
		return o, a
	}
	key2 := n
	if r.Parameter.Type != "" {
		if n, a = r.typed(b, n, &o, final); a == match.More {
			return o, a
		}
	}
	at := space(b, n)
	if at == len(b) {
		return o, match.End(final)
	}
	a = r.plain(b[at:], r.Brackets.Open, r.Parameter.Word, final)
	switch {
	case a == match.More:
		return o, a
	case a.Yes():
		return o, a.Plus(at)
	}
	o.Marker = true
	if key2 < len(b) && b[key2] == '\n' {
		key2++
	}
	return o, match.Answer(key2)
}

// twice matches an opening tag that may be written twice.
func (r Reader) twice(b []byte, n int, lead, word string, two *bool, final bool) (int, match.Answer) {
	a := r.plain(b[n:], lead, word, final)
	if !a.Yes() {
		return n, a
	}
	return r.again(b, n+int(a), lead, word, two, final)
}

// again matches a tag once more, which is one too many, or nothing.
func (r Reader) again(b []byte, n int, lead, word string, two *bool, final bool) (int, match.Answer) {
	a := r.plain(b[n:], lead, word, final)
	if a == match.More {
		return n, a
	}
	*two = a.Yes()
	return n + a.Len(), match.Answer(max(n, 1))
}

// text reads what stands before the closing tag of a word: no tag, no newline.
func (r Reader) text(b []byte, n int, word string, final bool) (text []byte, end int, a match.Answer) {
	rest := b[n:]
	i := bytes.IndexAny(rest[:min(len(rest), maxKey)], "<\n")
	switch {
	case i < 0 && len(rest) < maxKey:
		return nil, n, match.End(final)
	case i < 0:
		return nil, n, match.No
	}
	a = r.plain(rest[i:], r.Brackets.Close, word, final)
	if !a.Yes() {
		return nil, n, a
	}
	return rest[:i], n + i + int(a), a
}

// typed reads the element of a type, if it stands there.
func (r Reader) typed(b []byte, n int, o *Opened, final bool) (int, match.Answer) {
	at := space(b, n)
	if at == len(b) {
		return n, match.End(final)
	}
	a := r.plain(b[at:], r.Brackets.Open, r.Parameter.Type, final)
	if !a.Yes() {
		return n, a
	}
	text, end, a := r.text(b, at+int(a), r.Parameter.Type, final)
	if !a.Yes() {
		return n, a
	}
	o.Type = bytes.TrimSpace(text)
	return end, a
}

// OpensKey matches the opening tag of a pair's key.
func (r Reader) OpensKey(b []byte, final bool) match.Answer {
	return r.plain(b, r.Brackets.Open, r.Parameter.Key, final)
}

// OpensValue matches the opening tag of a pair's value.
func (r Reader) OpensValue(b []byte, final bool) match.Answer {
	return r.plain(b, r.Brackets.Open, r.Parameter.Word, final)
}
