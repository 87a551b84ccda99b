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
	return []Marker{{Text: a.Close, Open: func(e *Engine, at int) Candidate {
		if !e.answered {
			return nil
		}
		e.answered = false
		e.Seek(at + len(a.Close))
		e.Markup(e.Pos, parsers.RoleAlways)
		return nothing{}
	}}}
}

// mayAnswer looks, at the start of the output or behind a thought, for what opens
// an answer.
func (e *Engine) mayAnswer() {
	if e.grammar.Answer != nil && !e.nested {
		e.candidate = &answerOpening{text: e.grammar.Answer.Open}
	}
}

// answerOpening waits for what opens an answer, behind white space.
type answerOpening struct{ text string }

// Step implements [Candidate].
func (o *answerOpening) Step(e *Engine) bool {
	at, n := e.TextBehind(e.Pos, o.text)
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
