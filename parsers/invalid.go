package parsers

// An ignoredText is the text of an invalid call whose format doesn't count,
// while InvalidText may add to it.
type ignoredText struct {
	on  bool
	end int
}

// InvalidCall implements Handler.
func (c *collector) InvalidCall(inv Invalid) {
	c.given.visits.Add(len(inv.Arguments))
	c.runes.end()
	sent := c.open.invalid()
	c.ignored = ignoredText{!sent.begun && !c.given.cfg.Counts(inv.Format), inv.At + len(inv.Raw)}
	switch {
	case c.ignored.on:
		c.runes.split(inv.At, inv.Raw, false)
	case c.queue.pending != nil:
		c.queue.pending.recordInvalid(inv, sent)
	default:
		c.judge.placeInvalid(inv, sent)
	}
}

// InvalidText implements Handler.
func (c *collector) InvalidText(text []byte) {
	switch {
	case c.ignored.on:
		c.runes.split(c.ignored.end, text, false)
		c.ignored.end += len(text)
	case c.queue.pending != nil:
		c.queue.pending.extendInvalid(text)
	case len(c.found.invalid) > 0:
		c.found.extend(text)
		c.runes.split(c.found.invalidEnd()+int(c.runes.n), text, true)
	}
}

// Amend implements Handler.
func (c *collector) Amend(r Repair) {
	if p := c.queue.pending; p != nil {
		p.call.end.Repairs = append(p.call.end.Repairs, r)
	} else {
		c.found.amend(r)
	}
}
