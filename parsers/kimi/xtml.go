package kimi

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// maxTag bounds a tag, in bytes: what is longer is text.
const maxTag = 1024

// openTag matches <|open|>WORD …<|sep|>. White space around the words is fine.
func openTag(word string) func([]byte, bool) int { return matchTag(tagOpen, word, true) }

// closeTag matches <|close|>WORD<|sep|>.
func closeTag(word string) func([]byte, bool) int { return matchTag(tagClose, word, false) }

func matchTag(token, word string, attributes bool) func([]byte, bool) int {
	return func(b []byte, final bool) int {
		if len(b) >= maxTag {
			b, final = b[:maxTag], true
		}
		n := 0
		for _, part := range [...]string{token, word} {
			w := engine.MatchText(part, b[n:], final)
			if w <= 0 {
				return w
			}
			n += w
			n += spaces(b[n:])
		}
		if attributes && tags.IsSpace(b[n-1]) {
			return tagLength(b, n, final)
		}
		w := engine.MatchText(tagSep, b[n:], final)
		if w <= 0 {
			return w
		}
		return n + w
	}
}

// spaces is the length of the white space at the start of b.
func spaces(b []byte) int {
	n := 0
	for n < len(b) && tags.IsSpace(b[n]) {
		n++
	}
	return n
}

// tagLength is the length of the tag at the start of b whose attributes begin at n.
func tagLength(b []byte, n int, final bool) int {
	i := bytes.Index(b[n:], []byte(tagSep))
	switch {
	case i >= 0:
		return n + i + len(tagSep)
	case final:
		return 0
	}
	return -1
}

// tagEnd is where the tag at offset at, which is all there, ends.
func tagEnd(e *engine.Engine, at int) int {
	return at + bytes.Index(e.Rest(at), []byte(tagSep)) + len(tagSep)
}

func endOfMessageAt(b []byte, final bool) int { return engine.MatchText(endOfMessage, b, final) }

// always opens markup that is markup with calls or without.
func always(match func([]byte, bool) int) func(*engine.Engine, int) engine.Candidate {
	return func(e *engine.Engine, at int) engine.Candidate {
		e.Seek(at + match(e.Rest(at), true))
		e.Markup(e.Pos, parsers.RoleAlways)
		return done{}
	}
}

// done is the candidate that has nothing left to read.
type done struct{}

// Step implements [engine.Candidate].
func (done) Step(*engine.Engine) bool { return true }
