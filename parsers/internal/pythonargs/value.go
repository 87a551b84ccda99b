package pythonargs

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// value reads a value, or the closer of the container around it.
func (r *Reader) value(w *jsonscan.Window, b []byte) Status {
	switch c := b[0]; {
	case c == '[' || c == '(' || c == '{':
		return r.open(c)
	case c == ']' || c == ')' || c == '}':
		return r.closeContainer(c, false)
	case c == '+' || c == '-' || c == '.' || '0' <= c && c <= '9':
		return r.number(w, b)
	}
	switch stringBegins(b) {
	case match.More:
		return atEnd(w)
	case match.No:
		return r.word(w, b)
	}
	if !quoteKnown(b, w.Final) {
		return atEnd(w)
	}
	r.Object.begin()
	return r.beginString(b)
}

func (r *Reader) open(c byte) Status {
	depth := len(r.Object.stack) + 1
	if !r.Object.Mapping {
		depth++ // the object that the arguments make
	}
	if depth > r.cfg.Depth {
		return TooDeep
	}
	r.Object.begin()
	f := frame{open: c, at: len(r.Object.out), cut: r.Object.cut}
	if c == '[' {
		f.kind = array
	}
	r.Object.stack = append(r.Object.stack, f)
	if c == '(' {
		c = '['
	}
	r.Object.out = append(r.Object.out, c)
	return r.next(1, beforeValue)
}

// closeContainer closes the innermost container at its closer c. filled means that an
// element is directly before c.
func (r *Reader) closeContainer(c byte, filled bool) Status {
	if len(r.Object.stack) == 0 || !r.Object.top().closes(c) {
		return Failed
	}
	top := *r.Object.top()
	switch {
	case (top.kind == dict && filled) != top.value:
		return Failed
	case top.kind == undecided && filled && top.open == '(':
		r.Object.out = append(r.Object.out[:top.at], r.Object.out[top.at+1:]...) // only parentheses
	case top.kind == dict || top.open == '{' && !filled && top.kind == undecided:
		r.Object.out = append(r.Object.out, '}')
	default:
		r.Object.out[top.at] = '['
		r.Object.out = append(r.Object.out, ']')
	}
	r.Object.stack, r.Object.cut = r.Object.stack[:len(r.Object.stack)-1], top.cut
	if len(r.Object.stack) == 0 && r.Object.Mapping && r.Object.out[0] != '{' {
		return Failed
	}
	return r.valueEnds(1)
}

// afterElement reads the token that follows a value in a container.
func (r *Reader) afterElement(w *jsonscan.Window, b []byte) Status {
	top := r.Object.top()
	switch c := b[0]; {
	case c == ',':
		if top.kind == dict && !top.value {
			return Failed
		}
		if top.kind == undecided {
			top.kind = array
			r.Object.out[top.at] = '['
			r.Object.cut = cutPoint{len(r.Object.out), len(r.Object.stack), len(r.Object.Repairs)}
		}
		top.comma, top.value = true, false
		return r.next(1, beforeValue)
	case c == ':':
		return r.dictValue(top)
	case c == ']' || c == ')' || c == '}':
		return r.closeContainer(c, true)
	case r.afterText && stringBegins(b) != match.No:
		return r.joinString(w, b)
	}
	return Failed
}

// dictValue turns the element before a colon into a key.
func (r *Reader) dictValue(top *frame) Status {
	if top.open != '{' || top.kind == array || top.value || !top.text && !top.digit || top.text && r.quoting.text.inner {
		return Failed // a key with quotes in it lost its closing quote
	}
	if top.digit {
		r.Object.out = append(r.Object.out, `""`...)
		copy(r.Object.out[top.item+1:], r.Object.out[top.item:len(r.Object.out)-2])
		r.Object.out[top.item], r.Object.out[len(r.Object.out)-1] = '"', '"'
	}
	if r.Object.Mapping && len(r.Object.stack) == 1 && !r.Object.mapped(r.Object.out[top.item+1:len(r.Object.out)-1]) {
		return Failed
	}
	top.kind, top.value = dict, true
	r.Object.out = append(r.Object.out, ':')
	return r.next(1, beforeValue)
}

// words are the literals.
var words = [...]struct{ python, json string }{
	{"True", "true"}, {"False", "false"}, {"None", "null"}, {"true", "true"}, {"false", "false"}, {"null", "null"},
}

// word reads a literal that is a word. The end of the output may have cut the word off.
func (r *Reader) word(w *jsonscan.Window, b []byte) Status {
	n := 0
	for n < len(b) && isKeyByte(b[n]) {
		n++
	}
	w.Visits.Add(n)
	for _, word := range words {
		switch {
		case n == len(b) && n <= len(word.python) && string(b) == word.python[:n]:
			return atEnd(w)
		case string(b[:n]) == word.python:
			r.Object.begin()
			r.Object.out = append(r.Object.out, word.json...)
			return r.valueEnds(n)
		}
	}
	if n == len(b) && n <= maxKey && !w.Final {
		return More
	}
	return Failed
}

// number reads a number.
func (r *Reader) number(w *jsonscan.Window, b []byte) Status {
	n := numberLength(w.Visits, b, max(r.numberEnd-r.pos, 0))
	r.numberEnd = r.pos + n
	if n == len(b) {
		if w.Final && !isNumberStart(w.Visits, b) {
			return Failed
		}
		return atEnd(w)
	}
	from := len(r.Object.out)
	r.Object.begin()
	if len(r.Object.stack) > 0 {
		r.Object.top().digit = true
	}
	out, padded, ok := appendNumber(w.Visits, r.Object.out, b[:n])
	if !ok || padded && !r.Object.wantsNumber() {
		r.Object.out = r.Object.out[:from]
		return Failed
	}
	if padded {
		r.Object.note(repair.PythonLiteral, r.pos)
	}
	r.Object.out = out
	return r.valueEnds(n)
}

// isNumberStart reports whether b may be the beginning of a number.
func isNumberStart(v *visit.Count, b []byte) bool {
	return len(v.Trim(b, "+-.0123456789_abcdefABCDEFxXoO")) == 0
}
