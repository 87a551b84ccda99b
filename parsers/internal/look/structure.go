package look

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/words"
)

// structured reports whether a value that the body noted holds structure of the call. repaired: the call
// has a repair.
func (lk look) structured(repaired bool) bool {
	format := lk.env.Words.Of(lk.env.Notes.Format)
	for _, v := range lk.env.Notes.Values {
		if v.Start < lk.env.Mark {
			continue // of a call that failed
		}
		if lk.unbalanced(v, format) || lk.doubledTag(v) || repaired && (lk.damagedIn(v, format) || lk.endsInCloser(v, format)) {
			return true
		}
	}
	return false
}

// unbalanced reports whether the value has an opener or a closer of an argument without its opposite, at an
// edge: at the start or the end of a line, or next to another tag. Tags with another prefix, or suffix, than the value's own
// closer are text.
func (lk look) unbalanced(v body.Span, format *words.Format) bool {
	text := lk.env.Slice(v.Start, v.End)
	lk.env.Visits.Add(len(text))
	closer, _, own := lk.env.Words.TagAt(lk.env.Rest(v.End), format)
	var open pairs
	var last struct {
		end        int
		edge, ends bool // it is at an edge; it ends an argument
	}
	for at := lk.env.Words.Next(text, 0); at < len(text); at = lk.env.Words.Next(text, at+1) {
		t, n, affix := lk.env.Words.TagAt(text[at:], format)
		if n == 0 || closer != nil && string(affix) != string(own) {
			continue
		}
		edge := edgeBefore(text, at) || edgeAfter(text, at+n)
		if last.end > 0 && blank(text[last.end:at]) {
			edge = edge || last.edge || last.ends
		}
		if !t.Closes {
			token := !words.IsWord(text[at+1]) // no text but the call's own has it next to a word
			open.push(t.Word, edge || token && at > 0 && !apart[text[at-1]])
		} else if !open.pop(t.Word) && (edge || lk.beforeTag(text, at+n) || glued(text, at, n)) {
			return true
		}
		at += n - 1
		last.end, last.edge, last.ends = at+1, edge, t.Closes && !t.Key
	}
	return open.edges()
}

// glued reports whether a word is directly before and after the tag of n bytes at offset at. A tag that a text mentions has blanks,
// quotes or punctuation there.
func glued(text []byte, at, n int) bool {
	return at > 0 && at+n < len(text) && !apart[text[at-1]] && !apart[text[at+n]]
}

// apart are the bytes next to a tag that a text mentions.
var apart = bytetable.Of(func(c byte) bool {
	return match.IsSpace(c) || fence.Begins[c] || strings.IndexByte("\"'.,;:!?()", c) >= 0
})

// doubledTag reports whether the value begins with the tag that is before it, or ends with the one after it, and has no
// opposite of it. Then that tag may have been written twice.
func (lk look) doubledTag(v body.Span) bool {
	text := match.TrimSpaceRight(lk.env.Slice(v.Start, v.End))
	before := match.TrimSpaceRight(lk.env.Slice(max(lk.env.Mark, v.Start-maxOwn), v.Start))
	var opener []byte
	if at := lk.env.Visits.LastIndexByte(before, words.TagBegin); at >= 0 && before[len(before)-1] == '>' {
		opener = before[at:]
	}
	after := lk.env.Rest(v.End)
	after = after[match.SpaceLen(after[:min(len(after), maxOwn)]):]
	after = after[:min(len(after), maxOwn)]
	closer := after[:lk.env.Visits.IndexByte(after, '>')+1]
	if len(opener) == 0 || len(closer) == 0 || closer[0] != words.TagBegin {
		return false
	}
	lk.env.Visits.Add(len(opener))
	if begins := text[match.SpaceLen(text):]; len(begins) >= len(opener) && bytes.EqualFold(begins[:len(opener)], opener) {
		return true
	}
	if n := len(words.Word(opener[1:])); n > 0 {
		opener = opener[:1+n]
	}
	return bytes.HasSuffix(text, closer) && lk.env.Visits.Index(text, opener) < 0
}

// maxOwn is how long the tags around a value may be to be compared with it, in bytes.
const maxOwn = 128

// endsInCloser reports whether a value without its closer ends in a closing tag of any kind, which it doesn't open, or in the
// beginning of a closing tag or a token.
func (lk look) endsInCloser(v body.Span, format *words.Format) bool {
	if t, _, _ := lk.env.Words.TagAt(lk.env.Rest(v.End), format); t != nil && t.Closes {
		return false
	}
	text := match.TrimSpaceRight(lk.env.Slice(v.Start, v.End))
	text = text[max(len(text)-maxOwn, 0):]
	at := lk.env.Visits.LastIndexByte(text, words.TagBegin)
	if at < 0 || at+1 == len(text) {
		return false
	}
	tag := text[at+1:]
	if slices.ContainsFunc(tag, match.IsSpace) {
		return false
	}
	if tag[0] != '/' {
		return tag[0] == '|' && tag[len(tag)-1] != '>'
	}
	word, whole := bytes.CutSuffix(tag[1:], []byte(">"))
	return !whole || lk.env.Visits.Index(text[:at], append([]byte("<"), word...)) < 0
}

// beforeTag reports whether a tag may be at offset at, or after the blanks there.
func (lk look) beforeTag(text []byte, at int) bool {
	at = match.SpaceEnd(text, at)
	return at < len(text) && lk.env.Words.Firsts[text[at]]
}

// damagedIn reports whether a damaged opener or closer of an argument is at an edge of the value.
func (lk look) damagedIn(v body.Span, format *words.Format) bool {
	text := lk.env.Slice(v.Start, v.End)
	lk.env.Visits.Add(len(text))
	if lk.env.Words.OpenerEnds(text, format) {
		return true
	}
	for at, c := range text {
		if !lk.env.Words.Firsts[c] && c != words.OpenEntity[0] {
			continue
		}
		if n := lk.env.Words.DamagedAt(text[at:], format); n > 0 && (edgeBefore(text, at) || edgeAfter(text, at+n)) {
			return true
		}
	}
	return false
}

// edgeBefore reports whether only blanks are between the start of a line and offset at.
func edgeBefore(text []byte, at int) bool {
	for at--; at >= 0 && text[at] != '\n'; at-- {
		if !match.IsSpace(text[at]) {
			return false
		}
	}
	return true
}

// edgeAfter reports whether only blanks are between offset at and the end of the line.
func edgeAfter(text []byte, at int) bool {
	for ; at < len(text) && text[at] != '\n'; at++ {
		if !match.IsSpace(text[at]) {
			return false
		}
	}
	return true
}

// blank reports whether text is white space.
func blank(text []byte) bool { return match.SpaceLen(text) == len(text) }

// maxOpen is how many openers of a word are remembered that are open.
const maxOpen = 64

// pairs are the openers that are open in a value: for each word, whether each of them is at an edge, the last one in
// the lowest bit.
type pairs [words.MaxWords]struct {
	n    uint8
	edge uint64
}

func (p *pairs) push(word uint8, edge bool) {
	w := &p[word]
	w.edge <<= 1
	if edge {
		w.edge |= 1
	}
	if w.n < maxOpen {
		w.n++
	}
}

// pop closes the last opener of the word; false if none is open.
func (p *pairs) pop(word uint8) bool {
	w := &p[word]
	if w.n == 0 {
		return false
	}
	w.n--
	w.edge >>= 1
	return true
}

// edges reports whether an opener at an edge is open.
func (p *pairs) edges() bool {
	for i := range p {
		if p[i].n > 0 && p[i].edge != 0 {
			return true
		}
	}
	return false
}
