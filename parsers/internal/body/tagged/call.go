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
	// HidesArguments: the text in a failed call isn't reported as its arguments.
	HidesArguments bool
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

	opening   opening
	position  position
	args      args
	value     reader
	lookahead lookahead
	tree      elements

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
	inNodes                 // in a value that is made of others
)

// Open begins the call whose opening tag was read.
func (c *Call) Open(env *body.Env, g *grammar.Tags, h *Header) {
	if c.Header == nil {
		c.connect()
	}
	c.opening.opens(env, g, h)
	c.position.opens(h)
	c.args.opens()
	c.Ended, c.Cut = false, false
	if c.opening.starts.words {
		t := &c.tree
		t.all, t.open, t.deep, t.whole = append(t.all[:0], element{}), append(t.open[:0], 0), 0, false
	}
	if h.Unnamed {
		return
	}
	c.named(env)
}

// Held is how many bytes the call takes, next to its text. A key in a map takes 64.
func (c *Call) Held() int {
	n := cap(c.args.members)*int(unsafe.Sizeof(member{})) + 64*(len(c.args.keys.many)+len(c.tree.keys))
	n += cap(c.tree.all)*int(unsafe.Sizeof(element{})) + cap(c.tree.open)*int(unsafe.Sizeof(0))
	n += buffers.Long(c.args.buf)
	if nodes := c.value.nodes; nodes != nil {
		n += cap(nodes.out) + cap(nodes.open)*int(unsafe.Sizeof(node{}))
	}
	return n + cap(c.lookahead.outlook.tags)*int(unsafe.Sizeof(tagAhead{})) + cap(c.opening.Repairs)*int(unsafe.Sizeof(repair.Repair{}))
}

// connect makes the parts point at the parts that they use.
func (c *Call) connect() {
	c.Header = &c.opening.Header
	c.position = position{opening: &c.opening}
	c.args = args{opening: &c.opening, position: &c.position}
	c.value = reader{opening: &c.opening, position: &c.position, args: &c.args}
	c.lookahead = lookahead{opening: &c.opening, position: &c.position, args: &c.args, value: &c.value}
	c.tree = elements{opening: &c.opening, position: &c.position, args: &c.args}
}

// Step reads to the end of the window. It returns true once the call was left. Then the position is
// the end of the call.
func (c *Call) Step(env *body.Env) bool {
	c.position.seen.end = 0
	for c.position.Reads() {
		switch more, done := c.read(env); {
		case done:
			return true
		case more && c.position.Reads():
			return false
		}
	}
	c.know()
	return c.position.StepThrough(env, &c.position.known, func() (more, done bool) {
		more, done = c.read(env)
		c.know()
		return more, done
	})
}

// know notes how far a failed call was read.
func (c *Call) know() {
	if c.position.known = c.position.pos; c.position.phase == behindTag {
		c.position.known = c.value.closer.end // the value may end there
	}
}

// Pass reads to the end of the window without a step, if the window ends in a value and no tag
// begins there. Most chunks of a long value are like that.
func (c *Call) Pass(env *body.Env) bool {
	if c.position.phase != inValue || c.position.Failed || c.value.verbatim != notVerbatim {
		return false
	}
	if c.value.whole == wholeUnread {
		return c.value.passWhole(env)
	}
	if c.value.whole == wholeRead {
		c.value.passSpace(env)
	}
	if env.Visits.IndexByte(env.Rest(c.position.pos), c.opening.g.Brackets.Open[0]) >= 0 {
		return false
	}
	c.position.pos = env.Base + len(env.Win)
	c.value.flush(env, c.position.pos)
	return true
}

func (c *Call) read(env *body.Env) (more, done bool) {
	switch c.position.phase {
	case inName:
		return c.inName(env)
	case inJSON:
		return c.inJSON(env)
	case inValue:
		return c.goOn(env, c.lookahead.inValue(env))
	case behindTag:
		return c.value.behindTag(env)
	case inAhead:
		return c.goOn(env, c.lookahead.inAhead(env))
	case behindCall:
		return c.behindCall(env)
	case inNested:
		return c.inNested(env)
	case inNodes:
		return c.inNodes(env)
	}
	return c.between(env)
}

// An outcome is the result of a step in a value.
type outcome uint8

const (
	goesOn outcome = iota
	waits          // more bytes are needed
	isCut          // the output ends in the value
)

// goOn continues after a step in a value.
func (c *Call) goOn(env *body.Env, o outcome) (more, done bool) {
	if o == isCut {
		return false, c.cutInValue(env)
	}
	return o == waits, false
}

// between reads the next tag of the call.
func (c *Call) between(env *body.Env) (more, done bool) {
	note := c.opening.noteSpace
	if c.position.Failed {
		note = nil
	}
	at, more := Space(env, &c.opening.tags.Brackets, c.position.pos, note)
	c.position.pos = at
	if more {
		return true, false
	}
	rest := env.Rest(at)
	if len(rest) == 0 {
		return false, c.outputEnds(env)
	}
	if c.position.last == c.opening.Inner && c.opening.varies(env, rest) {
		return true, false
	}
	if c.args.wholeBegins(env, rest) {
		return false, false
	}
	switch kind, a := c.position.tagAt(env, at); {
	case a == match.More && !env.Final:
		return true, false
	case a == match.More && c.opening.closes(rest):
		return false, c.closerCut(env, rest, at+len(rest)) // the kind of the last tag doesn't depend on the end of the output
	case a == match.More:
		return false, c.cut(env)
	case kind == openParameter:
		c.value.parameter(env, a)
	case kind == closeParameter && c.position.last == c.opening.Inner && c.opening.g.Mended:
		c.opening.Note(repair.ExtraCloser, at)
		c.position.took(at + int(a))
	case kind == openGroup, kind == closeGroup && c.position.grouped:
		c.position.grouped = kind == openGroup
		c.position.took(at + int(a))
	case kind == closeCall:
		c.position.groupEnds()
		if c.position.seen.misspelt {
			c.opening.Note(repair.MissingCloser, at)
		}
		c.position.took(at + int(a))
		c.position.phase = behindCall
	case c.opening.Alone && kind == turnEnd:
		if m, _ := env.Markers.MarkAt(at); m.Begins {
			c.opening.Note(repair.MissingMarker, c.position.last)
		}
		return false, c.closerMissing(env, c.position.last)
	case c.opening.g.Bare.Framed() && kind == turnEnd:
		c.position.fail(env, parsers.ReasonMalformed, "the message ends before the call does")
		c.position.LeaveAt(c.position.pos)
	case kind == openCall && c.position.strange(env):
		c.position.otherText(env, rest)
	case kind == closeWrapper, kind.follows():
		if kind != closeWrapper && c.args.params == 0 && (kind == openWrapper || c.opening.g.Inside != grammar.Nests) {
			c.position.fail(env, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
		}
		if kind == openCall && c.args.params == 0 && c.position.again() {
			c.args.doubt = true
		}
		return false, c.closerMissing(env, c.position.last)
	case !c.value.swallowed(env):
		c.position.otherText(env, rest)
	}
	return false, false
}

// maxName is the maximum length of a name in an element, in bytes.
const maxName = 512

// inName reads the element with the name. Without this element, the text is no call.
func (c *Call) inName(env *body.Env) (more, done bool) {
	at, more := env.Space(c.position.pos)
	c.position.pos = at
	if more {
		return true, false
	}
	rest, word := env.Rest(at), c.opening.g.Elements.Name
	if !env.Final && len(rest) < maxName && c.position.awaited.Still(env.Visits, at, rest) {
		return true, false
	}
	prefix, a := c.opening.tags.Brackets.Opens(rest, word, env.Final)
	switch {
	case a == match.More:
		return true, false
	case !a.Yes() || !c.opening.fits(prefix):
		env.Seek(c.opening.At + 1)
		return false, true
	}
	at, rest = at+int(a), rest[a:]
	name, closer := c.nameEnds(env, rest)
	switch {
	case closer == match.More && env.Final:
		return false, c.cut(env)
	case closer == match.More:
		if name == len(rest) {
			c.position.awaited.Await(c.position.pos, env.Rest(c.position.pos), c.opening.g.Brackets.Close[0])
		}
		return true, false
	case closer.Yes():
		c.opening.SetName(env, c.opening.g, env.Visits.TrimSpace(rest[:name]), at)
		at += name + int(closer)
		c.position.last = at
	}
	c.position.pos, c.position.phase, c.position.head = at, between, c.position.last
	c.named(env)
	return false, false
}

// nameEnds is the length of the name that b begins with, and whether the element's closer follows. Without a
// closer in the first bytes, there is no name: n is all of b, and a is More only if b is too short.
func (c *Call) nameEnds(env *body.Env, b []byte) (n int, a match.Answer) {
	n = env.Visits.IndexByte(b[:min(len(b), maxName)], c.opening.g.Brackets.Close[0])
	switch {
	case n >= 0:
		_, a = c.opening.tags.Brackets.Closing(b[n:], c.opening.g.Elements.Name, false)
		return n, a
	case len(b) < maxName:
		return len(b), match.More
	}
	return len(b), match.No
}

// named continues behind the call's name.
func (c *Call) named(env *body.Env) {
	c.opening.tool = env.Rules.Properties(c.opening.Name)
	if reason, message := c.opening.refused(env); reason != parsers.ReasonUnspecified {
		c.position.fail(env, reason, message)
	}
	switch sound := c.opening.Name == "" && c.opening.Reason == parsers.ReasonUnspecified || c.opening.Argument; {
	case !sound: // otherwise, calls in its values are data
	case c.position.phase == inNested:
		c.tree.wholly(0)
	default:
		c.position.ReadWhole()
	}
}
