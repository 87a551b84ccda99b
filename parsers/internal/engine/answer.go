package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// answerMarkers are the markers of what stands around an answer: its closer. The
// opener is looked for where it may stand.
func answerMarkers(a *grammar.Answer) []Marker {
	if a == nil {
		return nil
	}
	var markers []Marker
	for _, text := range append([]string{a.Close}, a.CloseToo...) {
		markers = append(markers, marked(text, Marker{Open: closeAnswer}))
	}
	return markers
}

// closeAnswer passes over the marker that ends an answer, if one is open.
func closeAnswer(e *Engine, at int) Candidate {
	if !e.answered {
		return nil
	}
	e.answered = false
	e.Seek(at + e.takenLen)
	e.Markup(e.Pos, parsers.RoleAlways)
	return nothing{}
}

// mayAnswer looks, at the start of the output or behind a thought, for what opens
// an answer.
func (e *Engine) mayAnswer() {
	if e.grammar.Answer != nil && !e.nested {
		e.candidate = answerOpening{}
	}
}

// answerOpening waits for what opens an answer, behind white space.
type answerOpening struct{}

// Step implements [Candidate].
func (answerOpening) Step(e *Engine) bool {
	at, more := e.Space(e.Pos)
	if more {
		return false
	}
	n := match.No
	if rest := e.Rest(at); len(rest) > 0 {
		n = e.opensAnswer(rest)
	}
	if n == match.More {
		return false
	}
	e.Text(at)
	e.Pos = at
	if n.Yes() {
		e.answered = true
		e.Pos += n.Len()
		e.Markup(e.Pos, parsers.RoleAlways)
	}
	return true
}

// opensAnswer tells whether what opens an answer begins b.
func (e *Engine) opensAnswer(b []byte) match.Answer {
	if n := match.Spelling(e.Visits, e.grammar.Answer.Open, b, e.Final, false); n != match.No {
		return n
	}
	return match.AnySpelling(e.Visits, e.grammar.Answer.OpenToo, b, e.Final, false)
}
