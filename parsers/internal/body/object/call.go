package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// Call is the candidate for JSON in running text and in fences: an object
// that is a call, or holds one, or an object or array that holds several.
type Call struct {
	log       *jsonscan.Log
	insideLog jsonscan.Log // of arguments that are a string
	frames    [MaxFrames]frame

	// What is large is set where it is used, and not cleared before:
	s       jsonscan.Scanner
	unit    unit
	fresh   unit // the unit, its frames and its reading as they started
	resume  jsonscan.Scanner
	suspect suspect
	keyRoom quotes.Keys
	edited  []byte // arguments as they are repaired
	// brackets of lists that the unit is known to miss.
	brackets []jsonscan.Bracket
	opened   opening
	usual    usual
	state
}

// state is what begins anew with every candidate.
type state struct {
	phase  jsonPhase
	inside inside
	root   *grammar.Shape // of the outermost value
	held   bool           // the call is reported only once it is whole

	n       int  // frames in use
	list    bool // several calls: an opening was reported
	listAt  int  // frames in use between the elements of the list
	listEnd int  // where the list was closed in its wrapper
	field   *grammar.Field
	skip    int // depth at which a value that holds nothing of interest ends; 0: none

	lead       *grammar.Lead // set if the JSON begins the output
	tag        *Header       // set if the JSON stands between markers
	jsonAt     int           // where that begins, if it isn't arguments alone
	endAt      int           // where it ends
	extraList  int           // a bracket too many before the list; 0: none
	noBracket  bool          // the list lacks its last bracket
	late       bool          // what follows the call makes it cost 0.3
	doubled    bool          // its arguments began with one '{' too many
	calls      int           // ended by now
	freshN     int
	freshField *grammar.Field
	search     *quotes.Search
	stop       failure.Stop
	beyond     beyond
	failure    failedCall
	keys       *quotes.Keys
	read       bool // quote recovery has read the unit anew: it is as it is
	sought     bool // a quote was looked for behind the whole unit,
	seeking    bool // or is
}

type jsonPhase uint8

const (
	scanning      jsonPhase = iota
	unbegun                 // it was opened
	listText                // in a string that is the first element of a list
	listTextEnded           // behind it
	ended                   // the unit is whole; does one closer too many follow?
	doubting                // something contradicts: may a marker begin in the string before it?
	recovering
	failing
	passing // it is a definition
	leaving // closers are missing: what follows, between markers?
	closing // the list is over: what follows, between markers?
)

// New returns a body for JSON. It reads one call, or one list, at a time.
func New() *Call { return &Call{log: new(jsonscan.Log)} }

// Open begins to read what may be a call, or hold some, at the bracket at
// offset at. Doubled: it is a brace, and stands before another one.
func (j *Call) Open(e *place.Around, at int, doubled bool) {
	j.opens(e.Shape(), nil, nil, at, doubled)
}

// OpenLead is Open for what begins the output.
func (j *Call) OpenLead(e *place.Around, lead *grammar.Lead, at int, doubled bool) {
	j.opens(lead.Shape, lead, nil, at, doubled)
}

// OpenHeader begins to read the arguments from offset at on. The mark must be
// at the call's start.
func (j *Call) OpenHeader(e *place.Around, t *Header, at int) {
	e.Own = t
	j.opens(t.Shape, nil, t, at, false)
}

// An opening is where a reading begins.
type opening struct {
	at      int // the bracket, or white space before it
	doubled bool
}

// opens makes ready what a plain call takes, and no more.
func (j *Call) opens(root *grammar.Shape, lead *grammar.Lead, t *Header, at int, doubled bool) {
	j.phase, j.list, j.held = unbegun, false, false
	j.root, j.lead, j.tag = root, lead, t
	j.opened = opening{at, doubled}
}

// begin begins to read by steps what was opened.
func (j *Call) begin(e *place.Around) {
	at, doubled := j.opened.at, j.opened.doubled
	if j.tag != nil {
		j.beginHeader(e, j.tag, at)
		return
	}
	lead, start := j.lead, at
	if doubled {
		start++
	}
	j.reset(e, start, j.root)
	j.lead = lead
	j.startUnit(e, at, doubled)
}

// beginHeader is begin for what stands between markers.
func (j *Call) beginHeader(e *place.Around, t *Header, at int) {
	j.reset(e, at, t.Shape)
	j.tag, j.s.MaxLeading = t, 0
	if t.StringsEnd {
		j.s.Break = e.Breaks
	}
	if t.Shape != nil {
		j.jsonAt = at
		doubled := j.doubledAt(e, at)
		j.startUnit(e, t.Start, doubled)
		j.unit.announced = t.Announces
		j.fresh = j.unit
		return
	}
	j.frames[0], j.n = frame{shape: &headerShape}, 1
	j.field = &headerField
	j.startUnit(e, t.Start, false)
	u := &j.unit
	u.name, u.id = t.Name, t.ID
	u.argsKey, u.shape = true, &headerShape
	j.fresh, j.freshField = j.unit, j.field
}

// doubledAt starts behind the first of two braces at offset at.
func (j *Call) doubledAt(e *place.Around, at int) bool {
	rest := e.Rest(at)
	if !e.Repairs() || len(rest) < 2 || rest[0] != '{' || rest[1] != '{' {
		return false
	}
	j.s.Start(at+1, e.MaxDepth(), j.tolerance(e), j.log)
	return true
}

// ReadWhole reads a call of a document, which is all there, as it would be
// read in running text, without reporting it. The document says under which
// key the call is.
func (j *Call) ReadWhole(e *place.Around, at int, root *grammar.Shape, via *grammar.Field) {
	j.reset(e, at, root)
	j.held = true
	j.s.Tolerance = jsonscan.Strict
	j.startUnit(e, at, false)
	j.unit.free = false
	if via != nil {
		j.unit.enter(via)
	}
	j.scan(e)
}

// EndWhole reports the call that was read whole and ends at end.
func (j *Call) EndWhole(e *place.Around, end int) { j.endUnit(e, end, false) }

// EndBare reports the call of a header that no arguments follow, and that ends at end.
func (j *Call) EndBare(e *place.Around, t *Header, end int) {
	j.OpenHeader(e, t, end)
	j.begin(e)
	if t.Malformed != "" {
		j.reject(e, end, parsers.ReasonMalformed, t.Malformed)
	} else {
		j.endUnit(e, end, false)
	}
	e.Seek(end)
	e.Called()
}

// Step implements [Candidate].
func (j *Call) Step(e *place.Around) bool {
	j.inside = nowhere
	for {
		var more, done bool
		switch j.phase {
		case unbegun:
			if j.readWhole(e) {
				return true
			}
			j.begin(e)
		case scanning:
			more, done = j.scan(e)
		case listText:
			more, done = j.listText(e)
		case listTextEnded:
			more = j.behindListText(e)
		case ended:
			more, done = j.behindUnit(e)
		case doubting:
			more = j.doubt(e)
		case recovering:
			more = j.recover(e)
		case failing:
			more, done = j.fail(e)
		case passing:
			more, done = j.pass(e)
		case leaving:
			more, done = j.finishHeader(e, j.endAt)
		case closing:
			more, done = j.finishList(e)
		}
		if done {
			return true
		}
		if more {
			j.flush(e)
			j.wait()
			return false
		}
	}
}

// scan reads tokens.
func (j *Call) scan(e *place.Around) (more, done bool) {
	w := &e.Window
	for {
		t := j.s.Next(w)
		if t.Kind == jsonscan.More {
			return true, false
		}
		if j.unit.stage != schemaSettled {
			j.watchSchema(w, t)
		}
		switch t.Kind {
		case jsonscan.End:
			return j.endOfInput(e, place.EndsOutput)
		case jsonscan.Unexpected:
			return j.unexpected(e, t)
		case jsonscan.TooDeep:
			j.setFailure(t.Start, parsers.ReasonLimit, failure.TooDeep)
			return false, false
		case jsonscan.StringBegin:
			j.suspectString()
			if j.skip == 0 {
				j.valueBegins(t, stringArguments)
				if j.beginsListWithText() {
					j.phase = listText
					return false, false
				}
			}
		case jsonscan.Key:
			if e.Fuel().Spent() && j.overrun(e, t.Start) || !j.key(e, w, t) {
				return false, false
			}
			if j.unit.hinted && j.defines(e) {
				j.define(e)
				return false, false
			}
		case jsonscan.ObjectOpen, jsonscan.ArrayOpen:
			if j.keys != nil && t.Kind == jsonscan.ObjectOpen {
				j.keys.Open(t.Start, j.s.Depth())
			}
			if j.skip == 0 {
				if j.readElement(e, w, t) {
					continue
				}
				if !j.open(e, t) {
					return false, true
				}
				if closer, ok := j.skipPlain(e, t); ok {
					if j.closed(e, closer) {
						return false, j.phase == scanning
					}
					continue
				}
			}
			if j.unit.hinted && j.defines(e) {
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
				j.valueEnds(j.s.PrevEnd())
				j.otherElement(e, j.s.StringStart())
				if j.unit.hinted && j.defines(e) {
					j.define(e)
					return false, false
				}
			}
			if j.phase == failing || j.argumentsEnded() {
				return false, false
			}
		case jsonscan.Number, jsonscan.Literal:
			if j.skip == 0 {
				j.numberID(w, t)
				j.valueBegins(t, kindOfWord(w, t))
				j.valueEnds(t.End)
				j.otherElement(e, t.Start)
			}
			if j.phase == failing || j.argumentsEnded() {
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
func (j *Call) suspectString() {
	named := j.skip == 0 && j.field != nil && j.field.Name != 0
	if !j.suspect.frozen && !named {
		j.suspect.s, j.suspect.start = j.s, j.s.StringStart()
		j.suspect.has, j.suspect.skipped = true, false
	}
}

// flush reports the arguments that are certain.
func (j *Call) flush(e *place.Around) {
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
