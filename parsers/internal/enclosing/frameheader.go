package enclosing

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

// A Header reads the header of a message, piece by piece.
type Header struct {
	Messages *grammar.Messages
	Calls    bool // they hold calls in tags
	Start    int  // of the header
	read     headerReach
	End      int // of the header
	How      HeaderEnd
	next     headerWord

	last   match.Answer // the last answer of HeaderAt
	pieces int
	odd    int  // words that say nothing
	Token  bool // one was seen
	Begun  bool // it begins with its token, and the role behind it isn't missing
	Other  bool // the role isn't the model's own

	Channel bool // its token was seen
	Bare    int  // where a channel is without its token; -1: nowhere
	thought bool
	To      string // the recipient; "" for none
	ToAt    int
	Stray   bool // it isn't written as one
	Text    bool // a word that says nothing is behind the recipient
}

// A headerReach is how far a header was read.
type headerReach struct {
	to   int // what is behind here wasn't taken yet
	word int // if it is behind that: up to here, the word that is there goes on
}

// A HeaderEnd says what ended a header.
type HeaderEnd uint8

// What may end a header.
const (
	HeaderGoesOn  HeaderEnd = iota
	HeaderMessage           // its token: the body follows
	HeaderBody              // the body: the token is missing
	HeaderBare              // the end of a call without a body
	HeaderBroken            // something that can't be in a call's header
	HeaderCut               // the end of the output
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

// HeaderAt reports whether a header is at offset at.
func (en *Enclosing) HeaderAt(at int) match.Answer {
	h := &en.Frames.Header
	if h.Messages == nil {
		return match.No
	}
	if h.last == match.No || h.Start != at {
		*h = Header{Messages: h.Messages, Calls: h.Calls, Start: at, read: headerReach{to: at}, Bare: -1}
	}
	if !h.last.Yes() {
		h.last = h.readOn(en)
	}
	return h.last
}

// readOn reads on to the header's end.
func (h *Header) readOn(ar *Enclosing) match.Answer {
	for h.How == HeaderGoesOn {
		at, more := h.read.to, false
		if h.read.word <= at {
			at, more = ar.Cur.Space(at)
		}
		if h.read.to = at; more {
			return match.More
		}
		n := h.piece(ar, at)
		if !n.Yes() && h.How == HeaderGoesOn {
			return n
		}
		h.read.to = at + n.Len()
		if h.pieces++; h.pieces > maxPieces {
			return match.No
		}
	}
	return h.whole(ar)
}

// whole reports whether the header, whose end was found, is one.
func (h *Header) whole(ar *Enclosing) match.Answer {
	if !h.Token && !h.isStripped(&ar.Cur) || h.Token && !ar.frameCounts() || h.Other && h.How != HeaderMessage {
		return match.No
	}
	n := match.No
	for h.How == HeaderMessage { // the model may write its last token twice
		if n = match.Text(h.Messages.Message, ar.Cur.Rest(h.End), ar.Cur.Final); !n.Yes() {
			break
		}
		h.End += n.Len()
	}
	if n == match.More {
		return n
	}
	return match.Answer(h.End - h.Start)
}

// isStripped reports whether this is the header of a call of a declared tool whose
// tokens were taken out.
func (h *Header) isStripped(cur *cursor.Cursor) bool {
	if h.Messages.Stripped == "" || h.Bare < 0 || !cur.Config.Counts(h.Messages.Stripped) {
		return false
	}
	name, _ := h.Name(cur)
	return cur.Declared(name)
}

// piece reads the token or word at offset at.
func (h *Header) piece(ar *Enclosing, at int) match.Answer {
	rest := ar.Cur.Rest(at)
	switch {
	case len(rest) == 0:
		return h.stop(HeaderCut, at)
	case rest[0] < utf8.RuneSelf && ar.Markers.Triggers.Tags[rest[0]] && !match.IsLetter(rest[0]):
		return h.tokenAt(ar, at)
	case rest[0] == '{':
		return h.stop(HeaderBody, at)
	}
	word := rest[:min(len(rest), maxWord)]
	from := max(h.read.word-at, 0)
	n := bytetable.Index(word, from, &ar.Markers.Triggers.FrameWord)
	ar.Cur.Visits.Add(n - from)
	for n < len(word) && word[n] >= utf8.RuneSelf { // no token, perhaps, but part of a name
		_, a := ar.Markers.MarkerAt(at + n)
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
		next := bytetable.Index(word[n:], 0, &ar.Markers.Triggers.FrameWord)
		ar.Cur.Visits.Add(next)
		n += next
	}
	if n == len(word) { // its end isn't at hand
		switch {
		case n == maxWord, h.Calls && !h.Token && n >= maxBare, !h.mayBegin(word):
			return match.No
		case !ar.Cur.Final:
			h.read.word = at + n
			return match.More
		}
	}
	if a := h.spaced(&ar.Cur, word); a == match.More {
		return a
	} else if a.Yes() {
		n = a.Len()
	}
	if !h.word(&ar.Cur, word[:n], at) {
		return h.stop(HeaderBroken, at)
	}
	return match.Answer(n)
}

// spaced matches the recipient that word, which more words follow, begins with, if that
// is a declared name with white space in it.
func (h *Header) spaced(cur *cursor.Cursor, word []byte) match.Answer {
	if len(cur.Config.Tools.Spaced()) == 0 {
		return match.No
	}
	n := 0
	for _, before := range [...]string{h.Messages.To, h.Messages.Prefix} {
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
func (h *Header) stop(how HeaderEnd, at int) match.Answer {
	if h.To == "" || h.Calls || how != HeaderBody && !h.Token {
		return match.No
	}
	h.How, h.End = how, at
	return match.No
}

// tokenAt reads the token at offset at.
func (h *Header) tokenAt(ar *Enclosing, at int) match.Answer {
	m, n := ar.Markers.MarkerAt(at)
	if n == match.More {
		return match.More
	}
	part := markers.NoFramePart
	if n.Yes() {
		part = m.Frame
	}
	switch {
	case n == match.No && ar.Markers.CutAt(at):
		return h.stop(HeaderCut, ar.Cur.Window.End())
	case part == markers.FrameStart && at == h.Start:
		h.Begun, h.next = true, roleWord
	case part == markers.FrameChannel:
		h.next = channelWord
	case part == markers.FrameConstrain:
		h.next = typeWord
	case part == markers.FrameMessage:
		h.How, h.End = HeaderMessage, at+int(n)
	case part == markers.FrameEnd:
		return h.stop(HeaderBare, at)
	case part == markers.NoFramePart && h.Messages.Body != nil:
		return h.stop(HeaderBody, at)
	default:
		return h.stop(HeaderBroken, at)
	}
	h.Token = true
	return n
}

// mayBegin reports whether a word that begins with b may say something, where prose is
// possible, too.
func (h *Header) mayBegin(b []byte) bool {
	if h.Token || h.To != "" || mayBegin(b, h.Messages.To) || mayBegin(b, h.Messages.Role) {
		return true
	}
	return h.Messages.Channel != "" && slices.ContainsFunc(h.Messages.Words, func(channel string) bool { return mayBegin(b, channel) })
}

// mayBegin reports whether b begins with the text, or may with more bytes.
func mayBegin(b []byte, text string) bool {
	n := min(len(b), len(text))
	return string(b[:n]) == text[:n]
}

// word takes the word at offset at; false if it can't be in a header.
func (h *Header) word(cur *cursor.Cursor, word []byte, at int) bool {
	next := h.next
	h.next = anyWord
	to, toAt := word[min(len(word), len(h.Messages.To)):], at+len(h.Messages.To)
	addresses := len(to) > 0 && begins(word, h.Messages.To)
	switch {
	case next == roleWord && addresses && string(to) != h.Messages.Role: // the role is left out
		h.Begun = false
		h.recipient(cur, to, toAt)
	case next == roleWord && h.isUsual(word):
		h.Begun = false
		h.strayChannel(word, at)
	case next == roleWord:
		h.role(cur, word, at)
	case next == channelWord:
		h.says(h.isUsual(word) || h.thinks(word) && names.Plain(word))
		if !h.Channel {
			h.Channel, h.thought = true, h.thinks(word)
		}
	case next == typeWord:
		h.says(h.isUsual(word))
	case addresses:
		h.recipient(cur, to, toAt)
	case h.strayRecipient(cur, word, at):
	case h.pieces == 0 && begins(word, h.Messages.Role):
		h.role(cur, word, at)
	case h.isUsual(word):
		h.strayChannel(word, at)
	default:
		h.odd++
		h.says(false)
	}
	switch {
	case !h.Token && (h.Calls || h.To == ""):
		return h.odd == 0 && !h.Other
	case h.To == "":
		return h.odd <= 1
	}
	return h.odd <= maxOdd
}

// says notes a word that isn't a recipient. Behind a recipient, a word that says nothing may
// be an argument.
func (h *Header) says(something bool) { h.Text = h.Text || h.To != "" && !something }

// begins reports whether b begins with the text.
func begins(b []byte, text string) bool { return len(b) >= len(text) && string(b[:len(text)]) == text }

// isUsual reports whether b is a usual channel, or content type.
func (h *Header) isUsual(b []byte) bool {
	return h.Messages.Channel != "" && slices.ContainsFunc(h.Messages.Words, func(word string) bool { return string(b) == word })
}

// role takes the role. A channel whose token is missing may follow directly, or the recipient without white space before it.
func (h *Header) role(cur *cursor.Cursor, word []byte, at int) {
	own := begins(word, h.Messages.Role)
	switch behind := word[min(len(h.Messages.Role), len(word)):]; {
	case !own || len(behind) == 0:
	case len(behind) > len(h.Messages.To) && begins(behind, h.Messages.To):
		if !h.Token && h.Bare < 0 {
			h.Bare = at // no prose runs the two together
		}
		h.recipient(cur, behind[len(h.Messages.To):], at+len(word)-len(behind)+len(h.Messages.To))
	default:
		own = h.isUsual(behind)
		h.strayChannel(behind, at+len(h.Messages.Role))
	}
	h.Other = !own
}

// strayChannel takes a channel without its token, until a channel comes with its token.
func (h *Header) strayChannel(word []byte, at int) {
	if !h.Channel && h.Bare < 0 {
		h.thought, h.Bare = h.thinks(word), at
	}
}

// thinks reports whether the channel holds reasoning.
func (h *Header) thinks(channel []byte) bool {
	return h.Messages.Channel != "" && slices.ContainsFunc(h.Messages.Thoughts, func(thought string) bool { return begins(channel, thought) })
}

// recipient takes the first recipient. The model itself is no recipient: it may then begin its
// message anew, with another channel.
func (h *Header) recipient(cur *cursor.Cursor, name []byte, at int) {
	switch {
	case string(name) == h.Messages.Role:
		h.Channel = false
	case h.To == "" || h.Stray:
		h.To, h.ToAt, h.Stray = cur.Intern(name), at, false
	default:
		h.says(string(name) == h.To)
	}
}

// strayRecipient takes a word that can only be a recipient, until one is written as such.
func (h *Header) strayRecipient(cur *cursor.Cursor, word []byte, at int) bool {
	if h.To != "" || !h.Token || h.Calls || h.Messages.Prefix == "" {
		return false
	}
	name := bytes.TrimPrefix(word, strayTo)
	if !begins(name, h.Messages.Prefix) && len(name) == len(word) || len(name) == 0 {
		return false
	}
	h.recipient(cur, name, at+len(word)-len(name))
	h.Stray = h.To != ""
	return true
}

// AddressesNoTool reports whether the recipient is no tool.
func (h *Header) AddressesNoTool() bool {
	return h.Messages.Channel == "" && (slices.Contains(h.Messages.Thoughts, h.To) || slices.Contains(h.Messages.Words, h.To))
}

// Reasons reports whether the body, which isn't a call's, holds reasoning.
func (h *Header) Reasons() bool {
	return h.thought && h.To == "" || h.AddressesNoTool() && slices.Contains(h.Messages.Thoughts, h.To)
}
