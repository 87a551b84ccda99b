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

// countFrom is the number from which ids that are counted count on. A number that is taken
// stays so: what is known to be isn't tried again.
func (c *collector) countFrom() int {
	n := max(c.ids.count, c.cfg.PriorToolCalls)
	var room [len(":-9223372036854775808")]byte
	for len(c.calls) > 0 && c.ends(strconv.AppendInt(append(room[:0], ':'), int64(n), 10)) {
		n++
	}
	c.ids.count = n
	return n
}

// ends tells whether an id of the result ends in the suffix, from its last colon on.
func (c *collector) ends(suffix []byte) bool {
	if len(c.calls) >= manyCalls {
		c.ids.learn(c.calls)
		_, ok := c.ids.suffixes[string(suffix)]
		return ok
	}
	for i := range c.calls {
		if idSuffix(c.calls[i].ID) == string(suffix) {
			return true
		}
	}
	return false
}

// An idSet finds the ids of a result with many calls.
type idSet struct {
	known         int // of the result's calls
	count         int // every number before it, from PriorToolCalls on, is taken
	ids, suffixes map[string]struct{}
}

// manyCalls is the number of calls from which on a map is faster than a look at each,
// tooManyCalls the one from which on the map isn't kept for another output.
const (
	manyCalls    = 16
	tooManyCalls = 256
)

// taken is what Family.NewID is given.
func (c *collector) taken(id string) bool {
	if suffix, ok := strings.CutPrefix(id, "*"); ok && strings.HasPrefix(suffix, ":") {
		return c.ends([]byte(suffix))
	}
	if len(c.calls) >= manyCalls {
		c.ids.learn(c.calls)
		_, ok := c.ids.ids[id]
		return ok
	}
	for i := range c.calls {
		if c.calls[i].ID == id {
			return true
		}
	}
	return false
}

// forget empties the set for another output.
func (s *idSet) forget() {
	if s.known > tooManyCalls {
		*s = idSet{}
	} else if s.known > 0 {
		clear(s.ids)
		clear(s.suffixes)
	}
	s.known, s.count = 0, 0
}

// learn takes in the ids of the calls that it doesn't know yet.
func (s *idSet) learn(calls []ToolCall) {
	if s.ids == nil {
		s.ids, s.suffixes = make(map[string]struct{}), make(map[string]struct{})
	}
	for ; s.known < len(calls); s.known++ {
		id := calls[s.known].ID
		s.ids[id] = struct{}{}
		if suffix := idSuffix(id); suffix != "" {
			s.suffixes[suffix] = struct{}{}
		}
	}
}

// idSuffix is an id from its last colon on; "": it has none.
func idSuffix(id string) string {
	return id[max(strings.LastIndexByte(id, ':'), 0):]
}
