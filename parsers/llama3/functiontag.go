package llama3

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// maxName bounds a name in a tag, in bytes: what is longer is text.
const maxName = 256

// matchFunctionTag matches <function=NAME>.
func matchFunctionTag(b []byte, final bool) int {
	n := engine.MatchText(functionTag, b, final)
	if n <= 0 {
		return n
	}
	name := b[n:min(len(b), n+maxName+1)]
	end := bytes.IndexByte(name, '>')
	if end < 0 {
		if final || len(name) > maxName {
			return 0
		}
		name = trimPartialRune(name)
		if len(name) > 0 && !engine.ValidName(name) {
			return 0
		}
		return -1
	}
	if !engine.ValidName(name[:end]) {
		return 0
	}
	return n + end + 1
}

// trimPartialRune drops the bytes of a code point that is cut off.
func trimPartialRune(b []byte) []byte {
	return bytes.TrimRightFunc(b, func(r rune) bool { return r == '\uFFFD' })
}

// openFunctionTag opens the call in <function=NAME>{…}</function>.
func openFunctionTag(e *engine.Engine, at int) engine.Candidate {
	n := matchFunctionTag(e.Rest(at), true)
	name := strings.Clone(string(e.Slice(at+len(functionTag), at+n-1)))
	return e.OpenTagged(&engine.Tagged{
		Start: at, Name: name, Format: formatFunctionTag, After: afterFunctionTag, Prose: true,
	}, at+n)
}

// afterFunctionTag takes the optional </function> into the call.
func afterFunctionTag(e *engine.Engine, at int, _ bool) (engine.Tail, bool) {
	end, more := e.Space(at)
	if more {
		return engine.Tail{}, true
	}
	rest := e.Rest(end)
	final := e.Final
	switch engine.MatchText(functionEnd, rest, final) {
	case -1:
		return engine.Tail{}, true
	case 0:
		return engine.Tail{End: at}, false
	}
	return engine.Tail{End: end + len(functionEnd)}, false
}

// strayFunctionEnd leaves a </function> that closes nothing in the text.
func strayFunctionEnd(*engine.Engine, int) engine.Candidate { return nil }
