package parsers

import "strings"

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
		call.id = c.family.NewID(call.Name, c.cfg.PriorToolCalls, c.isTaken)
	}
}

// An idSet finds the ids of a result with many calls.
type idSet struct {
	known int // of the result's calls
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
