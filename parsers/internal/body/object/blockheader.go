package object

import (
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A headerPart is how much of a call's header was read.
type headerPart uint8

const (
	noHeader headerPart = iota
	headerName
	headerIDMark
	headerID
	wholeHeader
)

// maxLost is the maximum length of a header whose opener is missing. Text that may be such a header
// is held back.
const maxLost = 100

// wordEnd returns the end of the word at the start of b, or -1 if b has no end of a word. A marker
// ends a word, too.
func wordEnd(e *body.Around, h *grammar.Header, b []byte) int {
	n := 0
	defer e.Visits.Passed(0, &n)
	for n < len(b) {
		r, size := rune(b[n]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(b[n:])
		}
		if endsWord(r) {
			return n
		}
		if e.Firsts[b[n]] && grammar.BeginsMarker(r) {
			switch a := endsName(e, h, b[n:]); {
			case a == match.More && !e.Final:
				return -1
			case a != match.No:
				return n
			}
		}
		n += size
	}
	return -1
}

// endsName reports whether b begins with a part of the header or with another marker.
func endsName(e *body.Around, h *grammar.Header, b []byte) match.Answer {
	for _, part := range [...]string{h.Separator, h.ID} {
		if a := match.Text(part, b, false); a != match.No {
			return a
		}
	}
	_, a := e.Markers.MarkIn(b, false)
	return a
}

// headerWord looks for a name. The name ends before the next part of the header, JSON, a marker or
// white space. The name of a declared tool may contain white space.
func headerWord(e *body.Around, h *grammar.Header, b []byte, limit int, final bool) match.Answer {
	if a := names.Spaced(e.Config.Tools.Spaced(), b, final); a != match.No {
		return a
	}
	return idWord(e, h, b, limit, final)
}

// idWord looks for an id. It ends where a name would end.
func idWord(e *body.Around, h *grammar.Header, b []byte, limit int, final bool) match.Answer {
	n := wordEnd(e, h, b[:min(len(b), limit)])
	switch {
	case n < 0 && len(b) < limit:
		return match.End(final)
	case n <= 0 || !names.Begins(b[:n]):
		return match.No
	}
	return match.Answer(n)
}

// headerNext looks for the part of a header behind another part. It returns which part that is.
func headerNext(e *body.Around, h *grammar.Header, behind headerPart, b []byte, limit int, final bool) (headerPart, match.Answer) {
	switch behind {
	case noHeader:
		return headerName, headerWord(e, h, b, limit, final)
	case headerIDMark:
		return headerID, idWord(e, h, b, limit, final)
	case wholeHeader:
		return wholeHeader, match.No
	}
	n := match.Text(h.Separator, b, final)
	if n != match.No || behind == headerID || h.ID == "" {
		return wholeHeader, n
	}
	return headerIDMark, match.Text(h.ID, b, final)
}

// wholeHeaderAt looks for a header with its separator, written without white space.
func wholeHeaderAt(e *body.Around, h *grammar.Header, b []byte, final bool) match.Answer {
	at := 0
	for part := noHeader; part != wholeHeader; {
		next, n := headerNext(e, h, part, b[at:], maxLost, final)
		if !n.Yes() {
			return n
		}
		part, at = next, at+n.Len()
	}
	return match.Answer(at)
}

// headerBegins looks for the name behind the opener. If the separator is in the place of the name,
// the call has no name.
func (b *head) headerBegins(e *body.Around, rest []byte) match.Answer {
	h := b.block.Header
	n := headerWord(e, h, rest, maxName, e.Final)
	if n.Yes() {
		b.alone()
		b.tag.SetName(e, rest[:n], b.pos, namesNone)
		b.header = headerName
		return n
	}
	if n == match.No {
		if n = match.Text(h.Separator, rest, e.Final); n.Yes() {
			b.alone()
			b.tag.Malformed = namesNone
		}
	}
	return n
}

const namesNone = "the header names no tool"

// alone notes that the JSON is only arguments.
func (b *head) alone() {
	b.header, b.tag.Shape = wholeHeader, nil
	if h := b.block.Header; h != nil {
		b.tag.Format, b.tag.Prose = h.Format, !h.Object
	}
}

// bareName looks for the name of a declared tool before an object. Between them there may be only
// white space and the end of a tag.
func (b *head) bareName(e *body.Around, rest []byte) match.Answer {
	name, kind, n := bareHeader(e, rest)
	if !n.Yes() || b.block.Header != nil && !e.Visits.ContainsAny(rest[:n], "(>") { // the block's header, which headerBegins reads
		return min(n, match.No)
	}
	b.tag.Note(repair.MissingMarker, b.pos)
	b.alone()
	b.tag.SetName(e, name, b.pos, "")
	b.tag.Note(kind, b.pos)
	if e.Visits.IndexByte(rest[:n], '(') >= 0 {
		b.tag.Around = ')'
	}
	return n
}

// objectHeader reports whether the block's calls have a header before an object.
func (b *head) objectHeader() bool { return b.block.Header != nil && b.block.Header.Object }

// headed reports whether an object that follows is only the arguments of a call whose name is
// before it.
func (b *head) headed() bool {
	return b.tag.Shape == nil && (b.block.Own() || b.objectHeader())
}

// callKeys are the keys for the arguments in an object that also has the name of the call.
var callKeys = []string{`"arguments"`, `"args"`, `"parameters"`, `"params"`, `"input"`}

// namesTool reports whether the object of arguments begins like a complete call of a declared tool,
// with a name and arguments. Then it is unknown which of the two tools the model meant. A tool with
// an argument "name" may have such an object as its arguments.
func (b *head) namesTool(e *body.Around) match.Answer {
	if !b.headed() || !e.Config.Tools.Given() || e.Rules.Properties(b.tag.Name).Names([]byte("name")) {
		return match.No
	}
	rest := e.Rest(b.pos)
	a := inOrder(rest, e.Final, "{", `"name"`, ":", `"`)
	if !a.Yes() {
		return a
	}
	at := a.Len()
	name := rest[at:min(len(rest), at+maxName)]
	end := e.Visits.IndexByte(name, '"')
	switch {
	case end < 0 && len(name) < maxName:
		return match.End(e.Final)
	case end < 0 || !e.Declared(string(name[:end])):
		return match.No
	}
	at = pastSpace(rest, at+end+1)
	if a = match.Text(",", rest[at:], e.Final); !a.Yes() {
		return a
	}
	if a = match.Any(callKeys, rest[pastSpace(rest, at+1):], e.Final); a.Yes() {
		b.tag.Malformed = "the arguments name a tool, with arguments of its own"
	}
	return a
}

// packedKeys are keys under which models put all arguments into one object.
var packedKeys = []string{`"arguments"`, `"args"`, `"parameters"`}

// packed reports whether the object of arguments has the arguments in another object, under one of
// packedKeys that the tool doesn't have. Then the inner object is the arguments.
func (b *head) packed(e *body.Around) match.Answer {
	if !b.headed() || b.tag.Around != 0 || !e.Repairs() {
		return match.No
	}
	tool := e.Rules.Properties(b.tag.Name)
	if tool.Len() == 0 || !e.Declared(b.tag.Name) {
		return match.No
	}
	rest := e.Rest(b.pos)
	at := pastSpace(rest, 1)
	key := match.Any(packedKeys, rest[at:], e.Final)
	if !key.Yes() {
		return key
	}
	name := rest[at+1 : at+key.Len()-1]
	if tool.Names(name) {
		return match.No
	}
	at = pastSpace(rest, at+key.Len())
	if at < len(rest) && rest[at] == ':' {
		at = pastSpace(rest, at+1)
	}
	switch {
	case at == len(rest):
		return match.End(e.Final)
	case rest[at] != '{':
		return match.No
	}
	b.tag.Note(repair.DoubleEncodedArguments, b.pos)
	b.tag.Around = '}'
	b.pos += at
	return match.Answer(at)
}

// tagEnd ends a tag whose beginning the model left out.
const tagEnd = '>'

// maxWordSpace is the maximum length of white space in a header.
const maxWordSpace = 32

// headerGoesOn looks for the next part of the header behind the name.
func (b *head) headerGoesOn(e *body.Around, rest []byte) match.Answer {
	next, n := headerNext(e, b.block.Header, b.header, rest, maxName, e.Final)
	if n.Yes() {
		if b.header = next; next == headerID {
			b.tag.ID = string(rest[:n])
		}
	}
	return n
}

// behindHeader decides what follows the complete header.
func (b *head) behindHeader(e *body.Around, c byte) (what beginning, more bool) {
	due := c == '{' && b.header != headerIDMark
	if !b.objectHeader() {
		if e.Firsts[c] {
			if a := e.StopsAt(b.pos); a != match.No {
				return beginsBare, a == match.More
			}
		}
		due = due || b.header == wholeHeader
	}
	if due {
		return beginsJSON, false
	}
	return beginsNothing, false
}

// cutOff reports whether the output ends in text that may be the beginning of a header.
func (b *head) cutOff(e *body.Around) bool {
	rest, h := e.Rest(b.pos), b.block.Header
	switch {
	case !e.Final:
		return false
	case len(rest) == 0:
		return true
	case h == nil, b.header == wholeHeader:
		return false
	case b.header == noHeader || b.header == headerIDMark:
		return headerWord(e, h, rest, maxName, false) == match.More && (names.Begins(rest) || names.MayBeSpaced(e.Config.Tools.Spaced(), rest))
	}
	_, n := headerNext(e, h, b.header, rest, maxName, false)
	return n == match.More
}

// NamesBare reports whether b begins like a block that models open with a bare name.
func NamesBare(e *body.Around, b []byte) match.Answer {
	_, _, a := bareHeader(e, b)
	return a
}

// bareHeader reads a bare name, up to the object behind it.
func bareHeader(e *body.Around, b []byte) (name []byte, kind repair.Kind, a match.Answer) {
	if !e.Config.Tools.Given() {
		return nil, 0, match.No
	}
	tagged := match.Text(functionBegin, b, e.Final)
	if tagged == match.More {
		return nil, 0, tagged
	}
	from := tagged.Len()
	word := b[from:min(len(b), from+maxName)]
	n := e.Visits.IndexFunc(word, func(r rune) bool { return r == tagEnd || r == '(' || endsWord(r) })
	switch a = names.Spaced(e.Config.Tools.Spaced(), word, e.Final || len(word) == maxName); {
	case a == match.More:
		return nil, 0, a
	case a.Yes():
		n = a.Len()
	}
	switch {
	case n < 0 && len(word) < maxName:
		return nil, 0, match.End(e.Final)
	case n <= 0:
		return nil, 0, match.No
	}
	if name, kind = bareNamed(e, word[:n]); name == nil {
		return nil, 0, match.No
	}
	end := string(tagEnd)
	if from > 0 {
		end = functionEnd
	}
	at := pastSpace(b, from+n)
	if a = match.Text(end, b[at:], e.Final); a == match.More || from > 0 && !a.Yes() {
		return nil, 0, a
	}
	at = pastSpace(b, at+a.Len())
	if at < len(b) && b[at] == '(' && from == 0 {
		at = pastSpace(b, at+1)
	}
	switch {
	case at == len(b):
		return nil, 0, match.End(e.Final)
	case b[at] != '{':
		return nil, 0, match.No
	}
	if a = nameAgain(e, name, b[at:]); a != match.No {
		return nil, 0, min(a, match.No) // the object is the call
	}
	return name, kind, match.Answer(at)
}

// functionBegin begins an element that contains the name.
const functionBegin = "<function>"

// bareNamed returns the name of the declared tool that the word means, or nil if it means none.
func bareNamed(e *body.Around, word []byte) (name []byte, kind repair.Kind) {
	if name, kind = names.True(e.Visits, e.Config, word); e.Config.Tools.Declared(string(name)) {
		return name, kind
	}
	name, _ = names.Suffix(e.Visits, e.Config, word, "/")
	return name, repair.ToolName
}

// headerEnds and white space end a name or an id in a header.
const headerEnds = "{[<" + string(fence.Code)

func endsWord(r rune) bool { return match.IsWideSpace(r) || strings.ContainsRune(headerEnds, r) }

// nameAgain reports whether b begins with an object whose first member is the tool's name. A tool
// with an argument "name" may have such an object as its arguments.
func nameAgain(e *body.Around, name, b []byte) match.Answer {
	if e.Rules.Properties(string(name)).Names([]byte("name")) {
		return match.No
	}
	return inOrder(b, e.Final, "{", `"name"`, ":", `"`+string(name)+`"`)
}

// inOrder matches texts that follow each other, ignoring white space between them.
func inOrder(b []byte, final bool, texts ...string) match.Answer {
	at := 0
	for _, text := range texts {
		at = pastSpace(b, at)
		a := match.Text(text, b[at:], final)
		if !a.Yes() {
			return a
		}
		at += a.Len()
	}
	return match.Answer(at)
}

// pastSpace returns the end of the white space at offset n, which is read up to maxWordSpace bytes.
func pastSpace(b []byte, n int) int {
	return n + match.SpaceLen(b[n:min(len(b), n+maxWordSpace)])
}
