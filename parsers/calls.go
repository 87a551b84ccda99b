package parsers

// A call is one that was started: on its way to a ToolCall or an InvalidToolCall.
type call struct {
	Begin
	arguments
	end End

	id   string // "" until it is given
	twin string // the key of the accepted call that absorbs it

	shared      bool // args are a part of the output, and must not be written
	synthesized bool // the id is
	unknown     bool // tools were given and don't hold the name
	ignored     bool // its format doesn't count: it is text
	endsThought bool // it ended a thought, or follows a call that did
	repeats     bool // it may repeat such a one, behind the thought

	// live calls are sent as they are generated, the rest once accepted.
	live bool
}

// BeginCall implements Handler.
func (c *collector) BeginCall(b Begin) {
	c.runes.end()
	c.open.abandon()
	c.open.begin(b)
}

// Arguments implements Handler.
func (c *collector) Arguments(piece []byte) {
	o := &c.open
	switch {
	case !o.isOpen || o.call.ignored:
	case c.given.output != "" && o.share(piece):
	case o.call.resent != nil:
		c.judge.sending.readAnew(&o.call, piece)
	default:
		o.call.add(c.given.visits, piece)
	}
}

// RewindArguments implements Handler.
func (c *collector) RewindArguments(n int) { c.open.rewind(n) }

// EndCall implements Handler.
func (c *collector) EndCall(e End) {
	c.judge.settle()
	if c.open.isOpen {
		c.open.end(e)
	}
}

// Call implements Handler. Where nothing is sent, and the arguments needn't be copied, the
// call needs no place of its own: most calls of complete outputs don't.
func (c *collector) Call(b Begin, arguments []byte, e End) {
	if c.given.delta != nil || c.open.isOpen || c.queue.pending != nil ||
		!c.given.output.holds(arguments) || !c.given.cfg.Counts(b.Format) {
		c.BeginCall(b)
		c.Arguments(arguments)
		c.EndCall(e)
		return
	}
	c.runes.end()
	var k call
	k.Begin, k.end = b, e
	k.args, k.shared = arguments[:len(arguments):len(arguments)], true
	k.FreeText = b.FreeText || e.FreeText
	c.open.know(&k)
	c.judge.end(&k)
}
