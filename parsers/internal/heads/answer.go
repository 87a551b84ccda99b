package heads

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
func closeAnswer(hd *Heads, at int) Candidate {
	if !hd.around.Answered {
		return nil
	}
	hd.around.SetAnswered(false)
	hd.cur.Seek(hd.MarkerEnd(at))
	hd.cur.Markup(hd.cur.Pos, parsers.RoleAlways)
	return nothing{}
}

// MayAnswer looks, at the start of the output or behind a thought, for what opens
// an answer.
func (hd *Heads) MayAnswer() {
	if hd.rules.Grammar.Answer != nil && !hd.rules.Nested {
		hd.candidate = answerOpening{}
	}
}

// answerOpening waits for what opens an answer, behind white space.
type answerOpening struct{}

// Step implements [Candidate].
func (answerOpening) Step(hd *Heads) bool {
	at, more := hd.cur.Space(hd.cur.Pos)
	if more {
		return false
	}
	n := match.No
	if rest := hd.cur.Rest(at); len(rest) > 0 {
		n = hd.around.OpensAnswer(rest)
	}
	if n == match.More {
		return false
	}
	hd.cur.Text(at)
	hd.cur.Pos = at
	if n.Yes() {
		hd.around.SetAnswered(true)
		hd.cur.Pos += n.Len()
		hd.cur.Markup(hd.cur.Pos, parsers.RoleAlways)
	}
	return true
}
