package parsers

import (
	"fmt"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/room"
)

// A rejection says why a call is not accepted; the zero value, that it is.
type rejection struct {
	reason  Reason
	message string
}

func (r rejection) rejected() bool { return r.reason != ReasonUnspecified }

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
	if limit := c.given.cfg.Limits.ArgumentBytes; len(call.args) > limit {
		return rejection{ReasonLimit, fmt.Sprintf("over the limit of %d bytes of arguments", limit)}
	}
	if verdict := c.judgeBegin(call); verdict.rejected() {
		return verdict
	}
	if c.given.cfg.Options.DisableRepair && len(call.end.Repairs) > 0 {
		first := call.end.Repairs[0]
		return rejection{ReasonMalformed, fmt.Sprintf("repair is disabled, and the call needs %s at offset %d", first.Kind, first.Offset)}
	}
	if got := call.confidence(); got < c.given.leastTenths {
		return rejection{ReasonLowConfidence, fmt.Sprintf("confidence %g is less than %g", got.float(), c.given.cfg.Options.MinConfidence)}
	}
	return rejection{}
}

// judgeBegin is the part of judge that is certain when a call begins.
func (c *collector) judgeBegin(call *call) rejection {
	if limit := c.given.cfg.Limits.ToolCalls; len(c.calls) >= limit && call.twin == "" {
		return rejection{ReasonLimit, fmt.Sprintf("over the limit of %d tool calls", limit)}
	}
	if call.Exclusive == Alternate || call.Exclusive == Option && c.optionTaken {
		return rejection{ReasonAlternative, "the call is one of several exclusive options"}
	}
	if call.unknown && (call.FreeText || call.Declared || c.given.cfg.Options.RejectUnknownTools) {
		return rejection{ReasonUnknownTool, fmt.Sprintf("no tool %q is declared", call.Name)}
	}
	return rejection{}
}

// confidence is the call's, in tenths.
func (call *call) confidence() tenths {
	confidence := tenths(ConfidenceFull * tenthsOfOne)
	if call.FreeText {
		confidence -= CostFreeText * tenthsOfOne
	}
	if len(call.end.Repairs) > 0 {
		confidence -= CostRepaired * tenthsOfOne
	}
	if call.end.SecondReading || call.Exclusive != NotExclusive {
		confidence -= CostAmbiguous * tenthsOfOne
	}
	if call.end.Weak {
		confidence -= CostWeakArguments * tenthsOfOne
	}
	return max(confidence, 0)
}

func (call *call) span() Span { return Span{call.At, call.At + len(call.end.Raw)} }

// accept makes a call part of the result.
func (c *collector) accept(call *call) {
	c.queue.called(true)
	c.giveID(call)
	c.last = lastEnded{accepted, len(c.calls)}
	c.placed.segment(SegmentToolCall, call.span(), len(c.calls))
	c.placed.content.call()
	c.optionTaken = c.optionTaken || call.Exclusive == Option
	c.calls = append(room.Grown(c.given.visits, room.Larger(c.calls, c.callRoom)), ToolCall{})
	t := &c.calls[len(c.calls)-1] // in place: a literal would be made elsewhere, and copied
	t.ID, t.IDSynthesized = call.id, call.synthesized
	t.Name, t.UnknownTool = call.Name, call.unknown
	t.Arguments = c.text(call.args)
	t.Format, t.Key = call.Format, call.Key
	t.Span, t.Confidence = call.span(), call.confidence().float()
	if len(call.end.Repairs) > 0 {
		t.Repairs = c.kept(call.end.Repairs)
	}
	c.addTwin(call)
	c.complete(call)
}

// absorb makes a call that is another one written twice markup.
func (c *collector) absorb(call *call) {
	c.twins.free[call.twin]--
	c.skip(call)
}

// skip makes a call markup.
func (c *collector) skip(call *call) {
	c.queue.called(true)
	c.last = lastEnded{}
	c.placed.segment(SegmentMarkup, call.span(), 0)
	c.placed.content.call()
}

// reject makes the text of a call content.
func (c *collector) reject(call *call, why rejection) {
	c.queue.called(false)
	c.sealInvalid()
	c.last = lastEnded{rejected, len(c.invalid)}
	c.placed.invalid(call.span(), len(c.invalid), call.end.Raw)
	c.invalid = append(room.Grown(c.given.visits, c.invalid), InvalidToolCall{
		Name:       call.Name,
		ID:         call.nativeID(),
		Arguments:  c.text(call.args),
		Reason:     why.reason,
		Message:    why.message,
		Span:       call.span(),
		Confidence: call.confidence().float(),
		Format:     call.Format,
		Key:        call.Key,
		Repairs:    c.kept(call.end.Repairs),
	})
	c.withdraw(call.sent, why)
}

// placeInvalid makes what looked like a call content.
func (c *collector) placeInvalid(inv Invalid, sent sentCall) {
	if inv.Reason == ReasonUnspecified {
		c.withdraw(sent, rejection{message: inv.Message})
		c.splitText(inv.At, inv.Raw, false)
		return
	}
	c.queue.called(false)
	c.sealInvalid()
	c.invalidArgs = append(c.invalidArgs, inv.Arguments...)
	c.invalidArgsOpen = inv.ArgumentsOpen
	c.invalid = append(room.Grown(c.given.visits, c.invalid), InvalidToolCall{
		Name:       inv.Name,
		ID:         strings.TrimSpace(inv.ID),
		Reason:     inv.Reason,
		Message:    inv.Message,
		Span:       Span{inv.At, inv.At},
		Confidence: inv.confidence().float(),
		Format:     inv.Format,
		Key:        inv.Key,
		Repairs:    c.kept(inv.Repairs),
	})
	c.withdraw(sent, rejection{inv.Reason, inv.Message})
	c.splitText(inv.At, inv.Raw, true)
}

// confidence is what the call would have had, as far as is known, in tenths.
func (inv *Invalid) confidence() tenths {
	confidence := tenths(ConfidenceFull * tenthsOfOne)
	if len(inv.Repairs) > 0 {
		confidence -= CostRepaired * tenthsOfOne
	}
	if inv.FreeText {
		confidence -= CostFreeText * tenthsOfOne
	}
	if inv.Reason == ReasonMissingArguments {
		confidence -= CostWeakArguments * tenthsOfOne
	}
	return confidence
}

// sealInvalid ends the time in which InvalidText adds to the last invalid call.
func (c *collector) sealInvalid() {
	if len(c.invalidArgs) > 0 {
		c.invalid[len(c.invalid)-1].Arguments = string(c.invalidArgs)
	}
	c.invalidArgs, c.invalidArgsOpen = c.invalidArgs[:0], false
}
