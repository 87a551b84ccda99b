package pythonargs

import (
	"unicode/utf16"

	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/values"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// stringReader is the state of the reading of a string.
type stringReader struct {
	open    bool
	quote   byte
	triple  bool
	raw     bool     // r'…'
	format  bool     // f'…'
	from    int      // offset of its text
	checked int      // unclosed has looked at the text up to here
	out     int      // where its text begins in out
	cut     cutPoint // before it, and before those it is joined to
	inner   bool     // quotes in it weren't escaped
	astray  int      // offset of the first quote that wasn't escaped
	last    int      // offset of the last one
	burned  int      // the budget for its text is counted up to here
	quotes  int      // how many quotes weren't escaped
	depth   int      // brackets that are open in it, up to checked
	newline bool     // it holds a raw newline
	escapes bool     // it holds \n, \t, \" or the like, which source text may mean literally
	known   bool     // it holds an escape that Python knows
	path    bool     // it holds an escape without its digits, as in C:\Users
}

// quoteKnown reports whether b, the beginning of a string, is long enough to show how many
// quotes open it.
func quoteKnown(b []byte, final bool) bool {
	n := prefixLength(b)
	return final || len(b) > n+2 || len(b) == n+2 && b[n+1] != b[n]
}

// beginString reads a string's prefix and its opening quote.
func (r *Reader) beginString(b []byte) Status {
	n := prefixLength(b)
	t := stringReader{open: true, quote: b[n], cut: r.Object.cut}
	for _, c := range b[:n] {
		t.raw = t.raw || c|0x20 == 'r'
		t.format = t.format || c|0x20 == 'f'
	}
	n++
	if n+1 < len(b) && b[n] == t.quote && b[n+1] == t.quote {
		t.triple = true
		n += 2
	}
	if len(r.Object.stack) > 0 {
		r.Object.top().text = true
	}
	r.Object.out = append(r.Object.out, '"')
	r.next(n, afterValue)
	t.from, t.checked, t.out = r.pos, r.pos, len(r.Object.out)
	r.quoting.text = t
	return goOn
}

// joinString goes on with a string after which another string follows.
func (r *Reader) joinString(w *jsonscan.Window, b []byte) Status {
	if stringBegins(b) == match.More || !quoteKnown(b, w.Final) {
		return atEnd(w)
	}
	end := len(r.Object.out) - 1
	r.Object.cut = r.quoting.text.cut
	r.beginString(b)
	r.Object.out = r.Object.out[:end] // without the two quotes between them
	r.quoting.text.out = end
	return goOn
}

// textEnds are the bytes of a string that mean more than themselves, formatEnds those of f'…'.
var textEnds, formatEnds = func() (text, format [256]bool) {
	for c := range byte(' ') {
		text[c] = true
	}
	text['"'], text['\''], text['\\'] = true, true, true
	format = text
	format['{'] = true
	return text, format
}()

// readString reads on in a string.
func (r *Reader) readString(w *jsonscan.Window) Status {
	t := &r.quoting.text
	b := w.Win
	i := r.pos - w.Base
	plainEnds := &textEnds
	if t.format {
		plainEnds = &formatEnds
	}
	for {
		from := i
		step := min(len(b), from+work.Step)
		i = bytetable.Index(b[:step], i, plainEnds)
		r.Object.out = append(r.Object.out, b[from:i]...)
		r.pos = w.Base + i
		if i == step && i < len(b) {
			return goOn // so that the bytes read so far are counted
		}
		if i == len(b) {
			switch {
			case !t.inner:
			case r.unclosed(w).Yes():
				return Unclosed
			case w.Final:
				r.quoting.burn(r.pos)
			}
			return atEnd(w)
		}
		n := 1
		switch c := b[i]; {
		case c == '\\' && !t.raw && i+1 < len(b) && jsonEscapes[b[i+1]]:
			r.Object.out = append(r.Object.out, c, b[i+1])
			t.escapes, t.known, n = t.escapes || b[i+1] != '\\', true, 2
		case c == '\\':
			var ok bool
			if r.Object.out, n, ok = t.escape(r.Object.out, b[i:], w.Final); !ok {
				r.Object.note(repair.InvalidEscape, r.pos)
			}
			t.known = t.known || ok && n > 1
		case c == t.quote:
			n = r.quote(w, b[i:])
			switch {
			case t.open:
			case n == 0:
				return Unclosed
			default:
				return goOn
			}
		case c == '"':
			r.Object.out = append(r.Object.out, '\\', '"')
		case c < ' ':
			r.control(c)
		case c == '{':
			if t.inner {
				switch a := r.unclosed(w); {
				case a == match.More:
					return atEnd(w)
				case a.Yes():
					return Unclosed
				}
				r.quoting.burn(r.pos)
			}
			return Failed
		default:
			r.Object.out = append(r.Object.out, c)
		}
		if n < 0 {
			return atEnd(w)
		}
		i += n
	}
}

// unclosed reports whether the string lost its closing quote. Then the position is where it ends.
func (r *Reader) unclosed(w *jsonscan.Window) match.Answer {
	at, a := r.quoting.unclosed(w, r.pos)
	if a.Yes() {
		r.pos, r.quoting.text.open = at, false
	}
	return a
}

func (r *Reader) control(c byte) {
	r.quoting.text.newline = r.quoting.text.newline || c == '\n'
	if !r.quoting.text.triple {
		r.Object.note(repair.RawControlCharacter, r.pos)
	}
	r.Object.out = values.AppendEscaped(r.Object.out, []byte{c})
}

// quote decides whether a quote of the string's kind ends the string, or is text in it. It returns
// its length, -1 if it needs more bytes to decide, 0 if the string wasn't closed.
func (r *Reader) quote(w *jsonscan.Window, b []byte) int {
	t := &r.quoting.text
	width := 1
	if t.triple {
		n := 0
		for n < len(b) && n < 3 && b[n] == t.quote {
			n++
		}
		switch {
		case n == 3:
			width = 3
		case n == len(b):
			return -1
		default:
			r.Object.out = values.AppendEscaped(r.Object.out, b[:n])
			return n
		}
	} else if a := r.quoting.ends(b, w.Final); a == match.More {
		return -1
	} else if a == match.No || t.inner {
		switch u := r.unclosed(w); {
		case u == match.More:
			return -1
		case u.Yes():
			return 0
		}
		if a.Yes() && t.opens() {
			if a = r.quoting.closesLine(b[1:], w.Final); a == match.More {
				return -1
			}
			r.quoting.lost.certain = r.quoting.lost.certain || a.Yes()
		}
		if a.Yes() {
			return r.endRecovered(w, b)
		}
		if !t.inner {
			t.inner, t.astray, t.burned = true, r.pos, r.pos
		}
		if !r.quoting.burn(r.pos) {
			t.open = false
			return 0
		}
		t.quotes++
		t.last = r.pos
		r.Object.note(repair.UnescapedQuote, r.pos)
		r.Object.out = values.AppendEscaped(r.Object.out, b[:1])
		return 1
	}
	r.endString(w, width)
	return width
}

// stepsPerByte is how many steps of budget a byte takes, in a string whose quotes weren't
// escaped.
const stepsPerByte = 3

// burn counts the bytes that were read of such a string, up to offset pos. It returns false if the
// budget is spent.
func (q *quoting) burn(pos int) bool {
	n := pos - q.text.burned
	q.text.burned = pos
	return q.cfg.Budget == nil || q.cfg.Budget.Spend(stepsPerByte*n, pos)
}

// opens reports whether a quote is open in the string, and a bracket. Then the next quote most
// likely closes that quote, and the text behind it closes the bracket.
func (t *stringReader) opens() bool { return t.quotes%2 == 1 && t.depth > 0 }

// endRecovered ends a string whose quotes weren't escaped, unless it needs more bytes to decide.
func (r *Reader) endRecovered(w *jsonscan.Window, b []byte) int {
	again := r.quoting.endsAgain(b, r.pos, w.Final)
	if again == match.More {
		return -1
	}
	r.quoting.lost.certain = r.quoting.lost.certain || again.Yes() || overCall(w.Visits, w.Slice(r.quoting.text.from, r.pos))
	r.endString(w, 1)
	return 1
}

func (r *Reader) endString(w *jsonscan.Window, width int) {
	t := &r.quoting.text
	t.open = false
	from, end := t.undoubled(r.pos)
	if t.inner && t.newline {
		// Source text: every backslash stands for itself.
		w.Visits.Add(r.pos - t.from)
		r.Object.out = values.AppendEscaped(r.Object.out[:t.out], w.Slice(from, end))
		r.quoting.lost.certain = r.quoting.lost.certain || t.escapes
	} else if from > t.from || end < r.pos {
		quote := len(values.AppendEscaped(nil, []byte{t.quote}))
		text := r.Object.out[t.out:]
		if from > t.from {
			copy(text, text[quote:])
		}
		r.Object.out = r.Object.out[:len(r.Object.out)-quote]
	}
	r.quoting.lost.certain = r.quoting.lost.certain || from > t.from || end < r.pos
	r.joined = t.inner && r.joins(w)
	r.quoting.lost.certain = r.quoting.lost.certain || t.path && t.known
	r.Object.out = append(r.Object.out, '"')
	if !t.triple {
		r.quoting.lost.ended(t.inner, t.quote, len(r.Object.stack))
	}
	r.valueEnds(width)
	r.afterText = true
}

// joins reports whether the string, whose quotes weren't escaped, may be several elements of its container.
func (r *Reader) joins(w *jsonscan.Window) bool {
	t := &r.quoting.text
	if len(r.Object.stack) == 0 {
		return false
	}
	text := w.Slice(t.from, r.pos)
	w.Visits.Add(len(text))
	before := match.TrimSpaceRight(text[:t.astray-t.from])
	lost := t.quotes == 1 && len(before) > 0 && before[len(before)-1] == ',' // the element before lost its last quote
	return lost || recovery.Joined(w.Visits, text, jsonscan.StraightQuote(t.quote), r.Object.top().value)
}

// undoubled returns the bounds of the string's text, which ends at offset end. If the only quote in it that isn't
// escaped is directly at an edge, that is the delimiter, written twice.
func (t *stringReader) undoubled(end int) (from, to int) {
	switch {
	case t.quotes != 1:
	case t.last == end-1:
		return t.from, end - 1
	case t.astray == t.from:
		return t.from + 1, end
	}
	return t.from, end
}

// recovered remembers the last string whose quotes weren't escaped. Another string
// that ends with the same quote, at the same depth, could have been part of it.
type recovered struct {
	quote   byte
	depth   int
	any     bool
	second  bool // another string could have been part of it
	certain bool // there is a second reading, even if the schema knows all keys
}

func (l *recovered) ended(inner bool, quote byte, depth int) {
	if l.any && quote == l.quote && depth == l.depth {
		l.second = true
	}
	if inner {
		l.any, l.quote, l.depth = true, quote, depth
	}
}

// jsonEscapes are the bytes behind a backslash that mean the same in JSON.
var jsonEscapes = [256]bool{'\\': true, '"': true, 'n': true, 't': true, 'r': true, 'b': true, 'f': true}

// escape appends the text that the backslash at the start of b stands for, and returns how many
// bytes of b that takes, -1 if it needs more bytes to decide. It isn't ok if the backslash begins an
// escape without its digits. In a string that isn't raw, the byte behind the backslash is none of
// jsonEscapes.
func (t *stringReader) escape(dst, b []byte, final bool) (out []byte, n int, ok bool) {
	if len(b) < 2 {
		return dst, -1, true
	}
	c := b[1]
	if t.raw {
		n := 1
		if c == '\\' || c == t.quote {
			n = 2
		}
		return values.AppendEscaped(dst, b[:n]), n, true
	}
	switch c {
	case '\n':
		return dst, 2, true
	case '\'':
		return append(dst, c), 2, true
	}
	r, n := jsonscan.PythonEscape(b, final)
	switch {
	case n < 0:
		return dst, -1, true
	case n == 0 && (c == 'x' || c == 'u' || c == 'U'):
		// This is no string in Python, so its other escapes may be none, either.
		t.path = true
		return append(dst, '\\', '\\'), 1, false
	case n == 0:
		return append(dst, '\\', '\\'), 1, true // Python keeps it
	case c == 'u':
		return append(dst, b[:n]...), n, true // as it is
	case r > 0xffff:
		high, low := utf16.EncodeRune(r)
		return jsonscan.AppendUnit(jsonscan.AppendUnit(dst, high), low), n, true
	}
	return jsonscan.AppendUnit(dst, r), n, true
}
