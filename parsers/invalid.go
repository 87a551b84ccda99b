package parsers

// InvalidCall implements Handler.
func (c *collector) InvalidCall(inv Invalid) {
	c.given.visits.Add(len(inv.Arguments))
	c.endText()
	var sent sentCall
	if c.isOpen {
		c.isOpen = false
		sent = c.open.sent
		c.reuseArguments(&c.open)
		c.dropOpen()
	}
	if c.ignored.on = !sent.begun && !c.given.cfg.Counts(inv.Format); c.ignored.on {
		c.ignored.add(c, inv.At, inv.Raw)
		return
	}
	if c.pending != nil {
		c.pending.recordInvalid(inv, sent)
		return
	}
	c.placeInvalid(inv, sent)
}

// InvalidText implements Handler.
func (c *collector) InvalidText(text []byte) {
	if c.ignored.on {
		c.ignored.add(c, c.ignored.end, text)
		return
	}
	if c.pending != nil {
		c.pending.extendInvalid(text)
		return
	}
	if len(c.found.invalid) == 0 {
		return
	}
	c.found.extend(text)
	c.splitText(c.found.invalidEnd()+c.runes.n, text, true)
}

// An ignoredText is the text of an invalid call whose format doesn't count,
// while InvalidText may add to it.
type ignoredText struct {
	on  bool
	end int
}

func (i *ignoredText) add(c *collector, at int, text []byte) {
	i.end = at + len(text)
	c.Text(at, text)
}

// Amend implements Handler.
func (c *collector) Amend(r Repair) {
	if p := c.pending; p != nil {
		p.call.end.Repairs = append(p.call.end.Repairs, r)
		return
	}
	c.found.amend(r)
}
