package object

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A Header is what stands before JSON between markers: arguments alone of a
// call that it names or, with a Shape, what else is a call or holds some.
type Header struct {
	// Shape is that of the JSON; nil: it is arguments alone.
	Shape *grammar.Shape
	// Announces: what is no call is MALFORMED. Else it is text.
	Announces bool
	// Data: what is well-formed and no call is text all the same.
	Data bool
	// Fence is the length of the run of backticks that opened a fence between
	// the marker and the JSON; 0: there is none.
	Fence int
	// Start is the offset of the marker that begins the call.
	Start            int
	Name, ID, Format string
	// Free: the call costs 0.3.
	Free bool
	// Mergeable and Declared as in [parsers.Begin].
	Mergeable, Declared bool
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
	// Exact: what ends a block closes arguments only if it is one of Closers.
	Exact   bool
	Closers []string
	// Running: no end marker follows the arguments, but running text.
	Running bool
	// Entities: &quot; may stand for the quote that ends a string.
	Entities bool
	// Prose: the marker may be spoken of in prose: the call ends at once if no
	// JSON follows it.
	Prose bool
}

// A Tail is what follows the arguments of a call with a Header.
type Tail struct {
	End       int
	Missing   bool // the end marker is
	Free      bool // which costs 0.3
	Repairs   []repair.Repair
	Malformed string
}

var (
	headerShape = grammar.Shape{}
	headerField = grammar.Field{Key: "arguments", Arguments: 1}
)

// OpenHeader begins to read the arguments from offset at on. The mark must be
// at the call's start.
func (j *Call) OpenHeader(e *place.Around, t *Header, at int) {
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

// EndBare reports the call of a header that no arguments follow, and that ends at end.
func (j *Call) EndBare(e *place.Around, t *Header, end int) {
	j.OpenHeader(e, t, end)
	if t.Malformed != "" {
		j.reject(e, end, parsers.ReasonMalformed, t.Malformed)
	} else {
		j.endUnit(e, end, false)
	}
	e.Seek(end)
	e.Called()
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

// alone tells whether the JSON is arguments alone, marked whether it stands
// between markers and is more.
func (j *Call) alone() bool  { return j.tag != nil && j.tag.Shape == nil }
func (j *Call) marked() bool { return j.tag != nil && j.tag.Shape != nil }

// endingAt is the Place's, but between markers what ends a block ends arguments
// unless they are exact, and the fence around them does.
func (j *Call) endingAt(e *place.Around, at int) (ending place.Ending, more bool) {
	if j.marked() && j.tag.Fence > 0 && e.Rest(at)[0] == '`' {
		n := e.RunLength(at)
		if int(n) >= j.tag.Fence {
			return place.EndsArguments, false
		}
		return place.EndsNothing, n == match.More
	}
	ending, more = e.EndingAt(at)
	if j.marked() && ending == place.EndsBlock && (!j.tag.Exact || j.tag.closes(e.Rest(at))) {
		ending = place.EndsArguments
	}
	return ending, more
}

// closes tells whether text begins with a closer.
func (h *Header) closes(text []byte) bool {
	return slices.ContainsFunc(h.Closers, func(c string) bool { return match.Text(c, text, true).Yes() })
}

const (
	noCallHere = "the JSON between the markers is no call"
	oneTooMany = "one opening brace too many"
)

// finishHeader ends the call whose arguments ended at end.
func (j *Call) finishHeader(e *place.Around, end int) (more, done bool) {
	rest := e.Rest(end)
	if j.marked() && j.IsCall(e) && !j.unit.doubled {
		j.settle(e)
	}
	if len(rest) == 0 && !e.Final {
		return true, false
	}
	if j.alone() && j.unit.wordAtEnd(e) {
		j.setFailure(end, parsers.ReasonIncomplete, "unexpected end of output inside a tool call")
		j.failure.end = end
		return false, false
	}
	at := end
	doubled := j.doubled || j.unit.doubled
	closer := len(rest) > 0 && (rest[0] == '}' || rest[0] == ']' && !doubled) && e.Repairs()
	if closer {
		at++
	}
	tail, more := j.tag.After(e, at, false)
	if more {
		return true, false
	}
	if tail.End == at && tail.Malformed == "" {
		prose, more := j.prose(e, at)
		if more {
			return true, false
		}
		if prose {
			tail.Malformed = "text follows arguments that are no object"
		}
	}
	switch {
	case closer && doubled:
		j.note(repair.ExtraOpener, j.extraBrace())
	case closer:
		j.note(repair.ExtraCloser, end)
	case doubled:
		tail.Malformed = oneTooMany
	}
	if tail.Missing {
		j.note(repair.MissingMarker, tail.End)
	}
	j.log.Repairs = append(j.log.Repairs, tail.Repairs...)
	j.late = tail.Free
	message := tail.Malformed
	if message == "" {
		message = j.tag.Malformed
	}
	j.resolve(e, nil)
	switch {
	case j.marked() && !j.IsCall(e):
		if !j.tag.Announces || j.tag.Data || j.unit.none {
			return j.noCandidate(e, end)
		}
		message = noCallHere
	case message == "" && j.unit.name == "":
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

// prose tells whether the arguments are a word, a number or a string, and text goes on at
// offset at, in the same line: it may have begun with them.
func (j *Call) prose(e *place.Around, at int) (yes, more bool) {
	u := &j.unit
	if !j.alone() || u.args.kind == objectArguments || u.args.kind == noArguments {
		return false, false
	}
	if c := e.Win[u.args.start-e.Base]; c == '{' || c == '[' {
		return false, false
	}
	if yes, more = e.LineEnds(at); yes || more {
		return false, more
	}
	at, _ = e.Space(at)
	m, n := e.MarkAt(at)
	return !n.Yes() || !m.Stops(), n == match.More
}

// doublesArguments starts again at offset at if there the arguments' second
// '{' follows the first: one is too many if two close them.
func (j *Call) doublesArguments(e *place.Around, at int) bool {
	u := &j.unit
	if !j.alone() || j.doubled || !e.Repairs() || e.Win[at-e.Base] != '{' || u.args.start != at-1 {
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

// doublesElement passes over the second '{' of a list's element, at offset at:
// one is too many if two close it.
func (j *Call) doublesElement(e *place.Around, at int) bool {
	u := &j.unit
	if !j.betweenOpening() || u.doubled || !e.Repairs() || e.Win[at-e.Base] != '{' || u.start != at-1 {
		return false
	}
	u.doubled = true
	return j.s.SkipByte(repair.Unspecified)
}

// betweenOpening tells whether an element of a list was just opened.
func (j *Call) betweenOpening() bool {
	return j.list && j.n == j.listAt+1 && j.skip == 0 && j.unit.empty()
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
		FreeText: u.free, Mergeable: t.Mergeable, Declared: t.Declared,
	}
}

// extraBrace is where the brace too many stands.
func (j *Call) extraBrace() int {
	if j.marked() {
		return j.resume.Pos() - 1
	}
	return j.unit.args.start - 1
}

// closeAt says that the list between markers ends at end.
func (j *Call) closeAt(end int) { j.phase, j.endAt = closing, end }

// finishList ends the list between markers, once it is known what follows.
func (j *Call) finishList(e *place.Around) (more, done bool) {
	end := j.endAt
	rest := e.Rest(end)
	if len(rest) == 0 && !e.Final {
		return true, false
	}
	extra := len(rest) > 0 && rest[0] == ']' && e.Repairs()
	if extra {
		end++
	}
	tail, more := j.tag.After(e, end, j.calls == 0)
	if more {
		return true, false
	}
	if !j.list { // it is empty
		e.Text(j.endAt)
		e.Pos = j.endAt
		return false, true
	}
	repairs := append(j.log.Repairs, tail.Repairs...) // a comma before the closer
	for _, lacks := range []struct {
		is   bool
		kind repair.Kind
	}{{j.noBracket && !e.CutOff(), repair.MissingCloser}, {extra, repair.ExtraCloser}, {tail.Missing && !e.CutOff(), repair.MissingMarker}} {
		if lacks.is {
			repairs = append(repairs, repair.Repair{Kind: lacks.kind, Offset: j.endAt})
		}
	}
	if j.calls > 0 {
		for _, r := range repairs {
			e.Handler.Amend(r)
		}
	}
	e.Markup(tail.End, parsers.RoleClose)
	e.Pos = tail.End
	if j.calls > 0 {
		e.Called()
	}
	return false, true
}

// holds tells whether the call is reported only once it ended.
func (t *Header) holds() bool { return t.Resolve != nil || t.Malformed != "" }

// unnamed tells whether nothing can name the call any more.
func (j *Call) unnamed() bool {
	return j.unit.name == "" && (j.tag == nil || j.tag.Resolve == nil)
}
