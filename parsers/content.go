package parsers

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
)

// A contentWriter puts the content together: the text around the accepted
// calls. Its buffer is only ever appended to, except for its end, from solid
// on, which has not been sent: white space that may be before a call.
//
// Unless the content is verbatim, the separator of a run of removed output is known
// when the run ends: at the next byte that is text and no white space.
// See docs/models/formats, "Content".
type contentWriter struct {
	joined     bool // not ContentVerbatim
	spaceJoins bool // Family.SpaceJoins
	lineJoins  bool // Family.Framed
	trims      bool // something was removed as a call is, so both ends are trimmed
	run        removedRun
	shared     bool      // buf is a part of the output
	tokens     *tokenSet // what is left out; nil for nothing

	// request has the output of a unary parse: while the content is a part of it, so is buf.
	request *request
	room    []byte // for buf, if it isn't

	buf   []byte
	held  []byte // what may become one of the tokens
	lead  int    // white space that buf begins with; it is content only if nothing trims
	solid int    // buf[solid:] is white space, held back
	sent  int    // buf[lead:sent] went out in deltas
}

// A removedRun is what is between two pieces of text: removed calls and
// markup, and the white space in and around them.
type removedRun struct {
	removed   bool // something was removed; else the white space is just text
	calls     bool // there was a call among it
	newline   bool // a newline before the first call, or anywhere without one
	newlineAt bool // a newline after the last call
}

// white adds white space that did, or didn't, hold a newline.
func (rr *removedRun) white(newline bool) {
	if rr.calls {
		rr.newlineAt = rr.newlineAt || newline
	} else {
		rr.newline = rr.newline || newline
	}
}

// forget empties the writer for another output, but for its room, unless strings share it. Fields
// are cleared one by one, which takes less time than a struct while garbage is collected.
func (w *contentWriter) forget(shared bool) {
	if cap(w.buf) > cap(w.room) && !w.shared {
		w.room = w.buf
	}
	w.tokens, w.room, w.buf, w.held = nil, unshared(w.room, shared), nil, nil
	w.joined, w.spaceJoins, w.lineJoins, w.trims, w.shared = false, false, false, false, false
	w.run = removedRun{}
	w.lead, w.solid, w.sent = 0, 0, 0
}

// own makes the content a copy, if it is a part of the output.
func (w *contentWriter) own() {
	w.buf, w.shared = w.request.output.written(w.request.visits, w.buf, w.room), false
}

// append appends text to the content as it is.
func (w *contentWriter) append(text []byte) {
	if len(w.buf) == 0 || w.shared {
		buf, ok := w.request.output.join(w.buf, text)
		if ok {
			w.buf, w.shared = buf, true
			return
		}
		w.own()
	}
	w.buf = buffers.Append(w.request.visits, w.buf, text)
}

// add appends text in whole code points.
func (w *contentWriter) add(text []byte) {
	if len(text) == 0 {
		return
	}
	old := len(w.buf)
	if n := len(text); !w.shared && old > 0 && n <= cap(w.buf)-old {
		w.buf = w.buf[:old+n] // no pointer is written: that costs while garbage is collected
		copy(w.buf[old:], text)
	} else {
		w.append(text)
	}
	last := text[len(text)-1]
	if !w.joined || w.solid > 0 && !w.run.removed && ' ' < last && last < utf8.RuneSelf {
		w.solid = len(w.buf) // it ends in text, and begins behind some
		return
	}
	n := len(text)
	if last <= ' ' || last >= utf8.RuneSelf {
		n = trimWhite(text)
	}
	if n == 0 {
		w.addWhite(text)
		return
	}
	end := len(w.buf) - (old + n)
	if w.run.removed || w.solid == 0 {
		white := whitePrefix(text)
		w.addWhite(text[:white])
		w.endRun(old + white)
	}
	w.solid = len(w.buf) - end
}

// addWhite notes white space that was appended.
func (w *contentWriter) addWhite(text []byte) {
	if w.run.removed {
		w.run.white(hasNewline(text))
	}
}

// endRun is called when buf[start] is the first text after white space that
// follows something removed, or nothing at all.
func (w *contentWriter) endRun(start int) {
	if w.solid > 0 {
		w.own()
		w.buf = slices.Replace(w.buf, w.solid, start, w.separator()...)
	} else {
		w.lead, w.sent = start, start
	}
	w.run = removedRun{}
}

var (
	space     = []byte(" ")
	emptyLine = []byte("\n\n")
)

// separator is what the run leaves behind.
func (w *contentWriter) separator() []byte {
	if w.lineJoins || !w.spaceJoins && (w.run.newline || w.run.newlineAt) {
		return emptyLine
	}
	return space
}

// markup notes that markup was here.
func (w *contentWriter) markup(text []byte, role Role) {
	if !w.joined || role == RoleDocument || len(text) == 0 {
		return
	}
	w.remove()
	w.run.white(hasNewline(text))
	if role == RoleFrame {
		w.trims, w.run.newline = true, true
	}
}

// call notes that an accepted call was here, or what is removed as one is.
func (w *contentWriter) call() {
	w.trims = true
	if !w.joined {
		return
	}
	w.remove()
	w.run.calls, w.run.newlineAt = true, false
}

// aside notes that something was here whose white space doesn't matter.
func (w *contentWriter) aside() {
	if w.joined {
		w.remove()
	}
}

// paragraph notes that what follows is to be by itself, behind an empty line.
func (w *contentWriter) paragraph() {
	w.aside()
	w.run.newline = w.joined
}

// remove begins a run, unless there is one.
func (w *contentWriter) remove() {
	w.release()
	if !w.run.removed {
		w.run = removedRun{removed: true, newline: hasNewline(w.buf[w.solid:])}
	}
}

// finish decides about the white space at the end of the output.
func (w *contentWriter) finish() {
	w.release()
	switch {
	case w.joined && w.trims:
		w.buf = w.buf[:w.solid]
	case w.solid == 0:
		w.lead = len(w.buf)
		w.sent, w.solid = w.lead, w.lead
	default:
		w.solid = len(w.buf)
	}
}

// next is the content that is new since the last time.
func (w *contentWriter) next() []byte {
	piece := w.buf[w.sent:w.solid]
	w.sent = w.solid
	return piece
}

// result is the whole content.
func (w *contentWriter) result() []byte {
	if w.joined && w.trims {
		return w.buf[w.lead:]
	}
	return w.buf
}

// write appends text in whole code points, without special tokens if those are
// to be left out.
func (w *contentWriter) write(text []byte) {
	if w.tokens == nil {
		w.add(text)
		return
	}
	if len(w.held) > 0 {
		text = append(w.held, text...)
		w.held = w.held[:0]
	}
	rest := w.clean(text, false)
	w.held = append(w.held[:0], rest...)
}

// release appends what is held because it might have become a token.
func (w *contentWriter) release() {
	if len(w.held) > 0 {
		held := w.held
		w.held = nil
		w.clean(held, true)
	}
}

// clean appends text without its tokens. What it returns may become one.
func (w *contentWriter) clean(text []byte, final bool) []byte {
	for at := 0; ; {
		i := w.request.visits.IndexAny(text[at:], w.tokens.first)
		if i < 0 {
			w.add(text)
			return nil
		}
		at += i
		m := w.tokens.match(text[at:])
		w.request.visits.Add(m.looked)
		switch {
		case m.more && !final:
			w.add(text[:at])
			return text[at:]
		case m.n == 0:
			at++
		case m.stay:
			at += m.n
		default:
			w.add(text[:at])
			w.call()
			text, at = text[at+m.n:], 0
		}
	}
}

// cleaned is the tokenSet of a family, made once.
type cleaned struct {
	once   sync.Once
	tokens *tokenSet
}

// A tokenSet finds a family's special tokens in text that a person is to read.
// Its reasoning markers stay, also where they are made of special tokens: what
// they enclose would read as an answer without them. Not in a framed family,
// whose reasoning is no content. It is immutable.
type tokenSet struct {
	tokens []specialToken // sorted by their text
	first  string         // the characters that a token may begin with
}

// A specialToken is left out, or stays.
type specialToken struct {
	text string
	stay bool
}

// tokens finds the family's special tokens; nil if it has none.
func (f *Family) tokens() *tokenSet {
	f.cleaned.once.Do(func() {
		if len(f.PreservedTokens) > 0 {
			f.cleaned.tokens = newTokenSet(f)
		}
	})
	return f.cleaned.tokens
}

func newTokenSet(f *Family) *tokenSet {
	t := &tokenSet{}
	for _, token := range f.PreservedTokens {
		t.add(token, false)
	}
	for i := range f.Signs.Markers {
		t.addMarker(f.Signs.Markers[i].Text, f.PreservedTokens)
	}
	if !f.Framed {
		for _, m := range f.ReasoningMarkers {
			t.add(m.Open, true)
			t.add(m.Close, true)
		}
	}
	slices.SortStableFunc(t.tokens, func(a, b specialToken) int { return strings.Compare(a.text, b.text) })
	return t
}

// addMarker adds a marker around a special token: it goes whole. What can't be known to be whole, such as the start of a tag with
// attributes, stays without the token.
func (ts *tokenSet) addMarker(text string, tokens []string) {
	last, _ := utf8.DecodeLastRuneInString(text)
	around := func(token string) bool { return len(token) < len(text) && strings.Contains(text, token) }
	if unicode.IsLetter(last) || unicode.IsSpace(last) || !slices.ContainsFunc(tokens, around) {
		return
	}
	words := strings.Split(text, " ")
	if len(words) > mostSpaced {
		words = []string{strings.Join(words, "")}
	}
	for spaces := range 1 << (len(words) - 1) { // each may be there or not
		var spelled strings.Builder
		for i, word := range words {
			if i > 0 && spaces>>(i-1)&1 == 1 {
				spelled.WriteByte(' ')
			}
			spelled.WriteString(word)
		}
		ts.add(spelled.String(), false)
	}
}

// mostSpaced is how many words a marker may have to be known with white space between them.
const mostSpaced = 6

func (ts *tokenSet) add(text string, stay bool) {
	if text == "" {
		return
	}
	_, n := utf8.DecodeRuneInString(text)
	if !strings.Contains(ts.first, text[:n]) {
		ts.first += text[:n]
	}
	ts.tokens = append(ts.tokens, specialToken{text, stay})
}

// A tokenMatch is what a text begins with.
type tokenMatch struct {
	n    int  // the length of the longest token, 0 if there is none
	stay bool // it is a reasoning marker
	more bool // more text may make it a longer one
	// looked is how many bytes were looked at.
	looked int
}

// match looks for a token that text begins with. With each byte, fewer tokens are left that begin
// as the text does.
func (ts *tokenSet) match(text []byte) (m tokenMatch) {
	left := ts.tokens
	for n := 0; ; n++ {
		for len(left) > 0 && len(left[0].text) == n { // shorter ones come first
			m.stay = left[0].stay || m.stay && m.n == n
			m.n, left = n, left[1:]
		}
		if len(left) == 0 {
			return m
		}
		if n == len(text) {
			m.more = true
			return m
		}
		m.looked++
		if left = withByte(left, n, text[n]); len(left) == 0 {
			return m
		}
	}
}

// withByte are the tokens that have a byte at an index, of those that are the same before it.
func withByte(tokens []specialToken, at int, b byte) []specialToken {
	last := len(tokens) - 1
	if tokens[0].text[at] == b && tokens[last].text[at] == b {
		return tokens // what they all begin with
	}
	from := sort.Search(len(tokens), func(i int) bool { return tokens[i].text[at] >= b })
	tokens = tokens[from:]
	return tokens[:sort.Search(len(tokens), func(i int) bool { return tokens[i].text[at] > b })]
}
