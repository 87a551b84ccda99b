package parsers

import "github.com/toolparser/toolparser/parsers/internal/room"

// A twinSet finds, for a Mergeable call, an accepted call that Merges and is
// the same: in name and, as JSON values, in arguments. Each absorbs one.
type twinSet struct {
	calls []int // the accepted calls that merge, not yet in free
	free  map[string]int
}

// forget empties the set for another output.
func (s *twinSet) forget() {
	s.calls = room.Emptied(s.calls)
	if s.free != nil {
		s.free = nil
	}
}

// add notes that an accepted call merges.
func (s *twinSet) add(index int) { s.calls = append(s.calls, index) }

// findTwin is the key of the accepted call that absorbs this one, or "".
func (c *collector) findTwin(call *call) string {
	s := &c.twins
	if !call.Mergeable || len(s.calls) == 0 && len(s.free) == 0 {
		return ""
	}
	if s.free == nil {
		s.free = make(map[string]int)
	}
	for _, i := range s.calls {
		c.visits.Add(len(c.calls[i].Arguments))
		s.free[twinKey(c.calls[i].Name, []byte(c.calls[i].Arguments))]++
	}
	s.calls = s.calls[:0]
	c.visits.Add(len(call.args))
	key := twinKey(call.Name, call.args)
	if s.free[key] == 0 {
		return ""
	}
	return key
}

// twinKey is the same for calls that are the same. A name has no control characters.
func twinKey(name string, arguments []byte) string {
	return name + "\x00" + string(canonicalJSON(arguments))
}
