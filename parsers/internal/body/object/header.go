package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A Header is a call whose name stands in a marker before its JSON arguments.
type Header struct {
	// Start is the offset of the marker that begins the call.
	Start            int
	Name, ID, Format string
	// Free: the call costs 0.3.
	Free bool
	// Mergeable as in [parsers.Begin].
	Mergeable bool
	// NameAt is the offset at which the header names the tool.
	NameAt int
	// Ended is set once the call was reported as a whole one.
	Ended bool
	// Repairs were made to the header.
	Repairs []repair.Repair
	// Malformed, if set, says why the call can't be accepted, whatever its arguments.
	Malformed string
	// Resolve, if set, finds the name once the arguments, the bytes given, are
	// known, and what that costs; no name: the call is MALFORMED.
	Resolve func(e *place.Around, arguments []byte) (name string, free bool)
	// After reads what follows the arguments that end at at: the end of the
	// call, what was missing, and why it can't be accepted. failed tells that
	// the arguments failed: only what belongs to the call is of interest.
	After func(e *place.Around, at int, failed bool) (t Tail, more bool)
	// StringsEnd: a marker in a string that is in doubt, or isn't delimited
	// by '"', ends the call.
	StringsEnd bool
	// Running: no end marker follows the arguments, but running text.
	Running bool
	// Prose: the marker may be spoken of in prose: the call ends at once if no
	// JSON follows it.
	Prose bool
}

// A Tail is what follows the arguments of a call with a Header.
type Tail struct {
	End       int
	Missing   bool // the end marker is
	Malformed string
}

var (
	headerShape = grammar.Shape{}
	headerField = grammar.Field{Key: "arguments", Arguments: 1}
)

// OpenHeader begins to read the arguments from offset at on. The mark must be
// at the call's start.
func (j *Call) OpenHeader(e *place.Around, t *Header, at int) {
	j.reset(e, at, nil)
	j.tag = t
	j.frames[0], j.n = frame{shape: &headerShape}, 1
	j.field = &headerField
	if t.StringsEnd {
		j.s.Break = e.Breaks
	}
	j.startUnit(e, t.Start, false)
	u := &j.unit
	u.name, u.id, u.free = t.Name, t.ID, t.Free || e.Penalized(t.Start)
	u.argsKey, u.shape = true, &headerShape
	j.fresh, j.freshField = j.unit, j.field
}

// finishHeader ends the call whose arguments ended at end.
func (j *Call) finishHeader(e *place.Around, end int) (more, done bool) {
	rest := e.Rest(end)
	if len(rest) == 0 && !e.Final {
		return true, false
	}
	if j.unit.wordAtEnd(e) {
		j.setFailure(end, parsers.ReasonIncomplete, "unexpected end of output inside a tool call")
		j.failure.end = end
		return false, false
	}
	at := end
	closer := len(rest) > 0 && (rest[0] == '}' || rest[0] == ']' && !j.doubled) && e.Repairs()
	if closer {
		at++
	}
	tail, more := j.tag.After(e, at, false)
	if more {
		return true, false
	}
	switch {
	case closer && j.doubled:
		j.note(repair.ExtraOpener, j.unit.args.start-1)
	case closer:
		j.note(repair.ExtraCloser, end)
	case j.doubled:
		tail.Malformed = "one opening brace too many"
	}
	if tail.Missing {
		j.note(repair.MissingMarker, tail.End)
	}
	message := tail.Malformed
	if message == "" {
		message = j.tag.Malformed
	}
	if j.resolve(e, nil); message == "" && j.unit.name == "" {
		message = "no declared tool fits the call's name"
	}
	if message == "" && tail.Missing && !e.Repairs() {
		message = "the end marker is missing"
	}
	if message != "" {
		j.reject(e, tail.End, parsers.ReasonMalformed, message)
	} else {
		j.endUnit(e, tail.End, false)
	}
	e.Pos = tail.End
	e.Called()
	return false, true
}

// doublesArguments starts again at offset at if there the arguments' second
// '{' follows the first: one is too many if two close them.
func (j *Call) doublesArguments(e *place.Around, at int) bool {
	u := &j.unit
	if j.tag == nil || j.doubled || !e.Repairs() || e.Win[at-e.Base] != '{' || u.args.start != at-1 {
		return false
	}
	if u.flushed > u.args.start {
		e.Handler.RewindArguments(0)
	}
	j.doubled = true
	u.args, u.flushed = arguments{}, 0
	j.skip, j.field = 0, &headerField
	j.s.Start(at, e.MaxDepth(), tolerance(e), j.log)
	j.resume = j.s
	return true
}

// resolve finds the name by the arguments, if the header left it open; closers
// are those that the arguments lack.
func (j *Call) resolve(e *place.Around, closers []byte) {
	t, u := j.tag, &j.unit
	if t == nil || t.Resolve == nil || u.name != "" {
		return
	}
	name, free := t.Resolve(e, append(j.argumentsText(e), closers...))
	u.name, u.free = name, u.free || free
	j.note(repair.ToolName, t.NameAt)
}

// argumentsText is the JSON that the arguments are, as far as it was read.
func (j *Call) argumentsText(e *place.Around) []byte {
	u := &j.unit
	switch u.args.kind {
	case noArguments, nullArguments:
		return []byte("{}")
	case stringArguments:
		made := len(j.log.Repairs)
		text, _, _ := j.encoded(e)
		j.log.Repairs = j.log.Repairs[:made] // the call notes them, once it is settled
		return text
	}
	end := u.args.end
	if end == 0 {
		end = j.s.PrevEnd()
	}
	return j.log.Append(nil, e.Window(), u.args.start, end)
}

// headerBegin describes the call.
func (j *Call) headerBegin() parsers.Begin {
	t, u := j.tag, &j.unit
	return parsers.Begin{
		At: u.start, Name: u.name, ID: u.id, Format: t.Format,
		FreeText: u.free, Mergeable: t.Mergeable,
	}
}

// holds tells whether the call is reported only once it ended.
func (t *Header) holds() bool { return t.Resolve != nil || t.Malformed != "" }

// unnamed tells whether nothing can name the call any more.
func (j *Call) unnamed() bool {
	return j.unit.name == "" && (j.tag == nil || j.tag.Resolve == nil)
}
