package parsers

import (
	"slices"
	"strings"
)

// InvalidCall implements Handler.
func (c *collector) InvalidCall(inv Invalid) {
	c.endText()
	var sent sentCall
	if c.isOpen {
		c.isOpen = false
		sent = c.open.sent
		c.reuseArguments(&c.open)
	}
	if c.ignored.on = !sent.begun && !c.cfg.Counts(inv.Format); c.ignored.on {
		c.ignored.add(c, inv.At, inv.Raw)
		return
	}
	if c.pending.active {
		c.pending.recordInvalid(inv, sent)
		return
	}
	c.placeInvalid(inv, sent)
}

// placeInvalid makes what looked like a call content.
func (c *collector) placeInvalid(inv Invalid, sent sentCall) {
	if inv.Reason == ReasonUnspecified {
		c.withdraw(sent, rejection{message: inv.Message})
		c.splitText(inv.At, inv.Raw, false)
		return
	}
	c.called(false)
	c.sealInvalid()
	c.invalidArgs = append(c.invalidArgs, inv.Arguments...)
	c.invalidArgsOpen = inv.ArgumentsOpen
	c.invalid = append(c.invalid, InvalidToolCall{
		Name:       inv.Name,
		ID:         strings.TrimSpace(inv.ID),
		Reason:     inv.Reason,
		Message:    inv.Message,
		Span:       Span{inv.At, inv.At},
		Confidence: inv.confidence(),
		Format:     inv.Format,
		Key:        inv.Key,
		Repairs:    slices.Clone(inv.Repairs),
	})
	c.withdraw(sent, rejection{inv.Reason, inv.Message})
	c.splitText(inv.At, inv.Raw, true)
}

// confidence is what the call would have had, as far as is known.
func (inv *Invalid) confidence() int {
	confidence := ConfidenceFull
	if len(inv.Repairs) > 0 {
		confidence -= CostRepaired
	}
	if inv.FreeText {
		confidence -= CostFreeText
	}
	if inv.Reason == ReasonMissingArguments {
		confidence -= CostWeakArguments
	}
	return confidence
}

// InvalidText implements Handler.
func (c *collector) InvalidText(text []byte) {
	if c.ignored.on {
		c.ignored.add(c, c.ignored.end, text)
		return
	}
	if c.pending.active {
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

// wholeInvalidText is text, in whole code points, of the last invalid call.
func (c *collector) wholeInvalidText(at int, text []byte) {
	last := len(c.invalid) - 1
	c.invalid[last].Span.End = at + len(text)
	c.segment(SegmentInvalidToolCall, Span{at, at + len(text)}, last)
	c.putInvalid(text)
}

// sealInvalid ends the time in which InvalidText adds to the last invalid call.
func (c *collector) sealInvalid() {
	if len(c.invalidArgs) > 0 {
		c.invalid[len(c.invalid)-1].Arguments = string(c.invalidArgs)
	}
	c.invalidArgs, c.invalidArgsOpen = c.invalidArgs[:0], false
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
	case c.pending.active:
		c.pending.call.end.Repairs = append(c.pending.call.end.Repairs, r)
	case c.last.fate == accepted:
		call := &c.calls[c.last.index]
		if len(call.Repairs) == 0 {
			call.Confidence = max(call.Confidence-CostRepaired, 0)
		}
		call.Repairs = append(call.Repairs, r)
	}
}
