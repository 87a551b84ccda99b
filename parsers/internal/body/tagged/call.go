package tagged

import (
	"unsafe"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A Header is what is known of a call once its opening tag was read. Fields of one byte are neighbors,
// so that a call fits in 2 KiB of memory.
type Header struct {
	// At is where the call's span starts. Inner is where its opening tag ends.
	At, Inner int
	// Prefix is the namespace prefix of its tags. Word is the word in the opening tag, if that is a
	// wrong word.
	Prefix, Word string
	// Name is the tool's name. It is empty if the text there can't be a name. NameAt is its offset.
	Name   string
	NameAt int
	// Repairs are the repairs of the header and of the text before it.
	Repairs []parsers.Repair
	// Lost, if set, names what the header has that can't be an argument. Then a call without
	// parameters is malformed.
	Lost string
	// Reason and Message are why it is no call, if that is known.
	Message string
	Reason  parsers.Reason
	// Untold: the text in a failed call isn't reported as its arguments.
	Untold bool
	// Alone: there are no tags of a call around the parameters. The call ends where the text around
	// the parameters ends.
	Alone bool
	// Bare: there is no wrapper around the call.
	Bare bool
	// Run: a call of the same kind is directly before it, and counted.
	Run bool
	// Empty: its opening tag closes it.
	Empty bool
	// Free: the call has a penalty of 0.3, wherever it is.
	Free bool
	// Argument: the header certainly has an argument.
	Argument bool
	// Untrimmed: a value keeps the newline at its end, unless it also begins with a newline.
	Untrimmed bool
	// Keyless: the opening tag of its first key is missing.
	Keyless bool
	// Unnamed: its name is in an element behind its tag, as in grammar.Elements.
	Unnamed bool
	// Mergeable as in parsers.Begin, Pending as in parsers.End.
	Mergeable, Pending bool
}

// A Call is the state of reading one call. Then it can be opened again for the next call. It
// decides what is read next. Each of its parts makes one kind of decision, and knows only the parts
// above it in this list.
type Call struct {
	_ buffers.NoCopy
	*Header

	given given
	here  here
	args  args
	value reader
	ahead lookahead
	tree  elements

	// Ended reports, once the call was left, whether it was reported as a call. Cut reports whether
	// the end of the output cut it off.
	Ended, Cut bool
}

type phase uint8

const (
	between    phase = iota // before a parameter or the end of the call
	inName                  // in the element of the name, or before it
	inJSON                  // in arguments that are one JSON object
	inValue                 // in a parameter's value
	behindTag               // behind a tag that may end the value
	inAhead                 // in a value whose end depends on the tags ahead
	behindCall              // behind the call's closer
	inNested                // in arguments that are elements
)

// Open begins the call whose opening tag was read.
func (b *Call) Open(c *body.Around, g *grammar.Tags, h *Header) {
	if b.Header == nil {
		b.connect()
	}
	b.given.opens(c, g, h)
	b.here.opens(h)
	b.args.opens()
	b.Ended, b.Cut = false, false
	if b.given.starts.words {
		t := &b.tree
		t.all, t.open, t.deep, t.whole = append(t.all[:0], element{}), append(t.open[:0], 0), 0, false
	}
	if h.Unnamed {
		return
	}
	b.named(c)
}

// Held is how many bytes the call takes, next to its text. A key in a map takes 64.
func (b *Call) Held() int {
	n := cap(b.args.members)*int(unsafe.Sizeof(member{})) + 64*(len(b.args.keys.many)+len(b.tree.keys))
	n += cap(b.tree.all)*int(unsafe.Sizeof(element{})) + cap(b.tree.open)*int(unsafe.Sizeof(0))
	n += buffers.Long(b.args.buf)
	return n + cap(b.ahead.outlook.tags)*int(unsafe.Sizeof(tagAhead{})) + cap(b.given.Repairs)*int(unsafe.Sizeof(repair.Repair{}))
}

// connect makes the parts point at the parts that they use.
func (b *Call) connect() {
	b.Header = &b.given.Header
	b.here = here{given: &b.given}
	b.args = args{given: &b.given, here: &b.here}
	b.value = reader{given: &b.given, here: &b.here, args: &b.args}
	b.ahead = lookahead{given: &b.given, here: &b.here, args: &b.args, value: &b.value}
	b.tree = elements{given: &b.given, here: &b.here, args: &b.args}
}

// Step reads to the end of the window. It returns true once the call was left. Then the position is
// the end of the call.
func (b *Call) Step(c *body.Around) bool {
	b.here.seen.end = 0
	for b.here.Reads() {
		switch more, done := b.read(c); {
		case done:
			return true
		case more && b.here.Reads():
			return false
		}
	}
	b.know()
	return b.here.StepThrough(c, &b.here.known, func() (more, done bool) {
		more, done = b.read(c)
		b.know()
		return more, done
	})
}

// know notes how far a failed call was read.
func (b *Call) know() {
	if b.here.known = b.here.pos; b.here.phase == behindTag {
		b.here.known = b.value.closer.end // the value may end there
	}
}

// Pass reads to the end of the window without a step, if the window ends in a value and no tag
// begins there. Most chunks of a long value are like that.
func (b *Call) Pass(c *body.Around) bool {
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
	b.value.flush(c, b.here.pos)
	return true
}

func (b *Call) read(c *body.Around) (more, done bool) {
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

// An outcome is the result of a step in a value.
type outcome uint8

const (
	goesOn outcome = iota
	waits          // more bytes are needed
	isCut          // the output ends in the value
)

// goOn continues after a step in a value.
func (b *Call) goOn(c *body.Around, o outcome) (more, done bool) {
	if o == isCut {
		return false, b.cut(c)
	}
	return o == waits, false
}

// between reads the next tag of the call.
func (b *Call) between(c *body.Around) (more, done bool) {
	note := b.given.noteSpace
	if b.here.Failed {
		note = nil
	}
	at, more := Space(c, &b.given.tags.Brackets, b.here.pos, note)
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
		return false, b.closerCut(c, rest, at+len(rest)) // the kind of the last tag doesn't depend on the end of the output
	case a == match.More:
		return false, b.cut(c)
	case kind == openParameter:
		b.value.parameter(c, a)
	case kind == closeParameter && b.here.last == b.given.Inner && b.given.g.Mended:
		b.given.Note(repair.ExtraCloser, at)
		b.here.took(at + int(a))
	case kind == openGroup, kind == closeGroup && b.here.grouped:
		b.here.grouped = kind == openGroup
		b.here.took(at + int(a))
	case kind == closeCall:
		b.here.groupEnds()
		if b.here.seen.misspelt {
			b.given.Note(repair.MissingCloser, at)
		}
		b.here.took(at + int(a))
		b.here.phase = behindCall
	case b.given.Alone && kind == turnEnd:
		if m, _ := c.Markers.MarkAt(at); m.Begins {
			b.given.Note(repair.MissingMarker, b.here.last)
		}
		return false, b.closerMissing(c, b.here.last)
	case b.given.g.Bare.Framed() && kind == turnEnd:
		b.here.fail(c, parsers.ReasonMalformed, "the message ends before the call does")
		b.here.LeaveAt(b.here.pos)
	case kind == openCall && b.here.strange(c):
		b.here.otherText(c, rest)
	case kind == closeWrapper, kind.follows():
		if kind != closeWrapper && b.args.params == 0 && (kind == openWrapper || b.given.g.Inside != grammar.Nests) {
			b.here.fail(c, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
		}
		return false, b.closerMissing(c, b.here.last)
	case !b.value.swallowed(c):
		b.here.otherText(c, rest)
	}
	return false, false
}

// maxName is the maximum length of a name in an element, in bytes.
const maxName = 512

// inName reads the element with the name. Without this element, the text is no call.
func (b *Call) inName(c *body.Around) (more, done bool) {
	at, more := c.Space(b.here.pos)
	b.here.pos = at
	if more {
		return true, false
	}
	rest, word := c.Rest(at), b.given.g.Elements.Name
	if !c.Final && len(rest) < maxName && b.here.awaited.Still(c.Visits, at, rest) {
		return true, false
	}
	prefix, a := b.given.tags.Brackets.Opens(rest, word, c.Final)
	switch {
	case a == match.More:
		return true, false
	case !a.Yes() || !b.given.fits(prefix):
		c.Seek(b.given.At + 1)
		return false, true
	}
	at, rest = at+int(a), rest[a:]
	first := b.given.g.Brackets.Close[0]
	i := c.Visits.IndexByte(rest[:min(len(rest), maxName)], first)
	n := match.More
	if i >= 0 || len(rest) >= maxName {
		_, n = b.given.tags.Brackets.Closing(rest[max(i, 0):], word, false)
	}
	switch {
	case n == match.More && c.Final:
		return false, b.cut(c)
	case n == match.More:
		if i < 0 {
			b.here.awaited.Await(b.here.pos, c.Rest(b.here.pos), first)
		}
		return true, false
	case i >= 0 && n.Yes():
		b.given.SetName(c, b.given.g, c.Visits.TrimSpace(rest[:i]), at)
		at += i + int(n)
		b.here.last = at
	}
	b.here.pos, b.here.phase, b.here.head = at, between, b.here.last
	b.named(c)
	return false, false
}

// named continues behind the call's name.
func (b *Call) named(c *body.Around) {
	b.given.tool = c.Rules.Properties(b.given.Name)
	if reason, message := b.given.refused(c); reason != parsers.ReasonUnspecified {
		b.here.fail(c, reason, message)
	}
	switch sound := b.given.Name == "" && b.given.Reason == parsers.ReasonUnspecified || b.given.Argument; {
	case !sound: // otherwise, calls in its values are data
	case b.here.phase == inNested:
		b.tree.wholly(0)
	default:
		b.here.ReadWhole()
	}
}
