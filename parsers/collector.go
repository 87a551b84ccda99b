package parsers

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/room"
)

// A collector decides, for every family alike, what becomes of what a parser
// reports. An event passes through up to four stages:
//
//   - runes.go: text reaches the rest in whole code points.
//   - pending.go: behind a call that may still be rejected, events are recorded.
//   - markup.go, queue.go: markup, and what follows it, waits until the calls
//     around it say whether it is markup or text.
//   - segments.go, content.go: the segments are listed, the content put together.
//
// Calls go a way of their own: calls.go and invalid.go take them, accept.go judges
// them, send.go puts them into the deltas of a stream, at once where the rest have
// to wait. In a unary parse delta is nil, and nothing is ever sent.
type collector struct {
	_ noCopy // the parts point at each other

	given   given
	placed  placed
	queue   markupQueue
	found   found
	ids     callIDs
	twins   twinSet
	sending sending

	soFar
	open     call // the call that was started and not ended
	lookedUp lookup
	argBase  []byte // the part of argBuf that the pool keeps
}

// A noCopy makes go vet report a copy of what holds one.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// soFar is what goes with the output: what it has said of what comes next.
type soFar struct {
	// block becomes the result. The calls and segments are in it while they are few,
	// and then in room that is kept.
	block   *resultBlock
	pending *pendingCall // nil: there is none
	argBuf  []byte       // room for arguments

	runes       splitRune
	drafts      drafts
	inBlock     bool // a reasoning block was opened and not closed
	isOpen      bool // a call was started and not ended
	optionTaken bool // an Option call was accepted
	ignored     ignoredText
}

// join makes the parts point at each other, once.
func (c *collector) join(f *Family) {
	c.placed.given = &c.given
	c.queue.given, c.queue.placed = &c.given, &c.placed
	c.found.given, c.found.placed = &c.given, &c.placed
	c.ids.given, c.ids.found = &c.given, &c.found
	c.ids.isTaken, c.ids.ofFormats = c.ids.taken, f.formatIDs()
	c.twins.given, c.twins.found = &c.given, &c.found
	c.sending.given = &c.given
}

// reset makes the collector ready for another output. With a delta it streams.
func (c *collector) reset(f *Family, cfg *Config, delta *Delta) {
	c.given.begin(f, cfg, delta)
	c.block = new(resultBlock)
	c.placed.begin(c.block.segments[:0])
	c.found.begin(c.block.calls[:0])
	c.ids.begin(c.block.ids[:0])
	c.argBuf = c.argBase
}

// from says that the complete output is at hand, and stays.
func (c *collector) from(output string) {
	c.given.output = outputText(output)
	c.placed.content.output, c.placed.reasoning.output = c.given.output, c.given.output
}

// use gives the collector of a stream room to begin with.
func (c *collector) use(args, content []byte) {
	if cap(c.argBuf) == 0 {
		c.argBuf = args
	}
	c.placed.content.buf = content
}

// forget lets go of everything that the output left behind. In a stream the
// strings of deltas and result share the collector's buffers: they go, too.
// A short output uses little of a collector, so no more is cleared.
func (c *collector) forget() {
	streamed := c.given.delta != nil
	if c.isOpen {
		c.dropOpen()
	}
	c.argBase = unshared(c.argBase, streamed)
	c.placed.forget()
	c.queue.forget()
	c.found.forget()
	c.ids.forget()
	c.twins.forget()
	c.sending.forget()
	c.soFar = soFar{}
	c.given = given{}
}

// reuseArguments makes room for the next call's arguments: what follows these
// or, where no string shares their memory, theirs.
func (c *collector) reuseArguments(call *call) {
	switch {
	case call.shared:
	case c.given.delta != nil || c.pending != nil:
		c.argBuf = call.args[len(call.args):]
	case cap(call.args) > room.MaxKept:
		c.argBuf, c.argBase = nil, nil
	default:
		c.argBuf, c.argBase = call.args[:0], call.args[:0]
	}
}

// Text implements Handler.
func (c *collector) Text(at int, text []byte) {
	switch n := len(text); {
	case n == 0 || text[n-1] >= utf8.RuneSelf || c.runes.n > 0:
		c.splitText(at, text, false)
	case !c.plain():
		c.wholeText(at, text)
	default: // prose
		c.placed.prose(at, text)
	}
}

// plain reports whether text only makes the content, and the segments, longer.
func (c *collector) plain() bool {
	return c.pending == nil && !c.placed.left && c.placed.direct && c.queue.empty() && c.runes.n == 0
}

// Decoded implements Handler.
func (c *collector) Decoded(raw Span, text []byte) {
	c.endText()
	if c.pending != nil {
		c.pending.record(item{kind: itemDecoded, span: raw}, text)
		return
	}
	c.queue.placeDecoded(raw, text)
}

// Markup implements Handler.
func (c *collector) Markup(at int, text []byte, role Role) {
	role = c.thinks(text, role)
	if c.textual(role) {
		c.Text(at, text)
		return
	}
	c.endText()
	if c.pending != nil && c.pending.recordMarkup(at, text, role) {
		return
	}
	c.settle()
	c.queue.placeMarkup(at, text, role)
}

// finish decides what is undecided at the end of the output.
func (c *collector) finish() {
	c.endText()
	c.settle()
	c.abandonOpen()
	c.queue.closeGroups()
	c.placed.content.finish()
	if c.given.separate {
		c.placed.reasoning.finish()
	}
}

// fewCalls and fewSegments are how many most results have at most.
const (
	fewCalls    = 1
	fewSegments = 4
)

// A resultBlock makes the result of a short output one allocation.
type resultBlock struct {
	Result
	calls    [fewCalls]ToolCall
	segments [fewSegments]Segment
	attempts [1]Attempt
	ids      [48]byte
}

// result is what the output was found to hold. A stream's result shares the
// memory of its deltas; output, in a unary parse, saves a copy of itself.
func (c *collector) result(output string) *Result {
	c.found.seal()
	b := c.block
	r := &b.Result
	r.Family = c.given.family.Name
	r.ToolCalls, r.Segments = c.found.calls, c.placed.segments
	if len(c.found.calls) > fewCalls {
		r.ToolCalls = slices.Clone(c.found.calls)
	}
	if len(c.placed.segments) > fewSegments {
		r.Segments = slices.Clone(c.placed.segments)
	}
	if len(c.found.invalid) > 0 {
		r.InvalidToolCalls = slices.Clone(c.found.invalid)
	}
	r.Content = output
	if content := c.placed.content.result(); string(content) != output {
		r.Content = c.given.text(content)
	}
	if c.given.separate {
		r.Reasoning = c.given.text(c.placed.reasoning.result())
	}
	r.Confidence = ConfidenceFull
	for i := range r.ToolCalls {
		if confidence := r.ToolCalls[i].Confidence; confidence < r.Confidence {
			r.Confidence = confidence
		}
		sortRepairs(r.ToolCalls[i].Repairs)
	}
	for i := range r.InvalidToolCalls {
		sortRepairs(r.InvalidToolCalls[i].Repairs)
	}
	a := &b.attempts[0] // in place, as in accept
	a.Family, a.Confidence, a.ToolCallCount = r.Family, r.Confidence, len(r.ToolCalls)
	r.Attempts = b.attempts[:]
	return r
}

// sortRepairs sorts repairs as the contract lists them, in the order of the text: that a
// marker is missing before a call may be known behind it.
func sortRepairs(repairs []Repair) {
	if len(repairs) > 1 {
		slices.SortStableFunc(repairs, func(a, b Repair) int { return cmp.Compare(a.Offset, b.Offset) })
	}
}
