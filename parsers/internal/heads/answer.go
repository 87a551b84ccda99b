package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// answerMarkers are the markers that close an answer. What opens one is no marker: MayAnswer
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
func closeAnswer(hd *Heads, at int) Candidate {
	if !hd.Around.Answered {
		return nil
	}
	hd.Around.Answered = false
	hd.Cur.MarkupTo(hd.MarkerEnd(at), parsers.RoleAlways)
	return nothing{}
}

// MayAnswer looks, at the start of the output or behind a thought, for what opens
// an answer.
func (hd *Heads) MayAnswer() {
	if hd.Rules.Grammar.Answer != nil && !hd.Rules.Nested {
		hd.Begin(answerOpening{})
	}
}

// answerOpening waits for what opens an answer, behind white space.
type answerOpening struct{}

// Step implements [Candidate].
func (answerOpening) Step(hd *Heads) bool {
	at, more := hd.Cur.Space(hd.Cur.Pos)
	if more {
		return false
	}
	n := match.AnySpelling(hd.Cur.Visits, hd.Rules.Grammar.Answer.Open, hd.Cur.Rest(at), hd.Cur.Final, false)
	if n == match.More {
		return false
	}
	hd.Cur.Text(at)
	hd.Cur.Pos = at
	if n.Yes() {
		hd.Around.Answered = true
		hd.Cur.MarkupTo(at+n.Len(), parsers.RoleAlways)
	}
	return true
}
