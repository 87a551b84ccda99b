package parsers

import (
	"fmt"
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/room"
)

// A call is one that was begun: on its way to a ToolCall or an InvalidToolCall.
type call struct {
	Begin
	end  End
	args []byte
	// shared: args are a part of the output, and must not be written.
	shared bool

	id          string // "" until it is given
	synthesized bool
	unknown     bool   // tools were given and don't hold the name
	ignored     bool   // its format doesn't count: it is text
	twin        string // the key of the accepted call that absorbs it

	// live calls are sent as they are generated, the others once accepted.
	live bool
	sent sentCall
	// resent are the arguments that were sent, while those that were read
	// anew, equal so far up to byte same, are fewer.
	resent []byte
	same   int
}

// A rejection says why a call is not accepted; the zero value, that it is.
type rejection struct {
	reason  Reason
	message string
}

func (r rejection) rejected() bool { return r.reason != ReasonUnspecified }

// BeginCall implements Handler.
func (c *collector) BeginCall(b Begin) {
	c.endText()
	c.abandonOpen()
	c.isOpen = true
	c.open = call{Begin: b, args: c.argBuf}
	if c.open.ignored = !c.cfg.Counts(b.Format); c.open.ignored {
		return
	}
	c.open.unknown = c.cfg.Tools.Given() && !c.cfg.Tools.Declared(b.Name)
	if c.delta != nil && c.mayFlow(&c.open) {
		c.open.live = true
		c.giveID(&c.open)
	}
}

// Arguments implements Handler.
func (c *collector) Arguments(piece []byte) {
	if !c.isOpen || c.open.ignored {
		return
	}
	if c.output != "" && c.shareArguments(piece) {
		return
	}
	if n, old := len(piece), len(c.open.args); n <= cap(c.open.args)-old {
		c.open.args = c.open.args[:old+n] // as in contentWriter.add
		copy(c.open.args[old:], piece)
	} else {
		c.open.args = append(room.For(c.open.args, n), piece...)
	}
	if c.open.resent != nil {
		c.compareResent(&c.open)
	}
}

// shareArguments makes the piece part of the arguments without a copy, if they
// are one piece of the output.
func (c *collector) shareArguments(piece []byte) bool {
	call := &c.open
	if len(call.args) > 0 && !call.shared {
		return false
	}
	args, ok := c.output.join(call.args, piece)
	if !ok {
		args = c.output.written(call.args, c.argBuf)
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
		return
	}
	if call.resent != nil {
		c.sendAnew(call)
	}
	call.twin = c.findTwin(call)
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
	c.last = lastEnded{}
	c.Text(call.At, call.end.Raw)
}

// concludeQuoted tells of a call that would count in another place.
func (c *collector) concludeQuoted(call *call, verdict rejection) {
	if verdict.rejected() {
		c.ignore(call)
	} else {
		c.reject(call, rejection{ReasonQuoted, "the call stands in a quotation or a thought"})
	}
}

// reuseArguments makes room for the next call's arguments: what follows these
// or, where no string shares their memory, theirs.
func (c *collector) reuseArguments(call *call) {
	switch {
	case call.shared:
	case c.delta != nil || c.pending.active:
		c.argBuf = call.args[len(call.args):]
	case cap(call.args) > room.MaxKept:
		c.argBuf, c.argBase = nil, nil
	default:
		c.argBuf, c.argBase = call.args[:0], call.args[:0]
	}
}

// conclude makes of a call that has ended what it is.
func (c *collector) conclude(call *call, verdict rejection) {
	switch {
	case verdict.rejected():
		c.reject(call, verdict)
	case call.twin != "":
		c.absorb(call)
	default:
		c.accept(call)
	}
}

// judge says whether a call that has ended is accepted.
func (c *collector) judge(call *call) rejection {
	if limit := c.cfg.Limits.ArgumentBytes; len(call.args) > limit {
		return rejection{ReasonLimit, fmt.Sprintf("over the limit of %d bytes of arguments", limit)}
	}
	if verdict := c.judgeBegin(call); verdict.rejected() {
		return verdict
	}
	if c.cfg.Options.DisableRepair && len(call.end.Repairs) > 0 {
		first := call.end.Repairs[0]
		return rejection{ReasonMalformed, fmt.Sprintf("repair is disabled, and the call needs %s at offset %d", first.Kind, first.Offset)}
	}
	if got := call.confidence(); got < c.minTenths {
		return rejection{ReasonLowConfidence, fmt.Sprintf("confidence 0.%d is less than %g", got, c.cfg.Options.MinConfidence)}
	}
	return rejection{}
}

// judgeBegin is the part of judge that is certain when a call begins.
func (c *collector) judgeBegin(call *call) rejection {
	if limit := c.cfg.Limits.ToolCalls; len(c.calls) >= limit && call.twin == "" {
		return rejection{ReasonLimit, fmt.Sprintf("over the limit of %d tool calls", limit)}
	}
	if call.Exclusive == Alternate || call.Exclusive == Option && c.optionTaken {
		return rejection{ReasonAlternative, "the call is one of several exclusive options"}
	}
	if call.unknown && (call.FreeText || call.Declared || c.cfg.Options.RejectUnknownTools) {
		return rejection{ReasonUnknownTool, fmt.Sprintf("no tool %q is declared", call.Name)}
	}
	return rejection{}
}

// confidence is counted in tenths.
func (call *call) confidence() int {
	confidence := ConfidenceFull
	if call.FreeText {
		confidence -= CostFreeText
	}
	if len(call.end.Repairs) > 0 {
		confidence -= CostRepaired
	}
	if call.end.SecondReading || call.Exclusive != NotExclusive {
		confidence -= CostAmbiguous
	}
	if call.end.Weak {
		confidence -= CostWeakArguments
	}
	return max(confidence, 0)
}

func (call *call) span() Span { return Span{call.At, call.At + len(call.end.Raw)} }

// accept makes a call part of the result.
func (c *collector) accept(call *call) {
	c.called(true)
	c.giveID(call)
	c.last = lastEnded{accepted, len(c.calls)}
	c.segment(SegmentToolCall, call.span(), len(c.calls))
	c.content.call()
	c.optionTaken = c.optionTaken || call.Exclusive == Option
	c.calls = append(c.calls, ToolCall{
		ID:            call.id,
		Name:          call.Name,
		Arguments:     c.text(call.args),
		Format:        call.Format,
		Key:           call.Key,
		Span:          call.span(),
		Confidence:    call.confidence(),
		Repairs:       slices.Clone(call.end.Repairs),
		IDSynthesized: call.synthesized,
		UnknownTool:   call.unknown,
	})
	if call.Merges {
		c.twins.add(len(c.calls) - 1)
	}
	c.complete(call)
}

// absorb makes a call that is another one written twice markup.
func (c *collector) absorb(call *call) {
	c.twins.free[call.twin]--
	c.skip(call)
}

// skip makes a call markup.
func (c *collector) skip(call *call) {
	c.called(true)
	c.last = lastEnded{}
	c.segment(SegmentMarkup, call.span(), 0)
	c.content.call()
}

// reject makes the text of a call content.
func (c *collector) reject(call *call, why rejection) {
	c.called(false)
	c.sealInvalid()
	c.last = lastEnded{rejected, len(c.invalid)}
	c.segment(SegmentInvalidToolCall, call.span(), len(c.invalid))
	c.putInvalid(call.end.Raw)
	c.invalid = append(c.invalid, InvalidToolCall{
		Name:       call.Name,
		ID:         call.nativeID(),
		Arguments:  c.text(call.args),
		Reason:     why.reason,
		Message:    why.message,
		Span:       call.span(),
		Confidence: call.confidence(),
		Format:     call.Format,
		Key:        call.Key,
		Repairs:    slices.Clone(call.end.Repairs),
	})
	c.withdraw(call.sent, why)
}
