package tags

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// behind reads the name behind an opening tag of a call, whose word ends at n:
// one word, before the separator, a parameter or the call's closer.
func (rd *Reader) behind(o *Opened, b []byte, n int, final bool) match.Answer {
	end := rd.Brackets.end(b[n:], final)
	if !end.Yes() {
		return end
	}
	from, a := rd.Brackets.gap(b, n+end.Len(), final)
	if !a.Yes() {
		return a
	}
	at, a := rd.spaced(b, from, &rd.Call, final)
	if a == match.More {
		return a
	}
	open := rd.Brackets.Open[0]
	for at < len(b) && !match.IsSpace(b[at]) && b[at] != open && b[at] != '{' {
		at++
	}
	rd.Brackets.Visits.Add(at - from)
	o.Name, o.NameAt, o.NameLen, o.Named = b[from:at], from, at-from, at > from
	at, a = rd.Brackets.gap(b, at, final)
	switch {
	case !a.Yes():
		return a
	case !o.Named, o.Name[0] == '[':
		return match.No
	}
	if sep := rd.Call.Separator; sep != "" {
		a = rd.Brackets.plain(b[at:], rd.Brackets.Open, sep, final)
		if a == match.More {
			return a
		}
		if at, a = rd.Brackets.gap(b, at+a.Len(), final); !a.Yes() {
			return a
		}
	}
	return rd.behindName(o, b, at, final)
}

// maxGap bounds the white space between the tags of a pair, and behind a call's name, in bytes: it
// is looked at whenever more bytes have come.
const maxGap = 1 << 10

// gap is the end of the white space that begins at offset n. It is none if it is too long, or if b
// ends behind it.
func (br *Brackets) gap(b []byte, n int, final bool) (at int, a match.Answer) {
	at = br.space(b[:min(len(b), n+maxGap+1)], n)
	switch {
	case at-n > maxGap:
		return at, match.No
	case at == len(b):
		return at, match.End(final)
	}
	return at, match.Answer(at)
}

// behindName decides about a call by the tags behind its name, at offset at.
func (rd *Reader) behindName(o *Opened, b []byte, at int, final bool) match.Answer {
	rest := b[at:]
	if rd.Mended {
		o.unescape()
	}
	first := rd.Parameter.Key
	if first == "" {
		first = rd.Parameter.Word
	}
	for _, next := range [...]struct{ lead, word string }{
		{rd.Brackets.Open, first}, {rd.Brackets.Close, rd.Call.ClosedBy()},
	} {
		if a := rd.Brackets.plain(rest, next.lead, next.word, final); a != match.No {
			return stands(a, at)
		}
	}
	if rd.Mended {
		a := rd.Brackets.plain(rest, rd.Brackets.Close, rd.Parameter.Word, final)
		if a.Yes() { // a value's closer too many, if it is the only one in the call
			a = rd.Brackets.plain(rest[a:], rd.Brackets.Close, rd.Call.Word, final)
		}
		if a != match.No {
			return stands(a, at)
		}
		if a := rd.keyless(o, b, at, final); a != match.No {
			return a
		}
		o.Keyless, o.Key = false, nil
	}
	return stands(rd.PairTag(rest, final), at)
}

// keyBehind reads the name behind an opening tag of a parameter, whose word ends at n,
// and the separator.
func (rd *Reader) keyBehind(o *Opened, b []byte, n int, final bool) match.Answer {
	end := rd.Brackets.end(b[n:], final)
	if !end.Yes() {
		return end
	}
	n += end.Len()
	key, at, a := rd.Brackets.text(b, n, rd.Brackets.Open, rd.Parameter.Separator, final)
	if !a.Yes() {
		return a
	}
	rd.nameIn(o, key, n)
	return match.Answer(at)
}

// nameIn sets the name that is in the text at offset at.
func (rd *Reader) nameIn(o *Opened, text []byte, at int) {
	o.Name, o.Named = rd.Brackets.Visits.TrimSpace(text), true
	o.NameAt, o.NameLen = at+rd.Brackets.Visits.Index(text, o.Name), len(o.Name)
	o.Spaced = len(o.Name) < len(text)
	o.unquote(true)
}

// UnopenedName matches the name of a parameter, and the separator, if the opening tag before them is
// missing or misspelled. due reports whether a parameter of that name may be here.
func (rd *Reader) UnopenedName(b []byte, due func(name []byte) bool, final bool) match.Answer {
	n := 0
	if bytes.HasPrefix(b, []byte(rd.Brackets.Open[:1])) {
		a := rd.Brackets.misspelt(b, rd.Brackets.Open, "", rd.Parameter.Word, final)
		if !a.Yes() {
			return a
		}
		n = int(a)
	}
	name, end, a := rd.Brackets.text(b, n, rd.Brackets.Open, rd.Parameter.Separator, final)
	switch {
	case !a.Yes():
		return a
	case !due(rd.Brackets.Visits.TrimSpace(name)):
		return match.No
	}
	return match.Answer(end)
}

// PairTag matches any tag of a pair. A call fails at such a tag behind its name, where none is due.
func (rd *Reader) PairTag(b []byte, final bool) match.Answer {
	for _, word := range [...]string{rd.Parameter.Key, rd.Parameter.Type, rd.Parameter.Word, rd.Parameter.Separator, rd.Parameter.Closer} {
		for _, lead := range [...]string{rd.Brackets.Open, rd.Brackets.Close} {
			if word == "" {
				break
			}
			if a := rd.Brackets.plain(b, lead, word, final); a != match.No {
				return a
			}
		}
	}
	return match.No
}

// keyless matches the first key if its opening tag is missing. Then the key's closing tag is
// directly behind the name, which also holds the key. Or, instead of the key's opening tag, another
// call's opening tag or just white space is behind the name.
func (rd *Reader) keyless(o *Opened, b []byte, at int, final bool) match.Answer {
	o.Keyless = true
	if a := rd.Brackets.plain(b[at:], rd.Brackets.Close, rd.Parameter.Key, final); a != match.No {
		return stands(a, at)
	}
	a := rd.Brackets.plain(b[at:], rd.Brackets.Open, rd.Call.Word, final)
	if a == match.More {
		return a
	}
	from := at + a.Len()
	if n := match.WordLen(b[at:]); !a.Yes() {
		// A dot ends a sentence that goes on behind the call's word.
		if n == 0 || rd.Brackets.Visits.IndexByte(b[at:at+n], '.') >= 0 || at+n < len(b) && b[at+n] != rd.Brackets.Open[0] {
			return match.No
		}
	}
	key, _, a := rd.Brackets.text(b, from, rd.Brackets.Close, rd.Parameter.Key, final)
	o.Key = rd.Brackets.Visits.TrimSpace(key)
	return stands(a, from)
}

// Offset at, if the answer a is yes; otherwise a.
func stands(a match.Answer, at int) match.Answer {
	if a.Yes() {
		return match.Answer(at)
	}
	return a
}

// newline is how a model writes a newline that was escaped once too often.
const newline = `\n`

// unescape takes such newlines off the end of the name.
func (o *Opened) unescape() {
	for len(o.Name) > len(newline) && bytes.HasSuffix(o.Name, []byte(newline)) {
		o.Name, o.Escape = o.Name[:len(o.Name)-len(newline)], true
	}
	o.NameLen = len(o.Name)
}

// maxKey bounds the key of a pair, in bytes.
const maxKey = 256

// OpensKeyless is OpensParameter for a pair whose first tag is missing.
func (rd *Reader) OpensKeyless(o *Opened, b []byte, final bool) match.Answer {
	*o = Opened{}
	return rd.keyed(o, b, 0, final)
}

// keyed reads a pair from the key at offset n on.
func (rd *Reader) keyed(o *Opened, b []byte, n int, final bool) match.Answer {
	from := n
	key, n, a := rd.Brackets.text(b, n, rd.Brackets.Close, rd.Parameter.Key, final)
	if !a.Yes() {
		return a
	}
	rd.nameIn(o, key, from)
	n, more := rd.again(b, n, rd.Brackets.Close, rd.Parameter.Key, &o.Closer, final)
	if more {
		return match.More
	}
	behindKey := n
	if rd.Parameter.Type != "" {
		if n, a = rd.typed(b, n, o, final); !a.Yes() {
			return a
		}
	}
	at, a := rd.Brackets.gap(b, n, final)
	if !a.Yes() {
		return a
	}
	a = rd.Brackets.plain(b[at:], rd.Brackets.Open, rd.Parameter.Word, final)
	switch {
	case a == match.More:
		return a
	case a.Yes():
		return a.Plus(at)
	}
	if !rd.Mended {
		return match.No
	}
	if a = rd.Brackets.plain(b[at:], rd.Brackets.Close, rd.Call.Word, final); a == match.More {
		return a
	}
	o.Marker, o.Valueless = true, a.Yes()
	if rest := b[behindKey:]; bytes.HasPrefix(rest, []byte("\r\n")) {
		behindKey += 2
	} else if len(rest) > 0 && rest[0] == '\n' {
		behindKey++
	}
	return match.Answer(behindKey)
}

// again skips a second tag, which is one too many, or nothing.
func (rd *Reader) again(b []byte, n int, lead, word string, two *bool, final bool) (end int, more bool) {
	if !rd.Mended {
		return n, false
	}
	a := rd.Brackets.plain(b[n:], lead, word, final)
	*two = a.Yes()
	return n + a.Len(), a == match.More
}

// text reads the text before the tag with this lead and word. It holds no tag and no newline.
func (br *Brackets) text(b []byte, n int, lead, word string, final bool) (text []byte, end int, a match.Answer) {
	rest := b[n:]
	longest := min(len(rest), maxKey)
	i := 0
	for i < longest && rest[i] != lead[0] && rest[i] != '\n' {
		i++
	}
	br.Visits.Add(i)
	switch {
	case i == maxKey:
		return nil, n, match.No
	case i == longest:
		return nil, n, match.End(final)
	}
	a = br.plain(rest[i:], lead, word, final)
	if !a.Yes() {
		return nil, n, a
	}
	return rest[:i], n + i + int(a), a
}

// typed reads the element of a type, or nothing.
func (rd *Reader) typed(b []byte, n int, o *Opened, final bool) (int, match.Answer) {
	at, a := rd.Brackets.gap(b, n, final)
	if !a.Yes() {
		return n, a
	}
	a = rd.Brackets.plain(b[at:], rd.Brackets.Open, rd.Parameter.Type, final)
	switch a {
	case match.More:
		return n, a
	case match.No:
		return n, match.Answer(max(n, 1))
	}
	text, end, a := rd.Brackets.text(b, at+int(a), rd.Brackets.Close, rd.Parameter.Type, final)
	if !a.Yes() {
		return n, a
	}
	o.Type = rd.Brackets.Visits.TrimSpace(text)
	return end, a
}

// plain matches a tag of nothing but its brackets and its word.
func (br *Brackets) plain(b []byte, lead, word string, final bool) match.Answer {
	_, a := br.bare(b, lead, word, final)
	return a
}

// bears reports whether the tag b, without attributes, has one of the words.
func (br *Brackets) bears(b []byte, lead string, words []string) bool {
	_, a := br.anyBare(b, lead, words, true)
	return a.Yes()
}

// Closing matches a closing tag of this word.
func (br *Brackets) Closing(b []byte, word string, final bool) (prefix []byte, a match.Answer) {
	return br.bare(b, br.Close, word, final)
}

// Closes reports whether b begins as a closing tag does.
func (br *Brackets) Closes(b []byte) bool { return br.lead(br.Close, b, true).Yes() }

// AnyTag matches the opening or closing tag of an element, whatever its word is.
func (br *Brackets) AnyTag(b []byte, final bool) (word []byte, closes bool, a match.Answer) {
	if a = br.lead(br.Close, b, final); a == match.More {
		return nil, false, a
	}
	if closes = a.Yes(); !closes {
		if a = br.lead(br.Open, b, final); !a.Yes() {
			return nil, false, a
		}
	}
	rest := b[a:]
	n := 0
	for n < len(rest) && n < maxKey && rest[n] != br.Open[0] && rest[n] != '/' && rest[n] != br.End[0] && !match.IsSpace(rest[n]) {
		n++
	}
	br.Visits.Add(n)
	switch {
	case n == len(rest):
		return nil, closes, match.End(final)
	case n == 0 || n == maxKey:
		return nil, closes, match.No
	}
	return rest[:n], closes, match.Text(br.End, rest[n:], final).Plus(int(a) + n)
}

// Opens matches an opening tag of this word without attributes.
func (br *Brackets) Opens(b []byte, word string, final bool) (prefix []byte, a match.Answer) {
	return br.bare(b, br.Open, word, final)
}

// Element matches an opening tag that has nothing but a name.
func (br *Brackets) Element(o *Opened, b []byte) match.Answer {
	*o = Opened{}
	from := len(br.Open)
	if a := match.Text(br.Open, b, false); !a.Yes() {
		return a
	}
	for at := from; at < maxKey; at++ {
		br.Visits.Add(1)
		switch {
		case at == len(b):
			return match.More
		case b[at] == br.End[0] && at > from:
			o.Name, o.NameAt, o.NameLen, o.Named = b[from:at], from, at-from, true
			return match.Text(br.End, b[at:], false).Plus(at)
		case b[at] <= ' ' || strings.IndexByte("<>/=\"'", b[at]) >= 0:
			return match.No
		}
	}
	return match.No
}
