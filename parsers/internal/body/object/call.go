package object

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
)

// Call is the candidate for JSON in running text and in fences. The JSON is an object that is a
// call or contains one, or an object or array that contains several. Call decides which of its
// parts reads next. Each part makes one kind of decision, and knows only the parts above it in this
// list.
type Call struct {
	_ noCopy // the parts point at each other

	below
	verdict verdict
	walk    walk
	failed  failed
	onward  onward
	doubt   doubt

	phase  phase
	inside inside
	usual  usual
}

// A noCopy makes go vet report a copy of a value that contains it.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// A phase is what is read next.
type phase uint8

const (
	scanning      phase = iota
	unbegun             // nothing is read yet
	listText            // in a string that is the first element of a list
	listTextEnded       // behind that string
	ended               // the unit is complete; does a surplus closer follow?
	doubting            // the JSON has a contradiction: may a marker begin in the string before it?
	recovering
	failing
	passing // skipping the rest of a definition
	leaving // closers are missing, between markers: what follows?
	closing // the list between markers has ended: what follows?
	waiting // more bytes are needed; the phase stays the same
	done    // everything is reported
)

// New returns a body for JSON. It reads one call or one list at a time.
func New() *Call {
	j := new(Call)
	j.lex.given = &j.given
	j.unit = unit{given: &j.given, lex: &j.lex}
	j.report = report{given: &j.given, lex: &j.lex, unit: &j.unit}
	j.verdict.below = &j.below
	j.walk.below, j.walk.verdict = &j.below, &j.verdict
	j.failed.below, j.failed.walk = &j.below, &j.walk
	j.onward.below, j.onward.walk, j.onward.failed, j.onward.verdict = &j.below, &j.walk, &j.failed, &j.verdict
	j.doubt.below, j.doubt.walk, j.doubt.failed = &j.below, &j.walk, &j.failed
	return j
}

// Open begins to read at the bracket at offset at. The text may be a call or contain calls.
// doubled: the bracket is a brace, and a second brace follows it.
func (j *Call) Open(e *body.Around, at int, doubled bool) {
	j.opens(e.Rules.Shape(), nil, nil, at, doubled)
}

// OpenLead is Open for JSON at the start of the output.
func (j *Call) OpenLead(e *body.Around, lead *grammar.Lead, at int, doubled bool) {
	j.opens(lead.Shape, lead, nil, at, doubled)
}

// OpenHeader begins to read JSON behind a header, from offset at on. The mark must be at the call's
// start.
func (j *Call) OpenHeader(e *body.Around, t *Header, at int) {
	e.Own = t
	j.opens(t.Shape, nil, t, at, false)
}

// opens prepares only what a plain call needs. begin prepares the rest.
func (j *Call) opens(root *grammar.Shape, lead *grammar.Lead, t *Header, at int, doubled bool) {
	g := &j.given
	g.root, g.lead, g.tag = root, lead, t
	g.held, g.jsonAt, g.opened, g.doubled = false, 0, at, doubled
	if g.marked() {
		g.jsonAt = at
	}
	j.walk.list = false
	j.phase = unbegun
}

// begin prepares the reading token by token, of what was opened.
func (j *Call) begin(e *body.Around) {
	at, t := j.given.opened, j.given.tag
	if j.given.marked() {
		j.given.doubled = e.Repairs() && bytes.HasPrefix(e.Rest(at), []byte("{{"))
	}
	start := at
	if j.given.doubled {
		start++
	}
	j.reset(e, start)
	switch {
	case t == nil:
		j.walk.startUnit(e, at, j.given.doubled)
	case t.Shape == nil:
		j.walk.startArguments(e, t)
	default:
		j.walk.startUnit(e, t.Start, j.given.doubled)
	}
}

// ReadWhole reads a call of a document as it would be read in running text, but doesn't report it.
// The call must be complete in the window. via is the key of the document that holds the call.
func (j *Call) ReadWhole(e *body.Around, at int, root *grammar.Shape, via *grammar.Field) {
	j.opens(root, nil, nil, at, false)
	j.given.held = true
	j.reset(e, at)
	j.walk.startUnit(e, at, false)
	j.unit.free = false // a document is no running text
	if via != nil {
		j.unit.enter(via)
	}
	j.scan(e)
}

// IsCall reports whether the complete object is a call, or must be reported as an invalid call.
func (j *Call) IsCall(e *body.Around) bool { return j.verdict.isCall(e) }

// Format returns the name of the call's format.
func (j *Call) Format(e *body.Around) string { return j.given.format(e, j.unit.source) }

// EndWhole reports the call that ReadWhole read and that ends at end.
func (j *Call) EndWhole(e *body.Around, end int) {
	j.verdict.endUnit(e, end, parsers.End{Pending: j.walk.list})
}

// EndBare reports a call whose header ends at end and has no arguments behind it.
func (j *Call) EndBare(e *body.Around, t *Header, end int) {
	j.OpenHeader(e, t, end)
	j.begin(e)
	if t.Malformed != "" {
		j.report.reject(e, end, parsers.ReasonMalformed, t.Malformed)
	} else {
		j.verdict.endUnit(e, end, parsers.End{Pending: j.walk.list})
	}
	e.Seek(end)
	e.Calls.Called()
}

// Step implements [Candidate].
func (j *Call) Step(e *body.Around) bool {
	j.inside = nowhere
	if j.phase == unbegun {
		if j.readWhole(e) {
			return true
		}
		j.begin(e)
	}
	for {
		var next phase
		if j.phase == scanning {
			next = j.scan(e)
		} else {
			next = j.next(e)
		}
		switch next {
		case done:
			return true
		case waiting:
			if j.report.begun {
				j.flush(e)
			}
			if j.lex.s.Passes() {
				j.wait()
			}
			return false
		default:
			j.phase = next
		}
	}
}

// next handles all phases except for scanning, and returns the next phase.
func (j *Call) next(e *body.Around) phase {
	switch j.phase {
	case listText:
		return j.listText(e)
	case listTextEnded:
		return j.behindListText(e)
	case ended:
		return j.behindUnit(e)
	case doubting:
		return j.doubt.doubt(e)
	case recovering:
		return j.doubt.recover(e)
	case failing:
		return j.fail(e)
	case passing:
		return j.onward.pass(e)
	case leaving:
		return j.finishHeader(e, j.onward.endAt)
	}
	return j.finishList(e)
}

// scan reads tokens.
func (j *Call) scan(e *body.Around) phase {
	w := &e.Window
	for {
		t := j.lex.s.Next(w)
		if t.Kind == jsonscan.More {
			return waiting
		}
		if j.unit.def.stage != schemaSettled {
			j.unit.watchSchema(w, t)
		}
		switch t.Kind {
		case jsonscan.End:
			return j.endOfInput(e, body.EndsOutput)
		case jsonscan.Unexpected:
			return j.unexpected(e, t)
		case jsonscan.TooDeep:
			return j.failed.setFailure(t.Start, parsers.ReasonLimit, failure.TooDeep)
		case jsonscan.StringBegin:
			// The end of a name is never in doubt, because a name has no quotes.
			if j.walk.skip > 0 || j.walk.field == nil || j.walk.field.Name == 0 {
				j.again.Suspect.Begin(&j.lex.s, t.Start)
			}
			if j.walk.skip == 0 {
				j.walk.valueBegins(t.Start, stringArguments)
				if j.walk.beginsListWithText(e) {
					return listText
				}
			}
		case jsonscan.Key:
			if e.Costs.Fuel().Spent() && j.failed.overrun(e, t.Start) {
				return failing
			}
			if next := j.key(e, w, t); next != scanning {
				return next
			}
		case jsonscan.ObjectOpen, jsonscan.ArrayOpen:
			if t.Kind == jsonscan.ObjectOpen {
				j.again.Opened(t.Start, j.lex.s.Nesting.Depth())
			}
			if j.walk.skip == 0 {
				if j.readElement(e, w, t) {
					continue
				}
				j.walk.open(e, t)
				if closer, ok := j.walk.skipPlain(e, t); ok {
					if next := j.onward.closed(e, closer); next != scanning {
						return next
					}
					continue
				}
			}
		case jsonscan.ObjectClose, jsonscan.ArrayClose:
			if next := j.onward.closed(e, t); next != scanning {
				return next
			}
		case jsonscan.String:
			if j.walk.skip == 0 {
				if j.walk.field != nil {
					j.walk.stringValue(e, w, t)
				}
				j.walk.valueEnds(j.lex.s.PrevEnd())
				if !j.onward.otherElement(e, j.lex.s.StringStart()) {
					return failing
				}
			}
			if j.walk.argumentsEnded() {
				return ended
			}
		case jsonscan.Number, jsonscan.Literal:
			if j.walk.skip == 0 {
				j.walk.numberID(w, t)
				j.walk.valueBegins(t.Start, kindOfWord(w, t))
				j.walk.valueEnds(t.End)
				if !j.onward.otherElement(e, t.Start) {
					return failing
				}
			}
			if j.walk.argumentsEnded() {
				return ended
			}
		case jsonscan.Comma:
			if j.walk.skip == 0 {
				j.report.maybeBegin(e)
			}
		}
		if j.unit.def.hinted && j.unit.defines(e) {
			return j.onward.define(e)
		}
	}
}

// flush reports the arguments that can't change anymore, if the call's beginning was reported.
func (j *Call) flush(e *body.Around) {
	u := &j.unit
	if u.args.kind == stringArguments || j.failed.failure.reported {
		return
	}
	end := j.lex.s.Certain()
	if u.args.end > 0 {
		end = min(end, u.args.end)
	}
	if u.def.stage != schemaSettled {
		end = j.unit.sureUpTo(e, end)
	}
	j.report.flushTo(e, end)
}

// reset prepares the body for reading from offset at on. Large fields aren't cleared here: they are
// set before they are used.
func (j *Call) reset(e *body.Around, at int) {
	j.phase = scanning
	j.lex.start(e, at)
	j.failed.breaks(e)
	j.report.edited = buffers.Reused(j.report.edited)
	j.again.NoSearch()
	j.verdict.calls = 0
	j.walk.reset()
	j.failed.failure, j.failed.stop = failedCall{}, failure.Stop{}
	j.onward.endAt, j.onward.noBracket = 0, false
	j.doubt.search, j.doubt.seeking = nil, false
}

// key handles a key.
func (j *Call) key(e *body.Around, w *jsonscan.Window, t jsonscan.Token) phase {
	if j.walk.list && j.walk.n < j.walk.listAt {
		j.walk.field = nil // behind the list, which has the calls
		return scanning
	}
	raw := w.Slice(t.Start, t.End)
	j.again.Suspect.Key(raw)
	if !j.again.Unique(w, &j.lex.s, t) {
		return j.failed.trouble(t.Start, recovery.Twice)
	}
	if j.walk.skip > 0 {
		return scanning
	}
	if t.Escaped {
		raw = j.lex.log.Decode(w, t)
	}
	if !j.walk.key(e, raw, t.Start) {
		return j.failed.setFailure(j.lex.s.Pos(), parsers.ReasonMalformed, "the object has another key next to the tool's name")
	}
	return scanning
}

// Held returns the memory that the call's repairs take, in bytes, or 0 without a call.
func (j *Call) Held() int {
	if j == nil {
		return 0
	}
	n := j.lex.log.Held() + j.again.Held()
	if j.lex.insideLog != nil {
		n += j.lex.insideLog.Held()
	}
	return n
}

// An inside says whether the reading waits inside a string, and everything before is reported. Then
// bytes that only stand for themselves need no step.
type inside uint8

const (
	nowhere inside = iota
	quietly        // nothing of the string is reported yet
	arguing        // the string is part of the arguments, which are reported as they come
)

// wait notes where in a string the reading waits for more bytes.
func (j *Call) wait() {
	u := &j.unit
	switch {
	case j.phase != scanning:
	case !j.report.begun || u.args.kind == stringArguments:
		j.inside = quietly
	case u.args.end == 0 && u.def.stage == schemaSettled && j.report.flushed == j.lex.s.Pos() && !j.failed.failure.reported:
		j.inside = arguing
	}
}

// Inside reports whether the reading waits inside a string.
func (j *Call) Inside() bool { return j != nil && j.inside != nowhere }

// Pass reads to the end of the window without a step, if the call is Inside a string and these bytes only
// make that longer. Otherwise it returns false. Most chunks of a long call only make a string longer.
func (j *Call) Pass(e *body.Around) bool {
	if !j.lex.s.Pass(&e.Window) {
		return false // the step reports the bytes that were read here
	}
	if from, end := j.report.flushed, j.lex.s.Pos(); j.inside == arguing && from < end {
		j.report.flushed = end
		e.Handler.Arguments(e.Slice(from, end)) // it has no repairs
	}
	return true
}

// Leave notes that the reading ends here.
func (j *Call) Leave() {
	if j != nil {
		j.inside = nowhere
	}
}
