package parsers

import "slices"

// A recorder records events behind a call that may still be rejected.
type recorder struct {
	given *given
	queue *markupQueue

	pending *pendingCall // nil: there is none
}

// forget makes it ready for another output.
func (r *recorder) forget() { r.pending = nil }

// suspend makes a call that has ended pending.
func (r *recorder) suspend(call *call) {
	p := &pendingCall{call: *call, around: len(r.queue.groups) - 1}
	r.pending = p
	r.given.visits.Add(len(call.end.Raw))
	p.call.end.Raw = slices.Clone(call.end.Raw)
	p.call.end.Repairs = nil
}

// amend adds a repair to the pending call; false: there is none.
func (r *recorder) amend(repair Repair) bool {
	if r.pending == nil {
		return false
	}
	call := &r.pending.call
	call.end.Repairs = append(call.end.Repairs, repair)
	return true
}

// resume gives the pending call, and what was recorded behind it. None is pending then.
func (r *recorder) resume() *pendingCall {
	p := r.pending
	r.pending = nil
	return p
}

// text is Text in whole code points.
func (r *recorder) text(at int, text []byte) {
	if r.pending != nil {
		r.pending.recordText(at, text)
	} else {
		r.queue.addText(at, text)
	}
}

// decoded is Decoded.
func (r *recorder) decoded(raw Span, text []byte) {
	if r.pending != nil {
		r.pending.record(item{kind: itemDecoded, span: raw}, text)
	} else {
		r.queue.placeDecoded(raw, text)
	}
}

// A recordedInvalid is an invalid call behind a pending one.
type recordedInvalid struct {
	Invalid
	sent sentCall
}

// record appends an event, with a copy of its bytes.
func (p *pendingCall) record(it item, text []byte) {
	it.off, it.n = len(p.bytes), len(text)
	p.bytes = append(p.bytes, text...)
	p.items = append(p.items, it)
}

// recordText appends text, to the last item if that is text, too.
func (p *pendingCall) recordText(at int, text []byte) {
	if n := len(p.items); n > 0 && p.items[n-1].kind == itemText {
		p.extend(&p.items[n-1], text)
		return
	}
	p.record(item{kind: itemText, span: Span{at, at + len(text)}}, text)
}

func (p *pendingCall) extend(last *item, text []byte) {
	p.bytes = append(p.bytes, text...)
	last.n += len(text)
	last.span.End += len(text)
}

// recordMarkup records markup, unless it is the end of the pending call's group.
func (p *pendingCall) recordMarkup(at int, text []byte, role Role) bool {
	switch role {
	case RoleOpen:
		p.depth++
	case RoleClose:
		if p.depth > 0 {
			p.depth--
			break
		}
		if p.around--; p.around <= 0 {
			return false
		}
	}
	p.record(item{kind: itemMarkup, role: role, span: Span{at, at + len(text)}}, text)
	return true
}

// recordInvalid records an invalid call and keeps what belongs to the parser.
func (p *pendingCall) recordInvalid(inv Invalid, sent sentCall) {
	it := item{kind: itemInvalid, span: Span{inv.At, inv.At + len(inv.Raw)}}
	it.invalid = &recordedInvalid{inv, sent}
	it.invalid.Arguments, it.invalid.Repairs = slices.Clone(inv.Arguments), slices.Clone(inv.Repairs)
	p.record(it, inv.Raw)
}

// extendInvalid adds text to the invalid call that was just recorded.
func (p *pendingCall) extendInvalid(text []byte) {
	last := &p.items[len(p.items)-1]
	if last.kind != itemInvalid {
		return
	}
	p.extend(last, text)
	if inv := last.invalid; inv.ArgumentsOpen {
		inv.Arguments = append(inv.Arguments, text...)
	}
}
