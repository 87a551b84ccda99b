package parsers

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/room"
)

// A pendingCall is an accepted call that may still be rejected, since
// Handler.Amend may add a repair and the options make that matter. What
// follows it is recorded until that is settled: by the end of the next call,
// of all groups around it or of the output.
type pendingCall struct {
	active bool
	call   call
	depth  int // groups opened since
	around int // groups open around the call
	items  []item
	bytes  []byte // of the items
}

// A recordedInvalid is an invalid call behind a pending one.
type recordedInvalid struct {
	Invalid
	sent sentCall
}

func (p *pendingCall) emptied() pendingCall {
	return pendingCall{items: room.Emptied(p.items), bytes: room.Emptied(p.bytes)}
}

// mayFall tells whether a repair added later would make a call that is
// acceptable by now unacceptable, or its confidence less.
func (c *collector) mayFall(call *call) bool {
	return call.end.Pending && len(call.end.Repairs) == 0 &&
		(c.cfg.Options.DisableRepair || c.minTenths > 0)
}

// suspend makes a call that has ended pending.
func (c *collector) suspend(call *call) {
	p := &c.pending
	p.active, p.call, p.depth, p.around = true, *call, 0, len(c.markup.groups)-1
	p.call.end.Raw = slices.Clone(call.end.Raw)
	p.call.end.Repairs = nil
}

// settle decides the pending call, if there is one, and places what followed it.
func (c *collector) settle() {
	p := &c.pending
	if !p.active {
		return
	}
	p.active = false
	c.conclude(&p.call, c.judge(&p.call))
	for i := range p.items {
		it := &p.items[i]
		c.replay(it, p.bytes[it.off:it.off+it.n])
		c.endText()
	}
	*p = p.emptied()
}

func (c *collector) replay(it *item, text []byte) {
	switch it.kind {
	case itemText:
		c.wholeText(it.span.Start, text)
	case itemDecoded:
		c.placeDecoded(it.span, text)
	case itemMarkup:
		c.placeMarkup(it.span.Start, text, it.role)
	case itemInvalid:
		it.invalid.Raw = text
		c.placeInvalid(it.invalid.Invalid, it.invalid.sent)
	}
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
