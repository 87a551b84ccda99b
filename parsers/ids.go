package parsers

import (
	"strconv"
	"strings"
	"time"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/randid"
)

// nativeID is the id that the model gave the call.
func (call *call) nativeID() string { return strings.TrimSpace(call.ID) }

// callIDs give the calls their ids, and know those of the result.
type callIDs struct {
	results *results

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
	ids, newID := s.results.placed.request.family.IDs, s.results.placed.request.family.NewID
	if s.ofFormats {
		ids, newID = s.results.placed.request.family.idsOf(call.Format)
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
		s.room = s.results.placed.request.result().ids[:0]
	}
	if cap(s.room) < s.length {
		s.room = make([]byte, 0, s.length*max(len(s.results.calls), 1))
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
	n := max(s.bareCount, s.results.placed.request.cfg.PriorToolCalls)
	for id := ids.append(nil, "", n); whole.has(id); id = ids.append(id[:0], "", n) {
		n++
	}
	s.bareCount = n
	return n
}

// countFrom is the number from which ids that are counted count on. A number that is taken
// stays so: what is known to be isn't tried again.
func (s *callIDs) countFrom() int {
	n := max(s.count, s.results.placed.request.cfg.PriorToolCalls)
	var room [len(":-9223372036854775808")]byte
	for len(s.results.calls) > 0 && s.ends(strconv.AppendInt(append(room[:0], ':'), int64(n), 10)) {
		n++
	}
	s.count = n
	return n
}

// ends reports whether an id of the result ends in the suffix, from its last colon on.
func (s *callIDs) ends(suffix []byte) bool {
	suffixes := &s.known().suffixes
	suffixes.learn(s.results.calls, idSuffix)
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
	whole.learn(s.results.calls, wholeID)
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
	s.known, s.few = 0, buffers.Emptied(s.few)
}

func wholeID(id string) string { return id }

// idSuffix is an id from its last colon on; "": it has none.
func idSuffix(id string) string {
	if !strings.Contains(id, ":") { // most often, and found by many bytes at a time
		return ""
	}
	return id[strings.LastIndexByte(id, ':'):]
}

// IDs say how ids are made of calls that have none, as data.
type IDs struct {
	// Prefix is before all the rest; at most 32 bytes.
	Prefix string
	// Random is how many random letters and digits follow, from 8 to 48; 0 is 24.
	Random int
	// Hex: the random ones are hexadecimal digits.
	Hex bool
	// Counted: a number follows instead, which counts on from the calls earlier
	// in the conversation: the first that makes an id which the result doesn't have.
	Counted bool
	// Named: the call's name and ':' are before the number, which is the first that
	// no id of the result ends in, whatever the name.
	Named bool
	// Timed: the milliseconds since 1970 in base 36, and '_', are before the
	// random part.
	Timed bool
}

// DefaultIDs are those of most families.
var DefaultIDs = IDs{Prefix: "call_", Random: defaultRandom}

const defaultRandom = 24

// append appends an id of a call of this name to b, with the number n if it is counted.
func (s *IDs) append(b []byte, name string, n int) []byte {
	b = append(b, s.Prefix...)
	if s.Named {
		b = append(append(b, name...), ':')
	}
	if s.Counted {
		return strconv.AppendInt(b, int64(n), 10)
	}
	if s.Timed {
		b = append(strconv.AppendInt(b, time.Now().UnixMilli(), 36), '_')
	}
	random := s.Random
	if random == 0 {
		random = defaultRandom
	}
	if s.Hex {
		return randid.Hex(b, random)
	}
	return randid.Base62(b, random)
}

// A twinSet finds an accepted call that is the same as another one: in name and, as JSON
// values, in arguments. It does so for a Mergeable call among those that Merge, and for one
// behind a thought among those that ended the thought. Each absorbs one.
type twinSet struct {
	calls []twin // the accepted calls that may absorb one, not yet in free
	free  map[string]int
}

// A twin is an accepted call that may absorb another one.
type twin struct {
	index   int
	thought bool // it ended a thought
}

// forget empties the set for another output.
func (s *twinSet) forget() {
	s.calls = buffers.Emptied(s.calls)
	if s.free != nil { // a pointer that is written costs while garbage is collected
		s.free = nil
	}
}

// add notes that the call that was accepted last may absorb another one.
func (s *twinSet) add(f *results, call *call) {
	if call.Merges || call.endsThought {
		s.calls = append(s.calls, twin{len(f.calls) - 1, call.endsThought})
	}
}

// find is the key of the accepted call that absorbs this one, or "".
func (s *twinSet) find(f *results, call *call) string {
	if !call.Mergeable && !call.repeats || len(s.calls) == 0 && len(s.free) == 0 {
		return ""
	}
	if s.free == nil {
		s.free = make(map[string]int)
	}
	for _, t := range s.calls {
		f.placed.request.visits.Add(len(f.calls[t.index].Arguments))
		s.free[twinKey(f.calls[t.index].Name, []byte(f.calls[t.index].Arguments), t.thought)]++
	}
	s.calls = s.calls[:0]
	for _, thought := range []bool{true, false} {
		if thought && !call.repeats || !thought && !call.Mergeable {
			continue
		}
		f.placed.request.visits.Add(len(call.args))
		if key := twinKey(call.Name, call.args, thought); s.free[key] > 0 {
			return key
		}
	}
	return ""
}

// twinKey is the same for calls that are the same. A name has no control characters.
func twinKey(name string, arguments []byte, thought bool) string {
	part := "\x00"
	if thought {
		part = "\x01"
	}
	return name + part + string(canonicalJSON(arguments))
}
