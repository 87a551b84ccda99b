package claude

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// results is the candidate for a block of results that the model made up. It
// is text, whatever stands in it: a call in a result is nobody's.
type results struct {
	tag string // with its prefix
	pos int    // up to here there is no closing tag
}

func matchResults(b []byte, final bool) match.Answer {
	_, n := readResults(b, final)
	return match.Answer(n)
}

// readResults matches the tag that opens a block of results, and tells its
// name with its prefix.
func readResults(b []byte, final bool) (name string, n int) {
	for _, name := range [...]string{resultsTag, responseTag} {
		t, n := tags.Read(b, name, nameAttribute, final)
		switch {
		case n > 0 && len(t.Prefix) > 0:
			return string(t.Prefix) + ":" + name, n
		case n != 0:
			return name, n
		}
	}
	return "", 0
}

func openResults(e *engine.Engine, at int) engine.Candidate {
	tag, n := readResults(e.Rest(at), true)
	return &results{tag: tag, pos: at + n}
}

// Step implements [engine.Candidate].
func (r *results) Step(e *engine.Engine) bool {
	final := e.Final
	for {
		rest := e.Rest(r.pos)
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			r.pos += len(rest)
			e.Text(r.pos)
			e.Seek(r.pos)
			return final
		}
		r.pos += i
		n := tags.Closes(rest[i:], r.tag, final)
		if n < 0 {
			e.Text(r.pos)
			return false
		}
		if r.pos += max(n, 1); n > 0 {
			e.Text(r.pos)
			e.Seek(r.pos)
			return true
		}
	}
}
