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
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// opening holds what the opening says about the JSON, and makes the decisions that depend only on it.
type opening struct {
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
func (op *opening) alone() bool { return op.tag != nil && op.tag.Shape == nil }

func (op *opening) marked() bool { return op.tag != nil && op.tag.Shape != nil }

// announces reports whether a marker says that the JSON is a call.
func (op *opening) announces() bool { return op.marked() && op.tag.Announces }

// flawed reports whether something about the opening must be reported with the call.
func (op *opening) flawed() bool {
	if t := op.tag; t != nil {
		return t.holds() || len(t.Repairs) > 0
	}
	return op.lead != nil && op.lead.Stripped
}

// tolerance returns the lexer's tolerance. A shape in Python syntax is read even without repairs,
// because this syntax needs none.
func (op *opening) tolerance(env *body.Env) jsonscan.Tolerance {
	if op.held {
		return jsonscan.Strict
	}
	if op.root != nil && op.root.Python {
		return jsonscan.Tolerant
	}
	return tolerance(env)
}

func tolerance(env *body.Env) jsonscan.Tolerance {
	if env.Repairs() {
		return jsonscan.Tolerant
	}
	return jsonscan.Strict
}

// endingAt is EndingAt of [body.Calls], with two differences for JSON between markers. The end of
// a block also closes open arguments, unless the JSON is exact. The end of the fence around the
// JSON also does.
func (op *opening) endingAt(env *body.Env, at int) (ending body.Ending, more bool) {
	if op.marked() && op.tag.Fence.Len > 0 && fence.Begins[env.Rest(at)[0]] {
		r, more := env.Run(at)
		if !more && r.Closes(op.tag.Fence) {
			return body.EndsArguments, false
		}
		return body.EndsNothing, more
	}
	ending, more = env.Calls.EndingAt(at)
	if op.marked() && ending == body.EndsBlock && (!op.tag.Exact || op.tag.closes(env.Rest(at))) {
		ending = body.EndsArguments
	}
	return ending, more
}

// freeText reports whether a call that starts at offset at has a penalty of 0.3.
func (op *opening) freeText(env *body.Env, at int) bool {
	if op.tag != nil {
		return op.tag.Free || env.Penalties.Penalized(at)
	}
	if op.lead != nil {
		return op.lead.Stripped || env.Penalties.Penalized(at)
	}
	return env.Prose.FreeText(at)
}

// called counts a call that was reported.
func (op *opening) called(env *body.Env) {
	if op.tag != nil {
		op.tag.Ended = true
	} else {
		env.Penalties.CountTextCall()
	}
}

// nextShape returns the shape of another call behind this one.
func (op *opening) nextShape(env *body.Env) *grammar.Shape {
	if op.marked() {
		return op.root
	}
	return env.Rules.Shape()
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
func (op *opening) format(env *body.Env, s source) string {
	switch {
	case op.tag != nil:
		return op.tag.Format
	case s.named != nil && s.named.Format != "":
		return s.named.Format
	case s.via != nil && s.via.Format != "":
		return s.via.Format
	case op.root.FencedFormat != "" && env.Prose.InFence():
		return op.root.FencedFormat
	}
	return op.root.Format
}

// describes returns what is reported of the beginning of a call, which is at offset at.
func (op *opening) describes(env *body.Env, at int, name, id string, s source) parsers.Begin {
	b := parsers.Begin{At: at, Name: name, ID: s.nativeID(id), Format: op.format(env, s), FreeText: s.free}
	if op.alone() {
		b.Mergeable, b.Declared = op.tag.Mergeable, op.tag.Declared
		return b
	}
	b.Key, b.Merges, b.Declared = s.key(), op.tag == nil, op.lead != nil
	b.Skipped = op.root.Skips(name) && !env.Declared(name)
	switch {
	case op.tag != nil || !env.Prose.Option():
	case s.via != nil && s.via.Holds == grammar.HoldsAlternative:
		b.Exclusive = parsers.Alternate
	default:
		b.Exclusive = parsers.Option
	}
	return b
}

// offers reports whether a call in this place may count. Another option is one only where the text offers options.
func (op *opening) offers(env *body.Env, s source) bool {
	return s.via == nil || s.via.Holds != grammar.HoldsAlternative || op.tag == nil && env.Prose.Option()
}

// others returns the shape of other objects in the same place that may be calls.
func (op *opening) others() *grammar.Shape {
	if op.tag == nil || op.tag.Exact {
		return nil
	}
	return op.tag.Shape
}

// textFollows reports whether text, other than white space or a marker, follows the call that ends
// at end.
func textFollows(env *body.Env, end int) (yes, more bool) {
	at, more := env.Space(end)
	if more || len(env.Rest(at)) == 0 {
		return false, more
	}
	stops := env.StopsAt(at)
	return stops == match.No, stops == match.More
}

// endMarkerAt reports whether a marker that ends a failed call is at offset at, where a bracket is. Few
// markers begin with one. At the end of the output, the beginning of a marker is enough.
func endMarkerAt(env *body.Env, at int) match.Answer {
	rest := env.Rest(at)
	if !env.Firsts[rest[0]] {
		return match.No
	}
	a := env.StopsAt(at)
	if a == match.No && env.Final && len(rest) > 1 {
		if _, cut := env.Markers.MarkIn(rest, false); cut == match.More {
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
	Resolve func(e *body.Env, arguments []byte) (name string, free bool)
	// After reads what follows the arguments, which end at offset at. It returns the end of the
	// call, the missing markers, and why the call can't be accepted. failed: the arguments failed,
	// so only the end of the call matters.
	After func(e *body.Env, at int, failed bool) (t Tail, more bool)
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
func (hd *Header) Reset() {
	hd.Shape, hd.Repairs, hd.Resolve, hd.Openers, hd.Closers = nil, nil, nil, nil, nil
	hd.Name, hd.ID, hd.Format, hd.Malformed, hd.Lost = "", "", "", "", ""
	hd.Fence, hd.Start, hd.NameAt, hd.Around = fence.Run{}, 0, 0, 0
	hd.Announces, hd.Data, hd.Free, hd.Mergeable, hd.Declared, hd.Ended = false, false, false, false, false, false
	hd.StringsEnd, hd.Exact, hd.Fold, hd.Running, hd.Prose = false, false, false, false, false
}

// SetName sets the tool that the name at offset at means; why: what is wrong about a name that no tool can have.
func (hd *Header) SetName(env *body.Env, name []byte, at int, why string) {
	declared, kind := names.True(env.Visits, env.Config, name)
	hd.Name, hd.NameAt = env.Intern(declared), at
	hd.Note(kind, at)
	if !names.Sound(env.Config.Tools, declared) {
		hd.Malformed = why
	}
}

// Note notes a repair; 0: there was none.
func (hd *Header) Note(kind repair.Kind, at int) {
	if kind != 0 {
		hd.Repairs = append(hd.Repairs, repair.Repair{Kind: kind, Offset: at})
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
func (hd *Header) closes(text []byte) bool {
	return slices.ContainsFunc(hd.Closers, func(c string) bool { return match.Text(c, text, true).Yes() })
}

// OwnMarker implements [body.Own].
func (hd *Header) OwnMarker(v *work.Counter, b []byte, final bool) match.Answer {
	if a := match.AnySpelling(v, hd.Closers, b, final, hd.Fold); a != match.No {
		return a
	}
	return match.AnySpelling(v, hd.Openers, b, final, hd.Fold)
}

const (
	noCallHere = "the JSON between the markers is no call"
	oneTooMany = "one opening brace too many"
)

// holds reports whether the call is reported only once it has ended.
func (hd *Header) holds() bool { return hd.Resolve != nil || hd.Malformed != "" }

// lexing decides what the next token is, and logs the repairs to the text.
type lexing struct {
	opening *opening
	log     jsonscan.Log
	rare    *rare // nil: nothing of it was needed yet
	s       jsonscan.Scanner
}

// A rare is what not every stream needs, so that one that needs none of it is small.
type rare struct {
	insideLog *jsonscan.Log // of arguments that are a string; nil: there were none
	again     repeated
	names     recovery.Names // the keys of the arguments
	twice     endsTwice
}

// inside is the log of arguments that are a string. It is empty.
func (lx *lexing) inside() *jsonscan.Log {
	log := buffers.Made(&buffers.Made(&lx.rare).insideLog)
	log.Reset()
	return log
}

// start makes the lexer read from offset at on.
func (lx *lexing) start(env *body.Env, at int) {
	lx.log.Reset()
	lx.s.Start(at, env.Rules.MaxDepth(), lx.opening.tolerance(env), &lx.log)
	if lx.opening.tag == nil {
		lx.s.Corrections.MaxLeading = MaxLeadingComments
	}
	if env.Penalties.Budget().Exhausted() {
		lx.s.Corrections.MaxGap, lx.s.Corrections.From = MaxLeadingComments, at
	}
}

// readCost is how many steps a byte takes that was read, and searched for a marker.
const readCost = 2

// readAgain spends budget for the text from offset at on that was read, and will be read again.
func (lx *lexing) readAgain(env *body.Env, at int) {
	if end := lx.s.Pos(); at < end {
		env.Penalties.Budget().Spend(readCost*(end-at), end)
	}
}

// MaxLeadingComments is the maximum number of bytes of comments between an opener and the first
// key, in running text. In most languages, a comment may follow the opening brace of a function.
// Without a limit, all of this comment is held back. Once the budget is spent, the limit is the same
// for comments elsewhere, with the white space between them.
const MaxLeadingComments = 64

// leaveOpen notes that the brackets that the JSON opened, up to depth, weren't closed.
func (lx *lexing) leaveOpen(env *body.Env, depth int) {
	for d := 1; d <= depth; d++ {
		if lx.s.Nesting.IsObject(d) {
			env.Prose.Open().Braces++
		} else {
			env.Prose.Open().Brackets++
		}
	}
}

func (lx *lexing) note(kind repair.Kind, at int) {
	lx.log.Repairs = append(lx.log.Repairs, repair.Repair{Kind: kind, Offset: at})
}
