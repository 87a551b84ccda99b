package parsers

import "slices"

// A pendingCall is an accepted call that may still be rejected, since
// Handler.Amend may add a repair and the options make that matter. What
// follows it is recorded until that is settled: by the end of the next call,
// of all groups around it or of the output.
type pendingCall struct {
	call   call
	depth  int // groups opened since
	around int // groups open around the call
	items  []item
	bytes  []byte // of the items
}

// suspend makes a call that has ended pending.
func (q *markupQueue) suspend(call *call) {
	p := &pendingCall{call: *call, around: len(q.groups) - 1}
	q.pending = p
	q.placed.given.visits.Add(len(call.end.Raw))
	p.call.end.Raw = slices.Clone(call.end.Raw)
	p.call.end.Repairs = nil
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
