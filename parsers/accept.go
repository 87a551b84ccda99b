package parsers

import "fmt"

// A rejection says why a call is not accepted; the zero value, that it is.
type rejection struct {
	reason  Reason
	message string
}

func (r rejection) rejected() bool { return r.reason != ReasonUnspecified }

// conclude makes of a call that has ended what it is.
func (j *judge) conclude(call *call, verdict rejection) {
	switch {
	case verdict.rejected():
		j.reject(call, verdict)
	case call.twin != "":
		j.twins.free[call.twin]-- // the other call absorbs this one
		j.skip(call)
	default:
		j.accept(call)
	}
}

// ended says whether a call that has ended is accepted.
func (j *judge) ended(call *call) rejection {
	if limit := j.given.cfg.Limits.ArgumentBytes; len(call.args) > limit {
		return rejection{ReasonLimit, fmt.Sprintf("over the limit of %d bytes of arguments", limit)}
	}
	if verdict := j.atBegin(call); verdict.rejected() {
		return verdict
	}
	if j.given.cfg.Options.DisableRepair && len(call.end.Repairs) > 0 {
		first := call.end.Repairs[0]
		return rejection{ReasonMalformed, fmt.Sprintf("repair is disabled, and the call needs %s at offset %d", first.Kind, first.Offset)}
	}
	if got := call.confidence(); got < j.given.leastTenths {
		return rejection{ReasonLowConfidence, fmt.Sprintf("confidence %g is less than %g", got.float(), j.given.cfg.Options.MinConfidence)}
	}
	return rejection{}
}

// atBegin is the part of ended that is certain when a call begins.
func (j *judge) atBegin(call *call) rejection {
	if limit := j.given.cfg.Limits.ToolCalls; len(j.found.calls) >= limit && call.twin == "" {
		return rejection{ReasonLimit, fmt.Sprintf("over the limit of %d tool calls", limit)}
	}
	if call.Exclusive == Alternate || call.Exclusive == Option && j.optionTaken {
		return rejection{ReasonAlternative, "the call is one of several exclusive options"}
	}
	if call.unknown && (call.FreeText || call.Declared || j.given.cfg.Options.RejectUnknownTools) {
		return rejection{ReasonUnknownTool, fmt.Sprintf("no tool %q is declared", call.Name)}
	}
	return rejection{}
}

// accept makes a call part of the result.
func (j *judge) accept(call *call) {
	j.queue.called(true)
	j.ids.give(call)
	j.found.accept(call)
	j.optionTaken = j.optionTaken || call.Exclusive == Option
	j.twins.add(j.found, call)
	j.sending.complete(call)
}

// skip makes a call markup.
func (j *judge) skip(call *call) {
	j.queue.called(true)
	j.found.skip(call)
}

// reject makes the text of a call content.
func (j *judge) reject(call *call, why rejection) {
	j.queue.called(false)
	j.found.reject(call, why)
	j.sending.withdraw(call.sent, why)
}

// placeInvalid makes what looked like a call content.
func (j *judge) placeInvalid(inv Invalid, sent sentCall) {
	if inv.Reason == ReasonUnspecified {
		j.sending.withdraw(sent, rejection{message: inv.Message})
		j.runes.split(inv.At, inv.Raw, false)
		return
	}
	j.queue.called(false)
	j.found.reported(&inv)
	j.sending.withdraw(sent, rejection{inv.Reason, inv.Message})
	j.runes.split(inv.At, inv.Raw, true)
}
