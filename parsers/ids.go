package parsers

import (
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/room"
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
		call.id = c.newID(call)
	}
}

// newID makes an id as the call's format or family has it.
func (c *collector) newID(call *call) string {
	ids, newID := c.given.family.IDs, c.given.family.NewID
	if c.formatIDs {
		ids, newID = c.given.family.idsOf(call.Format)
	}
	if newID != nil {
		return newID(call.Name, c.countFrom(), c.isTaken)
	}
	if ids == nil {
		ids = &DefaultIDs
	}
	n := 0
	if ids.Counted {
		n = c.freeNumber(ids)
	}
	if cap(c.idRoom) < c.idLength {
		c.idRoom = make([]byte, 0, c.idLength*max(len(c.calls), 1))
	}
	id := ids.append(c.idRoom, call.Name, n)
	c.idRoom, c.idLength = id[len(id):], len(id)
	return asString(id)
}

// freeNumber is the number of the next id of those that are counted.
func (c *collector) freeNumber(ids *IDs) int {
	if ids.Named {
		return c.countFrom()
	}
	c.ids.whole.learn(c.calls, wholeID)
	n := max(c.ids.bareCount, c.given.cfg.PriorToolCalls)
	for id := ids.append(nil, "", n); c.ids.whole.has(id); id = ids.append(id[:0], "", n) {
		n++
	}
	c.ids.bareCount = n
	return n
}

// countFrom is the number from which ids that are counted count on. A number that is taken
// stays so: what is known to be isn't tried again.
func (c *collector) countFrom() int {
	n := max(c.ids.count, c.given.cfg.PriorToolCalls)
	var room [len(":-9223372036854775808")]byte
	for len(c.calls) > 0 && c.ends(strconv.AppendInt(append(room[:0], ':'), int64(n), 10)) {
		n++
	}
	c.ids.count = n
	return n
}

// ends reports whether an id of the result ends in the suffix, from its last colon on.
func (c *collector) ends(suffix []byte) bool {
	c.ids.suffixes.learn(c.calls, idSuffix)
	return c.ids.suffixes.has(suffix)
}

// taken is what Family.NewID is given.
func (c *collector) taken(id string) bool {
	if suffix, ok := strings.CutPrefix(id, "*"); ok && strings.HasPrefix(suffix, ":") {
		return c.ends([]byte(suffix))
	}
	c.ids.whole.learn(c.calls, wholeID)
	return c.ids.whole.has([]byte(id))
}

// An idSet finds the ids of a result.
type idSet struct {
	count           int // every number before it, from PriorToolCalls on, is taken, behind a colon
	bareCount       int // and without one
	whole, suffixes partSet
}

// A partSet is one part of the ids of a result's calls; of those whose part is "", none.
type partSet struct {
	known int // of the result's calls
	few   []string
	many  map[string]struct{} // all of them; empty while they are few
}

// fewIDs is the number of ids from which on a map is faster than a look at each,
// manyIDs the one from which on the map isn't kept for another output.
const (
	fewIDs  = 16
	manyIDs = 256
)

// learn takes in the calls that it doesn't know yet.
func (s *partSet) learn(calls []ToolCall, part func(id string) string) {
	for ; s.known < len(calls); s.known++ {
		if p := part(calls[s.known].ID); p != "" {
			s.add(p)
		}
	}
}

func (s *partSet) add(part string) {
	if len(s.few) < fewIDs {
		s.few = append(s.few, part)
		return
	}
	if len(s.many) == 0 {
		if s.many == nil {
			s.many = make(map[string]struct{})
		}
		for _, p := range s.few {
			s.many[p] = struct{}{}
		}
	}
	s.many[part] = struct{}{}
}

func (s *partSet) has(part []byte) bool {
	if len(s.many) > 0 {
		_, ok := s.many[string(part)]
		return ok
	}
	for _, p := range s.few {
		if p == string(part) {
			return true
		}
	}
	return false
}

// forget empties the set for another output.
func (s *partSet) forget() {
	if s.known == 0 {
		return
	}
	if len(s.many) > manyIDs {
		s.many = nil
	}
	clear(s.many)
	s.known, s.few = 0, room.Emptied(s.few)
}

// forget empties the set for another output.
func (s *idSet) forget() {
	s.whole.forget()
	s.suffixes.forget()
	s.count, s.bareCount = 0, 0
}

func wholeID(id string) string { return id }

// idSuffix is an id from its last colon on; "": it has none.
func idSuffix(id string) string {
	if !strings.Contains(id, ":") { // most often, and found by many bytes at a time
		return ""
	}
	return id[strings.LastIndexByte(id, ':'):]
}
