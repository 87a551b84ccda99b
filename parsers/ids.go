package parsers

import (
	"strconv"
	"strings"
)

// nativeID is the id that the model gave the call.
func (call *call) nativeID() string { return strings.TrimSpace(call.ID) }

// giveID gives a call its id, unless it has one: its own if that is unused,
// else one that the family makes.
func (c *collector) giveID(call *call) {
	if call.id != "" {
		return
	}
	call.id = call.nativeID()
	if call.id == "" || c.taken(call.id) {
		call.synthesized = true
		newID := c.family.NewID
		if c.formatIDs {
			newID = c.family.newID(call.Format)
		}
		call.id = newID(call.Name, c.countFrom(), c.isTaken)
	}
}

// countFrom is the number from which ids that are counted count on. A number
// that is taken stays so: with many calls those known to be are passed over,
// so that each call doesn't try them all again.
func (c *collector) countFrom() int {
	if len(c.calls) < manyCalls {
		return c.cfg.PriorToolCalls
	}
	n := max(c.ids.count, c.cfg.PriorToolCalls)
	for c.taken("*:" + strconv.Itoa(n)) {
		n++
	}
	c.ids.count = n
	return n
}

// An idSet finds the ids of a result with many calls.
type idSet struct {
	known int // of the result's calls
	count int // every number before it, from PriorToolCalls on, is taken
	ids   map[string]struct{}
}

// manyCalls is the number of calls from which on a map is faster than a look at each.
const manyCalls = 16

// taken is what Family.NewID is given.
func (c *collector) taken(id string) bool {
	if len(c.calls) >= manyCalls {
		return c.ids.has(id, c.calls)
	}
	for i := range c.calls {
		if c.calls[i].ID == id || id == idSuffix(c.calls[i].ID) {
			return true
		}
	}
	return false
}

// forget empties the set for another output.
func (s *idSet) forget() {
	if s.known > 0 || s.count > 0 {
		*s = idSet{}
	}
}

func (s *idSet) has(id string, calls []ToolCall) bool {
	if s.ids == nil {
		s.ids = make(map[string]struct{})
	}
	for ; s.known < len(calls); s.known++ {
		s.ids[calls[s.known].ID] = struct{}{}
		s.ids[idSuffix(calls[s.known].ID)] = struct{}{}
	}
	_, ok := s.ids[id]
	return ok
}

// idSuffix is the pattern, as NewID may ask for it, of ids that end like this one.
func idSuffix(id string) string {
	if i := strings.LastIndexByte(id, ':'); i >= 0 {
		return "*" + id[i:]
	}
	return ""
}
