package parsers

import (
	"slices"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
)

// placeMarkup places markup where no call is pending.
func (q *markupQueue) placeMarkup(at int, text []byte, role Role) {
	it := item{kind: itemMarkup, role: role, span: Span{at, at + len(text)}}
	switch {
	case role == RoleOpen:
		q.groups = append(q.groups, group{opening: len(q.items)})
		q.push(it, text)
	case role == RoleClose:
		q.closeGroup(it, text)
	case thoughtRole(role):
		q.placeThought(it, text)
	case len(text) == 0:
	case role == RoleTrail || role == RoleBetween:
		q.placeAfterCall(it, text)
	case role == RoleLead:
		q.await(it, text)
	case role == RoleAdjacent:
		if q.empty() && q.placed.left {
			q.placed.writeMarkup(it.span, text, role)
		} else {
			q.await(it, text)
		}
	default:
		q.placeCertain(it, text)
	}
}

// placeAfterCall places markup that is text without an accepted call before it.
func (q *markupQueue) placeAfterCall(it item, text []byte) {
	switch {
	case !q.leftCalled():
		q.addText(it.span.Start, text)
	case it.role == RoleBetween:
		q.await(it, text)
	default:
		q.placeCertain(it, text)
	}
}

// placeCertain places markup that needs nothing from the right.
func (q *markupQueue) placeCertain(it item, text []byte) {
	if q.empty() {
		q.placed.writeMarkup(it.span, text, it.role)
	} else {
		q.push(it, text)
	}
}

// closeGroup closes the innermost open group.
func (q *markupQueue) closeGroup(it item, text []byte) {
	g := q.groups[len(q.groups)-1]
	if len(q.groups) > 1 {
		q.groups = q.groups[:len(q.groups)-1]
		q.endGroup(g)
	}
	if g.called && g.last && len(text) > 0 {
		q.placeCertain(it, text)
	} else if len(text) > 0 {
		q.addText(it.span.Start, text)
	}
	q.drain()
}

// endGroup tells the group around it, or its opening, what was in a group.
func (q *markupQueue) endGroup(g group) {
	if g.called {
		outer := &q.groups[len(q.groups)-1]
		outer.called, outer.last = true, g.last
		return
	}
	opening := &q.items[g.opening]
	opening.right = isText
	if !isWhite(q.text(opening)) {
		q.decide(isText, g.opening)
	}
}

// closeGroups ends the output: what still waits, waits for nothing.
func (q *markupQueue) closeGroups() {
	for len(q.groups) > 1 {
		q.closeGroup(item{}, nil)
	}
	q.decide(isText, len(q.items))
	q.drain()
}

// called places what is before a call that has just been decided.
func (q *markupQueue) called(accepted bool) {
	q.decide(verdictOf(accepted), len(q.items))
	for i := len(q.groups) - 1; i >= 0 && !q.groups[i].called; i-- {
		g := &q.groups[i]
		if g.called = true; g.opening >= 0 {
			q.items[g.opening].right = verdictOf(accepted)
			g.opening = -1
		}
	}
	q.groups[len(q.groups)-1].last = accepted
	q.drain()
	q.placed.left = accepted
}

// thoughtRole reports whether the role opens or closes a thought.
func thoughtRole(role Role) bool {
	switch role {
	case RoleThought, RoleThoughtEnd, RoleReasoning, RoleReasoningEnd:
		return true
	}
	return false
}

// placeThought is placeMarkup for what opens or closes a thought. For what waits
// for a call the markers in a text are text.
func (q *markupQueue) placeThought(it item, text []byte) {
	if q.empty() {
		q.placed.writeMarkup(it.span, text, it.role)
		return
	}
	if it.role == RoleThought || it.role == RoleThoughtEnd {
		q.passText(text)
	}
	q.push(it, text)
	q.drain()
}

// addText places text, in whole code points.
func (q *markupQueue) addText(at int, text []byte) {
	switch {
	case q.pending != nil:
		q.pending.recordText(at, text)
	case q.empty():
		q.placed.writeText(Span{at, at + len(text)}, text)
	default:
		q.queueText(at, text)
	}
}

// addDecoded places text that isn't the output's own bytes.
func (q *markupQueue) addDecoded(raw Span, text []byte) {
	it := item{kind: itemDecoded, span: raw}
	switch {
	case q.pending != nil:
		q.pending.record(it, text)
	case q.empty():
		q.placed.writeText(raw, text)
	default:
		q.passText(text)
		q.push(it, text)
		q.drain()
	}
}

// queueText is text behind undecided markup.
func (q *markupQueue) queueText(at int, text []byte) {
	q.passText(text)
	if last := &q.items[len(q.items)-1]; last.kind == itemText && last.span.End == at {
		last.span.End += len(text)
		if !q.stays(itemText) {
			q.bytes = append(q.bytes, text...)
			last.n += len(text)
		}
	} else {
		q.push(item{kind: itemText, span: Span{at, at + len(text)}}, text)
	}
	q.drain()
}

// passText notes that text comes between what waits and the next call.
func (q *markupQueue) passText(text []byte) {
	if !isWhite(text) {
		q.decide(isText, len(q.items))
		q.tail = false
	}
}

// A pendingCall is an accepted call that may still be rejected, since
// Handler.Amend may add a repair and the options make that matter. What
// follows it is recorded until that is settled: by the end of the next call,
// of all groups around it or of the output.
type pendingCall struct {
	call   call
	depth  int  // groups opened since
	around int  // groups open around the call
	ended  bool // these groups have ended, but the call is Watched
	own    int  // its repairs, without those that were added behind it
	items  []item
	bytes  []byte // of the items
}

// suspend makes a call that has ended pending.
func (q *markupQueue) suspend(call *call) {
	p := &pendingCall{call: *call, around: len(q.groups) - 1, own: len(call.end.Repairs)}
	q.pending = p
	q.placed.request.visits.Add(len(call.end.Raw))
	p.call.end.Raw = slices.Clone(call.end.Raw)
	p.call.end.Repairs = slices.Clone(call.end.Repairs)
}

// A recordedInvalid is an invalid call behind a pending one.
type recordedInvalid struct {
	Invalid
	sent sentCall
}

// record appends an event, with a copy of its bytes.
func (pc *pendingCall) record(it item, text []byte) {
	it.off, it.n = len(pc.bytes), len(text)
	pc.bytes = append(pc.bytes, text...)
	pc.items = append(pc.items, it)
}

// recordText appends text, to the last item if that is text, too.
func (pc *pendingCall) recordText(at int, text []byte) {
	if n := len(pc.items); n > 0 && pc.items[n-1].kind == itemText {
		pc.extend(&pc.items[n-1], text)
		return
	}
	pc.record(item{kind: itemText, span: Span{at, at + len(text)}}, text)
}

func (pc *pendingCall) extend(last *item, text []byte) {
	pc.bytes = append(pc.bytes, text...)
	last.n += len(text)
	last.span.End += len(text)
}

// recordMarkup records markup, unless it is the end of the pending call's group.
func (pc *pendingCall) recordMarkup(at int, text []byte, role Role) bool {
	switch role {
	case RoleOpen:
		pc.depth++
	case RoleClose:
		if pc.depth > 0 {
			pc.depth--
			break
		}
		if pc.around--; pc.around <= 0 {
			if pc.call.end.settled() {
				return false
			}
			pc.ended = true
		}
	}
	pc.record(item{kind: itemMarkup, role: role, span: Span{at, at + len(text)}}, text)
	return true
}

// settled reports whether nothing that follows the call is awaited.
func (e *End) settled() bool { return e.Watched == WatchNothing && !e.Inner && !e.OnLine }

// recordInvalid records an invalid call and keeps what belongs to the parser.
func (pc *pendingCall) recordInvalid(inv Invalid, sent sentCall) {
	it := item{kind: itemInvalid, span: Span{inv.At, inv.At + len(inv.Raw)}}
	it.invalid = &recordedInvalid{inv, sent}
	it.invalid.Arguments, it.invalid.Repairs = slices.Clone(inv.Arguments), slices.Clone(inv.Repairs)
	pc.record(it, inv.Raw)
}

// extendInvalid adds text to the invalid call that was just recorded.
func (pc *pendingCall) extendInvalid(text []byte) {
	last := &pc.items[len(pc.items)-1]
	if last.kind != itemInvalid {
		return
	}
	pc.extend(last, text)
	if inv := last.invalid; inv.ArgumentsOpen {
		inv.Arguments = append(inv.Arguments, text...)
	}
}

// A markupQueue holds what is in the output since the first markup whose
// part is not known yet. Every call decides all of it; so does a text between
// a RoleLead and the next call, and the end of a group without calls. Behind a call that
// may still be rejected, nothing reaches it: events are recorded then.
// See docs/models/formats, "Markup".
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
		q.items, q.bytes, q.waiting = buffers.Emptied(q.items), buffers.Reused(q.bytes), buffers.Emptied(q.waiting)
		q.groups = append(buffers.Emptied(q.groups), group{})
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
		q.bytes = buffers.Append(q.placed.request.visits, q.bytes, text)
	}
	if len(q.items) == cap(q.items) {
		q.items = buffers.Lengthened(q.placed.request.visits, q.items)
	}
	q.items = append(q.items, it)
}

// await pushes markup that the next call, or text before it, decides.
func (q *markupQueue) await(it item, text []byte) {
	if len(q.waiting) == cap(q.waiting) {
		q.waiting = buffers.Lengthened(q.placed.request.visits, q.waiting)
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
		q.placed.request.visits.Add(len(text)) // it is looked at again
		q.place(it, text, v)
	}
	q.items, q.head, q.bytes = q.items[:0], 0, q.bytes[:0]
}

// text are the item's bytes: where they stay a part of the output, so that content that
// is one chunk of it stays that.
func (q *markupQueue) text(it *item) []byte {
	if q.stays(it.kind) {
		return q.placed.request.output.part(it.span)
	}
	return q.bytes[it.off : it.off+it.n]
}

// stays reports whether the output holds the bytes of such an item.
func (q *markupQueue) stays(kind itemKind) bool {
	return q.placed.request.output != "" && kind != itemDecoded
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

// A splitRune holds the first bytes of a code point that a parser has cut, so
// that everything behind it sees whole code points: a white space of several
// bytes is one however the output was cut, and no delta ends inside a code point.
type splitRune struct {
	queue   *markupQueue
	results *results

	at      int
	bytes   [utf8.UTFMax]byte
	n       uint8
	invalid bool // of InvalidText, not of Text
}

// split is Text or InvalidText for pieces that may begin or end inside a code point.
func (sr *splitRune) split(at int, text []byte, invalid bool) {
	if sr.n > 0 {
		n := sr.complete(text)
		at, text = at+n, text[n:]
	}
	whole := wholeRunes(text)
	if whole > 0 {
		sr.emit(at, text[:whole], invalid)
	}
	if whole < len(text) {
		sr.hold(at+whole, text[whole:], invalid)
	}
}

// hold keeps the first bytes of a code point.
func (sr *splitRune) hold(at int, bytes []byte, invalid bool) {
	sr.at, sr.n, sr.invalid = at, uint8(copy(sr.bytes[:], bytes)), invalid
}

// complete adds bytes of text to the held ones until they are a code
// point or can't become one, and returns how many it took.
func (sr *splitRune) complete(text []byte) int {
	for i, b := range text {
		sr.bytes[sr.n] = b
		if !utf8.FullRune(sr.bytes[:sr.n+1]) {
			sr.n++
			continue
		}
		if utf8.Valid(sr.bytes[:sr.n+1]) {
			sr.n++
			i++
		}
		sr.end()
		return i
	}
	return len(text)
}

// end emits what is held as it is: nothing more comes to complete it.
func (sr *splitRune) end() {
	if sr.n > 0 {
		sr.emitHeld()
	}
}

// emitHeld is rare. In end it would keep that from being inlined.
//
//go:noinline
func (sr *splitRune) emitHeld() {
	n := sr.n
	sr.n = 0
	sr.emit(sr.at, sr.bytes[:n], sr.invalid)
}

func (sr *splitRune) emit(at int, text []byte, invalid bool) {
	if invalid {
		sr.results.invalidText(at, text)
	} else {
		sr.queue.addText(at, text)
	}
}
