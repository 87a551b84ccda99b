package parsers

import "fmt"

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
	if limit := c.given.cfg.Limits.ToolCalls; len(c.found.calls) >= limit && call.twin == "" {
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

// accept makes a call part of the result.
func (c *collector) accept(call *call) {
	c.queue.called(true)
	c.ids.give(call)
	c.found.accept(call)
	c.optionTaken = c.optionTaken || call.Exclusive == Option
	c.twins.add(call)
	c.sending.complete(call)
}

// absorb makes a call that is another one written twice markup.
func (c *collector) absorb(call *call) {
	c.twins.take(call.twin)
	c.skip(call)
}

// skip makes a call markup.
func (c *collector) skip(call *call) {
	c.queue.called(true)
	c.found.skip(call)
}

// reject makes the text of a call content.
func (c *collector) reject(call *call, why rejection) {
	c.queue.called(false)
	c.found.reject(call, why)
	c.sending.withdraw(call.sent, why)
}

// placeInvalid makes what looked like a call content.
func (c *collector) placeInvalid(inv Invalid, sent sentCall) {
	if inv.Reason == ReasonUnspecified {
		c.sending.withdraw(sent, rejection{message: inv.Message})
		c.splitText(inv.At, inv.Raw, false)
		return
	}
	c.queue.called(false)
	c.found.begun(&inv)
	c.sending.withdraw(sent, rejection{inv.Reason, inv.Message})
	c.splitText(inv.At, inv.Raw, true)
}
