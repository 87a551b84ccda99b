// Package tags reads the tags of formats that look like XML and are not: there
// are no entities, and everything between two tags is text.
//
// Every function looks at the start of b, which is the output as far as it is
// at hand, and returns a [match.Answer].
//
// Reading order:
//
//   - tags.go: the tags of wrappers, calls and parameters.
//   - pair.go: pairs of elements, a name behind its tag, tags that have no attributes.
//   - remains.go: what is left of damaged tags at the end and the beginning of a value, and behind it.
//   - damaged.go: tags that are damaged, or misspelled, and the parts of such a tag.
//   - brackets.go: the beginning and the end of a tag, its word, prefix and suffix.
//   - attribute.go: attributes.
package tags

import (
	"cmp"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

// OpensWrapper matches the opening tag of a wrapper, which has no attributes.
func (rd *Reader) OpensWrapper(b []byte, final bool) (prefix []byte, a match.Answer) {
	return rd.wrapper(b, rd.Brackets.Open, final)
}

// ClosesWrapper matches the closing tag of a wrapper.
func (rd *Reader) ClosesWrapper(b []byte, final bool) (prefix []byte, a match.Answer) {
	return rd.wrapper(b, rd.Brackets.Close, final)
}

// wrapper matches a tag of a wrapper, with a right word or a wrong one.
func (rd *Reader) wrapper(b []byte, lead string, final bool) (prefix []byte, a match.Answer) {
	if prefix, a = rd.Brackets.anyBare(b, lead, rd.Wrappers, final); a == match.No {
		return rd.Brackets.anyBare(b, lead, rd.WrongWrappers, final)
	}
	return prefix, a
}

// WrongWrapper reports whether the opening tag of a wrapper, b, isn't a right one.
func (rd *Reader) WrongWrapper(b []byte) bool {
	return rd.Spelling == grammar.Misspelt || rd.wrongWord(b, rd.Brackets.Open)
}

// WrongCloser reports whether the closing tag of a wrapper, b, has a wrong word.
func (rd *Reader) WrongCloser(b []byte) bool {
	return rd.wrongWord(b, rd.Brackets.Close)
}

// wrongWord reports whether the tag b of a wrapper has a wrong word. A wrong word may begin as right ones do.
func (rd *Reader) wrongWord(b []byte, lead string) bool {
	return len(rd.WrongWrappers) > 0 && !rd.Brackets.bears(b, lead, rd.Wrappers) && rd.Brackets.bears(b, lead, rd.WrongWrappers)
}

// Untrimmed reports whether values keep a newline at their end in the wrapper whose
// opening tag is b.
func (rd *Reader) Untrimmed(b []byte) bool {
	return rd.Brackets.bears(b, rd.Brackets.Open, rd.UntrimmedWrappers)
}

// CallGoesOn matches the tag with which b, behind a call's opening tag, begins, if it goes
// on with the call: that of a parameter or of a group, or the call's closer.
func (rd *Reader) CallGoesOn(b []byte, final bool) match.Answer {
	_, a := rd.Brackets.Starts(b, rd.Brackets.Open, cmp.Or(rd.Parameter.Key, rd.Parameter.Word), final)
	if a == match.No && rd.LooseSpace {
		var o Opened
		a = rd.OpensParameter(&o, b, final)
	}
	if a == match.No && rd.Group != "" {
		_, a = rd.Brackets.Opens(b, rd.Group, final)
	}
	if a == match.No {
		_, a = rd.ClosesCall(b, final)
	}
	return a
}

const (
	// MaxTag bounds a tag, in bytes. A longer one is text.
	MaxTag = 1024
	// maxSpace bounds the white space before the '>' of a closing tag, in bytes.
	maxSpace = 64
)

// A Reader reads the tags of a grammar. It knows which tags mean calls and parameters, and what they
// name.
type Reader struct {
	*grammar.Tags
	// Brackets read single tags, whatever they mean.
	Brackets Brackets
	// Word, if set, is the wrong word in the opening tag of the call that is read.
	Word string
	// Tools may have names with white space in them.
	Tools *parsers.Tools
}

// New returns the reader of the grammar's tags. It counts none of the bytes that it looks at.
func New(g *grammar.Tags) Reader {
	return Reader{Tags: g, Brackets: Brackets{Brackets: &g.Brackets, LooseSpace: g.LooseSpace}}
}

// Within returns the reader for the text behind a tag with the prefix, or suffix.
func (rd Reader) Within(prefix string) Reader {
	if rd.Brackets.Affix == grammar.Suffixed {
		rd.Brackets.Only = prefix
	}
	return rd
}

// An Opened is an opening tag that was read. Its slices are parts of the output.
type Opened struct {
	// Prefix is the namespace prefix, or the suffix, without its ':'.
	Prefix []byte
	// Name is the value of the attribute that names. It is at NameAt in the tag,
	// NameLen bytes long. Named reports whether it is there.
	Name            []byte
	NameAt, NameLen int
	// Type is the value of the attribute that types; nil if it isn't there.
	Type []byte
	// Word is the word of a call's tag, if that is a wrong one.
	Word string
	// Key is the key of a call's first argument, if Keyless, and if another call's opening tag or
	// white space is in the place of the key's opening tag. Otherwise the name holds both.
	Key []byte
	// Others are further attributes of a call, which may be its arguments.
	Others [][]byte
	// Awaits is the quote that decides, if more bytes must. If it is unset, other bytes may, too.
	Awaits names.Quote

	Named bool
	// Empty: the tag closes itself.
	Empty bool
	// Unclosed: the tag's end is missing, and white space or another tag is there instead.
	Unclosed bool
	// Opener, Closer and Marker: in a pair, the key's opening or closing tag
	// is there twice, or the value's opening tag is missing.
	Opener, Closer, Marker bool
	// Spaced: white space is around the key of a pair.
	Spaced bool
	// Valueless: the value of a pair is missing, too: the call's closing tag is there instead.
	Valueless bool
	// Keyless: the opening tag of a call's first key is missing.
	Keyless bool
	// Escape: newlines behind the name were written as \n.
	Escape bool
	// Loose: white space in the tag is missing, or is written in another way.
	Loose bool
	// Unquoted: the quotes of an attribute are missing, and that is a repair. Or there are quotes
	// where none are due, or typographic quotes.
	Unquoted bool
	// Other: a name that should be behind '=' is in an attribute, or without the '='.
	// Broken: more than a name is there, or something else.
	Other, Broken bool
}

// OpensCall matches a call's complete opening tag. With a wrong word, the tag must have a name.
func (rd *Reader) OpensCall(o *Opened, b []byte, final bool) match.Answer {
	a := rd.Opening(o, b, &rd.Call, final)
	for i := 0; a == match.No && i < len(rd.WrongCalls); i++ {
		t := rd.Call
		t.Word = rd.WrongCalls[i]
		if a = rd.Opening(o, b, &t, final); a.Yes() && !o.Named {
			a = match.No
			continue
		}
		if a.Yes() && t.Word == rd.Parameter.Word {
			a = rd.holdsParameter(o, b, a, final)
		}
		o.Word = t.Word
	}
	return a
}

// holdsParameter matches the opening tag with which b begins, the answer a, if it is that of a call whose word is that of a parameter: it names
// a declared tool, and a parameter follows.
func (rd *Reader) holdsParameter(o *Opened, b []byte, a match.Answer, final bool) match.Answer {
	if !rd.Tools.Given() || !rd.Tools.Declared(string(o.Name)) {
		return match.No
	}
	at, gap := rd.Brackets.gap(b, a.Len(), final)
	if !gap.Yes() {
		return gap
	}
	var inner Opened
	if next := rd.Opening(&inner, b[at:], &rd.Parameter, final); !next.Yes() {
		return next
	}
	if rd.Tools.Declared(string(inner.Name)) {
		return match.No
	}
	return a
}

// Unfinished reports whether b ends in the opening tag of a call.
func (rd *Reader) Unfinished(b []byte) bool { return rd.OpensCall(new(Opened), b, false) == match.More }

// ClosesCall matches a call's closing tag.
func (rd *Reader) ClosesCall(b []byte, final bool) (prefix []byte, a match.Answer) {
	if prefix, a = rd.Brackets.Closing(b, rd.Call.ClosedBy(), final); a == match.No && rd.Word != "" && rd.Word != rd.Parameter.Word {
		return rd.Brackets.Closing(b, rd.Word, final)
	}
	return prefix, a
}

// OpensParameter matches all that is before a parameter's value. In a pair, these are the element of
// a key, the element of a type if there may be one, and the opening tag of a value.
func (rd *Reader) OpensParameter(o *Opened, b []byte, final bool) match.Answer {
	if rd.Parameter.Key == "" {
		return rd.Opening(o, b, &rd.Parameter, final)
	}
	o.Awaits, o.Named = names.Quote{}, false
	a := rd.Brackets.plain(b, rd.Brackets.Open, rd.Parameter.Key, final)
	if !a.Yes() {
		return a
	}
	*o = Opened{}
	n, more := rd.again(b, int(a), rd.Brackets.Open, rd.Parameter.Key, &o.Opener, final)
	if more {
		return match.More
	}
	return rd.keyed(o, b, n, final)
}

// OpensWithin matches, in a value, the opening tag of a parameter with just this prefix. The tag
// may have its name in an attribute, or behind '=' after its word.
func (rd *Reader) OpensWithin(o *Opened, b []byte, prefix string, final bool) match.Answer {
	*o = Opened{}
	word := rd.Brackets.wordAs(b, rd.Brackets.Open, prefix, rd.Parameter.Word, final)
	if word == match.More || word == match.No && !rd.LooseSpace {
		return word
	}
	a := rd.Opening(o, b, &rd.Parameter, final)
	if a == match.No && word.Yes() && int(word) < len(b) && b[word] == '=' {
		a = rd.assigned(o, b[:min(len(b), MaxTag)], &rd.Parameter, int(word), final || len(b) > MaxTag)
	}
	if a.Yes() && (len(o.Name) == 0 || rd.Brackets.Visits.IndexAny(o.Name, "<>=\"'\n") >= 0) {
		return match.No
	}
	return a
}

// Opening matches an opening tag of at most [MaxTag] bytes. If the tag isn't there, as most
// often, o is set only in Awaits and Named.
func (rd *Reader) Opening(o *Opened, b []byte, t *grammar.Tag, final bool) match.Answer {
	o.Awaits, o.Named = names.Quote{}, false
	rest := b[:min(len(b), MaxTag)]
	final = final || len(b) > MaxTag
	prefix, a := rd.Brackets.Starts(rest, rd.Brackets.Open, t.Word, final) // white space may be before it
	if a == match.No && rd.LooseSpace {
		*o = Opened{}
		return rd.loose(o, b, t, final)
	}
	if !a.Yes() {
		return a
	}
	*o = Opened{}
	o.Prefix = prefix
	if rd.Brackets.Affix == grammar.Suffixed {
		within := rd.Within(string(prefix))
		rd = &within
	}
	switch t.Name {
	case grammar.NameAssigned:
		return rd.assigned(o, rest, t, int(a), final)
	case grammar.NameBehind:
		if t == &rd.Parameter {
			return rd.keyBehind(o, rest, int(a), final)
		}
		return rd.behind(o, rest, int(a), final)
	}
	n := int(a)
	for {
		if end := rd.Brackets.end(rest[n:], final); end != match.No {
			return end.Plus(n)
		}
		if end := rd.selfCloses(rest[n:], t, final); end != match.No && o.Named {
			o.Empty = true
			return end.Plus(n)
		}
		attr, w := rd.Brackets.attribute(rest[n:], rd.Attributes == grammar.AttributesUnquoted || rd.Attributes == grammar.AttributesRepaired, final)
		if !w.Yes() {
			o.Awaits = attr.awaits
			return w
		}
		o.Unquoted = o.Unquoted || attr.typographic || attr.unquoted && rd.Attributes == grammar.AttributesRepaired
		switch {
		case string(attr.key) == t.Name:
			if !o.Named {
				o.Name, o.NameAt, o.NameLen, o.Named = rd.unescaped(attr.value), n+attr.at, len(attr.value), true
				o.unquote(t == &rd.Parameter)
			}
		case string(attr.key) == t.Type && o.Type == nil:
			o.Type = attr.value
		case t != &rd.Parameter && !slices.Contains(sayNothing, string(attr.key)):
			o.Others = append(o.Others, attr.key)
		}
		n += int(w)
	}
}

// loose matches an opening tag with one attribute, the one that names, in which
// white space is missing or written in another way.
func (rd *Reader) loose(o *Opened, b []byte, t *grammar.Tag, final bool) match.Answer {
	s := piecesOf(&rd.Brackets, b, final)
	s.text(rd.Brackets.Open + t.Word)
	s.space()
	s.text(t.Name)
	s.space()
	s.text("=")
	s.space()
	at, end := s.quoted()
	s.space()
	s.text(rd.Brackets.End)
	if s.failed {
		return s.answer
	}
	// The name is part of b and not of s.b, so that r may stay on the caller's stack.
	o.Name, o.NameAt, o.NameLen, o.Named, o.Loose = b[at:end], at, end-at, true, true
	o.unquote(t == &rd.Parameter)
	return match.Answer(s.n)
}

// sayNothing are attributes of a call that are never arguments, whatever the tool's schema names.
var sayNothing = []string{"id", "index", "type"}

// selfCloses matches white space or none, and the end of a tag that closes itself.
func (rd *Reader) selfCloses(b []byte, t *grammar.Tag, final bool) match.Answer {
	n := rd.Brackets.space(b, 0)
	if t == &rd.Parameter || n == len(b) || b[n] != '/' {
		return match.No
	}
	return match.Text(rd.Brackets.End, b[n+1:], final).Plus(n + 1)
}

// assigned reads the name behind the word and '=', without a pair of quotes around it.
func (rd *Reader) assigned(o *Opened, b []byte, t *grammar.Tag, n int, final bool) match.Answer {
	equals := rd.Brackets.space(b, n)
	switch {
	case equals == len(b):
		return match.End(final)
	case b[equals] != '=' && equals == n:
		return match.No
	case b[equals] != '=':
		return rd.otherwise(o, b, n, final)
	}
	o.Loose = equals > n
	from := rd.Brackets.space(b, equals+1)
	at, a := rd.spaced(b, from, t, final)
	if a == match.More {
		return a
	}
	open := rd.Brackets.Open[0]
	for at < len(b) && !match.IsSpace(b[at]) && b[at] != rd.Brackets.End[0] && b[at] != open {
		at++
	}
	rd.Brackets.Visits.Add(at - from)
	if at == len(b) {
		return match.End(final)
	}
	name := b[from:at]
	if n := len(name) - 1; t == &rd.Call && n > 0 && name[n] == '/' && b[at] == rd.Brackets.End[0] {
		name, o.Empty = name[:n], true
	}
	o.Name, o.NameAt, o.NameLen, o.Named = name, from, len(name), len(name) > 0
	o.unquote(true)
	plain := bytetable.Index(o.Name, 0, &breaksName)
	rd.Brackets.Visits.Add(plain)
	o.Broken = plain < len(o.Name)
	if end := rd.Brackets.end(b[at:], final); end != match.No {
		return end.Plus(at)
	}
	switch {
	case !match.IsSpace(b[at]) || !o.Named:
		o.Unclosed = true
		return match.No
	case t == &rd.Call: // the tags that follow show whether it is a call
		o.Unclosed = true
		return match.Answer(at)
	}
	return rd.unclosed(o, b, at, final)
}

// breaksName are the bytes that no name behind an '=' has.
var breaksName = [256]bool{'=': true, '"': true, '\'': true}

// unclosed matches a tag that goes on with white space at offset at. Either the tag ends on
// its line, and is broken, or its end is missing there.
func (rd *Reader) unclosed(o *Opened, b []byte, at int, final bool) match.Answer {
	i := rd.Brackets.Visits.IndexAny(b[at:], "<>\n")
	switch {
	case i < 0 && !final:
		return match.More
	case i < 0 || b[at+i] != rd.Brackets.End[0]:
		o.Unclosed = true
		return match.Answer(at)
	}
	o.Broken = true
	return match.Answer(at + i + 1)
}

// otherwise reads the name behind the word, which ends at n, and white space, without a
// '=' between them. The name is in an attribute, or alone.
func (rd *Reader) otherwise(o *Opened, b []byte, n int, final bool) match.Answer {
	attr, a := rd.Brackets.attribute(b[n:], true, final)
	value, at := attr.value, attr.at
	switch {
	case a == match.More:
		return a
	case a.Yes():
		o.Broken, n = string(attr.key) != attributeName, n+int(a)
		at = n - int(a) + at
	default:
		at = rd.Brackets.space(b, n)
		w := match.WordLen(b[at:])
		if at+w == len(b) {
			return match.End(final)
		}
		if w == 0 {
			return match.No
		}
		value, n = b[at:at+w], at+w
	}
	o.Name, o.NameAt, o.NameLen, o.Named, o.Other = value, at, len(value), len(value) > 0, true
	o.Unquoted = attr.typographic
	end := rd.Brackets.end(b[n:], final)
	if end == match.No && a.Yes() {
		i := rd.Brackets.Visits.IndexAny(b[n:], "<>\n")
		if i < 0 {
			return match.End(final)
		}
		if b[n+i] == rd.Brackets.End[0] {
			o.Broken = true
			return match.Answer(n + i + 1)
		}
	}
	return end.Plus(n)
}

// attributeName is the attribute that holds the name in most tags.
const attributeName = "name"

// unescaped is the value of an attribute, without escapes if the tags have them.
func (rd *Reader) unescaped(value []byte) []byte {
	v := rd.Brackets.Visits
	if rd.Attributes != grammar.AttributesEscaped || v.IndexByte(value, '&') < 0 {
		return value
	}
	value = v.ReplaceAll(value, []byte("&quot;"), []byte{'"'})
	return v.ReplaceAll(value, []byte("&amp;"), []byte{'&'})
}
