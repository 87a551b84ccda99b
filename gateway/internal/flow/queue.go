package flow

import (
	"cmp"
	"iter"
	"slices"
)

// A Part is what an event says about one choice.
type Part[P any] interface {
	// CanLeave reports whether nothing of the part can change any more.
	CanLeave() bool
	// Line is the line of its choice.
	Line() *Line[P]
}

// A Line is what waits of one choice, in order. The zero value is ready for use.
type Line[P any] struct {
	places []place[P]
	start  []place[P] // the memory of places, to be used again when nothing waits
}

// A place is one in a line.
type place[P any] struct {
	part   P
	event  *waiting[P]
	leaves bool // counted in event.parts no more
}

// Waiting are the parts that wait, in order.
func (l *Line[P]) Waiting() iter.Seq[P] {
	return func(yield func(P) bool) {
		for i := range l.places {
			if !yield(l.places[i].part) {
				return
			}
		}
	}
}

// A waiting event has a place in the line of each of its parts.
type waiting[P any] struct {
	parts  []P
	one    [1]P // the memory of parts, if there is one
	bytes  int
	number int // in the order in which events came
	held   int // parts that can't leave yet
}

// A Queue holds events back until all of their parts can leave. Events of a line leave in order; those of several lines don't wait for
// each other.
type Queue[P Part[P]] struct {
	// Leave sends an event.
	Leave  func(parts []P)
	events int
	bytes  int
	left   int // events that have left
}

// Bytes is how many bytes of events wait.
func (q *Queue[P]) Bytes() int { return q.bytes }

// Events is how many events wait.
func (q *Queue[P]) Events() int { return q.events - q.left }

// Add adds an event of so many bytes, which has at least one part, and sends what can leave.
func (q *Queue[P]) Add(bytes int, parts ...P) {
	q.events++
	q.bytes += bytes
	e := &waiting[P]{bytes: bytes, number: q.events, held: len(parts)}
	e.parts = append(e.one[:0], parts...)
	for _, p := range e.parts {
		l := p.Line()
		l.places = append(l.places, place[P]{part: p, event: e})
		if len(l.places) == 1 {
			l.start = l.places
		}
	}
	for _, p := range e.parts {
		q.Advance(p.Line())
	}
}

// Advance sends the events of a line that can leave, and those of other lines that waited for them.
func (q *Queue[P]) Advance(l *Line[P]) {
	var few [4]*Line[P]
	few[0] = l
	for work := few[:1]; len(work) > 0; {
		l, work = work[len(work)-1], work[:len(work)-1]
		for e := q.next(l); e != nil; e = q.next(l) {
			q.send(e)
			for _, p := range e.parts {
				if other := p.Line(); other != l {
					work = append(work, other)
				}
			}
		}
	}
}

// next is the first event of a line, if it can leave; else nil.
func (q *Queue[P]) next(l *Line[P]) *waiting[P] {
	if len(l.places) == 0 {
		return nil
	}
	first := &l.places[0]
	if !first.leaves && first.part.CanLeave() {
		first.leaves = true
		first.event.held--
	}
	if first.event.held > 0 || !q.isFirst(first.event) {
		return nil
	}
	return first.event
}

// Release lets all that waits in lines leave. It leaves in the order in which it came.
func (q *Queue[P]) Release(lines iter.Seq[*Line[P]]) {
	var events []*waiting[P]
	for l := range lines {
		for i := range l.places {
			if at := &l.places[i]; !at.leaves {
				at.leaves = true
				at.event.held--
			}
			events = append(events, l.places[i].event)
		}
	}
	slices.SortFunc(events, func(a, b *waiting[P]) int { return cmp.Compare(a.number, b.number) })
	for _, e := range slices.Compact(events) {
		if e.held == 0 && q.isFirst(e) {
			q.send(e)
		}
	}
}

// isFirst reports whether no other event of its lines waits before it.
func (q *Queue[P]) isFirst(e *waiting[P]) bool {
	return !slices.ContainsFunc(e.parts, func(p P) bool { return p.Line().places[0].event != e })
}

// send sends an event, which is the first one of its lines.
func (q *Queue[P]) send(e *waiting[P]) {
	q.bytes -= e.bytes
	q.left++
	for _, p := range e.parts {
		l := p.Line()
		l.places[0] = place[P]{}
		if l.places = l.places[1:]; len(l.places) == 0 {
			l.places = l.start[:0]
		}
	}
	q.Leave(e.parts)
}
