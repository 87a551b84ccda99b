package quoting

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/forms"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// Common is where calls in the common formats may begin; nil: none are read.
func Common(pr *Prose) *markers.Common { return pr.plain.Common }

// CommonOpens reports whether a call in a common format may begin at offset at, where b begins: it isn't quoted, and the
// family has nothing of its own around it. own: the family hasn't read it yet, and reads its own objects itself.
func CommonOpens(pr *Prose, b []byte, at int, own bool) match.Answer {
	if Common(pr) == nil || !pr.Quote.None() {
		return match.No
	}
	var shape, lead *grammar.Shape
	if own && (b[0] == '{' || b[0] == '[' || fence.Begins[b[0]]) {
		shape = pr.Rules.Grammar.JSON
		if l := pr.Rules.Grammar.Lead; l != nil && pr.BeginsOutput(at, b[0]) {
			lead = l.Shape
		}
	}
	a := Common(pr).Opens(pr.Cur.Visits, b, pr.Cur.Final, shape, lead)
	if a == match.No && Common(pr).BeginsForm(b[0]) {
		if pr.starts(at) || pr.Cur.Before(at).Byte() == '>' {
			a = Common(pr).OpensForm(b, pr.Cur.Final, pr.Cur.Config.Tools)
		}
	}
	if a == match.No || pr.Markers.Outside.Open() {
		return match.No
	}
	c := pr.Cur.Before(at).Byte()
	if c == '"' || c == '\'' || c == fence.Code || fence.Begins[b[0]] && !pr.starts(at) {
		return match.No
	}
	return a
}

// noCommon reports that no call in a common format begins at offset at, where b begins, whatever quotes it.
func noCommon(pr *Prose, b []byte, at int) bool {
	return Common(pr).Opens(pr.Cur.Visits, b, pr.Cur.Final) == match.No &&
		!(Common(pr).BeginsForm(b[0]) && (pr.starts(at) || pr.Cur.Before(at).Byte() == '>'))
}

// FormOpens reports whether a call of a declared tool, in a form that belongs to no model, may begin at the bracket at offset at,
// where b begins.
func FormOpens(pr *Prose, b []byte, at int) match.Answer {
	if !pr.Markers.Triggers.Plain.Forms || !pr.Quote.None() || pr.Rules.Nested || pr.Markers.FormLeft(at) || !pr.Cur.Config.Tools.Given() || !pr.starts(at) {
		return match.No
	}
	return forms.Opens(b, pr.Cur.Final, pr.Cur.Config.Tools)
}
