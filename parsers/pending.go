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

// mayFall reports whether a repair added later would make a call that is
// acceptable by now unacceptable, or its confidence less.
func (c *collector) mayFall(call *call) bool {
	return call.end.Pending && len(call.end.Repairs) == 0 &&
		(c.given.cfg.Options.DisableRepair || c.given.leastTenths > 0)
}

// suspend makes a call that has ended pending.
func (c *collector) suspend(call *call) {
	p := &pendingCall{call: *call, around: len(c.queue.groups) - 1}
	c.pending = p
	c.given.visits.Add(len(call.end.Raw))
	p.call.end.Raw = slices.Clone(call.end.Raw)
	p.call.end.Repairs = nil
}

// settle decides the pending call, if there is one, and places what followed it.
func (c *collector) settle() {
	p := c.pending
	if p == nil {
		return
	}
	c.pending = nil
	c.conclude(&p.call, c.judge(&p.call))
	for i := range p.items {
		it := &p.items[i]
		c.given.visits.Add(it.n)
		c.replay(it, p.bytes[it.off:it.off+it.n])
		c.endText()
	}
}

func (c *collector) replay(it *item, text []byte) {
	switch it.kind {
	case itemText:
		c.wholeText(it.span.Start, text)
	case itemDecoded:
		c.queue.placeDecoded(it.span, text)
	case itemMarkup:
		c.queue.placeMarkup(it.span.Start, text, it.role)
	case itemInvalid:
		it.invalid.Raw = text
		c.placeInvalid(it.invalid.Invalid, it.invalid.sent)
	}
}
