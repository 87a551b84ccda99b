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
	if len(c.invalid) == 0 {
		return
	}
	if c.invalidArgsOpen {
		c.invalidArgs = append(c.invalidArgs, text...)
	}
	c.splitText(c.invalid[len(c.invalid)-1].Span.End+c.runes.n, text, true)
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

// A lastEnded is what became of the call last ended, for Amend.
type lastEnded struct {
	fate  fate
	index int // into calls or invalid
}

type fate uint8

const (
	absorbed fate = iota // or none ended yet
	accepted
	rejected
)

// Amend implements Handler.
func (c *collector) Amend(r Repair) {
	switch {
	case c.pending != nil:
		c.pending.call.end.Repairs = append(c.pending.call.end.Repairs, r)
	case c.last.fate == accepted:
		call := &c.calls[c.last.index]
		if len(call.Repairs) == 0 {
			call.Confidence = max(leastTenths(call.Confidence)-CostRepaired*tenthsOfOne, 0).float()
		}
		call.Repairs = append(call.Repairs, r)
	}
}
