package pythoncall

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// items are the calls that were read.
type items struct {
	all     []item
	next    item // what is known of the call that is due
	repairs int  // of all these calls
	told    int  // calls that were reported
	prose   bool // a name doesn't count, so there are no calls here
}

// opens starts without calls, and reuses the memory of earlier ones.
func (s *items) opens() { *s = items{all: room.Emptied(s.all), next: item{open: -1}} }

// first returns the call that was read first, or that is being read.
func (s *items) first() *item {
	if len(s.all) == 0 {
		return &s.next
	}
	return &s.all[0]
}

func (s *items) last() *item { return &s.all[len(s.all)-1] }

// directly reports whether a call ended at offset at.
func (s *items) directly(at int) bool { return at == s.last().end }

// shown reports whether there is a call, or a failed call that is reported.
func (s *items) shown() bool {
	for i := range s.all {
		if !s.all[i].silent {
			return true
		}
	}
	return false
}

// whole returns the last call from index from on that didn't fail, or the call at from.
func (s *items) whole(from int) *item {
	for i := len(s.all) - 1; i > from; i-- {
		if !s.all[i].failed() {
			return &s.all[i]
		}
	}
	return &s.all[from]
}

// note notes a repair of the call. If the call was reported, the repair is added to the report.
func (s *items) note(e *place.Around, c *item, kind repair.Kind, at int) {
	switch {
	case !c.told:
		c.note(kind, at)
	case !c.failed():
		e.Handler.Amend(parsers.Repair{Kind: kind, Offset: at})
	}
}

// add adds a call that was read.
func (s *items) add(c *item) {
	s.all = append(s.all, *c)
	s.repairs += len(c.repairs)
	s.next = item{open: -1}
}

// again makes the last call the one that is being read.
func (s *items) again() {
	s.next = *s.last()
	s.all = s.all[:len(s.all)-1]
}

// An item is a call that was read, complete or failed.
type item struct {
	open       int // offset of the bracket before it; -1: none
	start, end int
	close      int  // behind the bracket after it; 0: none
	unclosed   bool // it ends without its parenthesis
	between    bool // a separator is before it
	leads      bool // a comment or a fence's line is before it, and it is the first call in a block
	inner      int  // where its arguments start
	name       string
	arguments  []byte
	repairs    []parsers.Repair
	second     bool
	free, weak bool
	undeclared bool
	reason     parsers.Reason // why it is no call
	message    string
	silent     bool // it failed, and nothing shows that the model meant a call: it is text
	pending    bool // missing parts of its list, or of the fence around it, are noted later
	begun      bool // its beginning was reported, and so were the first sent bytes of its arguments
	sent       int
	told       bool // it was reported
}

func (c *item) note(kind repair.Kind, at int) {
	c.repairs = append(c.repairs, parsers.Repair{Kind: kind, Offset: at})
}

func (c *item) fail(reason parsers.Reason, message string) {
	if c.reason == parsers.ReasonUnspecified {
		c.reason, c.message = reason, message
	}
}

// leadsIn notes that a comment or a fence's line is before the call. first: it is the first call in a
// block.
func (c *item) leadsIn(first bool) { c.between, c.leads = true, first }

func (c *item) failed() bool { return c.reason != parsers.ReasonUnspecified }

// move changes the offsets of a call that was read in another text.
func (c *item) move(at func(int) int) {
	c.start, c.end, c.inner = at(c.start), at(c.end), at(c.inner)
	for i := range c.repairs {
		c.repairs[i].Offset = at(c.repairs[i].Offset)
	}
	c.open, c.close, c.between, c.unclosed = -1, 0, false, false
}

// first returns the start of the call, or of the list if the call is the first in it.
func (c *item) first() int {
	if c.open >= 0 {
		return c.open
	}
	return c.start
}

// report reports the call, and the markup next to it. begin has the properties that all calls here
// share.
func (c *item) report(e *place.Around, begin parsers.Begin) {
	c.before(e)
	switch {
	case c.silent:
		e.Text(c.end)
	case c.failed():
		c.invalid(e, begin.Format)
	default:
		c.call(e, begin)
	}
	c.told = true
	if c.close > 0 {
		e.Markup(c.close, parsers.RoleClose)
	}
}

// before reports the text before the call.
func (c *item) before(e *place.Around) {
	switch {
	case c.leads:
		e.Markup(c.first(), parsers.RoleAdjacent)
	case c.between:
		e.Markup(c.first(), parsers.RoleBetween)
	}
	e.Text(c.first())
	if c.open >= 0 {
		e.Markup(c.start, parsers.RoleOpen)
	}
}

func (c *item) invalid(e *place.Around, format string) {
	invalid := parsers.Invalid{
		Name: c.name, Format: format, FreeText: c.free, Reason: c.reason, Message: c.message,
	}
	if c.inner > 0 {
		invalid.Arguments = e.Slice(min(c.inner, c.end), c.end)
	}
	e.Invalid(c.end, invalid)
}

func (c *item) call(e *place.Around, begin parsers.Begin) {
	c.begin(e, begin)
	c.send(e, c.arguments)
	if len(c.repairs) > 1 {
		slices.SortStableFunc(c.repairs, func(a, b parsers.Repair) int { return a.Offset - b.Offset })
	}
	e.Calls.EndCall(c.end, parsers.End{
		Repairs: c.repairs, SecondReading: c.second, Weak: c.weak, Pending: c.pending,
	})
}

// begin reports the beginning of the call, unless it was reported before.
func (c *item) begin(e *place.Around, begin parsers.Begin) {
	if c.begun {
		return
	}
	c.begun = true
	begin.At, begin.Name, begin.FreeText = c.start, c.name, c.free
	e.Handler.BeginCall(begin)
}

// send reports the arguments that weren't reported yet.
func (c *item) send(e *place.Around, arguments []byte) {
	if c.sent < len(arguments) {
		e.Handler.Arguments(arguments[c.sent:])
		c.sent = len(arguments)
	}
}
