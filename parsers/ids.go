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
func (ci *callIDs) give(call *call) {
	if call.id != "" {
		return
	}
	if call.ID != "" {
		call.id = call.nativeID()
	}
	if call.id == "" || ci.taken(call.id) {
		call.synthesized = true
		call.id = ci.newID(call)
	}
}

// newID makes an id as the call's format or family has it.
func (ci *callIDs) newID(call *call) string {
	ids, newID := ci.results.placed.request.family.IDs, ci.results.placed.request.family.NewID
	if ci.ofFormats {
		ids, newID = ci.results.placed.request.family.idsOf(call.Format)
	}
	if newID != nil {
		if ci.isTaken == nil {
			ci.isTaken = ci.taken
		}
		return newID(call.Name, ci.countFrom(), ci.isTaken)
	}
	if ids == nil {
		ids = &DefaultIDs
	}
	n := 0
	if ids.Counted {
		n = ci.freeNumber(ids)
	}
	if ci.room == nil {
		ci.room = ci.results.placed.request.result().ids[:0]
	}
	if cap(ci.room) < ci.length {
		ci.room = make([]byte, 0, ci.length*max(len(ci.results.calls), 1))
	}
	id := ids.append(ci.room, call.Name, n)
	ci.room, ci.length = id[len(id):], len(id)
	return asString(id)
}

// freeNumber is the number of the next id of those that are counted.
func (ci *callIDs) freeNumber(ids *IDs) int {
	if ids.Named {
		return ci.countFrom()
	}
	whole := ci.wholes()
	n := max(ci.bareCount, ci.results.placed.request.cfg.PriorToolCalls)
	for id := ids.append(nil, "", n); whole.has(id); id = ids.append(id[:0], "", n) {
		n++
	}
	ci.bareCount = n
	return n
}

// countFrom is the number from which ids that are counted count on. A number that is taken
// stays so: what is known to be isn't tried again.
func (ci *callIDs) countFrom() int {
	n := max(ci.count, ci.results.placed.request.cfg.PriorToolCalls)
	var room [len(":-9223372036854775808")]byte
	for len(ci.results.calls) > 0 && ci.ends(strconv.AppendInt(append(room[:0], ':'), int64(n), 10)) {
		n++
	}
	ci.count = n
	return n
}

// ends reports whether an id of the result ends in the suffix, from its last colon on.
func (ci *callIDs) ends(suffix []byte) bool {
	suffixes := &ci.known().suffixes
	suffixes.learn(ci.results.calls, idSuffix)
	return suffixes.has(suffix)
}

// taken is what Family.NewID is given.
func (ci *callIDs) taken(id string) bool {
	if suffix, ok := strings.CutPrefix(id, "*"); ok && strings.HasPrefix(suffix, ":") {
		return ci.ends([]byte(suffix))
	}
	return ci.wholes().has([]byte(id))
}

// wholes are the ids of the result.
func (ci *callIDs) wholes() *partSet {
	whole := &ci.known().whole
	whole.learn(ci.results.calls, wholeID)
	return whole
}

func (ci *callIDs) known() *idParts {
	if ci.parts == nil {
		ci.parts = new(idParts)
	}
	return ci.parts
}

// forget empties it for another output.
func (ci *callIDs) forget() {
	if ci.parts != nil {
		ci.parts.whole.forget()
		ci.parts.suffixes.forget()
	}
	ci.room, ci.length, ci.count, ci.bareCount = nil, 0, 0, 0
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
func (ps *partSet) learn(calls []ToolCall, part func(id string) string) {
	for ; ps.known < len(calls); ps.known++ {
		if p := part(calls[ps.known].ID); p != "" {
			ps.add(p)
		}
	}
}

func (ps *partSet) add(part string) {
	if len(ps.few) < fewIDs {
		ps.few = append(ps.few, part)
		return
	}
	if len(ps.many) == 0 {
		if ps.many == nil {
			ps.many = make(map[string]struct{})
		}
		for _, p := range ps.few {
			ps.many[p] = struct{}{}
		}
	}
	ps.many[part] = struct{}{}
}

func (ps *partSet) has(part []byte) bool {
	if len(ps.many) > 0 {
		_, ok := ps.many[string(part)]
		return ok
	}
	for _, p := range ps.few {
		if p == string(part) {
			return true
		}
	}
	return false
}

// forget empties the set for another output.
func (ps *partSet) forget() {
	if ps.known == 0 {
		return
	}
	if len(ps.many) > manyIDs {
		ps.many = nil
	}
	clear(ps.many)
	ps.known, ps.few = 0, buffers.Emptied(ps.few)
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
func (ids *IDs) append(b []byte, name string, n int) []byte {
	b = append(b, ids.Prefix...)
	if ids.Named {
		b = append(append(b, name...), ':')
	}
	if ids.Counted {
		return strconv.AppendInt(b, int64(n), 10)
	}
	if ids.Timed {
		b = append(strconv.AppendInt(b, time.Now().UnixMilli(), 36), '_')
	}
	random := ids.Random
	if random == 0 {
		random = defaultRandom
	}
	if ids.Hex {
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
func (tw *twinSet) forget() {
	tw.calls = buffers.Emptied(tw.calls)
	if tw.free != nil { // a pointer that is written costs while garbage is collected
		tw.free = nil
	}
}

// add notes that the call that was accepted last may absorb another one.
func (tw *twinSet) add(f *results, call *call) {
	if call.Merges || call.endsThought {
		tw.calls = append(tw.calls, twin{len(f.calls) - 1, call.endsThought})
	}
}

// find is the key of the accepted call that absorbs this one, or "".
func (tw *twinSet) find(f *results, call *call) string {
	if !call.Mergeable && !call.repeats || len(tw.calls) == 0 && len(tw.free) == 0 {
		return ""
	}
	if tw.free == nil {
		tw.free = make(map[string]int)
	}
	for _, t := range tw.calls {
		f.placed.request.visits.Add(len(f.calls[t.index].Arguments))
		tw.free[twinKey(f.calls[t.index].Name, []byte(f.calls[t.index].Arguments), t.thought)]++
	}
	tw.calls = tw.calls[:0]
	for _, thought := range []bool{true, false} {
		if thought && !call.repeats || !thought && !call.Mergeable {
			continue
		}
		f.placed.request.visits.Add(len(call.args))
		if key := twinKey(call.Name, call.args, thought); tw.free[key] > 0 {
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
