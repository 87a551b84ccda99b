package object

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// given holds what the opening says about the JSON, and makes the decisions that depend only on it.
type given struct {
	root    *grammar.Shape // of the outermost value
	lead    *grammar.Lead  // set if the JSON is at the start of the output
	tag     *Header        // set if the JSON is between markers
	held    bool           // the call is reported only once it is complete
	jsonAt  int            // where the JSON between markers begins, if it is more than arguments
	opened  int            // where the reading begins: at the bracket, or at white space before it
	doubled bool           // a second '{' follows
}

// alone reports whether the JSON is only arguments. marked reports whether the JSON is between
// markers, and is more than arguments.
func (j *given) alone() bool { return j.tag != nil && j.tag.Shape == nil }

func (j *given) marked() bool { return j.tag != nil && j.tag.Shape != nil }

// announces reports whether a marker says that the JSON is a call.
func (j *given) announces() bool { return j.marked() && j.tag.Announces }

// flawed reports whether something about the opening must be reported with the call.
func (j *given) flawed() bool {
	if t := j.tag; t != nil {
		return t.holds() || len(t.Repairs) > 0
	}
	return j.lead != nil && j.lead.Stripped
}

// tolerance returns the lexer's tolerance. A shape in Python syntax is read even without repairs,
// because this syntax needs none.
func (j *given) tolerance(e *body.Around) jsonscan.Tolerance {
	if j.held {
		return jsonscan.Strict
	}
	if j.root != nil && j.root.Python {
		return jsonscan.Tolerant
	}
	return tolerance(e)
}

func tolerance(e *body.Around) jsonscan.Tolerance {
	if e.Repairs() {
		return jsonscan.Tolerant
	}
	return jsonscan.Strict
}

// endingAt is EndingAt of [body.Calls], with two differences for JSON between markers. The end of
// a block also closes open arguments, unless the JSON is exact. The end of the fence around the
// JSON also does.
func (j *given) endingAt(e *body.Around, at int) (ending body.Ending, more bool) {
	if j.marked() && j.tag.Fence.Len > 0 && fence.Begins[e.Rest(at)[0]] {
		r, more := e.Run(at)
		if !more && r.Closes(j.tag.Fence) {
			return body.EndsArguments, false
		}
		return body.EndsNothing, more
	}
	ending, more = e.Calls.EndingAt(at)
	if j.marked() && ending == body.EndsBlock && (!j.tag.Exact || j.tag.closes(e.Rest(at))) {
		ending = body.EndsArguments
	}
	return ending, more
}

// freeText reports whether a call that starts at offset at has a penalty of 0.3.
func (j *given) freeText(e *body.Around, at int) bool {
	if j.tag != nil {
		return j.tag.Free || e.Costs.Penalized(at)
	}
	if j.lead != nil {
		return j.lead.Stripped || e.Costs.Penalized(at)
	}
	return e.Prose.FreeText(at)
}

// called counts a call that was reported.
func (j *given) called(e *body.Around) {
	if j.tag != nil {
		j.tag.Ended = true
	} else {
		e.Costs.CountTextCall()
	}
}

// nextShape returns the shape of another call behind this one.
func (j *given) nextShape(e *body.Around) *grammar.Shape {
	if j.marked() {
		return j.root
	}
	return e.Rules.Shape()
}

// A source is where in the shape a call is, and what this place says about the call. The fields named
// and via are nil if a header names the call.
type source struct {
	named   *grammar.Field // of its name
	via     *grammar.Field // of its wrapper
	encoded bool           // the wrapper says that arguments are a string
	free    bool           // the call has a penalty of 0.3
}

// enter notes that the call is inside the value of f.
func (s *source) enter(f *grammar.Field) {
	s.via = f
	s.encoded = s.encoded || f.Shape.StringArguments
	s.free = s.free || f.Free
}

// nativeID returns the id of the call, if the model wrote it and it counts.
func (s source) nativeID(written string) string {
	if s.named != nil && s.named.NoID {
		return ""
	}
	return written
}

// key returns the key of the wrapper or of the name.
func (s source) key() string {
	switch {
	case s.via != nil:
		return s.via.Key
	case s.named != nil:
		return s.named.Key
	}
	return ""
}

// format returns the name of the call's format.
func (j *given) format(e *body.Around, s source) string {
	switch {
	case j.tag != nil:
		return j.tag.Format
	case s.named != nil && s.named.Format != "":
		return s.named.Format
	case s.via != nil && s.via.Format != "":
		return s.via.Format
	case j.root.FencedFormat != "" && e.Prose.InFence():
		return j.root.FencedFormat
	}
	return j.root.Format
}

// describes returns what is reported of the beginning of a call, which is at offset at.
func (j *given) describes(e *body.Around, at int, name, id string, s source) parsers.Begin {
	b := parsers.Begin{At: at, Name: name, ID: s.nativeID(id), Format: j.format(e, s), FreeText: s.free}
	if j.alone() {
		b.Mergeable, b.Declared = j.tag.Mergeable, j.tag.Declared
		return b
	}
	b.Key, b.Merges, b.Declared = s.key(), j.tag == nil, j.lead != nil
	b.Skipped = j.root.Skips(name) && !e.Declared(name)
	if j.tag == nil && e.Prose.Option() {
		b.Exclusive = parsers.Option
	}
	return b
}

// others returns the shape of other objects in the same place that may be calls.
func (j *given) others() *grammar.Shape {
	if j.tag == nil || j.tag.Exact {
		return nil
	}
	return j.tag.Shape
}

// textFollows reports whether text, other than white space or a marker, follows the call that ends
// at end.
func textFollows(e *body.Around, end int) (yes, more bool) {
	at, more := e.Space(end)
	if more || len(e.Rest(at)) == 0 {
		return false, more
	}
	stops := e.StopsAt(at)
	return stops == match.No, stops == match.More
}

// marks reports whether a marker that ends a failed call is at offset at, where a bracket is. Few
// markers begin with one. At the end of the output, the beginning of a marker is enough.
func marks(e *body.Around, at int) match.Answer {
	rest := e.Rest(at)
	if !e.Firsts[rest[0]] {
		return match.No
	}
	a := e.StopsAt(at)
	if a == match.No && e.Final && len(rest) > 1 {
		if _, cut := e.Markers.MarkIn(rest, false); cut == match.More {
			return match.Answer(len(rest))
		}
	}
	return a
}

// A Header is the text before JSON between markers. Without a Shape, the JSON is only the arguments
// of a call that the header names. With a Shape, the JSON is a call or contains calls.
type Header struct {
	// Shape is the shape of the JSON. If it is nil, the JSON is only arguments.
	Shape *grammar.Shape
	// Announces: text that is no call is MALFORMED. Otherwise it is text.
	Announces bool
	// Data: well-formed JSON that is no call is text even with Announces.
	Data bool
	// Fence is the run that opened a fence between the marker and the JSON, if there is one.
	Fence fence.Run
	// Start is the offset of the marker that begins the call.
	Start            int
	Name, ID, Format string
	// Free: the call has a penalty of 0.3.
	Free bool
	// Mergeable and Declared as in [parsers.Begin].
	Mergeable, Declared bool
	// NameAt is the offset at which the header names the tool.
	NameAt int
	// Ended is set once a call was reported that isn't an invalid call.
	Ended bool
	// Repairs are the repairs of the header.
	Repairs []repair.Repair
	// Around, if set, is the bracket that follows the arguments. Its opening bracket is before
	// them.
	Around byte
	// Malformed, if set, is why the call can't be accepted, whatever its arguments are.
	Malformed string
	// Lost, if set, names what the header has that can't be an argument. Then a call without
	// arguments is malformed.
	Lost string
	// Resolve, if set, finds the name once the arguments are known, and whether the call gets a
	// penalty. If it returns no name, the call is MALFORMED.
	Resolve func(e *body.Around, arguments []byte) (name string, free bool)
	// After reads what follows the arguments, which end at offset at. It returns the end of the
	// call, the missing markers, and why the call can't be accepted. failed: the arguments failed,
	// so only the end of the call matters.
	After func(e *body.Around, at int, failed bool) (t Tail, more bool)
	// StringsEnd: a marker ends the call, even in a string, if the string is in doubt or isn't
	// delimited by '"'.
	StringsEnd bool
	// Exact: the end of a block closes open arguments only if it is one of Closers.
	Exact bool
	// Openers and Closers are the call's own markers. Fold: their case is ignored.
	Openers, Closers []string
	Fold             bool
	// Running: running text may follow the arguments, without an end marker.
	Running bool
	// Prose: prose may mention the marker. The call ends at once if no JSON follows the marker.
	Prose bool
}

// Reset clears the header for another call, but for After. It clears field by field, which takes less
// time than clearing the struct while garbage is collected.
func (t *Header) Reset() {
	t.Shape, t.Repairs, t.Resolve, t.Openers, t.Closers = nil, nil, nil, nil, nil
	t.Name, t.ID, t.Format, t.Malformed, t.Lost = "", "", "", "", ""
	t.Fence, t.Start, t.NameAt, t.Around = fence.Run{}, 0, 0, 0
	t.Announces, t.Data, t.Free, t.Mergeable, t.Declared, t.Ended = false, false, false, false, false, false
	t.StringsEnd, t.Exact, t.Fold, t.Running, t.Prose = false, false, false, false, false
}

// SetName sets the tool that the name at offset at means; why: what is wrong about a name that no tool can have.
func (t *Header) SetName(e *body.Around, name []byte, at int, why string) {
	declared, kind := names.True(e.Visits, e.Config, name)
	t.Name, t.NameAt = e.Intern(declared), at
	t.Note(kind, at)
	if !names.Sound(e.Config.Tools, declared) {
		t.Malformed = why
	}
}

// Note notes a repair; 0: there was none.
func (t *Header) Note(kind repair.Kind, at int) {
	if kind != 0 {
		t.Repairs = append(t.Repairs, repair.Repair{Kind: kind, Offset: at})
	}
}

// A Tail is what follows the arguments of a call with a Header.
type Tail struct {
	End       int
	Missing   bool // the end marker is missing
	Free      bool // the call has a penalty of 0.3
	Repairs   []repair.Repair
	Malformed string
}

var (
	headerShape = grammar.Shape{}
	headerField = grammar.Field{Key: "arguments", Arguments: 1}
)

// closes reports whether text begins with a closer.
func (t *Header) closes(text []byte) bool {
	return slices.ContainsFunc(t.Closers, func(c string) bool { return match.Text(c, text, true).Yes() })
}

// OwnMarker implements [body.Own].
func (t *Header) OwnMarker(v *work.Count, b []byte, final bool) match.Answer {
	if a := match.AnySpelling(v, t.Closers, b, final, t.Fold); a != match.No {
		return a
	}
	return match.AnySpelling(v, t.Openers, b, final, t.Fold)
}

const (
	noCallHere = "the JSON between the markers is no call"
	oneTooMany = "one opening brace too many"
)

// holds reports whether the call is reported only once it has ended.
func (t *Header) holds() bool { return t.Resolve != nil || t.Malformed != "" }

// lexing decides what the next token is, and logs the repairs to the text.
type lexing struct {
	given     *given
	log       jsonscan.Log
	insideLog *jsonscan.Log // of arguments that are a string; nil: there were none
	s         jsonscan.Scanner
}

// inside is the log of arguments that are a string. It is empty.
func (j *lexing) inside() *jsonscan.Log {
	log := buffers.Made(&j.insideLog)
	log.Reset()
	return log
}

// start makes the lexer read from offset at on.
func (j *lexing) start(e *body.Around, at int) {
	j.log.Reset()
	j.s.Start(at, e.Rules.MaxDepth(), j.given.tolerance(e), &j.log)
	if j.given.tag == nil {
		j.s.Given.MaxLeading = MaxLeadingComments
	}
	if e.Costs.Fuel().Spent() {
		j.s.Given.MaxGap, j.s.Given.From = MaxLeadingComments, at
	}
}

// readCost is how many steps a byte takes that was read, and searched for a marker.
const readCost = 2

// readAgain burns fuel for the text from offset at on that was read, and will be read again.
func (j *lexing) readAgain(e *body.Around, at int) {
	if end := j.s.Pos(); at < end {
		e.Costs.Fuel().Burn(readCost*(end-at), end)
	}
}

// MaxLeadingComments is the maximum number of bytes of comments between an opener and the first
// key, in running text. In most languages, a comment may follow the opening brace of a function.
// Without a limit, all of this comment is held back. Once the fuel is spent, the limit is the same
// for comments elsewhere, with the white space between them.
const MaxLeadingComments = 64

// leaveOpen notes that the brackets that the JSON opened, up to depth, weren't closed.
func (j *lexing) leaveOpen(e *body.Around, depth int) {
	for d := 1; d <= depth; d++ {
		if j.s.Nesting.IsObject(d) {
			e.Prose.Open().Braces++
		} else {
			e.Prose.Open().Brackets++
		}
	}
}

func (j *lexing) note(kind repair.Kind, at int) {
	j.log.Repairs = append(j.log.Repairs, repair.Repair{Kind: kind, Offset: at})
}
