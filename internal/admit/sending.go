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
//
// Each message counts once when it is sent and once when it is gone, by its tally. What is on its way is the difference, and
// so are its bytes. Who sends and who writes are two processors, mostly: what the one changes for every
// message is apart from what the other does, so that they don't wait for each other's memory.
type progress struct {
	sent atomic.Uint64
	// wasGone is gone, as of when it was last needed for inFlight.
	wasGone atomic.Uint64
	// seen is what was gone when it was first seen to wait, at since; 0 while it doesn't.
	seen  uint64
	since time.Duration

	_ [cacheLine]byte

	gone atomic.Uint64
	// ended: the handler has, so that nothing more is sent.
	ended atomic.Bool
}

// cacheLine is the memory that a processor has to itself, on most.
const cacheLine = 64

// oneMessage is the tally of a message, to which the bytes are added that the memory for an open call is enough for. Sums may
// overflow, since only differences matter: fewer bytes than oneMessage are on their way, and fewer messages than
// overflow.
const oneMessage = 1 << 40

// covers reports whether the memory for an open call is enough for n more bytes.
func (p *progress) covers(n int) bool {
	sent := p.sent.Load()
	if inFlight(sent, p.wasGone.Load())+n <= coveredBytes {
		return true
	}
	gone := p.gone.Load()
	p.wasGone.Store(gone)
	return inFlight(sent, gone)+n <= coveredBytes
}

// inFlight is how many bytes are on their way, of those that are covered.
func inFlight(sent, gone uint64) int { return int((sent - gone) % oneMessage) }

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

// A weight is what one message counts: its tally, and what it has taken if that doesn't cover it; over is what of that is
// more than its caller's share.
type weight struct {
	tally       uint64
	taken, over int
}

// weigh takes what a message of n bytes counts for who called, or fails if there is no room for it. send counts it.
func (a *Admission) weigh(n int) (w weight, ok bool) {
	n = bufferSize(n) + sentBytes
	if a.sending.covers(n) {
		return weight{tally: oneMessage + uint64(n)}, true
	}
	if !a.holder().Take(n) {
		return w, false
	}
	return a.taken(weight{oneMessage, n, 0}), true
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
			return a.taken(weight{oneMessage, over, over}), true
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
		return weight{tally: w.tally}
	}
	s.taken += w.taken
	s.over += w.over
	return w
}

// send counts a message that is sent now.
func (a *Admission) send(w weight) { a.sending.sent.Add(w.tally) }

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
	if w.taken > 0 {
		a.untake(w)
	}
	if gone := s.gone.Add(w.tally); s.ended.Load() && gone == s.sent.Load() {
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
