package tags

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A Reader reads the tags of a grammar.
type Reader struct {
	*grammar.Tags
	// Suffix, if set, is the one that the tags have; else any is right.
	Suffix string
}

// Within is the reader for what stands behind a tag of the prefix, or suffix.
func (r Reader) Within(prefix string) Reader {
	if r.Brackets.Suffix {
		r.Suffix = prefix
	}
	return r
}

// An Opened is an opening tag that was read. Its slices are parts of the output.
type Opened struct {
	// Prefix is the namespace prefix, or the suffix, without its ':'.
	Prefix []byte
	// Name is the value of the attribute that names; at NameAt in the tag it
	// stands, NameLen bytes long. Named tells whether it is there.
	Name            []byte
	NameAt, NameLen int
	Named           bool
	// Empty: the tag closes itself.
	Empty bool
	// Type is the value of the attribute that types; nil if it isn't there.
	Type []byte
	// Unclosed: white space stands where the tag should end.
	Unclosed bool
	// Opener, Closer and Marker: of a pair, the key's opening or closing tag
	// stands there twice, or the value's opening tag is missing.
	Opener, Closer, Marker bool
	// Keyless: of a call, the opening tag of its first key is missing. Key is
	// the key, if another call's opening tag stands in that place; else the name
	// holds both.
	Keyless bool
	Key     []byte
	// Escape: newlines behind the name were written as \n.
	Escape bool
	// Loose: white space in the tag lacks, or is written otherwise.
	Loose bool
}

// Starts matches the beginning of an opening tag of this word, up to behind the word.
func (r *Reader) Starts(b []byte, word string, final bool) (prefix []byte, a match.Answer) {
	return r.word(b, r.Brackets.Open, word, final)
}

// Closing matches a closing tag of this word.
func (r *Reader) Closing(b []byte, word string, final bool) (prefix []byte, a match.Answer) {
	prefix, a = r.ClosingStarts(b, word, final)
	if !a.Yes() {
		return nil, a
	}
	return prefix, r.end(b[a:], final).Plus(int(a))
}

// ClosingStarts matches the beginning of a closing tag, up to behind the word.
func (r *Reader) ClosingStarts(b []byte, word string, final bool) (prefix []byte, a match.Answer) {
	return r.word(b, r.Brackets.Close, word, final)
}

// OpensCall matches a call's whole opening tag.
func (r *Reader) OpensCall(b []byte, final bool) (o Opened, a match.Answer) {
	return r.Opening(b, &r.Call, final)
}

// OpensParameter matches all that stands before a parameter's value.
func (r *Reader) OpensParameter(b []byte, final bool) (o Opened, a match.Answer) {
	if r.Parameter.Key != "" {
		return r.pair(b, final)
	}
	return r.Opening(b, &r.Parameter, final)
}

// Opening matches a whole opening tag of at most [MaxTag] bytes.
func (r *Reader) Opening(b []byte, t *grammar.Tag, final bool) (o Opened, a match.Answer) {
	prefix, a := r.word(b, r.Brackets.Open, t.Word, final)
	if a == match.No && r.LooseSpace {
		return r.loose(b, t, final)
	}
	if !a.Yes() {
		return o, a
	}
	o.Prefix = prefix
	if r.Brackets.Suffix {
		within := r.Within(string(prefix))
		r = &within
	}
	rest := b[:min(len(b), MaxTag)]
	final = final || len(b) > MaxTag
	switch t.Name {
	case grammar.NameAssigned:
		return r.assigned(o, rest, int(a), final)
	case grammar.NameBehind:
		return r.behind(o, rest, int(a), final)
	}
	n := int(a)
	for {
		if end := r.end(rest[n:], final); end != match.No {
			return o, end.Plus(n)
		}
		if end := r.selfCloses(rest[n:], t, final); end != match.No {
			o.Empty = true
			return o, end.Plus(n)
		}
		key, value, at, w := r.attribute(rest[n:], t.Unquoted, final)
		if !w.Yes() {
			return o, w
		}
		switch string(key) {
		case t.Name:
			if !o.Named {
				o.Name, o.NameAt, o.NameLen, o.Named = unescaped(t, value), n+at, len(value), true
			}
		case t.Type:
			if o.Type == nil {
				o.Type = value
			}
		}
		n += int(w)
	}
}

// selfCloses matches white space or none, and what ends a tag that closes itself.
func (r *Reader) selfCloses(b []byte, t *grammar.Tag, final bool) match.Answer {
	n := space(b, 0)
	if !t.SelfCloses || n == len(b) || b[n] != '/' {
		return match.No
	}
	return match.Text(r.Brackets.End, b[n+1:], final).Plus(n + 1)
}

// lead matches what a tag begins with.
func (r *Reader) lead(lead string, b []byte, final bool) match.Answer {
	if r.Brackets.Gap {
		return match.Spelling(lead, b, final, false)
	}
	return match.Text(lead, b, final)
}

// Closes tells whether b begins as a closing tag does.
func (r *Reader) Closes(b []byte) bool { return r.lead(r.Brackets.Close, b, true).Yes() }

// AnyTag matches the opening or closing tag of an element, whatever its word is.
func (r *Reader) AnyTag(b []byte, final bool) (word []byte, closes bool, a match.Answer) {
	if a = r.lead(r.Brackets.Close, b, final); a == match.More {
		return nil, false, a
	}
	if closes = a.Yes(); !closes {
		if a = r.lead(r.Brackets.Open, b, final); !a.Yes() {
			return nil, false, a
		}
	}
	rest := b[a:]
	n := 0
	for n < len(rest) && n < maxKey && rest[n] != '<' && rest[n] != '/' && rest[n] != r.Brackets.End[0] && !match.IsSpace(rest[n]) {
		n++
	}
	switch {
	case n == len(rest):
		return nil, closes, match.End(final)
	case n == 0 || n == maxKey:
		return nil, closes, match.No
	}
	return rest[:n], closes, match.Text(r.Brackets.End, rest[n:], final).Plus(int(a) + n)
}

// ClosingAs matches a closing tag of this word that bears just this prefix.
func (r *Reader) ClosingAs(b []byte, prefix, word string, final bool) match.Answer {
	return r.tagAs(b, r.Brackets.Close, prefix, word, final)
}

// tagAs matches a tag that is its brackets, just this prefix, and its word.
func (r *Reader) tagAs(b []byte, lead, prefix, word string, final bool) match.Answer {
	a := r.wordAs(b, lead, prefix, word, final)
	if !a.Yes() {
		return a
	}
	return r.end(b[a:], final).Plus(int(a))
}

// wordAs matches lead, the prefix and ':' if there is to be one, and the word.
func (r *Reader) wordAs(b []byte, lead, prefix, word string, final bool) match.Answer {
	a := r.lead(lead, b, final)
	if !a.Yes() {
		return a
	}
	n := int(a)
	if r.Brackets.Space {
		n = space(b, n)
	}
	if r.Brackets.Suffix {
		_, a = r.suffixed(b, n, word, final)
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
	return r.named(b, n, word, final)
}

// Begins matches the beginning of an opening tag that bears just this prefix,
// up to behind the '=' of the attribute that names.
func (r *Reader) Begins(b []byte, prefix string, t *grammar.Tag, final bool) match.Answer {
	a := r.wordAs(b, r.Brackets.Open, prefix, t.Word, final)
	if !a.Yes() {
		return a
	}
	n := int(a)
	if t.Name == grammar.NameAssigned {
		return match.Text("=", b[n:], final).Plus(n)
	}
	from := space(b, n)
	a = match.Text(t.Name, b[from:], final)
	switch {
	case from-n > maxSpace || from == n && from < len(b):
		return match.No
	case !a.Yes():
		return a
	}
	n = from + int(a)
	at := space(b, n)
	if at-n > maxSpace {
		return match.No
	}
	return match.Text("=", b[at:], final).Plus(at)
}

// assigned reads the name behind the word and '=', one pair of quotes apart.
func (r *Reader) assigned(o Opened, b []byte, n int, final bool) (Opened, match.Answer) {
	from := space(b, n+1)
	at := from
	for at < len(b) && !match.IsSpace(b[at]) && b[at] != r.Brackets.End[0] && b[at] != '<' {
		at++
	}
	if at == len(b) {
		return o, match.End(final)
	}
	name := b[from:at]
	if len(name) > 1 && isQuote(name[0]) && name[len(name)-1] == name[0] {
		name = name[1 : len(name)-1]
		from++
	}
	o.Name, o.NameAt, o.NameLen, o.Named = name, from, len(name), len(name) > 0
	if end := r.end(b[at:], final); end != match.No {
		return o, end.Plus(at)
	}
	o.Unclosed = true
	if !match.IsSpace(b[at]) || !o.Named {
		return o, match.No
	}
	return o, match.Answer(at)
}

// word matches lead, a prefix and ':' where there may be one, and the word,
// with something behind it that may follow.
func (r *Reader) word(b []byte, lead, name string, final bool) (prefix []byte, a match.Answer) {
	if len(lead) > 1 && len(b) > 1 && b[1] != lead[1] {
		return nil, match.No // most often: an opening tag, where a closing one is looked for
	}
	a = r.lead(lead, b, final)
	if !a.Yes() {
		return nil, a
	}
	n := int(a)
	if r.Brackets.Space {
		n = space(b, n)
	}
	if r.Brackets.Suffix {
		return r.suffixed(b, n, name, final)
	}
	if at := n + len(name); at < len(b) && b[n] == name[0] && string(b[n:at]) == name && r.ends(b[at]) {
		return nil, match.Answer(at) // most often: no prefix stands before it
	}
	if !r.Brackets.Prefix {
		return nil, r.named(b, n, name, final)
	}
	w := match.WordLen(b[n:])
	switch {
	case w > match.MaxWord:
		return nil, match.No
	case n+w == len(b):
		return nil, match.End(final)
	case b[n+w] != ':':
		return nil, r.named(b, n, name, final)
	case w == 0:
		return nil, match.No
	}
	return b[n : n+w], r.named(b, n+w+1, name, final)
}

// InPrefix tells whether b ends in what may be the prefix of any tag: more bytes must
// tell of each of them then.
func (r *Reader) InPrefix(b []byte) bool {
	if !r.Brackets.Prefix || len(b) > len(r.Brackets.Close)+match.MaxWord {
		return false
	}
	lead := match.Text(r.Brackets.Close, b, true)
	if !lead.Yes() {
		if lead = match.Text(r.Brackets.Open, b, true); !lead.Yes() {
			return false
		}
	}
	w := match.WordLen(b[lead:])
	return w <= match.MaxWord && int(lead)+w == len(b)
}

// ends tells whether a word of a tag may end before c; what is longer than a byte apart.
func (r *Reader) ends(c byte) bool {
	return match.IsSpace(c) || c == '=' || c == '/' || r.Brackets.End == ">" && c == '>'
}

// named matches the word at b[at:].
func (r *Reader) named(b []byte, at int, word string, final bool) match.Answer {
	a := match.Text(word, b[at:], final)
	if !a.Yes() {
		return a
	}
	return r.behindWord(b, at+int(a), final)
}

// suffixed matches the word at b[at:], and the suffix behind it.
func (r *Reader) suffixed(b []byte, at int, name string, final bool) (suffix []byte, a match.Answer) {
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
	case w == 0 || r.Suffix != "" && string(suffix) != r.Suffix:
		return nil, match.No
	}
	return suffix, r.behindWord(b, at+w, final)
}

// behindWord matches what may follow the words of a tag, which end at offset at.
func (r *Reader) behindWord(b []byte, at int, final bool) match.Answer {
	if at == len(b) {
		return match.End(final)
	}
	if r.ends(b[at]) {
		return match.Answer(at)
	}
	if end := match.Text(r.Brackets.End, b[at:], final); end != match.No {
		if end == match.More {
			return match.More
		}
		return match.Answer(at)
	}
	return match.No
}

// end matches white space or none, and what ends a tag.
func (r *Reader) end(b []byte, final bool) match.Answer {
	n := 0
	for n < len(b) && n <= maxSpace && match.IsSpace(b[n]) {
		n++
	}
	return match.Text(r.Brackets.End, b[n:], final).Plus(n)
}

// attribute matches white space, a key, '=' and a value, which stands at
// offset at; it may lack its quotes if unquoted.
func (r *Reader) attribute(b []byte, unquoted, final bool) (key, value []byte, at int, a match.Answer) {
	key, value, a = attribute(b, final)
	if a != match.No || !unquoted {
		return key, value, int(a) - 1 - len(value), a
	}
	key, at, a = attributeKey(b, final)
	if !a.Yes() {
		return nil, nil, 0, a
	}
	end := at
	for end < len(b) && !match.IsSpace(b[end]) && b[end] != r.Brackets.End[0] && b[end] != '<' && !isQuote(b[end]) {
		end++
	}
	switch {
	case end == len(b):
		return nil, nil, 0, match.End(final)
	case end == at:
		return nil, nil, 0, match.No
	}
	return key, b[at:end], at, match.Answer(end)
}

// unescaped is the value of an attribute.
func unescaped(t *grammar.Tag, value []byte) []byte {
	if !t.Escaped || bytes.IndexByte(value, '&') < 0 {
		return value
	}
	value = bytes.ReplaceAll(value, []byte("&quot;"), []byte{'"'})
	return bytes.ReplaceAll(value, []byte("&amp;"), []byte{'&'})
}

func isQuote(c byte) bool { return c == '"' || c == '\'' }
