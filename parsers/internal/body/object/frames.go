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
func (j *walk) open(e *place.Around, t jsonscan.Token) bool {
	depth := j.lex.s.Depth()
	if j.n == 0 {
		j.frames[0] = frame{shape: j.given.root, depth: depth, list: t.Kind == jsonscan.ArrayOpen}
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
		j.unit.free = j.unit.free || f.StartsOutput && !e.AtStart(j.unit.start)
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
		if !j.given.alone() && e.ObjectCalls() && kind == objectArguments && j.unit.args.start == t.Start {
			j.unit.stage = schemaFirstKey
		}
		j.unit.maybeBegin(e)
	}
	return true
}

func (j *walk) push(f frame) {
	if j.n < MaxFrames {
		j.frames[j.n] = f
		j.n++
	} else {
		j.skip = f.depth
	}
}

// openFirst starts the first element of an array, or passes over another.
func (j *walk) openFirst(t jsonscan.Token, array *frame) {
	if array.taken || t.Kind == jsonscan.ArrayOpen {
		j.skip = j.lex.s.Depth()
	} else {
		j.push(frame{shape: array.shape, depth: j.lex.s.Depth()})
	}
	array.taken = true
}

// openElement starts an element of a list.
func (j *walk) openElement(e *place.Around, t jsonscan.Token, list *frame) bool {
	if t.Kind == jsonscan.ArrayOpen {
		if j.n == 1 && (!j.list || j.listAt > 1) && j.given.marked() {
			j.extraList = t.Start
			j.push(frame{shape: list.shape, depth: j.lex.s.Depth(), list: true})
			return true
		}
		j.openList(e, t.Start)
		j.skip, j.again.resume = j.lex.s.Depth(), j.lex.s
		j.unit.start, j.freshN = t.Start, j.n+1
		return true
	}
	if !j.openList(e, t.Start) {
		e.Markup(t.Start, parsers.RoleBetween)
	}
	inherited := j.unit.known
	j.startUnit(e, t.Start, false)
	j.unit.inherit(&inherited)
	j.push(frame{shape: list.shape, depth: j.lex.s.Depth()})
	j.fresh, j.freshN = j.unit.known, j.n
	if j.extraList > 0 {
		j.lex.note(repair.ExtraOpener, j.extraList)
		j.extraList = 0
	}
	return true
}

// openList reports the opening of the list whose first element starts at
// offset at; false if that was done.
func (j *walk) openList(e *place.Around, at int) bool {
	if j.list {
		return false
	}
	j.list, j.listAt = true, j.n
	e.Markup(at, parsers.RoleOpen)
	return true
}

// otherElement makes the value that just ended text, if it is an element of
// the list: no object.
func (j *onward) otherElement(e *place.Around, at int) {
	if j.walk.skip == 0 && j.walk.n > 0 && j.walk.frames[j.walk.n-1].list {
		if j.unit.announced && !j.given.tag.Data && !j.walk.list && e.Win[at-e.Base] != '"' {
			j.failed.setFailure(at, parsers.ReasonMalformed, noCallHere)
			return
		}
		j.walk.openList(e, at)
		e.Text(j.lex.s.PrevEnd())
		j.walk.fresh.inherit(&j.unit.known)
		j.walk.nextElement(j.lex.s.PrevEnd())
	}
}

// beginsListWithText tells whether the string that begins is the first thing in what
// may be a list, in running text.
func (j *walk) beginsListWithText() bool {
	return j.given.tag == nil && !j.given.held && !j.list && j.n > 0 && j.frames[j.n-1].list
}

// maxListText is how long such a string may be. In code, a quote behind a bracket often
// has its partner lines away, and all between them would be held back.
const maxListText = 64

// listText reads it.
func (j *Call) listText(e *place.Around) (more, done bool) {
	w := e.Window
	end := j.lex.s.StringStart() + maxListText
	longer := w.End() > end
	if longer {
		w = w.UpTo(end, false)
	}
	t := j.lex.s.Next(&w)
	switch t.Kind {
	case jsonscan.More:
		if longer {
			return j.onward.noCandidate(e, j.lex.s.StringStart())
		}
		return true, false
	case jsonscan.String:
		j.walk.phase = listTextEnded
		return false, false
	case jsonscan.End:
		return j.endOfInput(e, place.EndsOutput)
	default:
		j.walk.phase = scanning
		return j.unexpected(e, t)
	}
}

// behindListText takes the string for an element, unless what stands directly behind it
// says that it is none: then it may end at a marker in it.
func (j *Call) behindListText(e *place.Around) (more bool) {
	at, end := j.lex.s.Pos(), e.Window.End()
	if at == end && !e.Final {
		return true
	}
	j.walk.phase = scanning
	next, behind := j.lex.s, e.UpTo(min(at+1, end), false)
	if next.Next(&behind).Kind == jsonscan.Unexpected {
		j.failed.trouble(at, next.Message())
		return false
	}
	j.onward.otherElement(e, j.lex.s.StringStart())
	return false
}

// closed handles the closing of a container; true if the unit or the
// candidate ended with it.
func (j *onward) closed(e *place.Around, t jsonscan.Token) bool {
	depth := j.lex.s.Depth()
	if j.again.keys != nil && t.Kind == jsonscan.ObjectClose {
		j.again.keys.Close()
	}
	if j.walk.skip > 0 {
		if depth+1 == j.walk.skip {
			j.walk.skip = 0
			j.walk.valueEnds(t.End)
			j.otherElement(e, t.Start)
		}
		return j.walk.phase == failing || j.walk.argumentsEnded()
	}
	top := j.walk.frames[j.walk.n-1]
	j.walk.n--
	j.walk.field = nil
	switch {
	case top.list && j.walk.n == 0, j.walk.list && j.walk.n == 0:
		if j.given.marked() {
			j.closeAt(t.End)
		} else {
			j.endList(e, t.End)
		}
		return true
	case top.list:
		j.walk.listEnd, j.walk.extraList = t.End, 0
		return false
	case j.walk.n == 0 || j.walk.frames[j.walk.n-1].list:
		j.unit.maybeBegin(e)
		j.walk.phase = ended
		return true
	}
	j.unit.maybeBegin(e)
	return false
}

// argumentsEnded tells whether the JSON of a tagged call is whole.
func (j *walk) argumentsEnded() bool {
	if !j.given.alone() || !j.lex.s.Done() {
		return false
	}
	j.phase = ended
	return true
}

// endList ends a candidate that held several calls, or an array without any.
func (j *onward) endList(e *place.Around, end int) {
	e.Pos = end
	if !j.walk.list {
		e.Text(end)
		return
	}
	if j.verdict.calls > 0 {
		for _, r := range j.lex.log.Repairs { // a comma before the closer
			e.Handler.Amend(r)
		}
	}
	e.Markup(end, parsers.RoleClose)
	if j.verdict.calls > 0 {
		e.Called()
	}
}
