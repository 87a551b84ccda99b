package tagged

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// A Header is what is known of a call when its opening tag was read.
type Header struct {
	// At is where the call's span starts, Inner where its opening tag ends.
	At, Inner int
	// Untold: what stands in a failed call isn't reported as its arguments.
	Untold bool
	// Prefix is the namespace prefix of its tags, Word the word in the opening one, if that
	// is a wrong one.
	Prefix, Word string
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
	// Lost, if set, says what is in the header where no argument can be: a call
	// without parameters is malformed then. Argument: it certainly is one.
	Lost     string
	Argument bool
	// Untrimmed: a value keeps the newline at its end, unless it begins with one, too.
	Untrimmed bool
	// Keyless: the opening tag of its first key is missing.
	Keyless bool
	// Unnamed: its name stands in an element behind its tag, as in grammar.Elements.
	Unnamed bool
	// Mergeable as in parsers.Begin, Pending as in parsers.End.
	Mergeable, Pending bool
}

// A Call is the state of reading one call. It is used again for the next one. It decides
// whose turn it is. Each of its parts decides one thing, and knows the parts above it in
// this list.
type Call struct {
	_ noCopy // the parts point at each other
	*Header

	given given
	here  here
	args  args
	value reader
	ahead lookahead
	tree  elements

	// Ended tells, once the call was left, whether it was reported as one, and
	// Cut whether the end of the output cut it off.
	Ended, Cut bool
}

// A noCopy makes go vet report a copy of what holds one.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

type phase uint8

const (
	between    phase = iota // before a parameter or the end of the call
	inName                  // in the element of the name, or before it
	inJSON                  // in arguments that are one JSON object
	inValue                 // in a parameter's value
	behindTag               // behind a tag that may end the value
	inAhead                 // in a value whose end the tags ahead tell
	behindCall              // behind the call's closer
	inNested                // in arguments that are elements
)

// Open begins the call whose opening tag was read.
func (b *Call) Open(c *place.Around, g *grammar.Tags, h *Header) {
	if b.Header == nil {
		b.connect()
	}
	b.given.opens(c, g, h)
	b.here.opens(h)
	b.args.opens()
	b.value.opens()
	b.Ended, b.Cut = false, false
	if g.Parameter.Name == grammar.NameWord {
		b.tree.openNested()
	}
	if h.Unnamed {
		return
	}
	b.named(c)
}

// connect tells the parts of those that they know.
func (b *Call) connect() {
	given, here, args, value, ahead, tree := &b.given, &b.here, &b.args, &b.value, &b.ahead, &b.tree
	b.Header = &given.Header
	here.given = given
	args.given, args.here = given, here
	value.given, value.here, value.args = given, here, args
	ahead.given, ahead.here, ahead.args, ahead.value = given, here, args, value
	tree.given, tree.here, tree.args = given, here, args
}

// Step reads on as far as the window reaches; true once the call was left, the
// position being its end.
func (b *Call) Step(c *place.Around) bool {
	b.here.seen.end, b.here.seen.misspelt = 0, false
	return b.here.StepThrough(c, &b.here.known, func() (more, done bool) {
		more, done = b.read(c)
		if b.here.known = b.here.pos; b.here.phase == behindTag {
			b.here.known = b.value.closer.end // the value may end there
		}
		return more, done
	})
}

// Pass reads on without a step in a value that the window ends in, if no tag begins
// there: most of a long value comes in such pieces.
func (b *Call) Pass(c *place.Around) bool {
	if b.here.phase != inValue || b.here.Failed || b.value.mark != unmarked {
		return false
	}
	if b.value.whole == wholeUnread {
		return b.value.passWhole(c)
	}
	if b.value.whole == wholeRead {
		b.value.passSpace(c)
	}
	if c.Visits.IndexByte(c.Rest(b.here.pos), b.given.g.Brackets.Open[0]) >= 0 {
		return false
	}
	b.here.pos = c.Base + len(c.Win)
	b.here.known = b.here.pos
	b.value.flush(c, b.here.pos)
	return true
}

func (b *Call) read(c *place.Around) (more, done bool) {
	switch b.here.phase {
	case inName:
		return b.inName(c)
	case inJSON:
		return b.inJSON(c)
	case inValue:
		return b.goOn(c, b.ahead.inValue(c))
	case behindTag:
		return b.value.behindTag(c)
	case inAhead:
		return b.goOn(c, b.ahead.inAhead(c))
	case behindCall:
		return b.behindCall(c)
	case inNested:
		return b.inNested(c)
	}
	return b.between(c)
}

// An outcome says how the reading of a value goes on.
type outcome uint8

const (
	goesOn outcome = iota
	waits          // more bytes must tell
	isCut          // the output ends in it
)

// goOn goes on from the reading of a value.
func (b *Call) goOn(c *place.Around, o outcome) (more, done bool) {
	if o == isCut {
		return false, b.cut(c)
	}
	return o == waits, false
}

// between reads the next tag of the call.
func (b *Call) between(c *place.Around) (more, done bool) {
	note := b.given.noteSpace
	if b.here.Failed {
		note = nil
	}
	at, more := Space(c, &b.given.tags, b.here.pos, note)
	b.here.pos = at
	if more {
		return true, false
	}
	rest := c.Rest(at)
	if len(rest) == 0 {
		return false, b.outputEnds(c)
	}
	if b.args.wholeBegins(c, rest) {
		return false, false
	}
	switch kind, a := b.here.tagAt(c, at); {
	case a == match.More && !c.Final:
		return true, false
	case a == match.More && b.given.closes(rest):
		return false, b.closerCut(c, rest, at+len(rest)) // that the output has ended doesn't decide what its last tag is
	case a == match.More:
		return false, b.cut(c)
	case kind == openParameter:
		b.value.parameter(c, a)
	case kind == closeParameter && b.here.last == b.given.Inner && b.given.g.Mended:
		b.given.Note(repair.ExtraCloser, at)
		b.here.pos, b.here.last = at+int(a), at+int(a)
	case kind == openGroup, kind == closeGroup && b.here.grouped:
		b.here.grouped = kind == openGroup
		b.here.pos, b.here.last = at+int(a), at+int(a)
	case kind == closeCall:
		b.here.groupEnds()
		if b.here.seen.misspelt {
			b.given.Note(repair.MissingCloser, at)
		}
		b.here.pos, b.here.last, b.here.phase = at+int(a), at+int(a), behindCall
	case b.given.g.Alone && kind == turnEnd:
		if m, _ := c.MarkAt(at); m.Begins {
			b.given.Note(repair.MissingMarker, b.here.last)
		}
		return false, b.closerMissing(c, b.here.last)
	case b.given.g.Framed && kind == turnEnd:
		b.here.cutShort(c)
	case kind == openCall && b.here.strange(c):
		b.here.otherText(c, rest)
	case kind == closeWrapper, kind.follows():
		if !b.here.Failed && kind != closeWrapper && b.args.params == 0 && (kind == openWrapper || !b.given.g.Nests) {
			b.here.fail(c, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
		}
		return false, b.closerMissing(c, b.here.last)
	case !b.value.swallowed(c):
		b.here.otherText(c, rest)
	}
	return false, false
}

// parameter begins the parameter whose opening tag stands at the position.
func (b *reader) parameter(c *place.Around, a match.Answer) {
	at := b.here.pos
	o := &b.here.seen.opened // between read it
	b.given.Keyless = false
	if b.given.Prefix == "" {
		b.given.Prefix = string(o.Prefix)
		b.given.starts.addPrefix(b.given.Prefix)
	}
	if !b.here.Failed {
		b.key(c, o)
	}
	b.here.pos = at + int(a)
	if o.Valueless {
		b.here.phase = between
		b.failUnclosed(c)
		return
	}
	b.here.phase = inValue
	if !b.given.unknownUnclosed(o) {
		b.here.Hide(b.here.pos)
	}
	b.beginValue(o, b.here.pos)
	b.value.held = b.packed.state == packedOpen
	if b.given.Unnamed {
		b.element(o, at)
	}
}

// unknownUnclosed reports whether an opening tag isn't closed and names no parameter of the tool,
// so that no value may begin behind it.
func (b *given) unknownUnclosed(o *tags.Opened) bool {
	return o.Unclosed && b.tool.Len() > 0 && !b.tool.Names(o.Name)
}

// key reports the key of the parameter at the position, if it may be one.
func (b *reader) key(c *place.Around, o *tags.Opened) {
	at := b.here.pos + o.NameAt
	switch {
	case b.given.Unnamed:
		return
	case b.args.closed:
		b.here.fail(c, parsers.ReasonMalformed, "a parameter follows arguments that are whole")
		return
	case o.Broken:
		b.here.fail(c, parsers.ReasonMalformed, "the opening tag of a parameter holds more than a name")
		return
	case len(o.Name) == 0:
		b.here.fail(c, parsers.ReasonMalformed, "a parameter has no name")
		return
	case b.given.unknownUnclosed(o):
		b.here.fail(c, parsers.ReasonMalformed, "the opening tag of a parameter isn't closed, and the tool has none of that name")
		return
	case !b.args.keys.add(c, o.Name, span{at, at + o.NameLen}):
		b.here.fail(c, parsers.ReasonMalformed, "the parameter \""+string(o.Name)+"\" is given twice")
		if !b.given.g.Nests {
			b.here.ReadWhole()
		}
		return
	}
	if !b.unpack(c) {
		return
	}
	b.here.noteOpened(o, at)
	if b.mayPack(c, o) {
		b.packed = packed{state: packedOpen, key: span{at, at + o.NameLen}}
		return
	}
	b.args.begin(c)
	b.args.key(c, o.Name)
}

// noteOpened notes what is damaged about the tags before a value.
func (b *here) noteOpened(o *tags.Opened, at int) {
	if o.Opener {
		b.given.Note(repair.ExtraOpener, b.pos)
	}
	if o.Unclosed {
		b.given.Note(repair.MissingCloser, at+o.NameLen)
	}
	if o.Closer {
		b.given.Note(repair.ExtraCloser, at+o.NameLen)
	}
	if o.Marker {
		b.given.Note(repair.MissingMarker, at+o.NameLen)
	}
	if o.Loose {
		b.given.Note(repair.WhiteSpace, b.pos)
	}
	if o.Other {
		b.given.Note(repair.MissingMarker, b.pos)
	}
	if o.Unquoted {
		b.given.Note(repair.QuoteStyle, b.pos)
	}
}

// behindCall reports the call, unless a closer follows that shows that a value
// of it was cut short. More closers of the call are too many, and so is the '/' of its
// opening tag before a parameter.
func (b *Call) behindCall(c *place.Around) (more, done bool) {
	switch {
	case b.here.Failed:
		c.Closed = b.here.last
		b.here.LeaveAt(b.here.last)
		return false, false
	case b.given.Unnamed:
		return false, b.finish(c, b.here.last, false)
	}
	at, more := Space(c, &b.given.tags, b.here.pos, nil)
	b.here.pos = at
	if more {
		return true, false
	}
	rest := c.Rest(at)
	if b.given.Empty {
		if a := b.given.tags.OpensParameter(&tags.Opened{}, rest, c.Final); a == match.More {
			return true, false
		} else if a.Yes() {
			b.given.Note(repair.ExtraCloser, b.given.Inner-len(b.given.g.Brackets.End)-len("/"))
			b.given.Empty, b.here.phase = false, between
			return false, false
		}
	}
	if a := b.given.strayCloser(rest, c.Final); a == match.More {
		return true, false
	} else if a.Yes() {
		return b.here.tooMany(c)
	}
	switch a := b.given.extraCloser(rest, c.Final); {
	case a == match.More:
		return true, false
	case a.Yes() && b.given.g.Nests:
		return b.here.tooMany(c)
	case a.Yes():
		b.given.Note(repair.ExtraCloser, at)
		b.here.pos, b.here.last = at+int(a), at+int(a)
		return false, false
	}
	return false, b.finish(c, b.here.last, false)
}

// strayCloser matches the closer of a parameter.
func (b *given) strayCloser(rest []byte, final bool) match.Answer {
	if b.g.Parameter.Name != grammar.NameWord {
		return b.closerAt(rest, b.g.Parameter.ClosedBy(), final)
	}
	word, closes, a := b.tags.AnyTag(rest, final)
	if a.Yes() && (!closes || string(word) == b.g.Call.Word || slices.Contains(b.g.Wrappers, string(word))) {
		return match.No
	}
	return a
}

// extraCloser matches a second closer of the call.
func (b *given) extraCloser(rest []byte, final bool) match.Answer {
	if a := b.closerAt(rest, b.g.Call.ClosedBy(), final); a != match.No {
		return a
	}
	for _, word := range b.g.CallClosers {
		if a := b.closerAt(rest, word, final); a != match.No {
			return a
		}
	}
	return match.No
}

func (b *here) tooMany(c *place.Around) (more, done bool) {
	b.pos = b.last
	b.fail(c, parsers.ReasonMalformed, "a closing tag too many follows the call")
	b.LeaveAt(b.last)
	return false, false
}
