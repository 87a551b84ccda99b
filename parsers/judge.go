package parsers

// A judge says what becomes of calls.
type judge struct {
	given *given
	queue *markupQueue
	runes *splitRune
	found *found
	ids   *callIDs

	sending     sending // what the deltas have of calls
	twins       twinSet // which call is another one, written twice
	optionTaken bool    // an Option call was accepted
}

// mayFlow reports whether a call can be sent as it is generated: nothing that is
// known by now keeps it from being accepted, and, behind a pending call,
// neither its order nor its id depends on what becomes of that one.
func (j *judge) mayFlow(call *call) bool {
	if j.given.buffered || call.Mergeable || call.repeats || call.Quoted || call.Skipped || j.atBegin(call).rejected() {
		return false
	}
	if j.queue.pending == nil {
		return true
	}
	before := &j.queue.pending.call
	return before.live && call.Exclusive == NotExclusive &&
		len(j.found.calls)+1 < j.given.cfg.Limits.ToolCalls &&
		call.nativeID() != "" && call.nativeID() != before.id && !j.ids.taken(call.nativeID())
}

// end makes of a call that has ended, and whose format counts, what it is.
func (j *judge) end(call *call) {
	if call.resent != nil {
		j.sending.anew(call)
	}
	if call.before > 0 {
		j.given.visits.Add(call.before)
		call.join()
	}
	call.twin = j.twins.find(j.found, call)
	switch why := j.ended(call); {
	case call.Skipped && call.Quoted:
		j.ignore(call)
	case call.Skipped:
		j.skip(call)
	case call.Quoted:
		j.quoted(call, why)
	case !why.rejected() && j.mayFall(call):
		j.queue.suspend(call)
	default:
		j.conclude(call, why)
	}
}

// ignore makes of a call what any other text is.
func (j *judge) ignore(call *call) {
	j.found.amends = false
	j.runes.split(call.At, call.end.Raw, false)
}

// quoted tells of a call that would count in another place.
func (j *judge) quoted(call *call, why rejection) {
	if why.rejected() {
		j.ignore(call)
	} else {
		j.reject(call, rejection{ReasonQuoted, "the call is inside a quotation or a thought"})
	}
}
