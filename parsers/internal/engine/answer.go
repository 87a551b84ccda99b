package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// answerMarkers are the markers that close an answer. What opens one is no marker: mayAnswer
// looks for it where an answer may begin.
func answerMarkers(a *grammar.Markers) []Opening {
	if a == nil {
		return nil
	}
	var markers []Opening
	for _, text := range a.Close {
		markers = append(markers, Opening{marks.Written(text, marks.Marker{}), closeAnswer})
	}
	return markers
}

// closeAnswer passes over the marker that ends an answer, if one is open.
func closeAnswer(e *Engine, at int) Candidate {
	if !e.around.answered {
		return nil
	}
	e.around.answer(false)
	e.cur.Seek(at + e.marks.TakenLen)
	e.cur.Markup(e.cur.Pos, parsers.RoleAlways)
	return nothing{}
}

// mayAnswer looks, at the start of the output or behind a thought, for what opens
// an answer.
func (hd *heads) mayAnswer() {
	if hd.rules.Grammar.Answer != nil && !hd.rules.Nested {
		hd.candidate = answerOpening{}
	}
}

// answerOpening waits for what opens an answer, behind white space.
type answerOpening struct{}

// Step implements [Candidate].
func (answerOpening) Step(e *Engine) bool {
	at, more := e.cur.Space(e.cur.Pos)
	if more {
		return false
	}
	n := match.No
	if rest := e.cur.Rest(at); len(rest) > 0 {
		n = e.around.opensAnswer(rest)
	}
	if n == match.More {
		return false
	}
	e.cur.Text(at)
	e.cur.Pos = at
	if n.Yes() {
		e.around.answer(true)
		e.cur.Pos += n.Len()
		e.cur.Markup(e.cur.Pos, parsers.RoleAlways)
	}
	return true
}

// answer notes whether an answer is open.
func (ar *around) answer(open bool) { ar.answered = open }

// opensAnswer reports whether b begins with what opens an answer.
func (ar *around) opensAnswer(b []byte) match.Answer {
	return match.AnySpelling(ar.cur.Visits, ar.rules.Grammar.Answer.Open, b, ar.cur.Final, false)
}
