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
func wordEnd(env *body.Env, h *grammar.Header, b []byte) int {
	n := 0
	defer env.Visits.Passed(0, &n)
	for n < len(b) {
		r, size := rune(b[n]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(b[n:])
		}
		if endsWord(r) {
			return n
		}
		if env.Firsts[b[n]] && grammar.BeginsMarker(r) {
			switch a := endsName(env, h, b[n:]); {
			case a == match.More && !env.Final:
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
func endsName(env *body.Env, h *grammar.Header, b []byte) match.Answer {
	for _, part := range [...]string{h.Separator, h.ID} {
		if a := match.Text(part, b, false); a != match.No {
			return a
		}
	}
	_, a := env.Markers.MarkIn(b, false)
	return a
}

// headerWord looks for a name. The name ends before the next part of the header, JSON, a marker or
// white space. The name of a declared tool may contain white space.
func headerWord(env *body.Env, h *grammar.Header, b []byte, limit int, final bool) match.Answer {
	if a := names.Spaced(env.Config.Tools.Spaced(), b, final); a != match.No {
		return a
	}
	return idWord(env, h, b, limit, final)
}

// idWord looks for an id. It ends where a name would end.
func idWord(env *body.Env, h *grammar.Header, b []byte, limit int, final bool) match.Answer {
	n := wordEnd(env, h, b[:min(len(b), limit)])
	switch {
	case n < 0 && len(b) < limit:
		return match.End(final)
	case n <= 0 || !names.Begins(b[:n]):
		return match.No
	}
	return match.Answer(n)
}

// headerNext looks for the part of a header behind another part. It returns which part that is.
func headerNext(env *body.Env, h *grammar.Header, behind headerPart, b []byte, limit int, final bool) (headerPart, match.Answer) {
	switch behind {
	case noHeader:
		return headerName, headerWord(env, h, b, limit, final)
	case headerIDMark:
		return headerID, idWord(env, h, b, limit, final)
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
func wholeHeaderAt(env *body.Env, h *grammar.Header, b []byte, final bool) match.Answer {
	at := 0
	for part := noHeader; part != wholeHeader; {
		next, n := headerNext(env, h, part, b[at:], maxLost, final)
		if !n.Yes() {
			return n
		}
		part, at = next, at+n.Len()
	}
	return match.Answer(at)
}

// headerBegins looks for the name behind the opener. If the separator is in the place of the name,
// the call has no name.
func (hd *head) headerBegins(env *body.Env, rest []byte) match.Answer {
	h := hd.block.Header
	n := headerWord(env, h, rest, maxName, env.Final)
	if n.Yes() {
		hd.alone()
		hd.tag.SetName(env, rest[:n], hd.pos, namesNone)
		hd.header = headerName
		return n
	}
	if n == match.No {
		if n = match.Text(h.Separator, rest, env.Final); n.Yes() {
			hd.alone()
			hd.tag.Malformed = namesNone
		}
	}
	return n
}

const namesNone = "the header names no tool"

// alone notes that the JSON is only arguments.
func (hd *head) alone() {
	hd.header, hd.tag.Shape = wholeHeader, nil
	if h := hd.block.Header; h != nil {
		hd.tag.Format, hd.tag.Prose = h.Format, !h.Object
	}
}

// bareName looks for the name of a declared tool before an object. Between them there may be only
// white space and the end of a tag.
func (hd *head) bareName(env *body.Env, rest []byte) match.Answer {
	name, kind, n := bareHeader(env, rest)
	if !n.Yes() || hd.block.Header != nil && !env.Visits.ContainsAny(rest[:n], "(>") { // the block's header, which headerBegins reads
		return min(n, match.No)
	}
	hd.tag.Note(repair.MissingMarker, hd.pos)
	hd.alone()
	hd.tag.SetName(env, name, hd.pos, "")
	hd.tag.Note(kind, hd.pos)
	if env.Visits.IndexByte(rest[:n], '(') >= 0 {
		hd.tag.Around = ')'
	}
	return n
}

// objectHeader reports whether the block's calls have a header before an object.
func (hd *head) objectHeader() bool { return hd.block.Header != nil && hd.block.Header.Object }

// headed reports whether an object that follows is only the arguments of a call whose name is
// before it.
func (hd *head) headed() bool {
	return hd.tag.Shape == nil && (hd.block.Own() || hd.objectHeader())
}

// namesTool reports whether the object of arguments begins like a complete call of a declared tool,
// with a name and arguments. Then it is unknown which of the two tools the model meant. A tool with
// an argument "name" may have such an object as its arguments.
func (hd *head) namesTool(env *body.Env) match.Answer {
	if !hd.headed() || !env.Config.Tools.Given() || env.Rules.Properties(hd.tag.Name).Names([]byte("name")) {
		return match.No
	}
	rest := env.Rest(hd.pos)
	a := inOrder(rest, env.Final, "{", `"name"`, ":", `"`)
	if !a.Yes() {
		return a
	}
	at := a.Len()
	name := rest[at:min(len(rest), at+maxName)]
	end := env.Visits.IndexByte(name, '"')
	switch {
	case end < 0 && len(name) < maxName:
		return match.End(env.Final)
	case end < 0 || !env.Declared(string(name[:end])):
		return match.No
	}
	at = pastSpace(rest, at+end+1)
	if a = match.Text(",", rest[at:], env.Final); !a.Yes() {
		return a
	}
	if a = match.Any(body.ArgumentsKeys[:], rest[pastSpace(rest, at+1):], env.Final); a.Yes() {
		hd.tag.Malformed = "the arguments name a tool, with arguments of its own"
	}
	return a
}

// packedKeys are keys under which models put all arguments into one object.
var packedKeys = []string{`"arguments"`, `"args"`, `"parameters"`}

// packed reports whether the object of arguments has the arguments in another object, under one of
// packedKeys that the tool doesn't have. Then the inner object is the arguments.
func (hd *head) packed(env *body.Env) match.Answer {
	if !hd.headed() || hd.tag.Around != 0 || !env.Repairs() {
		return match.No
	}
	tool := env.Rules.Properties(hd.tag.Name)
	if tool.Len() == 0 || !env.Declared(hd.tag.Name) {
		return match.No
	}
	rest := env.Rest(hd.pos)
	at := pastSpace(rest, 1)
	key := match.Any(packedKeys, rest[at:], env.Final)
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
		return match.End(env.Final)
	case rest[at] != '{':
		return match.No
	}
	hd.tag.Note(repair.DoubleEncodedArguments, hd.pos)
	hd.tag.Around = '}'
	hd.pos += at
	return match.Answer(at)
}

// tagEnd ends a tag whose beginning the model left out.
const tagEnd = '>'

// maxWordSpace is the maximum length of white space in a header.
const maxWordSpace = 32

// headerGoesOn looks for the next part of the header behind the name.
func (hd *head) headerGoesOn(env *body.Env, rest []byte) match.Answer {
	next, n := headerNext(env, hd.block.Header, hd.header, rest, maxName, env.Final)
	if n.Yes() {
		if hd.header = next; next == headerID {
			hd.tag.ID = string(rest[:n])
		}
	}
	return n
}

// behindHeader decides what follows the complete header.
func (hd *head) behindHeader(env *body.Env, c byte) (what beginning, more bool) {
	due := c == '{' && hd.header != headerIDMark
	if !hd.objectHeader() {
		if env.Firsts[c] {
			if a := env.StopsAt(hd.pos); a != match.No {
				return beginsBare, a == match.More
			}
		}
		due = due || hd.header == wholeHeader
	}
	if due {
		return beginsJSON, false
	}
	return beginsNothing, false
}

// cutOff reports whether the output ends in text that may be the beginning of a header.
func (hd *head) cutOff(env *body.Env) bool {
	rest, h := env.Rest(hd.pos), hd.block.Header
	switch {
	case !env.Final:
		return false
	case len(rest) == 0:
		return true
	case h == nil, hd.header == wholeHeader:
		return false
	case hd.header == noHeader || hd.header == headerIDMark:
		return headerWord(env, h, rest, maxName, false) == match.More && (names.Begins(rest) || names.MayBeSpaced(env.Config.Tools.Spaced(), rest))
	}
	_, n := headerNext(env, h, hd.header, rest, maxName, false)
	return n == match.More
}

// NamesBare reports whether b begins like a block that models open with a bare name.
func NamesBare(env *body.Env, b []byte) match.Answer {
	_, _, a := bareHeader(env, b)
	return a
}

// bareHeader reads a bare name, up to the object behind it.
func bareHeader(env *body.Env, b []byte) (name []byte, kind repair.Kind, a match.Answer) {
	if !env.Config.Tools.Given() {
		return nil, 0, match.No
	}
	tagged := match.Text(functionBegin, b, env.Final)
	if tagged == match.More {
		return nil, 0, tagged
	}
	from := tagged.Len()
	word := b[from:min(len(b), from+maxName)]
	n := env.Visits.IndexFunc(word, func(r rune) bool { return r == tagEnd || r == '(' || endsWord(r) })
	switch a = names.Spaced(env.Config.Tools.Spaced(), word, env.Final || len(word) == maxName); {
	case a == match.More:
		return nil, 0, a
	case a.Yes():
		n = a.Len()
	}
	switch {
	case n < 0 && len(word) < maxName:
		return nil, 0, match.End(env.Final)
	case n <= 0:
		return nil, 0, match.No
	}
	if name, kind = bareNamed(env, word[:n]); name == nil {
		return nil, 0, match.No
	}
	end := string(tagEnd)
	if from > 0 {
		end = functionEnd
	}
	at := pastSpace(b, from+n)
	if a = match.Text(end, b[at:], env.Final); a == match.More || from > 0 && !a.Yes() {
		return nil, 0, a
	}
	at = pastSpace(b, at+a.Len())
	if at < len(b) && b[at] == '(' && from == 0 {
		at = pastSpace(b, at+1)
	}
	switch {
	case at == len(b):
		return nil, 0, match.End(env.Final)
	case b[at] != '{':
		return nil, 0, match.No
	}
	if a = nameAgain(env, name, b[at:]); a != match.No {
		return nil, 0, min(a, match.No) // the object is the call
	}
	return name, kind, match.Answer(at)
}

// functionBegin begins an element that contains the name.
const functionBegin = "<function>"

// bareNamed returns the name of the declared tool that the word means, or nil if it means none.
func bareNamed(env *body.Env, word []byte) (name []byte, kind repair.Kind) {
	if name, kind = names.True(env.Visits, env.Config, word); env.Config.Tools.Declared(string(name)) {
		return name, kind
	}
	name, _ = names.Suffix(env.Visits, env.Config, word, "/")
	return name, repair.ToolName
}

// headerEnds and white space end a name or an id in a header.
const headerEnds = "{[<" + string(fence.Code)

func endsWord(r rune) bool { return match.IsWideSpace(r) || strings.ContainsRune(headerEnds, r) }

// nameAgain reports whether b begins with an object whose first member is the tool's name. A tool
// with an argument "name" may have such an object as its arguments.
func nameAgain(env *body.Env, name, b []byte) match.Answer {
	if env.Rules.Properties(string(name)).Names([]byte("name")) {
		return match.No
	}
	return inOrder(b, env.Final, "{", `"name"`, ":", `"`+string(name)+`"`)
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
