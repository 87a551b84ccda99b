package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A pythonItem is one call that was read, whole or failed.
type pythonItem struct {
	open       int // of the brackets before it; -1: none
	start, end int
	close      int  // behind the bracket after it; 0: none
	between    bool // a separator stands before it
	inner      int  // where its arguments start
	name       string
	arguments  []byte
	repairs    []parsers.Repair
	second     bool
	free, weak bool
	reason     parsers.Reason // why it is none
	message    string
}

func (c *pythonItem) note(kind repair.Kind, at int) {
	c.repairs = append(c.repairs, parsers.Repair{Kind: kind, Offset: at})
}

func (c *pythonItem) fail(reason parsers.Reason, message string) {
	if c.reason == parsers.ReasonUnspecified {
		c.reason, c.message = reason, message
	}
}

// move changes the offsets of a call that was read in another text.
func (c *pythonItem) move(at func(int) int) {
	c.start, c.end, c.inner = at(c.start), at(c.end), at(c.inner)
	for i := range c.repairs {
		c.repairs[i].Offset = at(c.repairs[i].Offset)
	}
	c.open, c.close, c.between = -1, 0, false
}

// first is where the call begins, or its list.
func (c *pythonItem) first() int {
	if c.open >= 0 {
		return c.open
	}
	return c.start
}

// report reports the call, and what stands before it.
func (c *pythonItem) report(e *Engine, format string) {
	switch {
	case c.open >= 0:
		if c.between {
			e.Markup(c.open, parsers.RoleBetween)
		}
		e.Text(c.open)
		e.Markup(c.start, parsers.RoleOpen)
	case c.between:
		e.Markup(c.start, parsers.RoleBetween)
	default:
		e.Text(c.start)
	}
	if c.reason != parsers.ReasonUnspecified {
		invalid := parsers.Invalid{
			Name: c.name, Format: format, FreeText: c.free, Reason: c.reason, Message: c.message,
		}
		if c.inner > 0 {
			invalid.Arguments = e.Slice(min(c.inner, c.end), c.end)
		}
		e.Invalid(c.end, invalid)
	} else {
		e.Handler.BeginCall(parsers.Begin{At: c.start, Name: c.name, Format: format, FreeText: c.free})
		e.Handler.Arguments(c.arguments)
		slices.SortStableFunc(c.repairs, func(a, b parsers.Repair) int { return a.Offset - b.Offset })
		e.EndCall(c.end, parsers.End{Repairs: c.repairs, SecondReading: c.second, Weak: c.weak})
	}
	if c.close > 0 {
		e.Markup(c.close, parsers.RoleClose)
	}
}
