package tags

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// EndsDamaged reports whether b, without white space at its end, ends with what is left of a damaged closing tag of this
// prefix and word: its beginning or its end, or the tag with slips, in any case, with or without entities.
func (br *Brackets) EndsDamaged(b []byte, prefix, word string) bool {
	tag := br.plainly([]byte(br.written(br.Close, prefix, word)))
	b = br.plainly(b[max(0, len(b)-2*len(tag)-maxSlips*len(entities[0].name)):])
	if bytes.HasSuffix(b, tag) {
		return true
	}
	end := len(br.End)
	for n := len(tag) - 1; n >= end; n-- {
		if rest, ends := bytes.CutSuffix(b, tag[len(tag)-n:]); ends && (n > end || end > 1) {
			return !br.inTag(rest)
		}
	}
	for n := len(tag); n > len(br.Close); n-- {
		if bytes.HasSuffix(b, tag[:n]) {
			return true
		}
	}
	return br.nearly(tag, func(n int) []byte { return b[max(0, len(b)-n):] })
}

// BeginsDamaged reports whether b begins with what is left of a damaged opening tag of this prefix and word, which has no
// attributes. The end of the tag may be missing.
func (br *Brackets) BeginsDamaged(b []byte, prefix, word string) bool {
	tag := br.plainly([]byte(br.written(br.Open, prefix, word)))
	b = br.plainly(b[:min(len(b), 2*len(tag)+maxSlips*len(entities[0].name))])
	for n := len(tag); n > len(br.End)+1; n-- {
		if bytes.HasPrefix(b, tag[len(tag)-n:]) {
			return true
		}
	}
	if bytes.HasPrefix(b, tag[:min(len(tag)-len(br.End), leastOpener)]) {
		return true
	}
	return br.nearly(tag, func(n int) []byte { return b[:min(len(b), n)] })
}

// leastOpener is the least part of an opener that shows that it was one, in bytes.
const leastOpener = 5

// nearly reports whether part, of about the length of the tag, is the tag with slips.
func (br *Brackets) nearly(tag []byte, part func(n int) []byte) bool {
	most := min(maxSlips, len(tag)/match.BytesPerSlip)
	for n := len(tag) - most; n <= len(tag)+most; n++ {
		if got := part(n); len(got) == n && match.Near(string(tag), got, most) == n {
			return true
		}
	}
	return false
}

// inTag reports whether b ends in a tag that isn't closed.
func (br *Brackets) inTag(b []byte) bool {
	for i := len(b) - 1; i >= 0 && !match.IsSpace(b[i]) && b[i] != br.End[0]; i-- {
		if b[i] == br.Open[0] {
			return true
		}
	}
	return false
}

// entities stand for the brackets of most tags.
var entities = [...]struct{ name, sign string }{{"&lt;", "<"}, {"&gt;", ">"}}

// plainly is b in lower case and without entities.
func (br *Brackets) plainly(b []byte) []byte {
	br.Visits.Add(len(b))
	b = folded(nil, b)
	for _, e := range entities {
		b = br.Visits.ReplaceAll(b, []byte(e.name), []byte(e.sign))
	}
	return b
}

// DueOpening matches what may be left of a parameter's opening tag: a tag or a word that names a parameter that is due, or
// a tag with such a name behind it.
func (rd *Reader) DueOpening(b []byte, due func(name []byte) bool, final bool) match.Answer {
	line, final := b[:min(len(b), maxDue)], final || len(b) > maxDue
	n := 0
	if i := match.Any(openers[:], line, final); i == match.More {
		return i
	} else if i.Yes() {
		n = i.Len()
	}
	end := rd.Brackets.Visits.IndexAny(line[n:], dueEnds)
	switch {
	case end < 0 && !final:
		return match.More
	case end < 0:
		return match.No
	}
	head, c := line[n:n+end], line[n+end]
	n += end + 1
	if rd.namesDue(head, c, n > end+1, due) {
		return match.Answer(n)
	}
	if rd.Parameter.Key == "" && rd.Parameter.Name != grammar.NameBehind && len(rd.Brackets.End) == 1 || c != '>' {
		return match.No
	}
	end = rd.Brackets.Visits.IndexAny(line[n:], dueEnds)
	switch {
	case end < 0 && !final:
		return match.More
	case end < 0 || !rd.namesDue(line[n:n+end], line[n+end], true, due):
		return match.No
	}
	return match.Answer(n + end + 1)
}

// namesDue reports whether the text, which ends before the byte c, names a parameter that is due. led: it is in a tag.
func (rd *Reader) namesDue(text []byte, c byte, led bool, due func(name []byte) bool) bool {
	if c == ':' || !led && c != rd.Brackets.Open[0] && rd.Brackets.Visits.IndexByte(text, '=') < 0 {
		return due(rd.Brackets.Visits.TrimSpace(text))
	}
	for word := range bytes.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\r=\"'/|｜", r) }) {
		if due(word) {
			return true
		}
	}
	return false
}

// openers are how a tag begins, also as an entity. dueEnds are the bytes that end the text in it, or a name.
var openers = [...]string{"<", entities[0].name}

const dueEnds = "<>&:\n"

// maxDue bounds the text in which the name of a parameter is looked for, in bytes.
const maxDue = 128
