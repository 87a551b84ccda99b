package pythonargs

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// value reads a value, or what closes the container around it.
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
	r.begin()
	return r.beginString(b)
}

// begin notes that a value begins.
func (r *Reader) begin() {
	if len(r.stack) == 0 {
		return
	}
	top := r.top()
	if top.comma {
		r.out = append(r.out, ',')
	}
	top.comma, top.text, top.digit = false, false, false
	if !top.value {
		top.item = len(r.out)
	}
}

func (r *Reader) open(c byte) Status {
	depth := len(r.stack) + 1
	if !r.Mapping {
		depth++ // the object that the arguments make
	}
	if depth > r.cfg.Depth {
		return TooDeep
	}
	r.begin()
	f := frame{open: c, at: len(r.out), cut: r.cut}
	if c == '[' {
		f.kind = array
	}
	r.stack = append(r.stack, f)
	if c == '(' {
		c = '['
	}
	r.out = append(r.out, c)
	return r.next(1, beforeValue)
}

// closeContainer closes the container that is open at its closer c; filled: an
// element stands directly before it.
func (r *Reader) closeContainer(c byte, filled bool) Status {
	if len(r.stack) == 0 || !r.top().closes(c) {
		return Failed
	}
	top := *r.top()
	switch {
	case (top.kind == dict && filled) != top.value:
		return Failed
	case top.kind == undecided && filled && top.open == '(':
		r.out = append(r.out[:top.at], r.out[top.at+1:]...) // only parentheses
	case top.kind == dict || top.open == '{' && !filled && top.kind == undecided:
		r.out = append(r.out, '}')
	default:
		r.out[top.at] = '['
		r.out = append(r.out, ']')
	}
	r.stack, r.cut = r.stack[:len(r.stack)-1], top.cut
	if len(r.stack) == 0 && r.Mapping && r.out[0] != '{' {
		return Failed
	}
	return r.valueEnds(1)
}

// afterElement reads what follows a value in a container.
func (r *Reader) afterElement(w *jsonscan.Window, b []byte) Status {
	top := r.top()
	switch c := b[0]; {
	case c == ',':
		if top.kind == dict && !top.value {
			return Failed
		}
		if top.kind == undecided {
			top.kind = array
			r.out[top.at] = '['
			r.cut = cutPoint{len(r.out), len(r.stack), len(r.Repairs)}
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

// dictValue makes a key of the element before a colon.
func (r *Reader) dictValue(top *frame) Status {
	if top.open != '{' || top.kind == array || top.value || !top.text && !top.digit || top.text && r.text.inner {
		return Failed // a key that holds quotes lost one
	}
	if top.digit {
		r.out = append(r.out, `""`...)
		copy(r.out[top.item+1:], r.out[top.item:len(r.out)-2])
		r.out[top.item], r.out[len(r.out)-1] = '"', '"'
	}
	if r.Mapping && len(r.stack) == 1 && !r.mapped(r.out[top.item+1:len(r.out)-1]) {
		return Failed
	}
	top.kind, top.value = dict, true
	r.out = append(r.out, ':')
	return r.next(1, beforeValue)
}

// mapped notes a key of the one dict that is the arguments.
func (r *Reader) mapped(key []byte) bool {
	return r.cfg.Properties.Names(key) && r.keys.add(r.out, span{len(r.out) - 1 - len(key), len(r.out) - 1})
}

// words are the literals.
var words = [...]struct{ python, json string }{
	{"True", "true"}, {"False", "false"}, {"None", "null"}, {"true", "true"}, {"false", "false"}, {"null", "null"},
}

// word reads a literal that is a word. One that ends the output may go on.
func (r *Reader) word(w *jsonscan.Window, b []byte) Status {
	n := 0
	for n < len(b) && isKeyByte(b[n]) {
		n++
	}
	r.visits.Add(n)
	for _, word := range words {
		switch {
		case n == len(b) && n <= len(word.python) && string(b) == word.python[:n]:
			return atEnd(w)
		case string(b[:n]) == word.python:
			r.begin()
			r.out = append(r.out, word.json...)
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
	n := numberLength(r.visits, b)
	if n == len(b) {
		if w.Final && !isNumberStart(r.visits, b) {
			return Failed
		}
		return atEnd(w)
	}
	from := len(r.out)
	r.begin()
	if len(r.stack) > 0 {
		r.top().digit = true
	}
	out, ok := r.appendNumber(r.out, b[:n])
	if !ok {
		r.out = r.out[:from]
		return Failed
	}
	r.out = out
	return r.valueEnds(n)
}

// isNumberStart tells whether b may be the beginning of a number.
func isNumberStart(v *visit.Count, b []byte) bool {
	return len(v.Trim(b, "+-.0123456789_abcdefABCDEFxXoO")) == 0
}
