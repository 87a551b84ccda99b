package pythoncall

import (
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
