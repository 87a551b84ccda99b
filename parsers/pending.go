package parsers

// mayFall reports whether a repair added later would make a call that is
// acceptable by now unacceptable, or its confidence less.
func (j *judge) mayFall(call *call) bool {
	return call.end.Pending && len(call.end.Repairs) == 0 &&
		(j.given.cfg.Options.DisableRepair || j.given.leastTenths > 0)
}

// settle decides the pending call, if there is one, and places what followed it.
func (j *judge) settle() {
	if p := j.queue.pending; p != nil {
		j.queue.pending = nil
		j.decide(p)
	}
}

func (j *judge) decide(p *pendingCall) {
	j.conclude(&p.call, j.ended(&p.call))
	for i := range p.items {
		it := &p.items[i]
		j.given.visits.Add(it.n)
		j.replay(it, p.bytes[it.off:it.off+it.n])
		j.runes.end()
	}
}

func (j *judge) replay(it *item, text []byte) {
	switch it.kind {
	case itemText:
		j.queue.addText(it.span.Start, text)
	case itemDecoded:
		j.queue.addDecoded(it.span, text)
	case itemMarkup:
		j.queue.placeMarkup(it.span.Start, text, it.role)
	case itemInvalid:
		it.invalid.Raw = text
		j.placeInvalid(it.invalid.Invalid, it.invalid.sent)
	}
}
