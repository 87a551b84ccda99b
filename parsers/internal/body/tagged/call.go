package tagged

import (
	"slices"

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

// A Call is the state of reading one call. It is used again for the next one.
type Call struct {
	Header
	failure.Failing
	g    *grammar.Tags
	tags tags.Reader

	phase         phase
	pos           int // read up to here
	known         int // and so far that it isn't read again
	last          int // where the last tag that belongs to the call ends
	begun         bool
	params        int // complete ones
	tool          *schema.Properties
	keys          keySet
	args          arguments
	whole         *wholeArguments // reused; nil: there were none yet
	value         value
	starts        starts
	grammarStarts *starts // of the grammar; reused; nil: there was no call yet
	seen          seen
	ruledOut      ruledOut
	awaited       tags.Awaited
	doubt         bool    // a value may have ended elsewhere
	ahead         *ahead  // reused; nil: there was none yet
	head          int     // where parameters may begin, or the tag around them
	grouped       bool    // that is open
	tree          *nested // reused; nil: there were none yet
	// Ended tells, once the call was left, whether it was reported as one, and
	// Cut whether the end of the output cut it off.
	Ended, Cut bool
}

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
	args, whole, tree, ahead, starts := b.args, b.whole, b.tree, b.ahead, b.grammarStarts
	if starts == nil || starts.of != g {
		starts = startsOf(g)
	}
	args.reset()
	*b = Call{} // in place: a literal would be made elsewhere, and copied
	b.Header, b.args, b.whole, b.tree, b.ahead, b.grammarStarts = *h, args, whole, tree, ahead, starts
	b.g, b.tags = g, tags.Reader{Tags: g, Word: h.Word, Tools: c.Config.Tools, Visits: c.Visits}.Within(h.Prefix)
	b.pos, b.last, b.head = h.Inner, h.Inner, h.Inner
	b.starts = *starts
	if b.Prefix != "" {
		b.starts.addPrefix(b.Prefix)
	}
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

// Step reads on as far as the window reaches; true once the call was left, the
// position being its end.
func (b *Call) Step(c *place.Around) bool {
	b.seen.end, b.seen.misspelt = 0, false
	for b.Reads() {
		switch more, done := b.read(c); {
		case done:
			return true
		case more && b.Reads():
			return false
		}
	}
	b.know()
	return b.StepThrough(c, &b.known, func() (more, done bool) {
		more, done = b.read(c)
		b.know()
		return more, done
	})
}

// know notes how far a call that failed was read.
func (b *Call) know() {
	if b.known = b.pos; b.phase == behindTag {
		b.known = b.value.closer.end // the value may end there
	}
}

// Pass reads on without a step in a value that the window ends in, if no tag begins
// there: most of a long value comes in such pieces.
func (b *Call) Pass(c *place.Around) bool {
	if b.phase != inValue || b.Failed || b.value.mark != unmarked {
		return false
	}
	if b.value.whole == wholeUnread {
		return b.passWhole(c)
	}
	if b.value.whole == wholeRead {
		b.passSpace(c)
	}
	if c.Visits.IndexByte(c.Rest(b.pos), b.g.Brackets.Open[0]) >= 0 {
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
	case inAhead:
		return b.inAhead(c)
	case behindCall:
		return b.behindCall(c)
	case inNested:
		return b.inNested(c)
	}
	return b.between(c)
}

// between reads the next tag of the call.
func (b *Call) between(c *place.Around) (more, done bool) {
	note := b.noteSpace
	if b.Failed {
		note = nil
	}
	at, more := Space(c, &b.tags, b.pos, note)
	b.pos = at
	if more {
		return true, false
	}
	rest := c.Rest(at)
	if len(rest) == 0 {
		return false, b.outputEnds(c)
	}
	if b.wholeBegins(c, rest) {
		return false, false
	}
	switch kind, a := b.tagAt(c, at); {
	case a == match.More && !c.Final:
		return true, false
	case a == match.More && b.closes(rest):
		return false, b.closerCut(c, rest, at+len(rest)) // that the output has ended doesn't decide what its last tag is
	case a == match.More:
		return false, b.cut(c)
	case kind == openParameter:
		b.parameter(c, a)
	case kind == closeParameter && b.last == b.Inner && b.g.Mended:
		b.Note(repair.ExtraCloser, at)
		b.pos, b.last = at+int(a), at+int(a)
	case kind == openGroup, kind == closeGroup && b.grouped:
		b.grouped = kind == openGroup
		b.pos, b.last = at+int(a), at+int(a)
	case kind == closeCall:
		b.groupEnds()
		if b.seen.misspelt {
			b.Note(repair.MissingCloser, at)
		}
		b.pos, b.last, b.phase = at+int(a), at+int(a), behindCall
	case b.g.Alone && kind == turnEnd:
		if m, _ := c.MarkAt(at); m.Begins {
			b.Note(repair.MissingMarker, b.last)
		}
		return false, b.closerMissing(c, b.last)
	case b.g.Framed && kind == turnEnd:
		b.cutShort(c)
	case kind == openCall && b.strange(c):
		b.otherText(c, rest)
	case kind == closeWrapper, kind.follows():
		if !b.Failed && kind != closeWrapper && b.params == 0 && (kind == openWrapper || !b.g.Nests) {
			b.fail(c, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
		}
		return false, b.closerMissing(c, b.last)
	case !b.swallowed(c):
		b.otherText(c, rest)
	}
	return false, false
}

// parameter begins the parameter whose opening tag stands at the position.
func (b *Call) parameter(c *place.Around, a match.Answer) {
	at := b.pos
	o := &b.seen.opened // between read it
	b.Keyless = false
	if b.Prefix == "" {
		b.Prefix = string(o.Prefix)
		b.starts.addPrefix(b.Prefix)
	}
	if !b.Failed {
		b.key(c, o)
	}
	b.pos = at + int(a)
	if o.Valueless {
		b.phase = between
		b.failUnclosed(c)
		return
	}
	b.phase = inValue
	if !b.unknownUnclosed(o) {
		b.Hide(b.pos)
	}
	b.value.begin(b, o, b.pos)
	if b.Unnamed {
		b.element(o, at)
	}
}

// unknownUnclosed reports whether an opening tag isn't closed and names no parameter of the tool,
// so that no value may begin behind it.
func (b *Call) unknownUnclosed(o *tags.Opened) bool {
	return o.Unclosed && b.tool.Len() > 0 && !b.tool.Names(o.Name)
}

// key reports the key of the parameter at the position, if it may be one.
func (b *Call) key(c *place.Around, o *tags.Opened) {
	at := b.pos + o.NameAt
	switch {
	case b.Unnamed:
		return
	case b.args.closed:
		b.fail(c, parsers.ReasonMalformed, "a parameter follows arguments that are whole")
		return
	case o.Broken:
		b.fail(c, parsers.ReasonMalformed, "the opening tag of a parameter holds more than a name")
		return
	case len(o.Name) == 0:
		b.fail(c, parsers.ReasonMalformed, "a parameter has no name")
		return
	case b.unknownUnclosed(o):
		b.fail(c, parsers.ReasonMalformed, "the opening tag of a parameter isn't closed, and the tool has none of that name")
		return
	case !b.keys.add(c, o.Name, span{at, at + o.NameLen}):
		b.fail(c, parsers.ReasonMalformed, "the parameter \""+string(o.Name)+"\" is given twice")
		if !b.g.Nests {
			b.ReadWhole()
		}
		return
	}
	b.noteOpened(o, at)
	b.begin(c)
	b.args.key(c, o.Name)
}

// noteOpened notes what is damaged about the tags before a value.
func (b *Call) noteOpened(o *tags.Opened, at int) {
	if o.Opener {
		b.Note(repair.ExtraOpener, b.pos)
	}
	if o.Unclosed {
		b.Note(repair.MissingCloser, at+o.NameLen)
	}
	if o.Closer {
		b.Note(repair.ExtraCloser, at+o.NameLen)
	}
	if o.Marker {
		b.Note(repair.MissingMarker, at+o.NameLen)
	}
	if o.Loose {
		b.Note(repair.WhiteSpace, b.pos)
	}
	if o.Other {
		b.Note(repair.MissingMarker, b.pos)
	}
	if o.Unquoted {
		b.Note(repair.QuoteStyle, b.pos)
	}
}

// behindCall reports the call, unless a closer follows that shows that a value
// of it was cut short. More closers of the call are too many, and so is the '/' of its
// opening tag before a parameter.
func (b *Call) behindCall(c *place.Around) (more, done bool) {
	switch {
	case b.Failed:
		c.Closed = b.last
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
	if b.Empty {
		if a := b.tags.OpensParameter(&tags.Opened{}, rest, c.Final); a == match.More {
			return true, false
		} else if a.Yes() {
			b.Note(repair.ExtraCloser, b.Inner-len(b.g.Brackets.End)-len("/"))
			b.Empty, b.phase = false, between
			return false, false
		}
	}
	if a := b.strayCloser(rest, c.Final); a == match.More {
		return true, false
	} else if a.Yes() {
		return b.tooMany(c)
	}
	switch a := b.extraCloser(rest, c.Final); {
	case a == match.More:
		return true, false
	case a.Yes() && b.g.Nests:
		return b.tooMany(c)
	case a.Yes():
		b.Note(repair.ExtraCloser, at)
		b.pos, b.last = at+int(a), at+int(a)
		return false, false
	}
	return false, b.finish(c, b.last, false)
}

// strayCloser matches the closer of a parameter.
func (b *Call) strayCloser(rest []byte, final bool) match.Answer {
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
func (b *Call) extraCloser(rest []byte, final bool) match.Answer {
	return b.closerAt(rest, b.g.Call.ClosedBy(), final)
}

func (b *Call) tooMany(c *place.Around) (more, done bool) {
	b.pos = b.last
	b.fail(c, parsers.ReasonMalformed, "a closing tag too many follows the call")
	b.LeaveAt(b.last)
	return false, false
}
