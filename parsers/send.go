package parsers

import (
	"bytes"
	"slices"
)

// A sentCall is what a stream's deltas have sent of a call.
type sentCall struct {
	begun bool
	index int
	bytes int // of the arguments
}

// sending puts calls into the deltas of a stream.
// See docs/models/formats, "Streams".
type sending struct {
	request   *request
	nextIndex int // of the next call that is sent
}

// progress sends what is new of a call's arguments, in whole code points.
func (sd *sending) progress(call *call) {
	end := call.before + wholeRunes(call.args)
	if call.length() > sd.request.cfg.Limits.ArgumentBytes {
		end = 0 // it will be rejected
	}
	if !call.sent.begun || end > call.sent.bytes {
		sd.send(call, max(end, call.sent.bytes), false)
	}
}

// complete sends the rest of a call that is accepted.
func (sd *sending) complete(call *call) {
	if sd.request.delta != nil {
		sd.send(call, call.length(), true)
	}
}

// send sends a call's arguments up to end, and before them, once, its name and id.
func (sd *sending) send(call *call, end int, complete bool) {
	d := sd.request.delta.nextCall()
	d.Complete = complete
	if !call.sent.begun {
		call.sent = sentCall{begun: true, index: sd.nextIndex}
		sd.nextIndex++
		d.Begin, d.ID, d.Name = true, call.id, call.Name
	}
	d.Index = call.sent.index
	d.Arguments = asString(call.args[call.sent.bytes-call.before : end-call.before])
	call.sent.bytes = end
}

// nextCall adds an empty delta of a call.
func (d *Delta) nextCall() *ToolCallDelta {
	n := len(d.ToolCalls)
	if n == cap(d.ToolCalls) {
		d.ToolCalls = slices.Grow(d.ToolCalls, 1)
	}
	d.ToolCalls = d.ToolCalls[:n+1]
	d.ToolCalls[n] = ToolCallDelta{}
	return &d.ToolCalls[n]
}

// withdraw takes a call back, if it was sent.
func (sd *sending) withdraw(sent sentCall, why rejection) {
	if sent.begun {
		sd.request.delta.Withdrawn = append(sd.request.delta.Withdrawn, WithdrawnCall{sent.index, why.reason, why.message})
	}
}

// readAnew adds to arguments that are read anew, and compares them with those sent.
func (sd *sending) readAnew(call *call, piece []byte) {
	call.add(sd.request.visits, piece)
	end := min(len(call.args), len(call.resent))
	sd.request.visits.Add(end - call.same)
	if !bytes.Equal(call.args[call.same:end], call.resent[call.same:end]) {
		sd.anew(call)
		return
	}
	call.same = end
	if end == len(call.resent) {
		call.resent = nil
	}
}

// anew withdraws a call whose arguments aren't what was sent. It begins
// again, under the same id and another index.
func (sd *sending) anew(call *call) {
	sd.withdraw(call.sent, rejection{ReasonMalformed, "the arguments were read anew; the call is sent again"})
	call.sent, call.resent = sentCall{}, nil
}
