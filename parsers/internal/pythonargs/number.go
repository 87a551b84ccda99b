package pythonargs

import (
	"slices"
	"strconv"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// numberLength is the length of the text at the start of b that may be a number. Its first bytes, up
// to index from, were looked at before.
func numberLength(v *visit.Count, b []byte, from int) int {
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
func appendNumber(v *visit.Count, dst, b []byte) (out []byte, padded, ok bool) {
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
func appendDecimal(v *visit.Count, dst, b []byte) (out []byte, padded, ok bool) {
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
