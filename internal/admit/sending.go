package admit

import (
	"sync"
	"sync/atomic"
	"time"
)

// What waits to be read holds memory after its call has ended: gRPC keeps an answer, and the
// call's stream with it, for as long as its client lets it wait. So it counts for who called, until
// it is written or dropped, and a connection whose client takes none of it for Config.SendTimeout is
// closed. Most answers are written at once, so that nothing here looks at the clock, and
// short ones don't change what all calls count together.

// A progress says whether what is sent is taken.
type progress struct {
	sent, gone atomic.Uint32
	// seen is what was gone when it was first seen to wait, at since; 0 while it doesn't.
	seen  uint32
	since time.Duration
}

// waits is for how long none of it was taken, as far as earlier looks have seen.
func (p *progress) waits(now time.Duration) time.Duration {
	gone := p.gone.Load()
	switch {
	case gone == p.sent.Load():
		p.since = 0
	case p.since == 0 || p.seen != gone:
		p.seen, p.since = gone, now
	default:
		return now - p.since
	}
	return 0
}

// A sending is what is on its way to the client of a call.
type sending struct {
	progress
	// covered is what of it the memory for an open call is enough for.
	covered atomic.Int64
	// ended: the handler has, so that nothing more is sent.
	ended atomic.Bool
	// unread.mu guards the rest: previous and next are neighbors in unread, taken is what is counted, over what of it is
	// more than the caller's share.
	previous, next   *Admission
	taken, over      int
	listed, released bool
}

// An unread is all that is on its way over a connection.
type unread struct {
	mu    sync.Mutex
	first *Admission
	// closed: the connection is, so that nothing is on its way any more.
	closed bool
}

// A weight is what one message counts, of what is covered or else is taken; over is what of that is more than its
// caller's share.
type weight struct{ covered, taken, over int }

// weigh counts a message of n bytes for who called, or fails if there is no room for it.
func (a *Admission) weigh(n int) (w weight, ok bool) {
	n = bufferSize(n) + sentBytes
	if a.sending.covered.Add(int64(n)) <= coveredBytes {
		return weight{covered: n}, true
	}
	a.sending.covered.Add(int64(-n))
	if !a.holder().Take(n) {
		return w, false
	}
	return a.taken(weight{taken: n}), true
}

// weighOfStream is weigh for a message of a stream, which may hold what it can only give back when it has sent. So it
// waits for room a while, and some messages pass without.
func (a *Admission) weighOfStream(n int) (w weight, ok bool) {
	if w, ok = a.weigh(n); ok {
		return w, true
	}
	over := bufferSize(n) + sentBytes
	for end := time.Now().Add(fullPatience); !ok && time.Now().Before(end); w, ok = a.weigh(n) {
		if a.holder().takeOver(over) {
			return a.taken(weight{taken: over, over: over}), true
		}
		select {
		case <-a.ctx.Done():
			return w, false
		case <-time.After(fullPoll):
		}
	}
	return w, ok
}

// taken notes what a message has taken.
func (a *Admission) taken(w weight) weight {
	u := &a.connection.unread
	u.mu.Lock()
	defer u.mu.Unlock()
	s := &a.sending
	if s.released { // a handler went on after its outer caller had ended
		a.holder().giveOver(w.taken, w.over)
		return weight{}
	}
	s.taken += w.taken
	s.over += w.over
	return w
}

// list has the answers of a call looked at.
func (a *Admission) list() {
	u := &a.connection.unread
	u.mu.Lock()
	defer u.mu.Unlock()
	s := &a.sending
	if s.listed || s.released {
		return
	}
	s.listed, s.next = true, u.first
	if u.first != nil {
		u.first.sending.previous = a
	}
	u.first = a
}

// went takes a message out of the count, which was written or dropped.
func (a *Admission) went(w weight) {
	s := &a.sending
	s.covered.Add(int64(-w.covered))
	if w.taken > 0 {
		a.untake(w)
	}
	if s.gone.Add(1) == s.sent.Load() && s.ended.Load() {
		a.release()
	}
}

func (a *Admission) untake(w weight) {
	u := &a.connection.unread
	u.mu.Lock()
	defer u.mu.Unlock()
	if s := &a.sending; !s.released {
		s.taken -= w.taken
		s.over -= w.over
		a.holder().giveOver(w.taken, w.over)
	}
}

// release gives back the memory of a call that has ended, once all that it sent is gone. What is on its
// way is the caller's to see to where there is an outer one.
func (a *Admission) release() {
	u := &a.connection.unread
	u.mu.Lock()
	defer u.mu.Unlock()
	if s := &a.sending; u.closed || a.outer || s.gone.Load() == s.sent.Load() {
		u.release(a)
	}
}

// release is for who has locked it.
func (u *unread) release(a *Admission) {
	s := &a.sending
	if s.released {
		return
	}
	s.released = true
	a.holder().giveOver(int(a.bytes)+s.taken, s.over)
	if !s.listed {
		return
	}
	if s.previous == nil {
		u.first = s.next
	} else {
		s.previous.sending.next = s.next
	}
	if s.next != nil {
		s.next.sending.previous = s.previous
	}
	s.previous, s.next = nil, nil
}

// drop ends all that is on its way: the connection is closed.
func (u *unread) drop() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closed = true
	var next *Admission
	for a := u.first; a != nil; a = next {
		next = a.sending.next
		if a.sending.ended.Load() {
			u.release(a)
		}
	}
}

// waits is how long the client has taken nothing of the answer of which it took none for longest.
func (u *unread) waits(now time.Duration) (longest time.Duration) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for a := u.first; a != nil; a = a.sending.next {
		longest = max(longest, a.sending.waits(now))
	}
	return longest
}
