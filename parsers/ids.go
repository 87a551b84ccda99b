package parsers

import (
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/room"
)

// nativeID is the id that the model gave the call.
func (call *call) nativeID() string { return strings.TrimSpace(call.ID) }

// callIDs give the calls their ids, and know those of the result.
type callIDs struct {
	found *found

	isTaken   func(string) bool // taken, made once
	ofFormats bool              // some formats make ids of their own

	room      []byte // for the next id: all of a result share memory, as its texts do
	length    int    // the last one's
	count     int    // every number before it, from PriorToolCalls on, is taken, behind a colon
	bareCount int    // and without one
	parts     *idParts
}

// idParts are what is known of the ids of a result; nil: no one asked.
type idParts struct{ whole, suffixes partSet }

// give gives a call its id, unless it has one: its own if that is unused,
// else one that the family makes.
func (s *callIDs) give(call *call) {
	if call.id != "" {
		return
	}
	if call.ID != "" {
		call.id = call.nativeID()
	}
	if call.id == "" || s.taken(call.id) {
		call.synthesized = true
		call.id = s.newID(call)
	}
}

// newID makes an id as the call's format or family has it.
func (s *callIDs) newID(call *call) string {
	ids, newID := s.found.placed.given.family.IDs, s.found.placed.given.family.NewID
	if s.ofFormats {
		ids, newID = s.found.placed.given.family.idsOf(call.Format)
	}
	if newID != nil {
		if s.isTaken == nil {
			s.isTaken = s.taken
		}
		return newID(call.Name, s.countFrom(), s.isTaken)
	}
	if ids == nil {
		ids = &DefaultIDs
	}
	n := 0
	if ids.Counted {
		n = s.freeNumber(ids)
	}
	if s.room == nil {
		s.room = s.found.placed.given.result().ids[:0]
	}
	if cap(s.room) < s.length {
		s.room = make([]byte, 0, s.length*max(len(s.found.calls), 1))
	}
	id := ids.append(s.room, call.Name, n)
	s.room, s.length = id[len(id):], len(id)
	return asString(id)
}

// freeNumber is the number of the next id of those that are counted.
func (s *callIDs) freeNumber(ids *IDs) int {
	if ids.Named {
		return s.countFrom()
	}
	whole := s.wholes()
	n := max(s.bareCount, s.found.placed.given.cfg.PriorToolCalls)
	for id := ids.append(nil, "", n); whole.has(id); id = ids.append(id[:0], "", n) {
		n++
	}
	s.bareCount = n
	return n
}

// countFrom is the number from which ids that are counted count on. A number that is taken
// stays so: what is known to be isn't tried again.
func (s *callIDs) countFrom() int {
	n := max(s.count, s.found.placed.given.cfg.PriorToolCalls)
	var room [len(":-9223372036854775808")]byte
	for len(s.found.calls) > 0 && s.ends(strconv.AppendInt(append(room[:0], ':'), int64(n), 10)) {
		n++
	}
	s.count = n
	return n
}

// ends reports whether an id of the result ends in the suffix, from its last colon on.
func (s *callIDs) ends(suffix []byte) bool {
	suffixes := &s.known().suffixes
	suffixes.learn(s.found.calls, idSuffix)
	return suffixes.has(suffix)
}

// taken is what Family.NewID is given.
func (s *callIDs) taken(id string) bool {
	if suffix, ok := strings.CutPrefix(id, "*"); ok && strings.HasPrefix(suffix, ":") {
		return s.ends([]byte(suffix))
	}
	return s.wholes().has([]byte(id))
}

// wholes are the ids of the result.
func (s *callIDs) wholes() *partSet {
	whole := &s.known().whole
	whole.learn(s.found.calls, wholeID)
	return whole
}

func (s *callIDs) known() *idParts {
	if s.parts == nil {
		s.parts = new(idParts)
	}
	return s.parts
}

// forget empties it for another output.
func (s *callIDs) forget() {
	if s.parts != nil {
		s.parts.whole.forget()
		s.parts.suffixes.forget()
	}
	s.room, s.length, s.count, s.bareCount = nil, 0, 0, 0
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

func wholeID(id string) string { return id }

// idSuffix is an id from its last colon on; "": it has none.
func idSuffix(id string) string {
	if !strings.Contains(id, ":") { // most often, and found by many bytes at a time
		return ""
	}
	return id[strings.LastIndexByte(id, ':'):]
}
