package openings

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// answerMarkers are the markers that close an answer. What opens one is no marker: MayAnswer
// looks for it where an answer may begin.
func answerMarkers(a *grammar.Markers) []Opening {
	if a == nil {
		return nil
	}
	var openings []Opening
	for _, text := range a.Close {
		openings = append(openings, Opening{markers.Written(text, markers.Marker{}), closeAnswer})
	}
	return openings
}

// closeAnswer passes over the marker that ends an answer, if one is open.
func closeAnswer(hd *Openings, at int) Candidate {
	if !hd.Enclosing.Answered {
		return nil
	}
	hd.Enclosing.Answered = false
	hd.Cur.MarkupTo(hd.MarkerEnd(at), parsers.RoleAlways)
	return nothing{}
}

// MayAnswer looks, at the start of the output or behind a thought, for what opens
// an answer.
func (op *Openings) MayAnswer() {
	if op.Rules.Grammar.Answer != nil && !op.Rules.Nested {
		op.Begin(answerOpening{})
	}
}

// answerOpening waits for what opens an answer, behind white space.
type answerOpening struct{}

// Step implements [Candidate].
func (answerOpening) Step(hd *Openings) bool {
	at, more := hd.Cur.Space(hd.Cur.Pos)
	if more {
		return false
	}
	n := match.AnySpelling(hd.Cur.Visits, hd.Rules.Grammar.Answer.Open, hd.Cur.Rest(at), hd.Cur.Final, false)
	if n == match.More {
		return false
	}
	hd.Cur.Text(at)
	hd.Cur.Seek(at)
	if n.Yes() {
		hd.Enclosing.Answered = true
		hd.Cur.MarkupTo(at+n.Len(), parsers.RoleAlways)
	}
	return true
}

// resultMarkers are the markers of results that the model invents.
func resultMarkers(results []grammar.Markers) []Opening {
	var openings []Opening
	for i := range results {
		r := &results[i]
		openings = append(openings, byFirst(Opening{markers.Spelled(r.Open, true, markers.Marker{}), func(hd *Openings, at int) Candidate {
			if hd.Cur.Before(at).Byte() != '\n' && !hd.Prose.CallEndedAt(at) { // it begins a line, or is behind a call
				return nil
			}
			hd.Cur.Take(match.AnySpelling(hd.Cur.Visits, r.Open, hd.Cur.Rest(at), true, true).Len())
			return &invented{r.Close}
		}}, r.Open)...)
	}
	return openings
}

// invented is the candidate for a result that the model invents. It goes up to its closer, an
// end-of-turn token or the end of the output.
type invented struct{ closers []string }

// Step implements [Candidate].
func (iv *invented) Step(hd *Openings) bool {
	for cur := &hd.Cur; ; cur.Take(1) {
		rest := cur.Rest(cur.Pos)
		i := bytetable.Index(rest, 0, &hd.Markers.Triggers.Tags)
		cur.Visits.Add(i)
		cur.Take(i)
		if i == len(rest) {
			iv.report(hd)
			return cur.Final
		}
		n := match.AnySpelling(cur.Visits, iv.closers, rest[i:], cur.Final, true)
		m, token := hd.Markers.MarkerAt(cur.Pos)
		if n == match.More || token == match.More {
			iv.report(hd)
			return false
		}
		if n.Yes() || token.Yes() && m.Ends == body.EndsBlock {
			cur.Take(n.Len())
			iv.report(hd)
			return true
		}
	}
}

// report reports what is before the position.
func (iv *invented) report(hd *Openings) {
	if hd.Cur.Config.CutResults {
		hd.Cur.Markup(hd.Cur.Pos, parsers.RoleTrail)
	} else {
		hd.Cur.Text(hd.Cur.Pos)
	}
}
