package tagged

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// A Header is what is known of a call when its opening tag was read.
type Header struct {
	// At is where the call's span starts, Inner where its opening tag ends.
	At, Inner int
	// Untold: what stands in a failed call isn't reported as its arguments.
	Untold bool
	// Prefix is the namespace prefix of its tags.
	Prefix string
	// Name names the tool; empty if what stands there can't. NameAt is where it stands.
	Name   string
	NameAt int
	// Bare: there is no wrapper around the call.
	Bare bool
	// Run: a call of its kind stands directly before it, and counted that.
	Run bool
	// Empty: its opening tag closes it.
	Empty bool
	// Free: the call costs 0.3, whatever stands around it.
	Free bool
	// Repairs are what the header, and what stands before it, needed.
	Repairs []parsers.Repair
	// Reason and Message say why it is none, if that is known.
	Reason  parsers.Reason
	Message string
	// Keyless: the opening tag of its first key is missing.
	Keyless bool
	// Unnamed: its name stands in an element behind its tag, as in grammar.Elements.
	Unnamed bool
	// Mergeable as in parsers.Begin, Pending as in parsers.End.
	Mergeable, Pending bool
}

// A Call is the state of reading one call. It is used again for the next one.
type Call struct {
	Header
	failure.Failing
	g    *grammar.Tags
	tags tags.Reader

	phase    phase
	pos      int // read up to here
	known    int // and so far that it isn't read again
	last     int // where the last tag that belongs to the call ends
	begun    bool
	params   int // complete ones
	tool     *schema.Properties
	keys     keySet
	args     arguments
	whole    *wholeArguments // reused; nil: there were none yet
	value    value
	firsts   firsts
	seen     seen
	ruledOut ruledOut
	doubt    bool // a value may have ended elsewhere
	head     int  // where parameters may begin, or the tag around them
	grouped  bool // that is open
	packed   packed
	tree     *nested // reused; nil: there were none yet
	// Ended tells, once the call was left, whether it was reported as one, and
	// Cut whether the end of the output cut it off.
	Ended, Cut bool
}

type phase uint8

const (
	between     phase = iota // before a parameter or the end of the call
	inName                   // in the element of the name, or before it
	inJSON                   // in arguments that are one JSON object
	inValue                  // in a parameter's value
	behindTag                // behind a tag that may end the value
	behindOuter              // behind closers of call and wrapper that may end the value
	behindCall               // behind the call's closer
	inNested                 // in arguments that are elements
)

const tooDeep = "JSON nests deeper than allowed"

// CutMessage is the message of a call that the output ends in.
const CutMessage = "unexpected end of output inside a tool call"

// Open begins the call whose opening tag was read.
func (b *Call) Open(c *place.Around, g *grammar.Tags, h Header) {
	args, whole, tree := b.args, b.whole, b.tree
	args.reset()
	*b = Call{} // in place: a literal would be made elsewhere, and copied
	b.Header, b.args, b.whole, b.tree = h, args, whole, tree
	b.g, b.tags = g, tags.Reader{Tags: g}.Within(h.Prefix)
	b.pos, b.last, b.head = h.Inner, h.Inner, h.Inner
	b.setFirsts()
	if h.Bare && g.Bare != grammar.BareNative {
		b.Free = b.Free || g.Bare == grammar.BareDeclared
		if !h.Run {
			b.Repairs = append([]parsers.Repair{{Kind: repair.MissingMarker, Offset: h.At}}, b.Repairs...)
		}
	}
	if g.Parameter.Name == grammar.NameWord {
		b.openNested()
	}
	if h.Empty {
		b.phase = behindCall
	}
	b.Free = b.Free || c.Penalized(h.At)
	if h.Unnamed {
		b.phase = inName
		return
	}
	b.named(c)
}

// named goes on behind the call's name.
func (b *Call) named(c *place.Around) {
	b.tool = c.Properties(b.Name)
	if reason, message := b.refused(c); reason != parsers.ReasonUnspecified {
		b.fail(c, reason, message)
	}
}

// refused says why the call can't be accepted, whatever its arguments.
func (b *Call) refused(c *place.Around) (parsers.Reason, string) {
	switch {
	case b.Reason != parsers.ReasonUnspecified:
		return b.Reason, b.Message
	case b.Name == "":
		return parsers.ReasonMalformed, "the call's name is none that a tool can have"
	case b.Bare && b.g.Bare == grammar.BareDeclared && !c.Declared(b.Name):
		return parsers.ReasonUnknownTool, "no tool \"" + b.Name + "\" is declared, and the call stands alone"
	case b.Bare && b.g.Bare != grammar.BareNative && c.Config.Options.DisableRepair:
		return parsers.ReasonMalformed, "the opening tag around the call is missing"
	}
	return parsers.ReasonUnspecified, ""
}

// Step reads on as far as the window reaches; true once the call was left, the
// position being its end.
func (b *Call) Step(c *place.Around) bool {
	b.seen = seen{}
	return b.StepThrough(c, &b.known, func() (more, done bool) {
		more, done = b.read(c)
		b.known = b.pos
		if b.phase == behindOuter {
			b.known = b.value.run.start // it may end the value, and is read again
		}
		return more, done
	})
}

// Pass reads on without a step in a value that the window ends in, if no tag begins
// there: most of a long value comes in such pieces.
func (b *Call) Pass(c *place.Around) bool {
	if b.phase != inValue || b.Failed || b.value.mark != unmarked || bytes.IndexByte(c.Rest(b.pos), b.g.Brackets.Open[0]) >= 0 {
		return false
	}
	b.pos = c.Base + len(c.Win)
	b.known = b.pos
	b.flush(c, b.pos)
	return true
}

func (b *Call) read(c *place.Around) (more, done bool) {
	switch b.phase {
	case inName:
		return b.inName(c)
	case inJSON:
		return b.inJSON(c)
	case inValue:
		return b.inValue(c)
	case behindTag:
		return b.behindTag(c)
	case behindOuter:
		return b.behindOuter(c)
	case behindCall:
		return b.behindCall(c)
	case inNested:
		return b.inNested(c)
	}
	return b.between(c)
}

// between reads the next tag of the call.
func (b *Call) between(c *place.Around) (more, done bool) {
	at, more := Space(c, &b.tags, b.pos, b.noteSpace)
	b.pos = at
	if more {
		return true, false
	}
	rest := c.Rest(at)
	if len(rest) == 0 {
		return false, b.outputEnds(c, b.last)
	}
	if b.wholeBegins(c, rest) {
		return false, false
	}
	switch kind, a := b.tagAt(c, at); {
	case a == match.More && !c.Final:
		return true, false
	case a == match.More && bytes.HasPrefix(rest, []byte(b.g.Brackets.Close)):
		return false, b.outputEnds(c, at+len(rest)) // that the output has ended doesn't decide what its last tag is
	case a == match.More:
		return false, b.cut(c)
	case kind == openParameter:
		b.parameter(c, a)
	case kind == closeParameter && b.last == b.Inner && b.g.Mended:
		b.note(repair.ExtraCloser, at)
		b.pos, b.last = at+int(a), at+int(a)
	case kind == openGroup, kind == closeGroup && b.grouped:
		b.grouped = kind == openGroup
		b.pos, b.last = at+int(a), at+int(a)
	case kind == closeCall:
		b.groupEnds()
		b.pos, b.last, b.phase = at+int(a), at+int(a), behindCall
	case b.g.Alone && kind == turnEnd:
		if m, _ := c.MarkAt(at); m.Begins {
			b.note(repair.MissingMarker, b.last)
		}
		return false, b.closerMissing(c, b.last)
	case b.g.Framed && kind == turnEnd:
		b.cutShort(c)
	case kind == closeWrapper, kind.follows() && (b.params > 0 || b.g.Nests || b.Failed):
		return false, b.closerMissing(c, b.last)
	case !b.swallowed(c):
		b.otherText(c, rest)
	}
	return false, false
}

// parameter begins the parameter whose opening tag stands at the position.
func (b *Call) parameter(c *place.Around, a match.Answer) {
	at := b.pos
	o := b.seen.opened // between read it
	b.Keyless = false
	if b.Prefix == "" {
		b.Prefix = string(o.Prefix)
		b.firsts.addTag(b.g.Brackets.Open, b.Prefix)
	}
	if !b.Failed {
		b.key(c, o)
	}
	b.pos, b.phase = at+int(a), inValue
	b.value.start(b, o, b.pos)
	b.value.held = b.packed.state == packedOpen
	if b.Unnamed {
		b.element(o, at)
	}
}

// opensParameter matches all that stands before a parameter's value.
func (b *Call) opensParameter(rest []byte, final bool) (tags.Opened, match.Answer) {
	if b.Keyless {
		return b.tags.OpensKeyless(rest, final)
	}
	return b.tags.OpensParameter(rest, final)
}

// key reports the key of the parameter at the position, if it may be one.
func (b *Call) key(c *place.Around, o tags.Opened) {
	at := b.pos + o.NameAt
	switch {
	case b.Unnamed:
		return
	case b.args.closed:
		b.fail(c, parsers.ReasonMalformed, "a parameter follows arguments that are whole")
		return
	case len(o.Name) == 0:
		b.fail(c, parsers.ReasonMalformed, "a parameter has no name")
		return
	case !b.keys.add(c, o.Name, span{at, at + o.NameLen}):
		b.fail(c, parsers.ReasonMalformed, "the parameter \""+string(o.Name)+"\" is given twice")
		if !b.g.Nests {
			b.ReadWhole()
		}
		return
	}
	if !b.unpack(c) {
		return
	}
	b.noteOpened(o, at)
	if b.mayPack(c, o) {
		b.packed = packed{state: packedOpen, key: span{at, at + o.NameLen}}
		return
	}
	b.begin(c)
	b.args.key(c, o.Name)
}

// noteOpened notes what is damaged about the tags before a value.
func (b *Call) noteOpened(o tags.Opened, at int) {
	if o.Opener {
		b.note(repair.ExtraOpener, b.pos)
	}
	if o.Unclosed {
		b.note(repair.MissingCloser, at+o.NameLen)
	}
	if o.Closer {
		b.note(repair.ExtraCloser, at+o.NameLen)
	}
	if o.Marker {
		b.note(repair.MissingMarker, at+o.NameLen)
	}
	if o.Loose {
		b.note(repair.WhiteSpace, b.pos)
	}
}

// behindCall reports the call, unless a closer follows that shows that a value
// of it was cut short. Another closer of the call is one too many.
func (b *Call) behindCall(c *place.Around) (more, done bool) {
	switch {
	case b.Failed:
		b.LeaveAt(b.last)
		return false, false
	case b.Unnamed:
		return false, b.finish(c, b.last, false)
	}
	at, more := Space(c, &b.tags, b.pos, nil)
	b.pos = at
	if more {
		return true, false
	}
	rest := c.Rest(at)
	if n, more := b.closerAt(rest, c.Final, b.g.Parameter.Word); more {
		return true, false
	} else if n > 0 {
		return b.tooMany(c)
	}
	n, more := b.extraCloser(rest, c.Final)
	switch {
	case more:
		return true, false
	case n > 0 && b.g.Nests:
		return b.tooMany(c)
	case n > 0:
		b.note(repair.ExtraCloser, at)
		b.last = at + n
	}
	return false, b.finish(c, b.last, false)
}

// extraCloser is the length of a second closer of the call.
func (b *Call) extraCloser(rest []byte, final bool) (n int, more bool) {
	if n, more = b.closerAt(rest, final, b.g.Call.Word); n > 0 || more {
		return n, more
	}
	for _, word := range b.g.CallClosers {
		if n, more = b.closerAt(rest, final, word); n > 0 || more {
			return n, more
		}
	}
	return 0, false
}

func (b *Call) closerAt(rest []byte, final bool, word string) (n int, more bool) {
	if word == "" { // of elements that bear their own
		return 0, false
	}
	prefix, a := b.tags.Closing(rest, word, final)
	if a.Yes() && b.fits(prefix) {
		return int(a), false
	}
	return 0, a == match.More
}

func (b *Call) tooMany(c *place.Around) (more, done bool) {
	b.pos = b.last
	b.fail(c, parsers.ReasonMalformed, "a closing tag too many follows the call")
	b.LeaveAt(b.last)
	return false, false
}

// outputEnds ends the call at the end of the output, where its end is missing;
// true if it is done.
func (b *Call) outputEnds(c *place.Around, end int) bool {
	if b.params == 0 || c.Reason == parsers.FinishLength || c.Config.Options.DisableRepair {
		return b.cut(c)
	}
	return b.closerMissing(c, end)
}

// closerMissing ends the call, whose closer is missing, at end; true if it is done.
func (b *Call) closerMissing(c *place.Around, end int) bool {
	if b.Failed {
		b.LeaveAt(b.pos)
		return false
	}
	if b.g.Alone {
		return b.finish(c, end, false)
	}
	b.groupEnds()
	kind := repair.MissingCloser
	if b.g.WrapperDue && b.g.Bare == grammar.BareNative {
		kind = repair.MissingMarker
	}
	b.note(kind, b.last)
	return b.finish(c, end, false)
}

// finish reports the call, which ends at end; weak: where the output cut it off.
func (b *Call) finish(c *place.Around, end int, weak bool) bool {
	if b.params == 0 && b.g.Call.Name == grammar.NameBehind && c.Config.Tools.Given() && !c.Config.Tools.Declared(b.Name) {
		return b.failWhole(c, end, parsers.ReasonUnknownTool, "no tool \""+b.Name+"\" is declared, and the call has no arguments")
	}
	if b.Unnamed && !b.object(c) {
		return b.failWhole(c, end, parsers.ReasonLimit, tooDeep)
	}
	if b.g.Parameter.Name == grammar.NameWord && !b.addNested(c) {
		return b.failWhole(c, end, parsers.ReasonLimit, tooDeep)
	}
	b.begin(c)
	b.closePacked(c)
	b.args.close(c)
	c.Pos = end
	c.EndCall(end, parsers.End{Repairs: b.Repairs, SecondReading: b.doubt, Weak: weak, Pending: b.Pending})
	b.Ended, b.Cut = true, weak
	c.Called()
	return true
}

// failWhole reports that the call, which ends at end, is none.
func (b *Call) failWhole(c *place.Around, end int, reason parsers.Reason, message string) bool {
	b.pos = end
	b.fail(c, reason, message)
	b.LeaveAt(end)
	return false
}

func (b *Call) begin(c *place.Around) {
	if b.begun {
		return
	}
	b.begun = true
	c.Handler.BeginCall(parsers.Begin{
		At: b.At, Name: b.Name, Format: b.format(), FreeText: b.Free, Mergeable: b.Mergeable,
	})
}

func (b *Call) format() string {
	if b.Unnamed {
		return b.g.Elements.Format
	}
	return b.g.Format
}

// cut ends a call that the output ends in; true if it is done.
func (b *Call) cut(c *place.Around) bool {
	end := c.Window().End()
	if !b.Failed && b.params > 0 && c.Config.Options.AcceptIncomplete {
		if b.args.n > b.args.whole {
			c.Handler.RewindArguments(b.args.whole)
		}
		return b.finish(c, end, true)
	}
	if !b.Failed {
		b.pos = end
		b.fail(c, parsers.ReasonIncomplete, CutMessage)
	}
	b.LeaveAt(end)
	return false
}

// otherText handles text where a tag is expected.
func (b *Call) otherText(c *place.Around, rest []byte) {
	if !b.Failed {
		b.fail(c, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
	}
	i := bytes.IndexByte(rest[1:], b.g.Brackets.Open[0])
	if i < 0 {
		i = len(rest) - 1
	}
	b.pos += i + 1
}

// fail reports that the call failed at the position. It is read on to its end.
func (b *Call) fail(c *place.Around, reason parsers.Reason, message string) {
	inner := b.Inner
	if b.Untold {
		inner = 0
	}
	b.FailAt(c, b.pos, inner, parsers.Invalid{
		Name: b.Name, Format: b.format(), Reason: reason, Message: message, FreeText: b.Free,
	})
}

func (b *Call) note(kind repair.Kind, at int) { b.Note(kind, at) }

// fits tells whether a tag with this prefix may belong to the call.
func (b *Call) fits(prefix []byte) bool {
	return len(prefix) == 0 || string(prefix) == b.Prefix
}
