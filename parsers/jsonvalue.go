package parsers

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// canonicalJSON is a text that is the same for two JSON texts exactly when
// their values are equal: whatever the white space, the escapes, the order of
// keys (of equal ones the last counts) and the way in which a number is
// written. It isn't JSON itself. A text that is no JSON, or nests deeper than
// encoding/json reads, stands for itself.
func canonicalJSON(text []byte) []byte {
	if !json.Valid(text) {
		return append([]byte{'!'}, text...)
	}
	r := valueReader{in: text}
	return r.value(nil)
}

// A valueReader reads valid JSON.
type valueReader struct {
	in  []byte
	pos int
}

// peek is the next byte that is no white space.
func (vr *valueReader) peek() byte {
	vr.run(" \t\r\n")
	return vr.in[vr.pos]
}

// take skips the byte b, if it is next.
func (vr *valueReader) take(b byte) bool {
	if vr.peek() != b {
		return false
	}
	vr.pos++
	return true
}

// run takes the bytes that are in the set.
func (vr *valueReader) run(set string) []byte {
	start := vr.pos
	for vr.pos < len(vr.in) && strings.IndexByte(set, vr.in[vr.pos]) >= 0 {
		vr.pos++
	}
	return vr.in[start:vr.pos]
}

// value appends the canonical form of the next value.
func (vr *valueReader) value(out []byte) []byte {
	switch vr.peek() {
	case '{':
		return vr.object(out)
	case '[':
		return vr.array(out)
	case '"':
		return vr.text(out)
	case 't', 'f', 'n':
		return append(out, vr.run("truefalsn")...) // the letters of true, false and null
	}
	return vr.number(out)
}

func (vr *valueReader) array(out []byte) []byte {
	vr.take('[')
	out = append(out, '[')
	for !vr.take(']') {
		out = append(vr.value(out), ',')
		vr.take(',')
	}
	return append(out, ']')
}

// A member is a key and its value, both canonical.
type member struct{ key, value []byte }

func (vr *valueReader) object(out []byte) []byte {
	vr.take('{')
	var members []member
	for !vr.take('}') {
		vr.peek()
		key := vr.text(nil)
		vr.take(':')
		members = append(members, member{key, vr.value(nil)})
		vr.take(',')
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

// text appends a string: its length and its decoded bytes.
func (vr *valueReader) text(out []byte) []byte {
	var decoded []byte
	for vr.pos++; vr.in[vr.pos] != '"'; {
		if vr.in[vr.pos] == '\\' {
			decoded = vr.escape(decoded)
			continue
		}
		decoded = append(decoded, vr.in[vr.pos])
		vr.pos++
	}
	vr.pos++
	out = append(strconv.AppendInt(append(out, '"'), int64(len(decoded)), 10), ':')
	return append(out, decoded...)
}

// escapes are the escapes of one letter, and what they stand for.
const (
	escapes   = `"\/bfnrt`
	unescaped = "\"\\/\b\f\n\r\t"
)

func (vr *valueReader) escape(out []byte) []byte {
	if i := strings.IndexByte(escapes, vr.in[vr.pos+1]); i >= 0 {
		vr.pos += 2
		return append(out, unescaped[i])
	}
	first := vr.unit()
	if utf16.IsSurrogate(first) {
		mark := vr.pos
		if second := vr.unit(); utf16.DecodeRune(first, second) != utf8.RuneError {
			return utf8.AppendRune(out, utf16.DecodeRune(first, second))
		}
		vr.pos = mark
		return append(out, 0xff, byte(first>>8), byte(first)) // a lone one, which no UTF-8 can hold
	}
	return utf8.AppendRune(out, first)
}

// unit reads a \u escape, which four hexadecimal digits follow; what is none is 0.
func (vr *valueReader) unit() rune {
	if vr.in[vr.pos] != '\\' || vr.in[vr.pos+1] != 'u' {
		return 0
	}
	n, _ := strconv.ParseUint(string(vr.in[vr.pos+2:vr.pos+6]), 16, 16) // valid
	vr.pos += 6
	return rune(n)
}

// number appends a number: its digits, without zeros at either end, and the
// exponent of the last one.
func (vr *valueReader) number(out []byte) []byte {
	digits, negative := bytes.CutPrefix(vr.run("+-.eE0123456789"), []byte("-"))
	exponent := new(big.Int)
	if i := bytes.IndexAny(digits, "eE"); i >= 0 {
		exponent.SetString(string(bytes.TrimPrefix(digits[i+1:], []byte("+"))), 10)
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
