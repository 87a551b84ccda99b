package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// jsonCall is the candidate for JSON in running text and in fences: an object
// that is a call, or holds one, or an object or array that holds several.
type jsonCall struct {
	s         jsonscan.Scanner
	log       *jsonscan.Log
	insideLog jsonscan.Log // of arguments that are a string
	phase     jsonPhase
	root      *Shape // of the outermost value
	held      bool   // the call is reported only once it is whole

	frames  [maxFrames]frame
	n       int  // frames in use
	list    bool // several calls: an opening was reported
	listAt  int  // frames in use between the elements of the list
	listEnd int  // where the list was closed in its wrapper
	field   *Field
	skip    int // depth at which a value that holds nothing of interest ends; 0: none

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
	doubting           // something contradicts: may a marker begin in the string before it?
	recovering
	failing
	passing // it is a definition
)

// suspect is the string whose end is in doubt if the reading fails.
type suspect struct {
	s      jsonscan.Scanner
	has    bool
	frozen bool // what came after it isn't plausible
}

// openJSON starts a candidate at the '{' or '[' at the position.
func (e *Engine) openJSON(c byte) bool {
	at, doubled := e.Pos, false
	if c == '{' {
		rest := e.Rest(at)
		if len(rest) < 2 && !e.Final {
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
		case doubting:
			more = j.doubt(e)
		case recovering:
			more = j.recover(e)
		case failing:
			more, done = j.fail(e)
		case passing:
			more, done = j.pass(e)
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
		if j.unit.stage != schemaSettled && t.Kind != jsonscan.More {
			j.watchSchema(w, t)
		}
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
			if j.defines(e) {
				j.define(e)
				return false, false
			}
		case jsonscan.ObjectOpen, jsonscan.ArrayOpen:
			if j.skip == 0 && !j.open(e, t) {
				return false, true
			}
			if j.defines(e) {
				j.define(e)
				return false, false
			}
		case jsonscan.ObjectClose, jsonscan.ArrayClose:
			if j.closed(e, t) {
				return false, j.phase == scanning // a list ended, and the candidate with it
			}
		case jsonscan.String:
			if j.skip == 0 {
				j.stringValue(e, w, t)
				j.otherElement(e, j.s.StringStart())
				if j.defines(e) {
					j.define(e)
					return false, false
				}
			}
			if j.argumentsEnded() {
				return false, false
			}
		case jsonscan.Number, jsonscan.Literal:
			if j.skip == 0 {
				j.valueBegins(t, kindOfWord(w, t))
				j.valueEnds(t.End)
				j.otherElement(e, t.Start)
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
	if u.stage != schemaSettled {
		end = j.sureUpTo(e, end)
	}
	j.flushTo(e, end)
}

func (j *jsonCall) flushTo(e *Engine, end int) {
	u := &j.unit
	if end <= u.flushed {
		return
	}
	if j.log.Edited(u.flushed, end) {
		e.Handler.Arguments(j.log.Append(nil, e.Window(), u.flushed, end))
	} else {
		e.Handler.Arguments(e.Slice(u.flushed, end))
	}
	u.flushed = end
}
