package jsonscan

import (
	"sort"
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Tolerance says which departures from RFC 8259 a Scanner repairs.
type Tolerance uint8

const (
	// Strict allows JSON alone.
	Strict Tolerance = iota
	// CommasDue allows every repair, but not white space alone between members or elements.
	CommasDue
	// Tolerant allows every repair.
	Tolerant
)

// Notes decides which repairs may be made, and takes them down.
type Notes struct {
	// Log receives edits and repairs. If it is nil, repairs are only counted.
	Log *Log
	// Repaired counts the repairs made.
	Repaired int
	// Tolerance says which repairs may be made.
	Tolerance Tolerance
	// Alone: the text is one value, and nothing else. Then a missing colon, a raw newline in a key and a wrong closer
	// before the last ones have one meaning, and a literal at the end is complete.
	Alone bool
	// Doubtful: in some string, an unknown escape makes it doubtful whether the
	// known ones next to it are escapes.
	Doubtful bool
}

// repaired notes a repair, if repairs are allowed.
func (n *Notes) repaired(kind repair.Kind, at int) bool {
	if n.Tolerance == Strict {
		return false
	}
	if kind == repair.Unspecified {
		return true
	}
	n.Repaired++
	if n.Log != nil {
		n.Log.Repairs = append(n.Log.Repairs, repair.Repair{Kind: kind, Offset: at})
	}
	return true
}

func (n *Notes) edit(at, del int, ins insertion) {
	if n.Log != nil {
		n.Log.add(edit{at: at, del: int32(del), ins: ins})
	}
}

func (n *Notes) replace(kind repair.Kind, at, del int, ins insertion) bool {
	if !n.repaired(kind, at) {
		return false
	}
	n.edit(at, del, ins)
	return true
}

func (n *Notes) insert(kind repair.Kind, at int, ins insertion) bool {
	return n.replace(kind, at, 0, ins)
}

func (n *Notes) drop(kind repair.Kind, at, del int) bool {
	return n.replace(kind, at, del, insNone)
}

// An insertion is the text of an edit, as a code: below 1<<15, it is an index into
// insertions, otherwise a UTF-16 code unit that is written as \uXXXX.
type insertion uint16

const (
	insNone insertion = iota
	insQuote
	insBackslash
	insComma
	insTrue
	insFalse
	insNull
	insNewline
	insReturn
	insTab
	insBrace
	insBracket
	insOpenBracket
	insColon
	firstCodeUnit insertion = 1 << 15
)

var insertions = [...]string{
	insNone: "", insQuote: `"`, insBackslash: `\`, insComma: ",",
	insTrue: "true", insFalse: "false", insNull: "null",
	insNewline: `\n`, insReturn: `\r`, insTab: `\t`, insBrace: "}", insBracket: "]", insOpenBracket: "[", insColon: ":",
}

func codeUnit(v int) insertion { return firstCodeUnit | insertion(v) }

func controlInsertion(c byte) insertion {
	switch c {
	case '\n':
		return insNewline
	case '\r':
		return insReturn
	case '\t':
		return insTab
	}
	return codeUnit(int(c))
}

func (ins insertion) append(dst []byte) []byte {
	if ins < firstCodeUnit {
		return append(dst, insertions[ins]...)
	}
	return AppendUnit(dst, rune(ins&^firstCodeUnit))
}

// AppendUnit appends a UTF-16 code unit as \uXXXX.
func AppendUnit(dst []byte, v rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[v>>12&15], hex[v>>8&15], hex[v>>4&15], hex[v&15])
}

func (ins insertion) len() int {
	if ins < firstCodeUnit {
		return len(insertions[ins])
	}
	return len(`\uXXXX`)
}

type edit struct {
	at  int
	del int32
	ins insertion
}

// A Log holds the repairs and edits of one value.
type Log struct {
	// Repairs are in text order.
	Repairs []repair.Repair
	edits   []edit
}

// Truncate forgets the notes at or after offset at.
func (l *Log) Truncate(at int) {
	l.edits = l.edits[:l.search(at)]
	n := len(l.Repairs)
	for n > 0 && l.Repairs[n-1].Offset >= at {
		n--
	}
	l.Repairs = l.Repairs[:n]
}

// add keeps the edits in text order. A later token may decide about an earlier one, such as a
// trailing comma with a comment behind it. That edit goes before the ones behind it in the text.
func (l *Log) add(e edit) {
	i := len(l.edits)
	for i > 0 && l.edits[i-1].at > e.at {
		i--
	}
	l.edits = append(l.edits, edit{})
	copy(l.edits[i+1:], l.edits[i:])
	l.edits[i] = e
}

// search is the index of the first edit at or after offset at.
func (l *Log) search(at int) int {
	return sort.Search(len(l.edits), func(i int) bool { return l.edits[i].at >= at })
}

// Edited reports whether there is any edit in [from, to).
func (l *Log) Edited(from, to int) bool {
	if len(l.edits) == 0 {
		return false
	}
	i := l.search(from)
	return i < len(l.edits) && l.edits[i].at < to
}

// Append renders the output between two offsets, with the edits. An insertion at
// the second offset is not part of it.
func (l *Log) Append(dst []byte, w *Window, from, to int) []byte {
	w.Visits.Add(max(to-from, 0))
	for _, e := range l.edits[l.search(from):] {
		if e.at >= to {
			break
		}
		if e.at > from {
			dst = append(dst, w.Slice(from, e.at)...)
		}
		dst = e.ins.append(dst)
		from = max(from, e.at+int(e.del))
	}
	if from < to {
		dst = append(dst, w.Slice(from, to)...)
	}
	return dst
}

// Growth is the number of bytes by which the edits in [from, to) lengthen the output.
func (l *Log) Growth(from, to int) int {
	n := 0
	for _, e := range l.edits[l.search(from):l.search(to)] {
		n += e.ins.len() - int(e.del)
	}
	return n
}

// Each calls f for each edit in [from, to): n bytes at an offset are replaced by text.
func (l *Log) Each(from, to int, f func(at, n int, text []byte)) {
	for _, e := range l.edits[l.search(from):l.search(to)] {
		f(e.at, int(e.del), e.ins.append(nil))
	}
}

// keptNotes bounds how many repairs and edits a log has room for after it was emptied.
const keptNotes = 1 << 10

// Held is the memory of the log, in bytes.
func (l *Log) Held() int {
	return cap(l.Repairs)*int(unsafe.Sizeof(repair.Repair{})) + cap(l.edits)*int(unsafe.Sizeof(edit{}))
}

// Reset empties the log.
func (l *Log) Reset() {
	if max(cap(l.Repairs), cap(l.edits)) > keptNotes {
		*l = Log{}
		return
	}
	l.Repairs, l.edits = l.Repairs[:0], l.edits[:0]
}

// A Window is the part of the output that is at hand.
type Window struct {
	// Win are the bytes from offset Base on.
	Win  []byte
	Base int
	// Final: no more bytes will follow.
	Final bool
	// Visits counts the bytes that are looked at, unless it is nil.
	Visits *work.Counter
}

// Slice is the output from start to end.
func (w *Window) Slice(start, end int) []byte { return w.Win[start-w.Base : end-w.Base] }

// UpTo is the part of the window that ends at offset end.
func (w *Window) UpTo(end int, final bool) Window {
	return Window{Win: w.Win[:end-w.Base], Base: w.Base, Final: final, Visits: w.Visits}
}

// End is the offset after the last byte at hand.
func (w *Window) End() int { return w.Base + len(w.Win) }

// maxNear bounds the white space that Near passes over, in bytes.
const maxNear = 64

// Near is the next byte from offset at on that is no white space, and its offset. It is 0 if there
// is none near. Near returns more if the window ends before.
func (w *Window) Near(at int) (c byte, i int, more bool) {
	b := w.Win[at-w.Base:]
	n := match.SpaceLen(b[:min(len(b), maxNear)])
	w.Visits.Add(n)
	if n == len(b) {
		return 0, at, !w.Final
	}
	return b[n], at + n, false
}

// A Kind says what a token is.
type Kind uint8

// The kinds of token.
const (
	// More: the window ends before the token does.
	More Kind = iota
	// End: the output ended before the value did.
	End
	ObjectOpen
	ArrayOpen
	ObjectClose
	ArrayClose
	// Key: an object's key, and its colon.
	Key
	// StringBegin: a value that is a string begins; its String follows.
	StringBegin
	String
	// Number and Literal are words without quotes.
	Number
	Literal
	// Comma, between members or elements.
	Comma
	// Unexpected: the byte at Start can't follow. The scanner stays before it.
	Unexpected
	// Dropped: a closer that closes nothing was passed over.
	Dropped
	// TooDeep: the value nests deeper than allowed.
	TooDeep
)

// A Token is a part of JSON, from Start to End. For Key and String, these are the bounds of the
// text between the quotes.
type Token struct {
	Kind       Kind
	Start, End int
	// Escaped: the string has escapes or edits, so its bytes aren't its value.
	Escaped bool
}
