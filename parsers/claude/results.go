package claude

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// results is the candidate for a block of results that the model made up. It
// is text, whatever stands in it: a call in a result is nobody's.
type results struct {
	prefix, word string // of its tags
	pos          int    // up to here there is no closing tag
}

// resultTags open blocks of results.
var resultTags = [...]grammar.Tag{{Word: resultsTag, Name: nameAttribute}, {Word: responseTag, Name: nameAttribute}}

func matchResults(b []byte, final bool) match.Answer {
	_, a := readResults(b, final)
	return a
}

// readResults matches the tag that opens a block of results.
func readResults(b []byte, final bool) (r results, a match.Answer) {
	for i := range resultTags {
		t := &resultTags[i]
		if o, a := reader.Opening(b, t, final); a != match.No {
			return results{prefix: strings.Clone(string(o.Prefix)), word: t.Word}, a
		}
	}
	return r, match.No
}

func openResults(e *engine.Engine, at int) engine.Candidate {
	r, a := readResults(e.Rest(at), true)
	r.pos = at + int(a)
	return &r
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
		a := reader.ClosingAs(rest[i:], r.prefix, r.word, final)
		if a == match.More {
			e.Text(r.pos)
			return false
		}
		if r.pos += max(int(a), 1); a.Yes() {
			e.Text(r.pos)
			e.Seek(r.pos)
			return true
		}
	}
}
