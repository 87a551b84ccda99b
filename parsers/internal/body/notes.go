package body

import (
	"unsafe"

	"github.com/toolparser/toolparser/parsers"
)

// Notes are what a body notes of the call that it reads, for the second look (package look). They
// are few, so that a call in which nothing is odd costs nothing.
type Notes struct {
	// Name is the tool's name. Args are the call's arguments, if they are JSON or Python code.
	// Decoded are the arguments if they are JSON in a string, without its escapes; nil otherwise.
	Name    string
	Args    Span
	Decoded []byte
	// Format is the call's. At is where it begins.
	Format string
	At     int
	// Last is the call before it.
	Last Last
	// Values are the spans of the values, written without quotes, that hold what may be a tag.
	Values []Span
	// Empty: the call has no arguments. Alone: it is JSON without a header and without markers, so
	// what follows it isn't its own.
	Empty, Alone bool
	// Watch is for what follows the last call.
	Watch Watch
	// Outer is what the family's parser knows, if the notes are those of a parser of common formats; else nil.
	Outer *Env

	sign int // behind a byte with which tags begin, in the value that is read
}

// Last is what is known of the last call.
type Last struct {
	Name string
	End  int
	// Bare: it has no arguments, not even empty ones. Open: its closer is missing.
	Bare, Open bool
}

// A Span is a range of the output.
type Span struct{ Start, End int }

// A Watch is for what follows the last call, if that wasn't at hand when the call ended.
type Watch struct {
	On bool
	// Empty says that the call has no arguments. Joined: another member is due at At, because a comma is before it, and no
	// bracket behind that comma. Text: text follows the call, up to At.
	Empty, Joined, Text bool
	// Blank: white space is directly before At, up to which no text follows.
	Blank bool
	// Opened: the text opened an element.
	Opened bool
	// Line: the line on which the call ends has ended. Quote: a quote is before At, or white space after one.
	Line, Quote bool
	// Comma: a comma is there, behind a quote. Word: the last byte of the text before At is one of a word.
	Comma, Word bool
	// Quotes is how many quotes are in the text up to At; 2 for more. Open is how many parentheses are open in it.
	Quotes uint8
	// Value: the call may be in a value between tags. Around: nothing odd follows the call directly, and the end of what is
	// around it is looked for. Said: text was found there.
	Value, Around, Said bool
	Open                uint16
	// Format is the call's.
	Format string
	// End is where the call ends, and At up to where nothing odd follows it.
	End, At int
	// Outside is what the text before the call opens; nil if that is nothing.
	Outside *Outside
}

// Outside is what the text before a call opens: a string with this delimiter, and elements with these names. Each may be empty.
type Outside struct{ Delimiter, Elements string }

// Inside reports whether the call may be in something that the text before it opens.
func (w *Watch) Inside() bool { return w.Outside != nil || w.Value }

// Sign notes the byte c of the text that follows the call. It returns true if c shows that the text, up to the end of the call's
// line, is code that goes on behind the call: it is a bracket that the text didn't open, after a quote, or it is a quote after
// the text's first quote and a comma.
func (w *Watch) Sign(c byte) bool {
	first := w.Quotes == 1
	switch c {
	case '"', '\'':
		if w.Comma && first && !w.Line {
			return true
		}
		w.Quotes = min(w.Quotes+1, 2)
		w.Quote, w.Comma = true, false
		return false
	case ' ', '\t':
		return false
	case ',':
		w.Comma = w.Quote
	case '\n':
		w.Line = true
	case '(':
		w.Open++
	case ')', ']', '}':
		if c == ')' && w.Open > 0 {
			w.Open--
		} else if w.Quote && !w.Line {
			return true
		}
	}
	w.Quote, w.Comma = false, w.Comma && c == ','
	return false
}

// Watching reports whether it is open what follows the last call.
func (n *Notes) Watching() bool { return n != nil && n.Watch.On }

// Needs is where the text begins that is needed, if the text from offset mark on is.
func (n *Notes) Needs(mark int) int {
	if !n.Watching() {
		return mark
	}
	if !n.Watch.Around && n.Watch.Inside() {
		return min(mark, n.Watch.End)
	}
	return min(mark, n.Watch.At)
}

// notes are the notes, which are made when the first call begins.
func (env *Env) notes() *Notes {
	if env.Notes == nil {
		env.Notes = new(Notes)
	}
	return env.Notes
}

// Forget forgets the call.
func (n *Notes) Forget() {
	n.Name, n.Args, n.Decoded, n.Empty, n.Alone, n.sign = "", Span{}, nil, false, false, 0
	n.Values = n.Values[:0]
}

// Held is how many bytes the notes take that can be many.
func (n *Notes) Held() int {
	if n == nil {
		return 0
	}
	return cap(n.Values)*int(unsafe.Sizeof(Span{})) + len(n.Decoded)
}

// BeginCall reports the beginning of a call.
func (env *Env) BeginCall(b parsers.Begin) {
	n := env.notes()
	n.Name, n.Format, n.At = b.Name, b.Format, b.At
	b.Held = b.Held || env.Silent
	env.Handler.BeginCall(b)
}

// NoteSign notes that a byte with which tags begin is at offset at of the value that begins at start.
func (env *Env) NoteSign(start, at int) {
	if n := env.notes(); n.sign <= start {
		n.sign = at + 1
	}
}

// NoteValue notes that the value from start to end was read, if it holds a byte with which tags begin. odd: the call
// has a repair, so what is damaged may be in the value.
func (env *Env) NoteValue(start, end int, odd bool) {
	n := env.notes()
	if odd || n.sign > start && n.sign <= end {
		n.Values = append(n.Values, Span{start, end})
	}
}

// NoteArguments notes that the text from start to end is the arguments.
func (env *Env) NoteArguments(start, end int) { env.notes().Args = Span{start, end} }

// NoteAlone notes that what follows the call isn't its own.
func (env *Env) NoteAlone() { env.notes().Alone = true }

// Watches notes what is watched for.
func (env *Env) Watches(w Watch) { env.notes().Watch = w }

// NoteEmpty notes that the call has no arguments.
func (env *Env) NoteEmpty() { env.notes().Empty = true }
