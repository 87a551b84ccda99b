// Package tags reads the tags of formats that look like XML and are not: there
// are no entities, and what stands between two tags is text, whatever it is.
//
// Every function looks at the start of b, which is the output as far as it is
// at hand, and answers in the words of the resume protocol.
package tags

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

const (
	// MaxTag bounds a tag, in bytes: what is longer is text.
	MaxTag = 1024
	// maxSpace bounds the white space before the '>' of a closing tag.
	maxSpace = 64
)

// attribute matches white space, a key, '=' and a value in single or double
// quotes; there may be white space around the '='.
func attribute(b []byte, final bool) (key, value []byte, a match.Answer) {
	key, at, a := attributeKey(b, final)
	if !a.Yes() {
		return nil, nil, a
	}
	quote := b[at]
	if !isQuote(quote) {
		return nil, nil, match.No
	}
	w := bytes.IndexByte(b[at+1:], quote)
	if w < 0 {
		return nil, nil, match.End(final)
	}
	return key, b[at+1 : at+1+w], match.Answer(at + w + 2)
}

// attributeKey matches an attribute up to its value, which begins at offset at.
func attributeKey(b []byte, final bool) (key []byte, at int, a match.Answer) {
	from := space(b, 0)
	at = from
	for at < len(b) && isKey(b[at]) {
		at++
	}
	key = b[from:at]
	at = space(b, at)
	switch {
	case at == len(b):
		return nil, 0, match.End(final)
	case from == 0 || len(key) == 0 || b[at] != '=':
		return nil, 0, match.No
	}
	at = space(b, at+1)
	if at == len(b) {
		return nil, 0, match.End(final)
	}
	return key, at, match.Answer(at)
}

func space(b []byte, at int) int {
	for at < len(b) && match.IsSpace(b[at]) {
		at++
	}
	return at
}

func isKey(c byte) bool { return match.IsWord(c) || c == ':' }
