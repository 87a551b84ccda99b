package pythonargs

import (
	"slices"
	"strconv"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/work"
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
	case r.afterText && (top.open != '{' || top.value) && stringBegins(b) != match.No:
		return r.joinString(w, b) // in the place of a key, a colon may be missing
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
func isNumberStart(v *work.Counter, b []byte) bool {
	return len(v.Trim(b, "+-.0123456789_abcdefABCDEFxXoO")) == 0
}

// numberLength is the length of the text at the start of b that may be a number. Its first bytes, up
// to index from, were looked at before.
func numberLength(v *work.Counter, b []byte, from int) int {
	n := from
	for ; n < len(b); n++ {
		c := b[n]
		sign := (c == '+' || c == '-') && (n == 0 || b[n-1]|0x20 == 'e' && !based(b[:n]))
		if !sign && (c == '+' || c == '-' || !isKeyByte(c)) {
			break
		}
	}
	v.Add(n - from)
	return n
}

// based reports whether the number b names its base, behind its sign.
func based(b []byte) bool {
	if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
		b = b[1:]
	}
	return len(b) > 1 && b[0] == '0' && (b[1]|0x20 == 'x' || b[1]|0x20 == 'o' || b[1]|0x20 == 'b')
}

// appendNumber appends Python's number b as JSON writes it. padded reports that the number begins
// with zeros that Python doesn't allow, ok that it is a number.
func appendNumber(v *work.Counter, dst, b []byte) (out []byte, padded, ok bool) {
	if b[0] == '-' {
		dst = append(dst, '-')
	}
	if b[0] == '-' || b[0] == '+' {
		b = b[1:]
	}
	if based(b) {
		n, err := strconv.ParseUint(string(b), 0, 64) // up to 64 bits
		return strconv.AppendUint(dst, n, 10), false, err == nil
	}
	if b, ok = withoutGroups(b); ok {
		return appendDecimal(v, dst, b)
	}
	return dst, false, false
}

// withoutGroups takes the '_' between digits out of a number.
func withoutGroups(b []byte) (number []byte, ok bool) {
	if slices.Index(b, '_') < 0 {
		return b, true
	}
	number = make([]byte, 0, len(b))
	for i, c := range b {
		if c != '_' {
			number = append(number, c)
		} else if i == 0 || i+1 == len(b) || !isDigit(b[i-1]) || !isDigit(b[i+1]) {
			return nil, false
		}
	}
	return number, true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// appendDecimal appends a decimal number, adding the digits that JSON wants
// around its point.
func appendDecimal(v *work.Counter, dst, b []byte) (out []byte, padded, ok bool) {
	whole, fraction := jsonscan.Digits(b), 0
	rest := b[whole:]
	point := len(rest) > 0 && rest[0] == '.'
	if point {
		fraction = jsonscan.Digits(rest[1:])
		rest = rest[1+fraction:]
	}
	if whole+fraction == 0 {
		return dst, false, false
	}
	from := len(dst)
	switch padded = whole > 1 && b[0] == '0'; {
	case padded:
		last := whole - 1 // which stays, even if it is a zero
		dst = append(append(dst, v.TrimLeft(b[:last], "0")...), b[last])
	case whole == 0:
		dst = append(dst, '0')
	default:
		dst = append(dst, b[:whole]...)
	}
	if point {
		dst = append(append(dst, '.'), b[whole+1:whole+1+fraction]...)
		if fraction == 0 {
			dst = append(dst, '0')
		}
	}
	dst = append(dst, rest...)
	return dst, padded, jsonscan.IsNumber(dst[from:])
}

// wantsNumber reports whether the schema says that the value, or the list's
// element, is a number.
func (o *Object) wantsNumber() bool {
	if o.properties == nil || o.Mapping || len(o.stack) > 1 {
		return false
	}
	property := o.properties.Property(o.out[o.key.start:o.key.end])
	types := property.Types
	if len(o.stack) == 1 {
		types = property.Items
		if o.top().open == '{' {
			return false
		}
	}
	return types != schema.Any && types&(schema.Number|schema.Integer) != 0 && types&schema.String == 0
}
