package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// MaxFrames is how deep the shapes' objects and lists nest.
const MaxFrames = 8

// A frame is an object or a list that may hold a call.
type frame struct {
	shape *grammar.Shape
	depth int
	list  bool
	first bool // an array of which the first element may hold calls
	taken bool // and was read
	// described: the object has a description.
	described bool
}

// open handles the opening of a container outside of a skipped value; false
// if this is no candidate after all.
func (j *Call) open(e *place.Around, t jsonscan.Token) bool {
	depth := j.s.Depth()
	if j.n == 0 {
		j.frames[0] = frame{shape: j.root, depth: depth, list: t.Kind == jsonscan.ArrayOpen}
		j.n = 1
		return true
	}
	top := &j.frames[j.n-1]
	if top.list {
		return j.openElement(e, t, top)
	}
	if top.first {
		j.openFirst(t, top)
		return true
	}
	f := j.field
	switch {
	case t.Kind == jsonscan.ObjectOpen && f != nil && f.Object != nil && j.unit.empty():
		j.push(frame{shape: f.Object, depth: depth})
		j.unit.enter(f)
	case t.Kind == jsonscan.ArrayOpen && f != nil && f.List != nil && j.unit.empty() && !j.list:
		j.push(frame{shape: f.List, depth: depth, list: true})
		j.unit.enter(f)
	case t.Kind == jsonscan.ArrayOpen && f != nil && f.First != nil && j.unit.empty() && !j.list:
		j.push(frame{shape: f.First, depth: depth, first: true})
	default:
		kind := objectArguments
		if t.Kind == jsonscan.ArrayOpen {
			kind = otherArguments
		}
		j.valueBegins(t, kind)
		j.skip = depth
		if !j.alone() && e.ObjectCalls() && kind == objectArguments && j.unit.args.start == t.Start {
			j.unit.stage = schemaFirstKey
		}
		j.maybeBegin(e)
	}
	return true
}

func (j *Call) push(f frame) {
	if j.n < MaxFrames {
		j.frames[j.n] = f
		j.n++
	} else {
		j.skip = f.depth
	}
}

// openFirst starts the first element of an array, or passes over another.
func (j *Call) openFirst(t jsonscan.Token, array *frame) {
	if array.taken || t.Kind == jsonscan.ArrayOpen {
		j.skip = j.s.Depth()
	} else {
		j.push(frame{shape: array.shape, depth: j.s.Depth()})
	}
	array.taken = true
}

// openElement starts an element of a list.
func (j *Call) openElement(e *place.Around, t jsonscan.Token, list *frame) bool {
	if t.Kind == jsonscan.ArrayOpen {
		if j.n == 1 && (!j.list || j.listAt > 1) && j.marked() {
			j.extraList = t.Start
			j.push(frame{shape: list.shape, depth: j.s.Depth(), list: true})
			return true
		}
		j.openList(e, t.Start)
		j.skip, j.resume = j.s.Depth(), j.s
		j.unit.start, j.freshN = t.Start, j.n+1
		return true
	}
	if !j.openList(e, t.Start) {
		e.Markup(t.Start, parsers.RoleBetween)
	}
	inherited := j.unit
	j.startUnit(e, t.Start, false)
	j.unit.inherit(&inherited)
	j.push(frame{shape: list.shape, depth: j.s.Depth()})
	j.fresh, j.freshN = j.unit, j.n
	if j.extraList > 0 {
		j.note(repair.ExtraOpener, j.extraList)
		j.extraList = 0
	}
	return true
}

// openList reports the opening of the list whose first element starts at
// offset at; false if that was done.
func (j *Call) openList(e *place.Around, at int) bool {
	if j.list {
		return false
	}
	j.list, j.listAt = true, j.n
	e.Markup(at, parsers.RoleOpen)
	return true
}

// otherElement makes the value that just ended text, if it is an element of
// the list: no object.
func (j *Call) otherElement(e *place.Around, at int) {
	if j.skip == 0 && j.n > 0 && j.frames[j.n-1].list {
		if j.unit.announced && !j.tag.Data && !j.list && e.Win[at-e.Base] != '"' {
			j.setFailure(at, parsers.ReasonMalformed, noCallHere)
			return
		}
		j.openList(e, at)
		e.Text(j.s.PrevEnd())
		j.fresh.inherit(&j.unit)
		j.nextElement(j.s.PrevEnd())
	}
}

// beginsListWithText tells whether the string that begins is the first thing in what
// may be a list, in running text.
func (j *Call) beginsListWithText() bool {
	return j.tag == nil && !j.held && !j.list && j.n > 0 && j.frames[j.n-1].list
}

// maxListText is how long such a string may be. In code, a quote behind a bracket often
// has its partner lines away, and all between them would be held back.
const maxListText = 64

// listText reads it.
func (j *Call) listText(e *place.Around) (more, done bool) {
	w := e.Window
	end := j.s.StringStart() + maxListText
	longer := w.End() > end
	if longer {
		w = w.UpTo(end, false)
	}
	t := j.s.Next(&w)
	switch t.Kind {
	case jsonscan.More:
		if longer {
			return j.noCandidate(e, j.s.StringStart())
		}
		return true, false
	case jsonscan.String:
		j.phase = listTextEnded
		return false, false
	case jsonscan.End:
		return j.endOfInput(e, place.EndsOutput)
	default:
		j.phase = scanning
		return j.unexpected(e, t)
	}
}

// behindListText takes the string for an element, unless what stands directly behind it
// says that it is none: then it may end at a marker in it.
func (j *Call) behindListText(e *place.Around) (more bool) {
	at, end := j.s.Pos(), e.Window.End()
	if at == end && !e.Final {
		return true
	}
	j.phase = scanning
	next, behind := j.s, e.UpTo(min(at+1, end), false)
	if next.Next(&behind).Kind == jsonscan.Unexpected {
		j.trouble(at, next.Message())
		return false
	}
	j.otherElement(e, j.s.StringStart())
	return false
}

// closed handles the closing of a container; true if the unit or the
// candidate ended with it.
func (j *Call) closed(e *place.Around, t jsonscan.Token) bool {
	depth := j.s.Depth()
	if j.keys != nil && t.Kind == jsonscan.ObjectClose {
		j.keys.Close()
	}
	if j.skip > 0 {
		if depth+1 == j.skip {
			j.skip = 0
			j.valueEnds(t.End)
			j.otherElement(e, t.Start)
		}
		return j.phase == failing || j.argumentsEnded()
	}
	top := j.frames[j.n-1]
	j.n--
	j.field = nil
	switch {
	case top.list && j.n == 0, j.list && j.n == 0:
		if j.marked() {
			j.closeAt(t.End)
		} else {
			j.endList(e, t.End)
		}
		return true
	case top.list:
		j.listEnd, j.extraList = t.End, 0
		return false
	case j.n == 0 || j.frames[j.n-1].list:
		j.maybeBegin(e)
		j.phase = ended
		return true
	}
	j.maybeBegin(e)
	return false
}

// argumentsEnded tells whether the JSON of a tagged call is whole.
func (j *Call) argumentsEnded() bool {
	if !j.alone() || !j.s.Done() {
		return false
	}
	j.phase = ended
	return true
}

// endList ends a candidate that held several calls, or an array without any.
func (j *Call) endList(e *place.Around, end int) {
	e.Pos = end
	if !j.list {
		e.Text(end)
		return
	}
	if j.calls > 0 {
		for _, r := range j.log.Repairs { // a comma before the closer
			e.Handler.Amend(r)
		}
	}
	e.Markup(end, parsers.RoleClose)
	if j.calls > 0 {
		e.Called()
	}
}
