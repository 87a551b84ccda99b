package parsers

import "github.com/toolparser/toolparser/parsers/internal/room"

// A markupQueue holds what is in the output since the first markup whose
// part is not known yet. Every call decides all of it; so does a text between
// a RoleLead and the next call, and the end of a group without calls. Behind a call that
// may still be rejected, nothing reaches it: events are recorded then.
type markupQueue struct {
	placed *placed

	pending *pendingCall // nil: there is none

	items []item
	head  int    // items[:head] have been placed
	bytes []byte // of the items, unless they stay
	// waiting are the items that the next call, or text before it, decides.
	waiting []int

	// tail reports whether an accepted call is left of what comes next if all markup in
	// the queue turns out to be markup.
	tail bool
	used bool // something was pushed

	// groups are the open groups. The first one is the complete output.
	groups []group
}

// An item is one event in the queue.
type item struct {
	kind itemKind
	role Role
	span Span
	off  int // of its bytes: bytes[off:off+n]
	n    int
	// right is what the calls to the right say, for roles that depend on them.
	right   verdict
	invalid *recordedInvalid // recorded behind a pendingCall
}

type itemKind uint8

const (
	itemText itemKind = iota
	itemDecoded
	itemMarkup
	itemInvalid
)

// A verdict says whether markup is markup.
type verdict uint8

const (
	undecided verdict = iota
	isMarkup
	isText
)

func verdictOf(markup bool) verdict {
	if markup {
		return isMarkup
	}
	return isText
}

// A group is what is between a RoleOpen and its RoleClose.
type group struct {
	opening int  // its item, while undecided; else -1
	called  bool // there was a call in it
	last    bool // the last call in it was accepted
}

func (q *markupQueue) empty() bool { return len(q.items) == 0 }

// forget empties the queue for another output.
func (q *markupQueue) forget() {
	if q.used || len(q.groups) == 0 {
		q.items, q.bytes, q.waiting = room.Emptied(q.items), room.Reused(q.bytes), room.Emptied(q.waiting)
		q.groups = append(room.Emptied(q.groups), group{})
	}
	q.groups[0] = group{opening: -1}
	q.pending, q.head, q.tail, q.used = nil, 0, false, false
}

// push appends an item, with a copy of its bytes where they don't stay.
func (q *markupQueue) push(it item, text []byte) {
	if q.empty() {
		q.tail = q.placed.left
	}
	q.used = true
	if !q.stays(it.kind) {
		it.off, it.n = len(q.bytes), len(text)
		q.bytes = room.Append(q.placed.given.visits, q.bytes, text)
	}
	if len(q.items) == cap(q.items) {
		q.items = room.Lengthened(q.placed.given.visits, q.items)
	}
	q.items = append(q.items, it)
}

// await pushes markup that the next call, or text before it, decides.
func (q *markupQueue) await(it item, text []byte) {
	if len(q.waiting) == cap(q.waiting) {
		q.waiting = room.Lengthened(q.placed.given.visits, q.waiting)
	}
	q.waiting = append(q.waiting, len(q.items))
	q.push(it, text)
}

// decide ends the waiting of the items before index end.
func (q *markupQueue) decide(v verdict, end int) {
	if len(q.waiting) == 0 {
		return
	}
	n := 0
	for ; n < len(q.waiting) && q.waiting[n] < end; n++ {
		q.items[q.waiting[n]].right = v
	}
	if n == len(q.waiting) {
		n, q.waiting = 0, q.waiting[:0]
	}
	q.waiting = q.waiting[n:]
}

// leftCalled reports whether the next markup may have an accepted call to its left.
func (q *markupQueue) leftCalled() bool {
	if q.empty() {
		return q.placed.left
	}
	return q.tail
}

// drain places the items at the front of the queue that are decided.
func (q *markupQueue) drain() {
	if q.empty() {
		return
	}
	for ; q.head < len(q.items); q.head++ {
		it := &q.items[q.head]
		v := q.verdict(it)
		if v == undecided {
			return
		}
		text := q.text(it)
		q.placed.given.visits.Add(len(text)) // it is looked at again
		q.place(it, text, v)
	}
	q.items, q.head, q.bytes = q.items[:0], 0, q.bytes[:0]
}

// text are the item's bytes: where they stay a part of the output, so that content that
// is one chunk of it stays that.
func (q *markupQueue) text(it *item) []byte {
	if q.stays(it.kind) {
		return q.placed.given.output.part(it.span)
	}
	return q.bytes[it.off : it.off+it.n]
}

// stays reports whether the output holds the bytes of such an item.
func (q *markupQueue) stays(kind itemKind) bool {
	return q.placed.given.output != "" && kind != itemDecoded
}

func (q *markupQueue) place(it *item, text []byte, v verdict) {
	if v == isMarkup {
		q.placed.writeMarkup(it.span, text, it.role)
	} else {
		q.placed.writeText(it.span, text)
	}
}

// verdict decides the item at the head of the queue.
func (q *markupQueue) verdict(it *item) verdict {
	switch {
	case it.kind != itemMarkup:
		return isText
	case it.role == RoleTrail, it.role == RoleAdjacent && q.placed.left:
		return verdictOf(q.placed.left)
	case it.role == RoleBetween && !q.placed.left:
		return isText
	case it.role == RoleOpen, it.role == RoleLead, it.role == RoleAdjacent, it.role == RoleBetween:
		return it.right
	}
	return isMarkup // always, or the closing of a group whose last call was accepted
}
