package parsers

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// canonicalJSON is a text that is the same for two JSON texts exactly when
// their values are equal: whatever the white space, the escapes, the order of
// keys (of equal ones the last counts) and the way in which a number is
// written. It isn't JSON itself. A text that is no JSON stands for itself.
func canonicalJSON(text []byte) []byte {
	r := valueReader{in: text}
	value := r.value(nil, 0)
	r.skipSpace()
	if r.bad || r.pos != len(text) {
		return append([]byte{'!'}, text...)
	}
	return value
}

// maxValueDepth bounds the recursion; parsers nest less, see MaxDepth.
const maxValueDepth = 4 * MaxDepth

// A valueReader reads JSON that is known to be valid; bad is set where it isn't.
type valueReader struct {
	in  []byte
	pos int
	bad bool
}

func (r *valueReader) fail() { r.bad, r.pos = true, len(r.in) }

func (r *valueReader) skipSpace() {
	for r.pos < len(r.in) && bytes.IndexByte([]byte(" \t\r\n"), r.in[r.pos]) >= 0 {
		r.pos++
	}
}

// peek is the next byte that is no white space, 0 at the end.
func (r *valueReader) peek() byte {
	r.skipSpace()
	if r.pos == len(r.in) {
		return 0
	}
	return r.in[r.pos]
}

// take skips the byte b, if it is next.
func (r *valueReader) take(b byte) bool {
	if r.peek() != b {
		return false
	}
	r.pos++
	return true
}

// value appends the canonical form of the next value.
func (r *valueReader) value(out []byte, depth int) []byte {
	if depth > maxValueDepth {
		r.fail()
		return out
	}
	switch b := r.peek(); {
	case b == '{':
		return r.object(out, depth)
	case b == '[':
		return r.array(out, depth)
	case b == '"':
		return r.text(out)
	case b == '-' || b >= '0' && b <= '9':
		return r.number(out)
	}
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(r.in[r.pos:], []byte(word)) {
			r.pos += len(word)
			return append(out, word...)
		}
	}
	r.fail()
	return out
}

func (r *valueReader) array(out []byte, depth int) []byte {
	r.take('[')
	out = append(out, '[')
	for n := 0; !r.take(']'); n++ {
		if n > 0 && !r.take(',') || r.bad {
			r.fail()
			return out
		}
		out = append(r.value(out, depth+1), ',')
	}
	return append(out, ']')
}

// A member is a key and its value, both canonical.
type member struct{ key, value []byte }

func (r *valueReader) object(out []byte, depth int) []byte {
	r.take('{')
	var members []member
	for !r.take('}') {
		if len(members) > 0 && !r.take(',') || r.bad {
			r.fail()
			return out
		}
		members = append(members, r.member(depth))
	}
	slices.SortStableFunc(members, func(a, b member) int { return bytes.Compare(a.key, b.key) })
	out = append(out, '{')
	for i, m := range members {
		if i+1 < len(members) && bytes.Equal(m.key, members[i+1].key) {
			continue
		}
		out = append(append(append(append(out, m.key...), ':'), m.value...), ',')
	}
	return append(out, '}')
}

func (r *valueReader) member(depth int) member {
	if r.peek() != '"' {
		r.fail()
		return member{}
	}
	key := r.text(nil)
	if !r.take(':') {
		r.fail()
	}
	return member{key, r.value(nil, depth+1)}
}

// text appends a string: its length and its decoded bytes.
func (r *valueReader) text(out []byte) []byte {
	r.take('"')
	var decoded []byte
	for r.pos < len(r.in) && r.in[r.pos] != '"' {
		if r.in[r.pos] == '\\' {
			decoded = r.escape(decoded)
			continue
		}
		decoded = append(decoded, r.in[r.pos])
		r.pos++
	}
	if !r.take('"') {
		r.fail()
	}
	out = append(strconv.AppendInt(append(out, '"'), int64(len(decoded)), 10), ':')
	return append(out, decoded...)
}

// escapes are the escapes of one letter, and what they stand for.
const (
	escapes   = `"\/bfnrt`
	unescaped = "\"\\/\b\f\n\r\t"
)

func (r *valueReader) escape(out []byte) []byte {
	if r.pos+1 == len(r.in) {
		r.fail()
		return out
	}
	letter := r.in[r.pos+1]
	if i := bytes.IndexByte([]byte(escapes), letter); i >= 0 {
		r.pos += 2
		return append(out, unescaped[i])
	}
	first := r.unit()
	if utf16.IsSurrogate(first) {
		mark := r.pos
		if second := r.unit(); utf16.DecodeRune(first, second) != utf8.RuneError {
			return utf8.AppendRune(out, utf16.DecodeRune(first, second))
		}
		r.pos = mark
		return append(out, 0xff, byte(first>>8), byte(first)) // a lone one, which no UTF-8 can hold
	}
	return utf8.AppendRune(out, first)
}

// unit reads a \u escape; what is none is 0.
func (r *valueReader) unit() rune {
	if r.pos+6 > len(r.in) || r.in[r.pos] != '\\' || r.in[r.pos+1] != 'u' {
		return r.noUnit()
	}
	n, err := strconv.ParseUint(string(r.in[r.pos+2:r.pos+6]), 16, 16)
	if err != nil {
		return r.noUnit()
	}
	r.pos += 6
	return rune(n)
}

// noUnit skips a byte, so that reading damaged text ends.
func (r *valueReader) noUnit() rune {
	r.pos++
	return 0
}

// number appends a number: its digits, without zeros at either end, and the
// exponent of the last one.
func (r *valueReader) number(out []byte) []byte {
	literal := r.literal()
	digits, negative := bytes.CutPrefix(literal, []byte("-"))
	exponent := new(big.Int)
	if i := bytes.IndexAny(digits, "eE"); i >= 0 {
		if _, ok := exponent.SetString(string(bytes.TrimPrefix(digits[i+1:], []byte("+"))), 10); !ok {
			r.fail()
		}
		digits = digits[:i]
	}
	whole, fraction, _ := bytes.Cut(digits, []byte("."))
	all := bytes.TrimLeft(slices.Concat(whole, fraction), "0")
	significant := bytes.TrimRight(all, "0")
	exponent.Add(exponent, big.NewInt(int64(len(all)-len(significant)-len(fraction))))
	if len(significant) == 0 {
		return append(out, '0')
	}
	if negative {
		out = append(out, '-')
	}
	return exponent.Append(append(append(out, significant...), 'e'), 10)
}

func (r *valueReader) literal() []byte {
	start := r.pos
	for r.pos < len(r.in) && bytes.IndexByte([]byte("+-.eE0123456789"), r.in[r.pos]) >= 0 {
		r.pos++
	}
	return r.in[start:r.pos]
}
