package parsers

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// arguments are those of a call, as they come in, and what a stream's deltas have sent of
// them. Long ones that were sent stay in the memory that the deltas share, and are put
// together in the end: to move them each time they outgrow their room took a tenth more
// time, and half as much memory again.
type arguments struct {
	args   []byte
	sheets [][]byte // what came before args
	before int      // bytes in sheets: all were sent
	sent   sentCall
	// resent are the arguments that were sent, while those that were read
	// anew, equal so far up to byte same, are fewer.
	resent []byte
	same   int
}

// sheetBytes is the size of a sheet, the largest for which Go keeps memory of that size.
const sheetBytes = 32 << 10

// length is the bytes that came in.
func (a *arguments) length() int { return a.before + len(a.args) }

// add adds a chunk.
func (a *arguments) add(v *work.Counter, piece []byte) {
	if n, old := len(piece), len(a.args); n <= cap(a.args)-old {
		a.args = a.args[:old+n] // as in contentWriter.add
		copy(a.args[old:], piece)
	} else {
		a.grow(v, n)
		a.args = append(a.args, piece...)
	}
}

// grow makes room for n more bytes.
func (a *arguments) grow(v *work.Counter, n int) {
	sent := a.sent.bytes - a.before
	if cap(a.args) < sheetBytes || sent <= 0 || a.resent != nil {
		a.args = buffers.For(v, a.args, n)
		return
	}
	sheet, rest := a.args[:sent:sent], a.args[sent:]
	a.sheets, a.before = append(a.sheets, sheet), a.sent.bytes
	a.args = append(buffers.For(v, nil, max(len(rest)+n, sheetBytes)), rest...)
}

// join makes args all of the arguments.
func (a *arguments) join() {
	if a.before == 0 {
		return
	}
	whole := buffers.For(nil, nil, a.length())
	for _, sheet := range a.sheets {
		whole = append(whole, sheet...)
	}
	a.args, a.sheets, a.before = append(whole, a.args...), nil, 0
}

// A UTF8Decoder makes strings of pieces of text that may be cut inside a code
// point, as in the raw_delta of the contract. Every byte that is no UTF-8
// becomes U+FFFD; the strings add up to the same whatever the cut. The zero
// value is ready for use.
type UTF8Decoder struct {
	held  [utf8.UTFMax]byte
	nHeld int
}

// Decode returns the text of the next piece as far as its code points are
// whole. It holds back at most 3 bytes.
func (u *UTF8Decoder) Decode(piece []byte) string {
	if u.nHeld > 0 {
		piece = append(u.held[:u.nHeld:u.nHeld], piece...)
	}
	whole := wholeRunes(piece)
	u.nHeld = copy(u.held[:], piece[whole:])
	return validUTF8(piece[:whole])
}

// Flush returns what is held back, at the end of the text.
func (u *UTF8Decoder) Flush() string {
	held := u.held[:u.nHeld]
	u.nHeld = 0
	return validUTF8(held)
}

// DecodeTokens is Decode for a chunk whose special tokens are at the spans, which count its bytes. The tokens are where at
// says in the text. If a span isn't right, it returns the index and the reason, as [CheckSpans] does, and nothing is decoded.
func (u *UTF8Decoder) DecodeTokens(chunk []byte, spans []Span) (text string, at []Span, index int, reason string) {
	before, done := *u, 0
	var b []byte
	to := func(end int) (inside bool) {
		b = append(b, u.Decode(chunk[done:end])...)
		if done = end; u.nHeld == 0 || end == len(chunk) {
			return false
		}
		if inside = !utf8.RuneStart(chunk[end]); !inside {
			b = append(b, u.Flush()...)
		}
		return inside && end > 0 // at the start, it is the rest of a divided token
	}
	for i, s := range spans {
		if reason = spanProblem(spans, i, len(chunk)); reason == "" && to(s.Start) {
			reason = fmt.Sprintf("byte %d is inside a code point", s.Start)
		}
		start := len(b)
		if reason == "" && to(s.End) {
			reason = fmt.Sprintf("byte %d is inside a code point", s.End)
		}
		if reason != "" {
			*u = before
			return "", nil, i, reason
		}
		if len(b) > start {
			at = append(at, Span{start, len(b)})
		}
	}
	to(len(chunk))
	return string(b), at, 0, ""
}

// CheckSpans returns the index of the first span that is none of the text's special tokens, and why: they are in order, don't
// overlap, have a byte or more, and don't divide a code point. The reason is "" if all are right.
func CheckSpans(spans []Span, text string) (index int, reason string) {
	for i, s := range spans {
		if reason := spanProblem(spans, i, len(text)); reason != "" {
			return i, reason
		}
		for _, at := range []int{s.Start, s.End} {
			if at < len(text) && !utf8.RuneStart(text[at]) {
				return i, fmt.Sprintf("byte %d is inside a code point", at)
			}
		}
	}
	return 0, ""
}

// spanProblem says what is wrong with one of the spans of a text of n bytes.
func spanProblem(spans []Span, i, n int) string {
	s := spans[i]
	switch {
	case s.Start < 0 || s.End > n:
		return fmt.Sprintf("%d to %d is outside of the text, which has %d bytes", s.Start, s.End, n)
	case s.Start >= s.End:
		return fmt.Sprintf("%d to %d has no byte", s.Start, s.End)
	case i > 0 && s.Start < spans[i-1].End:
		return fmt.Sprintf("%d is before the end of the span before, %d", s.Start, spans[i-1].End)
	}
	return ""
}

func validUTF8(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	return string([]rune(string(text)))
}

// An outputText is the output of a unary parse, which stays: its parts needn't
// be copied into the result. In a stream it is empty.
type outputText string

// holds reports whether b is a part of the output, and must not be written.
func (o outputText) holds(b []byte) bool {
	if o == "" {
		return false
	}
	at := uintptr(unsafe.Pointer(unsafe.SliceData(b))) - uintptr(unsafe.Pointer(unsafe.StringData(string(o))))
	return at <= uintptr(len(o)) && at+uintptr(len(b)) <= uintptr(len(o))
}

// part is the part of the output that the span says.
func (o outputText) part(s Span) []byte { return asBytes(string(o[s.Start:s.End])) }

// join is the part of the output that b and the piece behind it are together;
// false if they are none.
func (o outputText) join(b, piece []byte) ([]byte, bool) {
	switch {
	case !o.holds(piece):
		return nil, false
	case len(b) == 0:
		return piece[:len(piece):len(piece)], true
	case !o.holds(b) || unsafe.Pointer(unsafe.SliceData(piece)) != unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), len(b)):
		return nil, false
	}
	return unsafe.Slice(unsafe.SliceData(b), len(b)+len(piece)), true
}

// written is b, to be appended to: a copy of it, in spare, if it is a part of the
// output or nothing yet.
func (o outputText) written(v *work.Counter, b, spare []byte) []byte {
	if cap(b) == 0 || o.holds(b) {
		return buffers.Append(v, spare[:0], b)
	}
	return b
}

// asString is b as a string, without a copy: for bytes that are never written again.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// asBytes are the bytes of s, without a copy: they must not be written.
func asBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// text is b as a string that stays. Buffers that are only appended to, or
// not used again, can share their memory with it, and so can the output.
func (rq *request) text(b []byte) string {
	switch {
	case len(b) == 0:
		return ""
	case rq.delta != nil || cap(b) > buffers.MaxKept || rq.output.holds(b):
		return asString(b)
	}
	return string(b)
}

// unshared is the buffer, emptied for another output; nil if strings share it.
func unshared(b []byte, shared bool) []byte {
	if shared {
		return nil
	}
	return buffers.Reused(b)
}

// isSpace is unicode.IsSpace of ASCII.
func isSpace(b byte) bool { return b == ' ' || b-'\t' < 5 }

// isWhite reports whether text, in whole code points, is nothing but white space.
func isWhite(text []byte) bool { return whitePrefix(text) == len(text) }

// whitePrefix is the length of the white space that text begins with.
func whitePrefix(text []byte) int {
	for i := 0; i < len(text); {
		if b := text[i]; b < utf8.RuneSelf {
			if !isSpace(b) {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if !unicode.IsSpace(r) {
			return i
		}
		i += size
	}
	return len(text)
}

// trimWhite is the length of text without the white space that it ends with.
func trimWhite(text []byte) int {
	for n := len(text); n > 0; {
		if b := text[n-1]; b < utf8.RuneSelf {
			if !isSpace(b) {
				return n
			}
			n--
			continue
		}
		r, size := utf8.DecodeLastRune(text[:n])
		if !unicode.IsSpace(r) {
			return n
		}
		n -= size
	}
	return 0
}

func hasNewline(text []byte) bool { return bytes.IndexByte(text, '\n') >= 0 }

// wholeRunes is the length of text without the code point that it ends inside of.
func wholeRunes(text []byte) int {
	n := len(text)
	if n == 0 || text[n-1] < utf8.RuneSelf {
		return n
	}
	for i := n - 1; i >= 0 && i > n-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				return i
			}
			break
		}
	}
	return n
}
