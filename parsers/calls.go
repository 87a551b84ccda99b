package parsers

import "github.com/toolparser/toolparser/parsers/internal/room"

// A call is one that was started: on its way to a ToolCall or an InvalidToolCall.
type call struct {
	Begin
	arguments
	end End
	// shared: args are a part of the output, and must not be written.
	shared bool

	id          string // "" until it is given
	synthesized bool
	unknown     bool   // tools were given and don't hold the name
	ignored     bool   // its format doesn't count: it is text
	twin        string // the key of the accepted call that absorbs it
	endsThought bool   // it ended a thought, or follows a call that did
	repeats     bool   // it may repeat such a one, behind the thought

	// live calls are sent as they are generated, the rest once accepted.
	live bool
}

// BeginCall implements Handler.
func (c *collector) BeginCall(b Begin) {
	c.endText()
	c.abandonOpen()
	c.isOpen = true
	c.open.Begin, c.open.args = b, c.argBuf
	if c.open.ignored = !c.given.cfg.Counts(b.Format); c.open.ignored {
		return
	}
	c.open.unknown = c.unknown(b.Name)
	c.open.endsThought, c.open.repeats = c.drafts == draftsRead, c.drafts == draftsBehind
	if c.given.delta != nil && c.mayFlow(&c.open) {
		c.open.live = true
		c.ids.give(&c.open)
	}
}

// unknown reports whether tools were given and don't hold the name. Most calls, of one output
// and of those that follow, are of the same tool.
func (c *collector) unknown(name string) bool {
	last := &c.lookedUp
	if last.tools == c.given.cfg.Tools && last.name == name {
		return last.unknown
	}
	unknown := c.given.cfg.Tools.Given() && !c.given.cfg.Tools.Declared(name)
	if len(name) <= room.Least {
		last.tools, last.name, last.unknown = c.given.cfg.Tools, name, unknown
	}
	return unknown
}

// A lookup is what was found of a name.
type lookup struct {
	tools   *Tools
	name    string
	unknown bool
}

// mayFlow reports whether a call can be sent as it is generated: nothing that is
// known by now keeps it from being accepted, and, behind a pending call,
// neither its order nor its id depends on what becomes of that one.
func (c *collector) mayFlow(call *call) bool {
	if c.given.buffered || call.Mergeable || call.repeats || call.Quoted || call.Skipped || c.judgeBegin(call).rejected() {
		return false
	}
	if c.pending == nil {
		return true
	}
	before := &c.pending.call
	return before.live && call.Exclusive == NotExclusive &&
		len(c.found.calls)+1 < c.given.cfg.Limits.ToolCalls &&
		call.nativeID() != "" && call.nativeID() != before.id && !c.ids.taken(call.nativeID())
}

// Arguments implements Handler.
func (c *collector) Arguments(piece []byte) {
	if !c.isOpen || c.open.ignored {
		return
	}
	if c.given.output != "" && c.shareArguments(piece) {
		return
	}
	if n, old := len(piece), len(c.open.args); n <= cap(c.open.args)-old {
		c.open.args = c.open.args[:old+n] // as in contentWriter.add
		copy(c.open.args[old:], piece)
	} else {
		c.open.grow(n)
		c.open.args = append(c.open.args, piece...)
	}
	if c.open.resent != nil {
		c.sending.compare(&c.open)
	}
}

// shareArguments makes the piece part of the arguments without a copy, if they
// are one chunk of the output.
func (c *collector) shareArguments(piece []byte) bool {
	call := &c.open
	if len(call.args) > 0 && !call.shared {
		return false
	}
	args, ok := c.given.output.join(call.args, piece)
	if !ok {
		args = c.given.output.written(call.args, c.argBuf)
	}
	call.args, call.shared = args, ok
	return ok
}

// EndCall implements Handler.
func (c *collector) EndCall(e End) {
	c.settle()
	if !c.isOpen {
		return
	}
	call := &c.open
	c.isOpen = false
	call.end = e
	call.FreeText = call.FreeText || e.FreeText
	if call.ignored {
		c.ignore(call)
	} else {
		c.endCall(call)
	}
	c.dropOpen()
}

// Call implements Handler. Where nothing is sent, and the arguments needn't be copied, the
// call needs no place of its own: most calls of complete outputs don't.
func (c *collector) Call(b Begin, arguments []byte, e End) {
	if c.given.delta != nil || c.isOpen || c.pending != nil || !c.given.output.holds(arguments) || !c.given.cfg.Counts(b.Format) {
		c.BeginCall(b)
		c.Arguments(arguments)
		c.EndCall(e)
		return
	}
	c.endText()
	var k call
	k.Begin, k.end = b, e
	k.args, k.shared = arguments[:len(arguments):len(arguments)], true
	k.unknown = c.unknown(b.Name)
	k.endsThought, k.repeats = c.drafts == draftsRead, c.drafts == draftsBehind
	k.FreeText = b.FreeText || e.FreeText
	c.endCall(&k)
}

// endCall makes of a call that has ended, and whose format counts, what it is.
func (c *collector) endCall(call *call) {
	if call.resent != nil {
		c.sending.anew(call)
	}
	if call.before > 0 {
		c.given.visits.Add(call.before)
		call.join()
	}
	call.twin = c.twins.find(call)
	switch verdict := c.judge(call); {
	case call.Skipped && call.Quoted:
		c.ignore(call)
	case call.Skipped:
		c.skip(call)
	case call.Quoted:
		c.concludeQuoted(call, verdict)
	case !verdict.rejected() && c.mayFall(call):
		c.suspend(call)
	default:
		c.conclude(call, verdict)
	}
	c.reuseArguments(call)
}

// ignore makes of a call what any other text is.
func (c *collector) ignore(call *call) {
	c.found.ignore()
	c.Text(call.At, call.end.Raw)
}

// concludeQuoted tells of a call that would count in another place.
func (c *collector) concludeQuoted(call *call, verdict rejection) {
	if verdict.rejected() {
		c.ignore(call)
	} else {
		c.reject(call, rejection{ReasonQuoted, "the call is inside a quotation or a thought"})
	}
}
