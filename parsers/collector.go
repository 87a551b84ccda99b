package parsers

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
)

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
	c.breakLook()
	c.runes.end()
	c.open.abandon()
	c.open.begin(b)
}

// Arguments implements Handler.
func (c *collector) Arguments(piece []byte) {
	o := &c.open
	switch {
	case !o.isOpen || o.call.ignored:
	case c.request.output != "" && o.share(piece):
	case o.call.resent != nil:
		c.judge.sending.readAnew(&o.call, piece)
	default:
		o.call.add(c.request.visits, piece)
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
	if c.request.delta != nil || c.open.isOpen || c.queue.pending != nil ||
		!c.request.output.holds(arguments) || !c.request.cfg.countsAt(b.Format, b.At) {
		c.BeginCall(b)
		c.Arguments(arguments)
		c.EndCall(e)
		return
	}
	c.breakLook()
	c.runes.end()
	var k call
	k.Begin, k.end = b, e
	k.args, k.shared = arguments[:len(arguments):len(arguments)], true
	k.FreeText = b.FreeText || e.FreeText
	c.open.know(&k)
	c.judge.end(&k)
}

// An ignoredText is the text of an invalid call whose format doesn't count,
// while InvalidText may add to it.
type ignoredText struct {
	on  bool
	end int
}

// InvalidCall implements Handler.
func (c *collector) InvalidCall(inv Invalid) {
	c.request.visits.Add(len(inv.Arguments))
	c.breakLook()
	c.runes.end()
	sent := c.open.invalid()
	c.ignored = ignoredText{!sent.begun && !c.request.cfg.countsAt(inv.Format, inv.At), inv.At + len(inv.Raw)}
	switch {
	case c.ignored.on:
		c.runes.split(inv.At, inv.Raw, false)
	case c.queue.pending != nil:
		c.queue.pending.recordInvalid(inv, sent)
	default:
		c.judge.placeInvalid(inv, sent)
	}
}

// InvalidText implements Handler.
func (c *collector) InvalidText(text []byte) {
	switch {
	case c.ignored.on:
		c.runes.split(c.ignored.end, text, false)
		c.ignored.end += len(text)
	case c.queue.pending != nil:
		c.queue.pending.extendInvalid(text)
	case len(c.results.invalid) > 0:
		c.results.extend(text)
		c.runes.split(c.results.invalidEnd()+int(c.runes.n), text, true)
	}
}

// Amend implements Handler.
func (c *collector) Amend(r Repair) {
	if p := c.queue.pending; p != nil {
		p.call.end.Repairs = append(p.call.end.Repairs, r)
	} else {
		c.results.amend(r)
	}
}

// Followed implements Handler.
func (c *collector) Followed(doubtful bool, flaw Flaw) {
	p := c.queue.pending
	if p == nil {
		if doubtful {
			c.results.doubts()
		}
		return
	}
	e := &p.call.end
	e.Followed = e.Followed || !e.SecondReading && (doubtful || flaw != FlawNone)
	e.Watched, e.SecondReading, e.Flaw = WatchNothing, e.SecondReading || doubtful, flaw
	c.decided(p, false)
}

// decided settles the call that waits, if over, or if nothing that follows can change it any more. Repairs that were added after
// its end don't decide that: with other chunks, they come when it is decided.
func (c *collector) decided(p *pendingCall, over bool) {
	e := &p.call.end
	all := e.Repairs
	if e.Repairs = all[:p.own]; p.own == 0 {
		e.Repairs = nil
	}
	why := c.judge.ended(&p.call)
	acceptable := !why.rejected() || why.reason == ReasonLowConfidence
	waits := e.Inner || acceptable && c.judge.mayFall(&p.call)
	// Otherwise, it is as if the call had never waited. One of too little confidence waits for what is missing, if it has no
	// other repair: see mayFall.
	if !why.rejected() || acceptable && p.own == 0 {
		e.Repairs = all
	}
	if over || p.ended && e.settled() || !waits {
		c.judge.settleInText()
	}
}

// Quoted implements Handler.
func (c *collector) Quoted(yes bool) {
	p := c.queue.pending
	if p == nil {
		return // it was rejected
	}
	e := &p.call.end
	if e.Inner = false; yes {
		e.Flaw = FlawQuoted
	}
	c.decided(p, yes)
}

// OnLine implements Handler.
func (c *collector) OnLine(text bool) {
	p := c.queue.pending
	if p == nil {
		if text {
			c.results.inText()
		}
		return
	}
	e := &p.call.end
	e.OnLine, p.call.FreeText = false, p.call.FreeText || text
	c.decided(p, false)
}

// A collector decides, for every family alike, what becomes of what a parser
// reports. An event passes through up to four stages:
//
//   - markup.go: text reaches the rest in whole code points.
//   - markup.go: behind a call that may still be rejected, events are recorded.
//   - markup.go, markup.go: markup, and what follows it, waits until the calls
//     around it say whether it is markup or text.
//   - segments.go, content.go: the segments are listed, the content put together.
//
// Calls go a way of their own: collector.go and collector.go take them, accept.go judges
// them, send.go puts them into the deltas of a stream, at once where the rest have
// to wait. In a unary parse delta is nil, and nothing is ever sent.
//
// Each of its parts decides one thing, and knows only parts above it in this list.
// session.flow is so often called that it writes the content itself.
type collector struct {
	_ buffers.NoCopy

	request request     // what the output is, and what is asked for
	placed  placed      // what the decided text and markup are
	queue   markupQueue // what waits for later calls
	results results     // the calls of the result
	runes   splitRune   // where code points end
	ids     callIDs     // which id a call has
	judge   judge       // what becomes of a call
	drafts  drafting    // whether calls are before or behind a thought's end
	open    opening     // the call that was started and not ended
	leaks   *lookout    // what looks like a call, in what may be text; nil: it had nothing to look at
	ignored ignoredText // an invalid call whose format doesn't count
}

// join makes the parts point at each other, once.
func (c *collector) join(f *Family) {
	c.placed.request, c.placed.content.request = &c.request, &c.request
	c.queue.placed, c.results.placed = &c.placed, &c.placed
	c.runes.queue, c.runes.results = &c.queue, &c.results
	c.ids.results, c.ids.ofFormats = &c.results, f.formatIDs()
	c.judge = judge{
		request: &c.request, queue: &c.queue, runes: &c.runes, results: &c.results,
		ids: &c.ids, sending: sending{request: &c.request},
	}
	c.open.judge, c.open.drafts = &c.judge, &c.drafts
}

// reset makes the collector ready for another output. With a delta it streams.
func (c *collector) reset(f *Family, cfg *Config, delta *Delta) {
	c.request.begin(f, cfg, delta)
	c.placed.begin()
}

// from says that the complete output is at hand, and stays.
func (c *collector) from(output string) { c.request.output = outputText(output) }

// use gives the collector of a stream room to begin with.
func (c *collector) use(args, content, ids []byte) {
	c.open.use(args)
	c.placed.content.buf, c.ids.room = content, ids
}

// forget lets go of everything that the output left behind. In a stream the
// strings of deltas and result share the collector's buffers: they go, too.
// A short output uses little of a collector, so no more is cleared.
func (c *collector) forget() {
	c.open.forget()
	c.placed.forget()
	c.queue.forget()
	c.results.forget()
	c.ids.forget()
	c.judge.twins.forget()
	c.runes.n, c.judge.sending.nextIndex, c.judge.optionTaken, c.ignored.on = 0, 0, false, false
	c.drafts = drafting{}
	c.forgetLook()
	c.request.forget()
}

// Text implements Handler.
func (c *collector) Text(at int, text []byte) {
	c.lookAtText(at, text)
	c.text(at, text)
}

// text places text that was looked at.
func (c *collector) text(at int, text []byte) {
	switch n := len(text); {
	case n == 0 || text[n-1] >= utf8.RuneSelf || c.runes.n > 0:
		c.runes.split(at, text, false)
	case !c.plain():
		c.queue.addText(at, text)
	default: // prose
		c.placed.prose(at, text)
	}
}

// plain reports whether text only makes the content, and the segments, longer.
func (c *collector) plain() bool {
	return c.queue.pending == nil && !c.placed.left && c.placed.direct && c.queue.empty() && c.runes.n == 0
}

// Decoded implements Handler.
func (c *collector) Decoded(raw Span, text []byte) {
	c.breakLook()
	c.runes.end()
	c.queue.addDecoded(raw, text)
}

// Markup implements Handler.
func (c *collector) Markup(at int, text []byte, role Role) {
	c.lookAt(at, text, role)
	role = c.drafts.note(text, role)
	if c.request.textual(role) {
		c.text(at, text)
		return
	}
	c.runes.end()
	if p := c.queue.pending; p != nil && p.recordMarkup(at, text, role) {
		return
	}
	c.judge.settle()
	c.queue.placeMarkup(at, text, role)
}

// flush ends a delta: what is certain of the open call and of the content goes out.
func (c *collector) flush() {
	if c.queue.pending != nil && c.queue.pending.call.live {
		c.judge.sending.progress(&c.queue.pending.call)
	}
	if c.open.isOpen && c.open.call.live {
		c.judge.sending.progress(&c.open.call)
	}
	if c.placed.content.sent < c.placed.content.solid {
		c.request.delta.Content = asString(c.placed.content.next())
	} else if c.request.delta.Content != "" {
		c.request.delta.Content = ""
	}
	if c.request.separate {
		c.request.delta.Reasoning = asString(c.placed.reasoning.next())
	}
}

// finish decides what is undecided at the end of the output.
func (c *collector) finish() {
	c.runes.end()
	c.judge.settle()
	c.open.abandon()
	c.queue.closeGroups()
	c.placed.content.finish()
	if c.request.separate {
		c.placed.reasoning.finish()
	}
}

// fewCalls and fewSegments are how many most results have at most, and idBytes how long their
// ids are, in bytes.
const (
	fewCalls    = 1
	fewSegments = 4
	idBytes     = 48
)

// A resultBlock makes the result of a short output one allocation. The calls and segments are in
// it while they are few, and then in room that is kept.
type resultBlock struct {
	Result
	calls    [fewCalls]ToolCall
	segments [fewSegments]Segment
	attempts [1]Attempt
	ids      [idBytes]byte
}

// result is what the output was found to hold. A stream's result shares the
// memory of its deltas; output, in a unary parse, saves a copy of itself.
func (c *collector) result(output string) *Result {
	c.results.seal()
	b := c.request.result()
	r := &b.Result
	r.Family = c.request.family.Name
	r.ToolCalls, r.Segments = c.results.calls, c.placed.segments
	if len(c.results.calls) > fewCalls {
		r.ToolCalls = buffers.Given(c.results.calls)
	}
	if len(c.placed.segments) > fewSegments {
		r.Segments = buffers.Given(c.placed.segments)
	}
	if len(c.results.invalid) > 0 {
		r.InvalidToolCalls = buffers.Given(c.results.invalid)
	}
	r.Content = output
	if content := c.placed.content.result(); string(content) != output {
		r.Content = c.request.text(content)
	}
	if c.request.separate {
		r.Reasoning = c.request.text(c.placed.reasoning.result())
	}
	r.Confidence = ConfidenceFull
	for i := range r.ToolCalls {
		if confidence := r.ToolCalls[i].Confidence; confidence < r.Confidence {
			r.Confidence = confidence
		}
	}
	if n := len(r.Segments); n > 0 {
		c.leak(r, r.Segments[n-1].Span.End)
		r.LooksLike = r.looksLike(c.request.cfg.Markers)
	}
	a := &b.attempts[0] // in place, as in accept
	a.Family, a.Confidence, a.ToolCallCount = r.Family, r.Confidence, len(r.ToolCalls)
	r.Attempts = b.attempts[:]
	return r
}
