package parsers

import "github.com/toolparser/toolparser/parsers/internal/room"

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
	s.calls = room.Emptied(s.calls)
	if s.free != nil { // a pointer that is written costs while garbage is collected
		s.free = nil
	}
}

// add notes that the call that was accepted last may absorb another one.
func (s *twinSet) add(f *found, call *call) {
	if call.Merges || call.endsThought {
		s.calls = append(s.calls, twin{len(f.calls) - 1, call.endsThought})
	}
}

// find is the key of the accepted call that absorbs this one, or "".
func (s *twinSet) find(f *found, call *call) string {
	if !call.Mergeable && !call.repeats || len(s.calls) == 0 && len(s.free) == 0 {
		return ""
	}
	if s.free == nil {
		s.free = make(map[string]int)
	}
	for _, t := range s.calls {
		f.placed.given.visits.Add(len(f.calls[t.index].Arguments))
		s.free[twinKey(f.calls[t.index].Name, []byte(f.calls[t.index].Arguments), t.thought)]++
	}
	s.calls = s.calls[:0]
	for _, thought := range []bool{true, false} {
		if thought && !call.repeats || !thought && !call.Mergeable {
			continue
		}
		f.placed.given.visits.Add(len(call.args))
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
