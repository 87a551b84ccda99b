package parsers

import "github.com/toolparser/toolparser/parsers/internal/room"

// A markupQueue holds what stands in the output since the first markup whose
// part is not known yet. Every call decides all of it; so does a text between
// a RoleLead and the next call, and the end of a group without calls.
type markupQueue struct {
	items []item
	head  int    // items[:head] have been placed
	bytes []byte // of the items
	// waiting are the items that the next call, or text before it, decides.
	waiting []int

	// left tells whether an accepted call stands left of the queue, white
	// space and markup apart; tail, left of what comes next if all markup in
	// the queue turns out to be markup.
	left, tail bool

	// groups are the open groups. The first one is the whole output.
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

// A group is what stands between a RoleOpen and its RoleClose.
type group struct {
	opening int  // its item, while undecided; else -1
	called  bool // there was a call in it
	last    bool // the last call in it was accepted
}

func (q *markupQueue) empty() bool { return len(q.items) == 0 }

// forget empties the queue for another output.
func (q *markupQueue) forget() {
	if cap(q.items) > 0 {
		q.items, q.bytes, q.waiting = room.Emptied(q.items), room.Emptied(q.bytes), room.Emptied(q.waiting)
	}
	q.head, q.left, q.tail = 0, false, false
	q.groups = append(room.Emptied(q.groups), group{opening: -1})
}

// push appends an item, with a copy of its bytes.
func (q *markupQueue) push(it item, text []byte) {
	if q.empty() {
		q.tail = q.left
	}
	it.off, it.n = len(q.bytes), len(text)
	q.bytes = append(room.For(q.bytes, len(text)), text...)
	q.items = append(q.items, it)
}

// await pushes markup that the next call, or text before it, decides.
func (q *markupQueue) await(it item, text []byte) {
	q.waiting = append(q.waiting, len(q.items))
	q.push(it, text)
}

// decide ends the waiting of the items before index end.
func (q *markupQueue) decide(v verdict, end int) {
	n := 0
	for ; n < len(q.waiting) && q.waiting[n] < end; n++ {
		q.items[q.waiting[n]].right = v
	}
	if n == len(q.waiting) {
		n, q.waiting = 0, q.waiting[:0]
	}
	q.waiting = q.waiting[n:]
}

// leftCalled tells whether the next markup may have an accepted call to its left.
func (q *markupQueue) leftCalled() bool {
	if q.empty() {
		return q.left
	}
	return q.tail
}

// placeMarkup is Markup where no call is pending.
func (c *collector) placeMarkup(at int, text []byte, role Role) {
	q := &c.markup
	it := item{kind: itemMarkup, role: role, span: Span{at, at + len(text)}}
	switch {
	case role == RoleOpen:
		q.groups = append(q.groups, group{opening: len(q.items)})
		q.push(it, text)
	case role == RoleClose:
		c.closeGroup(it, text)
	case thoughtRole(role):
		c.placeThought(it, text)
	case len(text) == 0:
	case role == RoleTrail || role == RoleBetween:
		c.placeAfterCall(it, text)
	case role == RoleLead:
		q.await(it, text)
	case role == RoleAdjacent:
		if q.empty() && q.left {
			c.writeMarkup(it.span, text, role)
		} else {
			q.await(it, text)
		}
	default:
		c.placeCertain(it, text)
	}
}

// placeAfterCall places markup that is text without an accepted call before it.
func (c *collector) placeAfterCall(it item, text []byte) {
	q := &c.markup
	switch {
	case !q.leftCalled():
		c.wholeText(it.span.Start, text)
	case it.role == RoleBetween:
		q.await(it, text)
	default:
		c.placeCertain(it, text)
	}
}

// placeCertain places markup that needs nothing from the right.
func (c *collector) placeCertain(it item, text []byte) {
	if c.markup.empty() {
		c.writeMarkup(it.span, text, it.role)
	} else {
		c.markup.push(it, text)
	}
}

// closeGroup closes the innermost open group.
func (c *collector) closeGroup(it item, text []byte) {
	q := &c.markup
	g := q.groups[len(q.groups)-1]
	if len(q.groups) > 1 {
		q.groups = q.groups[:len(q.groups)-1]
		c.endGroup(g)
	}
	if g.called && g.last && len(text) > 0 {
		c.placeCertain(it, text)
	} else if len(text) > 0 {
		c.wholeText(it.span.Start, text)
	}
	c.drain()
}

// endGroup tells the group around it, or its opening, what stood in a group.
func (c *collector) endGroup(g group) {
	q := &c.markup
	if g.called {
		outer := &q.groups[len(q.groups)-1]
		outer.called, outer.last = true, g.last
		return
	}
	opening := &q.items[g.opening]
	opening.right = isText
	if !isWhite(q.bytes[opening.off : opening.off+opening.n]) {
		q.decide(isText, g.opening)
	}
}

// closeGroups ends the output: what still waits, waits for nothing.
func (c *collector) closeGroups() {
	for len(c.markup.groups) > 1 {
		c.closeGroup(item{}, nil)
	}
	c.markup.decide(isText, len(c.markup.items))
	c.drain()
}

// called places what stands before a call that has just been decided.
func (c *collector) called(accepted bool) {
	q := &c.markup
	q.decide(verdictOf(accepted), len(q.items))
	for i := len(q.groups) - 1; i >= 0 && !q.groups[i].called; i-- {
		g := &q.groups[i]
		if g.called = true; g.opening >= 0 {
			q.items[g.opening].right = verdictOf(accepted)
			g.opening = -1
		}
	}
	q.groups[len(q.groups)-1].last = accepted
	c.drain()
	q.left = accepted
}

// queueText is text behind undecided markup.
func (c *collector) queueText(at int, text []byte) {
	q := &c.markup
	c.passText(text)
	if last := &q.items[len(q.items)-1]; last.kind == itemText && last.span.End == at {
		q.bytes = append(q.bytes, text...)
		last.span.End += len(text)
		last.n += len(text)
	} else {
		q.push(item{kind: itemText, span: Span{at, at + len(text)}}, text)
	}
	c.drain()
}

func (c *collector) queueDecoded(raw Span, text []byte) {
	c.passText(text)
	c.markup.push(item{kind: itemDecoded, span: raw}, text)
	c.drain()
}

// passText notes that text comes between what waits and the next call.
func (c *collector) passText(text []byte) {
	if !isWhite(text) {
		c.markup.decide(isText, len(c.markup.items))
		c.markup.tail = false
	}
}

// drain places the items at the front of the queue that are decided.
func (c *collector) drain() {
	q := &c.markup
	for ; q.head < len(q.items); q.head++ {
		it := &q.items[q.head]
		v := q.verdict(it)
		if v == undecided {
			return
		}
		c.place(it, q.bytes[it.off:it.off+it.n], v)
	}
	q.items, q.head, q.bytes = q.items[:0], 0, q.bytes[:0]
}

func (c *collector) place(it *item, text []byte, v verdict) {
	if v == isMarkup {
		c.writeMarkup(it.span, text, it.role)
	} else {
		c.writeText(it.span, text)
	}
}

// verdict decides the item at the head of the queue.
func (q *markupQueue) verdict(it *item) verdict {
	switch {
	case it.kind != itemMarkup:
		return isText
	case it.role == RoleTrail, it.role == RoleAdjacent && q.left:
		return verdictOf(q.left)
	case it.role == RoleBetween && !q.left:
		return isText
	case it.role == RoleOpen, it.role == RoleLead, it.role == RoleAdjacent, it.role == RoleBetween:
		return it.right
	}
	return isMarkup // always, or the closing of a group whose last call was accepted
}
