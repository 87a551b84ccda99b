package heads

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A frameHeader reads the header of a message, piece by piece, and is then the
// candidate that the message begins with.
type frameHeader struct {
	m     *grammar.Messages
	calls bool // they hold calls in tags
	start int  // of the header
	scan  int  // up to here it was read
	end   int  // of the header
	how   headerEnd
	next  headerWord

	last   match.Answer // the last answer of headerAt
	pieces int
	odd    int  // words that say nothing
	token  bool // one was seen
	begun  bool // it begins with its token, and the role behind it isn't missing
	other  bool // the role isn't the model's own

	channel bool // its token was seen
	bare    int  // where a channel is without its token; -1: nowhere
	thought bool
	to      string // the recipient; "" for none
	toAt    int
	stray   bool // it isn't written as one
	text    bool // a word that says nothing is behind the recipient
}

// A headerEnd says what ended a header.
type headerEnd uint8

const (
	headerGoesOn  headerEnd = iota
	headerMessage           // its token: the body follows
	headerBody              // the body: the token is missing
	headerBare              // the end of a call without a body
	headerBroken            // something that can't be in a call's header
	headerCut               // the end of the output
)

// A headerWord says what the next word is.
type headerWord uint8

const (
	anyWord headerWord = iota
	roleWord
	channelWord
	typeWord
)

const (
	// maxPieces and maxOdd bound a header's pieces, and the words that say
	// nothing next to a recipient; maxWord bounds a word, in bytes.
	maxPieces = 16
	maxOdd    = 4
	maxWord   = 256
	// maxBare bounds a recipient that may begin a message, in bytes.
	maxBare = 100
)

// strayTo is a model's misspelling of the text before a recipient.
var strayTo = []byte("to:")

// headerAt reports whether a header is at offset at.
func (ar *around) headerAt(at int) match.Answer {
	h := &ar.frames.header
	if h.m == nil {
		return match.No
	}
	if h.last == match.No || h.start != at {
		*h = frameHeader{m: h.m, calls: h.calls, start: at, scan: at, bare: -1}
	}
	if !h.last.Yes() {
		h.last = h.read(ar)
	}
	return h.last
}

// read reads on to the header's end.
func (h *frameHeader) read(ar *around) match.Answer {
	for h.how == headerGoesOn {
		at, more := ar.cur.Space(h.scan)
		if h.scan = at; more {
			return match.More
		}
		n := h.piece(ar, at)
		if !n.Yes() && h.how == headerGoesOn {
			return n
		}
		h.scan = at + n.Len()
		if h.pieces++; h.pieces > maxPieces {
			return match.No
		}
	}
	return h.whole(ar)
}

// whole reports whether the header, whose end was found, is one.
func (h *frameHeader) whole(ar *around) match.Answer {
	switch {
	case !h.token && !h.isStripped(ar.cur), h.token && !ar.frameCounts(), h.other && h.how != headerMessage:
		return match.No
	case h.how != headerMessage:
		return match.Answer(h.end - h.start)
	}
	for { // the model may write its last token twice
		n := match.Text(h.m.Message, ar.cur.Rest(h.end), ar.cur.Final)
		if !n.Yes() {
			if n == match.More {
				return n
			}
			return match.Answer(h.end - h.start)
		}
		h.end += n.Len()
	}
}

// isStripped reports whether this is the header of a call of a declared tool whose
// tokens were taken out.
func (h *frameHeader) isStripped(cur *cursor.Cursor) bool {
	if h.m.Stripped == "" || h.bare < 0 || !strings.HasPrefix(h.to, h.m.Prefix) || !cur.Config.Counts(h.m.Stripped) {
		return false
	}
	name, _ := h.name(cur)
	return cur.Declared(name)
}

// piece reads the token or word at offset at.
func (h *frameHeader) piece(ar *around, at int) match.Answer {
	rest := ar.cur.Rest(at)
	switch {
	case len(rest) == 0:
		return h.stop(headerCut, at)
	case rest[0] < utf8.RuneSelf && ar.marks.Triggers.Tags[rest[0]] && !match.IsLetter(rest[0]):
		return h.tokenAt(ar, at)
	case rest[0] == '{':
		return h.stop(headerBody, at)
	}
	word := rest[:min(len(rest), maxWord)]
	n := bytetable.Index(word, 0, &ar.marks.Triggers.FrameWord)
	ar.cur.Visits.Add(n)
	for n < len(word) && word[n] >= utf8.RuneSelf { // no token, perhaps, but part of a name
		_, a := ar.marks.MarkerAt(at + n)
		switch {
		case a == match.More:
			return a
		case a.Yes() && n == 0:
			return h.tokenAt(ar, at)
		}
		if a.Yes() {
			break
		}
		n++
		next := bytetable.Index(word[n:], 0, &ar.marks.Triggers.FrameWord)
		ar.cur.Visits.Add(next)
		n += next
	}
	if n == len(word) { // its end isn't at hand
		switch {
		case n == maxWord, h.calls && !h.token && n >= maxBare, !h.mayBegin(word):
			return match.No
		case !ar.cur.Final:
			return match.More
		}
	}
	if a := h.spaced(ar.cur, word); a == match.More {
		return a
	} else if a.Yes() {
		n = a.Len()
	}
	if !h.word(ar.cur, word[:n], at) {
		return h.stop(headerBroken, at)
	}
	return match.Answer(n)
}

// spaced matches the recipient that word, which more words follow, begins with, if that
// is a declared name with white space in it.
func (h *frameHeader) spaced(cur *cursor.Cursor, word []byte) match.Answer {
	if len(cur.Config.Tools.Spaced()) == 0 {
		return match.No
	}
	n := 0
	for _, before := range [...]string{h.m.To, h.m.Prefix} {
		if begins(word[n:], before) {
			n += len(before)
		}
	}
	if n == 0 {
		return match.No
	}
	return names.Spaced(cur.Config.Tools.Spaced(), word[n:], cur.Final).Plus(n)
}

// stop ends the header at offset at. It is no header without a recipient, nor without a token
// (unless the body ends it).
func (h *frameHeader) stop(how headerEnd, at int) match.Answer {
	if h.to == "" || h.calls || how != headerBody && !h.token {
		return match.No
	}
	h.how, h.end = how, at
	return match.No
}

// tokenAt reads the token at offset at.
func (h *frameHeader) tokenAt(ar *around, at int) match.Answer {
	m, n := ar.marks.MarkerAt(at)
	if n == match.More {
		return match.More
	}
	part := marks.NoFramePart
	if n.Yes() {
		part = m.Frame
	}
	switch {
	case part == marks.FrameStart && at == h.start:
		h.begun, h.next = true, roleWord
	case part == marks.FrameChannel:
		h.next = channelWord
	case part == marks.FrameConstrain:
		h.next = typeWord
	case part == marks.FrameMessage:
		h.how, h.end = headerMessage, at+int(n)
	case part == marks.FrameEnd:
		return h.stop(headerBare, at)
	case part == marks.NoFramePart && h.m.Body != nil:
		return h.stop(headerBody, at)
	default:
		return h.stop(headerBroken, at)
	}
	h.token = true
	return n
}

// mayBegin reports whether a word that begins with b may say something, where prose is
// possible, too.
func (h *frameHeader) mayBegin(b []byte) bool {
	if h.token || h.to != "" || mayBegin(b, h.m.To) || mayBegin(b, h.m.Role) {
		return true
	}
	return h.m.Channel != "" && slices.ContainsFunc(h.m.Words, func(channel string) bool { return mayBegin(b, channel) })
}

// mayBegin reports whether b begins with the text, or may with more bytes.
func mayBegin(b []byte, text string) bool {
	n := min(len(b), len(text))
	return string(b[:n]) == text[:n]
}

// word takes the word at offset at; false if it can't be in a header.
func (h *frameHeader) word(cur *cursor.Cursor, word []byte, at int) bool {
	next := h.next
	h.next = anyWord
	switch {
	case next == roleWord && h.addresses(word): // the role is left out
		h.begun = false
		h.recipient(cur, word[len(h.m.To):], at+len(h.m.To))
	case next == roleWord && h.isUsual(word):
		h.begun = false
		h.strayChannel(word, at)
	case next == roleWord:
		h.role(word, at)
	case next == channelWord:
		h.says(h.isUsual(word) || h.thinks(word) && names.Plain(word))
		if !h.channel {
			h.channel, h.thought = true, h.thinks(word)
		}
	case next == typeWord:
		h.says(h.isUsual(word))
	case begins(word, h.m.To) && len(word) > len(h.m.To):
		h.recipient(cur, word[len(h.m.To):], at+len(h.m.To))
	case h.strayRecipient(cur, word, at):
	case h.pieces == 0 && begins(word, h.m.Role):
		h.role(word, at)
	case h.isUsual(word):
		h.strayChannel(word, at)
	default:
		h.odd++
		h.says(false)
	}
	switch {
	case h.calls && !h.token:
		return h.odd == 0 && !h.other
	case !h.token && h.to == "":
		return h.odd == 0 && !h.other
	case h.to == "":
		return h.odd <= 1
	}
	return h.odd <= maxOdd
}

// says notes a word that isn't a recipient. Behind a recipient, a word that says nothing may
// be an argument.
func (h *frameHeader) says(something bool) { h.text = h.text || h.to != "" && !something }

// addresses reports whether the word is a recipient other than the model.
func (h *frameHeader) addresses(word []byte) bool {
	return begins(word, h.m.To) && len(word) > len(h.m.To) && string(word[len(h.m.To):]) != h.m.Role
}

// begins reports whether b begins with the text.
func begins(b []byte, text string) bool { return len(b) >= len(text) && string(b[:len(text)]) == text }

// isUsual reports whether b is a usual channel, or content type.
func (h *frameHeader) isUsual(b []byte) bool { return h.m.Channel != "" && isOne(b, h.m.Words) }

// isOne reports whether b is one of the words.
func isOne(b []byte, words []string) bool {
	for _, word := range words {
		if string(b) == word {
			return true
		}
	}
	return false
}

// role takes the role. A channel whose token is missing may follow directly.
func (h *frameHeader) role(word []byte, at int) {
	own := begins(word, h.m.Role)
	if behind := word[min(len(h.m.Role), len(word)):]; own && len(behind) > 0 {
		own = h.isUsual(behind)
		h.strayChannel(behind, at+len(h.m.Role))
	}
	h.other = !own
}

// strayChannel takes a channel without its token, until a channel comes with its token.
func (h *frameHeader) strayChannel(word []byte, at int) {
	if !h.channel && h.bare < 0 {
		h.thought, h.bare = h.thinks(word), at
	}
}

// thinks reports whether the channel holds reasoning.
func (h *frameHeader) thinks(channel []byte) bool {
	for _, thought := range h.m.Thoughts {
		if h.m.Channel != "" && begins(channel, thought) {
			return true
		}
	}
	return false
}

// recipient takes the first recipient. The model itself is no recipient: it may then begin its
// message anew, with another channel.
func (h *frameHeader) recipient(cur *cursor.Cursor, name []byte, at int) {
	switch {
	case string(name) == h.m.Role:
		h.channel = false
	case h.to == "" || h.stray:
		h.to, h.toAt, h.stray = cur.Intern(name), at, false
	default:
		h.says(string(name) == h.to)
	}
}

// strayRecipient takes a word that can only be a recipient, until one is written as such.
func (h *frameHeader) strayRecipient(cur *cursor.Cursor, word []byte, at int) bool {
	if h.to != "" || !h.token || h.calls || h.m.Prefix == "" {
		return false
	}
	name := bytes.TrimPrefix(word, strayTo)
	if !begins(name, h.m.Prefix) && len(name) == len(word) || len(name) == 0 {
		return false
	}
	h.recipient(cur, name, at+len(word)-len(name))
	h.stray = h.to != ""
	return true
}

// speaks reports whether the recipient is no tool.
func (h *frameHeader) speaks() bool {
	return h.m.Channel == "" && (slices.Contains(h.m.Thoughts, h.to) || slices.Contains(h.m.Words, h.to))
}

// builtIn reports whether the server runs the tool itself.
func (h *frameHeader) builtIn(hd *Heads) bool {
	first, _, _ := strings.Cut(h.to, ".")
	return slices.Contains(h.m.BuiltIn, first) && !hd.cur.Declared(h.to)
}

// name is the tool that the recipient names, and the repair that this needed.
func (h *frameHeader) name(cur *cursor.Cursor) (name string, kind repair.Kind) {
	to := h.to
	if to != "" && names.BeginsQuote(to[0]) && cur.Repairs() && !cur.Declared(to) {
		if inner, ok := names.Unquoted([]byte(to)); ok {
			to, kind = string(inner), repair.QuoteStyle
		}
	}
	bare := strings.TrimPrefix(to, h.m.Prefix)
	if !cur.Declared(bare) && cur.Declared(to) {
		return to, kind
	}
	name, further := h.declared(cur, bare)
	return name, cmp.Or(further, kind)
}

// declared is the declared tool that a name stands for. The tool may be named behind a dot, or run
// into a content type or a channel whose token is missing. If there is no such tool, it is the name.
func (h *frameHeader) declared(cur *cursor.Cursor, name string) (declared string, kind repair.Kind) {
	if cur.Declared(name) || !cur.Repairs() || !cur.Config.Tools.Given() && names.Plain([]byte(name)) {
		return name, 0
	}
	text := []byte(name)
	if found, kind := names.True(cur.Visits, cur.Config, text); kind != 0 {
		return string(found), kind
	}
	if found, ok := names.Suffix(cur.Visits, cur.Config, text, "."); ok {
		return string(found), repair.ToolName
	}
	for _, word := range h.m.Words {
		if found, ok := strings.CutSuffix(name, word); ok && cur.Declared(found) {
			return found, repair.ToolName
		}
	}
	return name, 0
}

// body is the kind of a body that isn't a call's.
func (h *frameHeader) body() bodyKind {
	switch {
	case h.thought && h.to == "", h.speaks() && slices.Contains(h.m.Thoughts, h.to):
		return thoughtBody
	case h.to == "", h.speaks():
		return contentBody
	}
	return markupBody
}
