package kimi

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// maxTag bounds a tag, in bytes: what is longer is text.
const maxTag = 1024

// openTag matches <|open|>WORD …<|sep|>.
func openTag(word string) func([]byte, bool) int { return matchTag(tagOpen+word, true) }

// closeTag matches <|close|>WORD<|sep|>.
func closeTag(word string) func([]byte, bool) int { return matchTag(tagClose+word, false) }

func matchTag(text string, attributes bool) func([]byte, bool) int {
	return func(b []byte, final bool) int {
		n := engine.MatchText(text, b, final)
		if n <= 0 {
			return n
		}
		rest := b[n:]
		if len(rest) > 0 && attributes && tags.IsSpace(rest[0]) {
			return tagLength(b, n, final)
		}
		m := engine.MatchText(tagSep, rest, final)
		if m <= 0 {
			return m
		}
		return n + m
	}
}

// tagLength is the length of the tag at the start of b whose attributes begin at n.
func tagLength(b []byte, n int, final bool) int {
	within := b[n:min(len(b), maxTag)]
	i := bytes.Index(within, []byte(tagSep))
	switch {
	case i >= 0:
		return n + i + len(tagSep)
	case final || len(b) >= maxTag:
		return 0
	}
	return -1
}

// tagEnd is where the tag at offset at, which is all there, ends.
func tagEnd(e *engine.Engine, at int) int {
	return at + bytes.Index(e.Rest(at), []byte(tagSep)) + len(tagSep)
}

func endOfMessageAt(b []byte, final bool) int { return engine.MatchText(endOfMessage, b, final) }

// attributesOf are the attributes in the tag of a word that stands between start and end.
func attributesOf(e *engine.Engine, word string, start, end int) []byte {
	return e.Slice(start+len(tagOpen)+len(word), end-len(tagSep))
}

// always opens markup that is markup with calls or without.
func always(match func([]byte, bool) int) func(*engine.Engine, int) engine.Candidate {
	return func(e *engine.Engine, at int) engine.Candidate {
		e.Seek(at + match(e.Rest(at), true))
		e.Markup(e.Pos, parsers.RoleAlways)
		return done{}
	}
}

// attribute is the value of an attribute among those of a tag; "" if it has none.
func attribute(attributes []byte, name string) string {
	for {
		key, value, n := tags.Attribute(attributes, true)
		if n <= 0 {
			return ""
		}
		if string(key) == name {
			return attributeEscapes.Replace(string(value))
		}
		attributes = attributes[n:]
	}
}

var attributeEscapes = strings.NewReplacer("&amp;", "&", "&quot;", `"`)
