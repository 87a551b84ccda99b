package openings

import (
	"github.com/toolparser/toolparser/parsers/internal/body/forms"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/quoting"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Forms are calls of declared tools in forms that belong to no model: elements, and records in brackets. They begin a line,
// or are behind a tag.
type Forms struct{}

// formsOpen is where they may begin; nil: the table has none.
func (t *Table) formsOpen() markers.FormOpener {
	for i := range t.Hooks {
		if t.Hooks[i].Forms != nil {
			return forms.Opens
		}
	}
	return nil
}

// markers are those of the forms that are elements. The rest begin with brackets, where JSON may begin, too, or are fences: OpenForm.
func (f *Forms) markers() []Opening {
	if f == nil {
		return nil
	}
	marker := markers.Marker{First: forms.TagOpens, Look: lookForForm, Match: mayBeForm, Begins: true, Plain: true, Formats: forms.Names}
	list := []Opening{{marker, openForm}}
	for _, first := range forms.LinesOpen {
		marker.First, marker.Look = first, lookForLine
		list = append(list, Opening{marker, openForm})
	}
	return list
}

func openForm(hd *Openings, at int) Candidate {
	c := Own[formCall](hd)
	c.at = at
	c.Open(at)
	return c
}

// OpenForm begins the candidate for a form at the bracket at the position, if one may begin there, and returns the answer.
func (op *Openings) OpenForm() match.Answer {
	a := quoting.FormOpens(&op.Prose, op.Cur.Rest(op.Cur.Pos), op.Cur.Pos)
	if a.Yes() {
		op.Cur.Text(op.Cur.Pos)
		op.Penalties.OpensAt(op.Cur.Pos)
		op.Begin(openForm(op, op.Cur.Pos))
	}
	return a
}

// formCall is the candidate for a form.
type formCall struct {
	forms.Call
	at int
}

// Step implements [Candidate]. What is no form is left to the other markers, and to JSON.
func (c *formCall) Step(hd *Openings) bool {
	if !c.Left && !c.Call.Step(&hd.Place) {
		return false
	}
	if !c.Left {
		return true
	}
	if first := hd.Cur.Rest(c.at)[0]; first != forms.TagOpens && !match.IsLetter(first) {
		hd.Markers.LeaveForm(c.at)
		hd.Cur.Seek(c.at)
		return true
	}
	yes, more := hd.Markers.Decline(c.at)
	if !yes && !more {
		hd.Markers.LeaveAll(c.at)
	}
	return !more
}

// lookForForm matches the opener of a form in running text.
func lookForForm(ms *markers.Finder, b []byte, final bool) match.Answer {
	tools := ms.Cur.Config.Tools
	at := ms.Cur.Window.End() - len(b)
	if !tools.Given() || at < ms.Cur.Base || &b[0] != &ms.Cur.Rest(at)[0] {
		return match.No
	}
	if before := ms.Cur.Before(at); before.Byte() != '>' && !fence.Starts(before) {
		return match.No
	}
	return forms.Opens(b, final, tools)
}

// lookForLine matches the opener of a record at the start of a line.
func lookForLine(ms *markers.Finder, b []byte, final bool) match.Answer {
	if at := ms.Cur.Window.End() - len(b); at >= ms.Cur.Base && !fence.Starts(ms.Cur.Before(at)) {
		return match.No
	}
	return lookForForm(ms, b, final)
}

// mayBeForm is lookForForm, whatever tools are declared.
func mayBeForm(_ *work.Counter, b []byte, final bool) match.Answer {
	return forms.Opens(b, final, nil)
}
