package parsers

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/room"
	"github.com/toolparser/toolparser/parsers/internal/visit"
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
	leastTenths tenths            // Options.MinConfidence
	buffered    bool              // calls are sent whole
	separate    bool              // Options.SeparateReasoning
	formatIDs   bool              // some formats make ids of their own
	isTaken     func(string) bool // c.taken, made once

	soFar
	markup    markupQueue
	content   contentWriter
	reasoning contentWriter

	open        call // the call that was started and not ended
	lookedUp    lookup
	argBase     []byte // the part of argBuf that the pool keeps
	callRoom    []ToolCall
	segmentRoom []Segment

	invalid []InvalidToolCall
	// invalidArgs are the arguments of the call last reported invalid, while
	// InvalidText adds to them.
	invalidArgs []byte
	ids         idSet
	twins       twinSet
}

// soFar is what goes with the output: whose it is, and what it has said of what comes next.
type soFar struct {
	family *Family
	cfg    *Config
	delta  *Delta
	output outputText // of a unary parse

	// block becomes the result. The calls and segments are in it while they are few,
	// and then in room that is kept.
	block    *resultBlock
	calls    []ToolCall
	segments []Segment
	repairs  int          // that the calls have
	pending  *pendingCall // nil: there is none
	argBuf   []byte       // room for arguments
	visits   *visit.Count // of what is looked at again; once each, everything is

	runes           splitRune
	thought         thought
	drafts          drafts
	inBlock         bool // a reasoning block was opened and not closed
	direct          bool // text goes to the content as it is
	isOpen          bool // a call was started and not ended
	invalidArgsOpen bool
	optionTaken     bool // an Option call was accepted
	last            lastEnded
	ignored         ignoredText
	nextIndex       int    // of the next call that is sent
	idRoom          []byte // for the next id: all of a result share memory, as its texts do
	idLength        int    // the last one's
}

// reset makes the collector ready for another output. With a delta it streams.
func (c *collector) reset(f *Family, cfg *Config, delta *Delta) {
	c.family, c.cfg, c.delta, c.block, c.visits = f, cfg, delta, new(resultBlock), cfg.Work.Count()
	c.calls, c.segments, c.idRoom = c.block.calls[:0], c.block.segments[:0], c.block.ids[:0]
	c.leastTenths = leastTenths(cfg.Options.MinConfidence)
	c.buffered = cfg.Options.BufferToolCalls || c.leastTenths > 0
	c.separate = cfg.Options.SeparateReasoning
	c.content.joined = cfg.Options.ContentPolicy != ContentVerbatim
	c.content.spaceJoins, c.content.lineJoins = f.SpaceJoins, f.Framed
	if cfg.Options.ContentPolicy == ContentClean {
		c.content.tokens = f.tokens()
	}
	if c.separate {
		c.reasoning.joined, c.reasoning.tokens, c.reasoning.trims = c.content.joined, c.content.tokens, true
	}
	c.aim()
	c.argBuf = c.argBase
}

// from says that the complete output is at hand, and stays.
func (c *collector) from(output string) {
	c.output = outputText(output)
	c.content.output, c.reasoning.output, c.markup.output = c.output, c.output, c.output
}

// use gives the collector of a stream room to begin with.
func (c *collector) use(args, content []byte) {
	if cap(c.argBuf) == 0 {
		c.argBuf = args
	}
	c.content.buf = content
}

// forget lets go of everything that the output left behind. In a stream the
// strings of deltas and result share the collector's buffers: they go, too.
// A short output uses little of a collector, so no more is cleared.
func (c *collector) forget() {
	streamed := c.delta != nil
	if c.isOpen {
		c.dropOpen()
	}
	c.argBase = unshared(c.argBase, streamed)
	c.invalidArgs = unshared(c.invalidArgs, streamed)
	c.content.forget(streamed)
	if c.separate {
		c.reasoning.forget(streamed)
	}
	c.markup.forget()
	if len(c.calls) > len(c.block.calls) {
		c.callRoom = room.Emptied(c.calls)
	}
	if len(c.segments) > len(c.block.segments) {
		c.segmentRoom = room.Emptied(c.segments)
	}
	c.soFar = soFar{}
	if len(c.invalid) > 0 {
		c.invalid = room.Emptied(c.invalid)
	}
	c.ids.forget()
	c.twins.forget()
}

// reuseArguments makes room for the next call's arguments: what follows these
// or, where no string shares their memory, theirs.
func (c *collector) reuseArguments(call *call) {
	switch {
	case call.shared:
	case c.delta != nil || c.pending != nil:
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
		c.segment(SegmentText, Span{at, at + n}, 0)
		c.content.add(text)
	}
}

// plain reports whether text only makes the content, and the segments, longer.
func (c *collector) plain() bool {
	return c.pending == nil && !c.markup.left && c.direct && c.markup.empty() && c.runes.n == 0
}

// Decoded implements Handler.
func (c *collector) Decoded(raw Span, text []byte) {
	c.endText()
	if c.pending != nil {
		c.pending.record(item{kind: itemDecoded, span: raw}, text)
		return
	}
	c.placeDecoded(raw, text)
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
	c.placeMarkup(at, text, role)
}

// finish decides what is undecided at the end of the output.
func (c *collector) finish() {
	c.endText()
	c.settle()
	c.abandonOpen()
	c.closeGroups()
	c.content.finish()
	if c.separate {
		c.reasoning.finish()
	}
}

// A resultBlock makes the result of a short output one allocation.
type resultBlock struct {
	Result
	calls    [1]ToolCall
	segments [4]Segment
	attempts [1]Attempt
	ids      [48]byte
}

// result is what the output was found to hold. A stream's result shares the
// memory of its deltas; output, in a unary parse, saves a copy of itself.
func (c *collector) result(output string) *Result {
	c.sealInvalid()
	b := c.block
	r := &b.Result
	r.Family = c.family.Name
	r.ToolCalls, r.Segments = c.calls, c.segments
	if len(c.calls) > len(b.calls) {
		r.ToolCalls = slices.Clone(c.calls)
	}
	if len(c.segments) > len(b.segments) {
		r.Segments = slices.Clone(c.segments)
	}
	if len(c.invalid) > 0 {
		r.InvalidToolCalls = slices.Clone(c.invalid)
	}
	r.Content = output
	if content := c.content.result(); string(content) != output {
		r.Content = c.text(content)
	}
	if c.separate {
		r.Reasoning = c.text(c.reasoning.result())
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
