package parsers

// InvalidCall implements Handler.
func (c *collector) InvalidCall(inv Invalid) {
	c.given.visits.Add(len(inv.Arguments))
	c.runes.end()
	sent := c.open.invalid()
	switch {
	case c.ignored.begins(!sent.begun && !c.given.cfg.Counts(inv.Format)):
		c.ignored.add(inv.At, inv.Raw)
	case c.recorder.pending != nil:
		c.recorder.pending.recordInvalid(inv, sent)
	default:
		c.judge.placeInvalid(inv, sent)
	}
}

// InvalidText implements Handler.
func (c *collector) InvalidText(text []byte) {
	switch {
	case c.ignored.on:
		c.ignored.add(c.ignored.end, text)
	case c.recorder.pending != nil:
		c.recorder.pending.extendInvalid(text)
	case len(c.found.invalid) > 0:
		c.found.extend(text)
		c.runes.split(c.found.invalidEnd()+c.runes.n, text, true)
	}
}

// Amend implements Handler.
func (c *collector) Amend(r Repair) {
	if !c.recorder.amend(r) {
		c.found.amend(r)
	}
}
