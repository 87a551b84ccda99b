package pythonargs

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/values"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// stringReader is where the reading of a string stands.
type stringReader struct {
	open    bool
	quote   byte
	triple  bool
	raw     bool     // r'…'
	format  bool     // f'…'
	from    int      // offset of its text
	checked int      // how far it holds nothing that it can't, if quotes in it weren't escaped
	out     int      // of its text, in out
	cut     cutPoint // before it, and before those it is joined to
	inner   bool     // quotes in it weren't escaped,
	astray  int      // from the one at this offset on,
	burned  int      // up to here that was counted,
	quotes  int      // so many of them
	depth   int      // brackets that are open in it, up to checked
	newline bool     // it holds a raw newline
	escapes bool     // it holds escapes that source text seldom does,
	path    bool     // or one that Python doesn't know
}

// quoteKnown tells whether b, with which a string begins, shows how many
// quotes open it.
func quoteKnown(b []byte, final bool) bool {
	n := prefixLength(b)
	return final || len(b) > n+2 || len(b) == n+2 && b[n+1] != b[n]
}

// beginString reads a string's prefix and its opening quote.
func (r *Reader) beginString(b []byte) Status {
	n := prefixLength(b)
	t := stringReader{open: true, quote: b[n], cut: r.cut}
	for _, c := range b[:n] {
		t.raw = t.raw || c|0x20 == 'r'
		t.format = t.format || c|0x20 == 'f'
	}
	n++
	if n+1 < len(b) && b[n] == t.quote && b[n+1] == t.quote {
		t.triple = true
		n += 2
	}
	if len(r.stack) > 0 {
		r.top().text = true
	}
	r.out = append(r.out, '"')
	r.next(n, afterValue)
	t.from, t.checked, t.out = r.pos, r.pos, len(r.out)
	r.text = t
	return goOn
}

// joinString goes on with a string that another one follows directly.
func (r *Reader) joinString(w *jsonscan.Window, b []byte) Status {
	if stringBegins(b) == match.More || !quoteKnown(b, w.Final) {
		return atEnd(w)
	}
	end := len(r.out) - 1
	r.cut = r.text.cut
	r.beginString(b)
	r.out = r.out[:end] // both quotes between them go
	r.text.out = end
	return goOn
}

// readString reads on in a string.
func (r *Reader) readString(w *jsonscan.Window) Status {
	t := &r.text
	b := w.Win
	i := r.pos - w.Base
	for {
		from := i
		step := min(len(b), from+visit.Step)
		for i < step && b[i] >= ' ' && b[i] != '"' && b[i] != '\'' && b[i] != '\\' && (b[i] != '{' || !t.format) {
			i++
		}
		r.out = append(r.out, b[from:i]...)
		r.pos = w.Base + i
		if i == step && i < len(b) {
			return goOn // so that what was read is counted
		}
		if i == len(b) {
			switch {
			case !t.inner:
			case r.unclosed(w, r.pos).Yes():
				return Unclosed
			case w.Final:
				r.burn()
			}
			return atEnd(w)
		}
		n := 1
		switch c := b[i]; {
		case c == '\\':
			n = r.escape(b[i:], w.Final)
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
			r.out = append(r.out, '\\', '"')
		case c < ' ':
			r.control(c)
		case c == '{':
			if t.inner {
				switch a := r.unclosed(w, r.pos); {
				case a == match.More:
					return atEnd(w)
				case a.Yes():
					return Unclosed
				}
				r.burn()
			}
			return Failed
		default:
			r.out = append(r.out, c)
		}
		if n < 0 {
			return atEnd(w)
		}
		i += n
	}
}

func (r *Reader) control(c byte) {
	r.text.newline = r.text.newline || c == '\n'
	if !r.text.triple {
		r.note(repair.RawControlCharacter, r.pos)
	}
	r.out = values.AppendEscaped(r.out, []byte{c})
}

// quote decides on a quote of the string's kind: it ends the string, or it is
// text, whose length is returned; -1 if more bytes must tell, 0 if the string
// wasn't closed.
func (r *Reader) quote(w *jsonscan.Window, b []byte) int {
	t := &r.text
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
			r.out = values.AppendEscaped(r.out, b[:n])
			return n
		}
	} else if a := r.ends(b, w.Final); a == match.More {
		return -1
	} else if a == match.No || t.inner {
		switch u := r.unclosed(w, r.pos); {
		case u == match.More:
			return -1
		case u.Yes():
			return 0
		}
		if a.Yes() && t.opens() {
			if a = r.closesLine(b[1:], w.Final); a == match.More {
				return -1
			}
			r.lost.certain = r.lost.certain || a.Yes()
		}
		if a.Yes() {
			return r.endRecovered(w, b)
		}
		if !t.inner {
			t.inner, t.astray, t.burned = true, r.pos, r.pos
		}
		if !r.burn() {
			t.open = false
			return 0
		}
		t.quotes++
		r.note(repair.UnescapedQuote, r.pos)
		r.out = values.AppendEscaped(r.out, b[:1])
		return 1
	}
	r.endString(w, width)
	return width
}

// stepsPerByte is how many steps the reading of a byte counts as, of a string whose quotes
// weren't escaped.
const stepsPerByte = 3

// burn counts what was read of such a string; false if there is no fuel left for that.
func (r *Reader) burn() bool {
	n := r.pos - r.text.burned
	r.text.burned = r.pos
	return r.cfg.Fuel == nil || r.cfg.Fuel.Burn(stepsPerByte*n, r.pos)
}

// opens tells whether a quote is open in the string, and a bracket: most likely the next
// quote ends that one, and what follows it closes the bracket.
func (t *stringReader) opens() bool { return t.quotes%2 == 1 && t.depth > 0 }

// endRecovered ends a string whose quotes weren't escaped, unless more bytes must tell.
func (r *Reader) endRecovered(w *jsonscan.Window, b []byte) int {
	again := r.endsAgain(b, w.Final)
	if again == match.More {
		return -1
	}
	r.lost.certain = r.lost.certain || again.Yes() || overCall(r.visits, w.Slice(r.text.from, r.pos))
	r.endString(w, 1)
	return 1
}

func (r *Reader) endString(w *jsonscan.Window, width int) {
	t := &r.text
	t.open = false
	if t.inner && t.newline {
		// Source text: every backslash stands for itself.
		w.Visits.Add(r.pos - t.from)
		r.out = values.AppendEscaped(r.out[:t.out], w.Slice(t.from, r.pos))
		r.lost.certain = r.lost.certain || t.escapes
	}
	r.lost.certain = r.lost.certain || t.path && t.escapes
	r.out = append(r.out, '"')
	if !t.triple {
		r.lost.ended(t.inner, t.quote, len(r.stack))
	}
	r.valueEnds(width)
	r.afterText = true
}

// recovered remembers the strings whose quotes weren't escaped: another string
// that ends in the same way, at the same depth, could have been part of it.
type recovered struct {
	quote   byte
	depth   int
	any     bool
	second  bool // so one could
	certain bool // whatever is known of the keys, there is a second reading
}

func (l *recovered) ended(inner bool, quote byte, depth int) {
	if l.any && quote == l.quote && depth == l.depth {
		l.second = true
	}
	if inner {
		l.any, l.quote, l.depth = true, quote, depth
	}
}
