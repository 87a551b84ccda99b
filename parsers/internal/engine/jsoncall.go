package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// jsonCall is the candidate for JSON in running text and in fences: an object
// that is a call, or holds one, or an object or array that holds several.
type jsonCall struct {
	s     jsonscan.Scanner
	log   *jsonscan.Log
	start int // of the JSON; the call's own start may be a '{' before it
	phase jsonPhase
	root  *Shape // of the outermost value
	held  bool   // the call is reported only once it is whole

	frames [maxFrames]frame
	n      int  // frames in use
	list   bool // several calls: an opening was reported
	listAt int  // frames in use between the elements of the list
	field  *Field
	skip   int // depth at which a value that holds nothing of interest ends; 0: none

	tag        *Tagged // set if the JSON is arguments alone
	doubled    bool    // its arguments began with one '{' too many
	unit       unit
	calls      int  // ended by now
	fresh      unit // the unit, its frames and its reading as they started
	freshN     int
	freshField *Field
	resume     jsonscan.Scanner
	suspect    suspect
	search     *quotes.Search
	stop       stopScan
	failure    failure
	keys       *quotes.Keys
	read       bool // quote recovery has read the unit anew: it is as it is
}

type jsonPhase uint8

const (
	scanning jsonPhase = iota
	ended              // the unit is whole; does one closer too many follow?
	recovering
	failing
)

// maxFrames is how deep the shapes' objects and lists nest.
const maxFrames = 8

// A frame is an object or a list that may hold a call.
type frame struct {
	shape *Shape
	depth int
	list  bool
	first bool // an array of which the first element may hold calls
	taken bool // and was read
}

// suspect is the string whose end is in doubt if the reading fails.
type suspect struct {
	s      jsonscan.Scanner
	has    bool
	frozen bool // what came after it isn't plausible
}

// openJSON starts a candidate at the '{' or '[' at the position.
func (e *Engine) openJSON(c byte) bool {
	at, doubled := e.pos, false
	if c == '{' {
		rest := e.Rest(at)
		if len(rest) < 2 && !e.final {
			e.Text(at)
			return false
		}
		doubled = len(rest) > 1 && rest[1] == '{'
	}
	e.Text(at)
	start := at
	if doubled {
		start++
	}
	j := e.newJSON(start)
	j.startUnit(e, at, doubled)
	e.candidate = j
	return true
}

func (e *Engine) tolerance() jsonscan.Tolerance {
	if e.Repairs() {
		return jsonscan.Tolerant
	}
	return jsonscan.Strict
}

// startUnit starts what may be one call.
func (j *jsonCall) startUnit(e *Engine, at int, doubled bool) {
	j.unit = unit{start: at, doubled: doubled, free: e.freeText(at)}
	j.fresh, j.freshN, j.resume = j.unit, j.n, j.s
	j.suspect, j.keys, j.read = suspect{}, nil, false
}

// freeText tells whether a call at offset at costs 0.3.
func (e *Engine) freeText(at int) bool {
	if e.InFence() {
		return e.quote.free || e.Penalized(at)
	}
	return e.grammar.InlineFree || e.Penalized(at)
}

// Step implements [Candidate].
func (j *jsonCall) Step(e *Engine) bool {
	for {
		var more, done bool
		switch j.phase {
		case scanning:
			more, done = j.scan(e)
		case ended:
			more, done = j.finishUnit(e)
		case recovering:
			more = j.recover(e)
		case failing:
			more, done = j.fail(e)
		}
		if done {
			return true
		}
		if more {
			j.flush(e)
			return false
		}
	}
}

// scan reads tokens.
func (j *jsonCall) scan(e *Engine) (more, done bool) {
	w := e.Window()
	for {
		t := j.s.Next(w)
		switch t.Kind {
		case jsonscan.More:
			return true, false
		case jsonscan.End:
			return j.endOfInput(e, EndsOutput)
		case jsonscan.Unexpected:
			return j.unexpected(e, t)
		case jsonscan.TooDeep:
			j.setFailure(t.Start, parsers.ReasonLimit, "JSON nests deeper than allowed")
			return false, false
		case jsonscan.StringBegin:
			j.suspectString()
			if j.skip == 0 {
				j.valueBegins(t, stringArguments)
			}
		case jsonscan.Key:
			if !j.key(e, w, t) {
				return false, false
			}
		case jsonscan.ObjectOpen, jsonscan.ArrayOpen:
			if j.skip == 0 && !j.open(e, t) {
				return false, true
			}
		case jsonscan.ObjectClose, jsonscan.ArrayClose:
			if j.closed(e, t) {
				return false, j.phase == scanning // a list ended, and the candidate with it
			}
		case jsonscan.String:
			if j.skip == 0 {
				j.stringValue(e, w, t)
			}
			if j.argumentsEnded() {
				return false, false
			}
		case jsonscan.Number, jsonscan.Literal:
			if j.skip == 0 {
				j.valueBegins(t, kindOfWord(w, t))
				j.valueEnds(t.End)
			}
			if j.argumentsEnded() {
				return false, false
			}
		case jsonscan.Comma:
			if j.skip == 0 {
				j.maybeBegin(e)
			}
		}
	}
}

// suspectString keeps the place of a value string: its end may be in doubt.
// A name holds no quotes.
func (j *jsonCall) suspectString() {
	named := j.skip == 0 && j.field != nil && j.field.Name != 0
	if !j.suspect.frozen && !named {
		j.suspect.s, j.suspect.has = j.s, true
	}
}

// key handles a key; false if the reading failed at it.
func (j *jsonCall) key(e *Engine, w jsonscan.Window, t jsonscan.Token) bool {
	if j.list && j.n < j.listAt {
		j.field = nil // behind the list: the calls were there
		return true
	}
	raw := w.Slice(t.Start, t.End)
	if j.suspect.has && !j.suspect.frozen && !quotes.Plausible(raw) {
		j.suspect.frozen = true
	}
	if !j.unique(e, w, t) {
		return false
	}
	if j.skip > 0 {
		return true
	}
	if t.Escaped {
		raw = j.decode(w, t)
	}
	j.field = j.frames[j.n-1].shape.field(raw)
	j.unit.sawKey(j.field)
	return true
}

// unique tells whether the key is the first of its name in its object, once
// something was repaired; if not, a quote went astray.
func (j *jsonCall) unique(e *Engine, w jsonscan.Window, t jsonscan.Token) bool {
	if j.s.Repaired == 0 || j.read {
		return true
	}
	if j.keys == nil {
		if !j.collectKeys(w, t.Start) {
			j.trouble(e, t.Start, "a key comes twice")
			return false
		}
	}
	if !j.keys.Add(w.Slice(t.Start, t.End)) {
		j.trouble(e, t.Start, "a key comes twice")
		return false
	}
	return true
}

// collectKeys reads the unit once more, up to offset end, to learn its keys;
// false if one comes twice.
func (j *jsonCall) collectKeys(w jsonscan.Window, end int) bool {
	j.keys = new(quotes.Keys)
	s := j.resume
	s.Log = nil
	if s.Depth() > 0 {
		j.keys.Open(j.unit.start)
	}
	w.B, w.Final = w.B[:end-w.Base], false
	for {
		t := s.Next(w)
		switch t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return true
		case jsonscan.ObjectOpen:
			j.keys.Open(t.Start)
		case jsonscan.ObjectClose:
			j.keys.Close()
		case jsonscan.Key:
			if !j.keys.Add(w.Slice(t.Start, t.End)) {
				return false
			}
		}
	}
}

// open handles the opening of a container outside of a skipped value; false
// if this is no candidate after all.
func (j *jsonCall) open(e *Engine, t jsonscan.Token) bool {
	if j.keys != nil && t.Kind == jsonscan.ObjectOpen {
		j.keys.Open(t.Start)
	}
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
		j.maybeBegin(e)
	}
	return true
}

func (j *jsonCall) push(f frame) {
	if j.n < maxFrames {
		j.frames[j.n] = f
		j.n++
	} else {
		j.skip = f.depth
	}
}

// openFirst starts the first element of an array, or passes over another.
func (j *jsonCall) openFirst(t jsonscan.Token, array *frame) {
	if array.taken || t.Kind == jsonscan.ArrayOpen {
		j.skip = j.s.Depth()
	} else {
		j.push(frame{shape: array.shape, depth: j.s.Depth()})
	}
	array.taken = true
}

// openElement starts an element of a list.
func (j *jsonCall) openElement(e *Engine, t jsonscan.Token, list *frame) bool {
	if t.Kind == jsonscan.ArrayOpen {
		j.skip = j.s.Depth()
		return true
	}
	if !j.list {
		j.list, j.listAt = true, j.n
		e.Markup(t.Start, parsers.RoleOpen)
	} else {
		e.Markup(t.Start, parsers.RoleBetween)
	}
	inherited := j.unit
	j.startUnit(e, t.Start, false)
	j.unit.inherit(&inherited)
	j.push(frame{shape: list.shape, depth: j.s.Depth()})
	j.fresh, j.freshN = j.unit, j.n
	return true
}

// closed handles the closing of a container; true if the unit or the
// candidate ended with it.
func (j *jsonCall) closed(e *Engine, t jsonscan.Token) bool {
	depth := j.s.Depth()
	if j.keys != nil && t.Kind == jsonscan.ObjectClose {
		j.keys.Close()
	}
	if j.skip > 0 {
		if depth+1 == j.skip {
			j.skip = 0
			j.valueEnds(t.End)
		}
		return j.argumentsEnded()
	}
	top := j.frames[j.n-1]
	j.n--
	j.field = nil
	switch {
	case top.list && j.n == 0, j.list && j.n == 0:
		j.endList(e, t.End)
		return true
	case top.list:
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
func (j *jsonCall) argumentsEnded() bool {
	if j.tag == nil || !j.s.Done() {
		return false
	}
	j.phase = ended
	return true
}

// endList ends a candidate that held several calls, or an array without any.
func (j *jsonCall) endList(e *Engine, end int) {
	e.pos = end
	if !j.list {
		e.Text(end)
		return
	}
	if j.calls > 0 {
		for _, r := range j.log.Repairs { // a comma before the closer
			e.h.Amend(r)
		}
	}
	e.Markup(end, parsers.RoleClose)
	e.Called()
}

// flush reports the arguments that are certain.
func (j *jsonCall) flush(e *Engine) {
	u := &j.unit
	if !u.begun || u.args.kind == stringArguments || j.failure.reported {
		return
	}
	end := j.s.Certain()
	if u.args.end > 0 {
		end = min(end, u.args.end)
	}
	j.flushTo(e, end)
}

func (j *jsonCall) flushTo(e *Engine, end int) {
	u := &j.unit
	if end <= u.flushed {
		return
	}
	if j.log.Edited(u.flushed, end) {
		e.h.Arguments(j.log.Append(nil, e.Window(), u.flushed, end))
	} else {
		e.h.Arguments(e.Slice(u.flushed, end))
	}
	u.flushed = end
}
