package admit

import (
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A call whose message hasn't come holds a place that others could work in, for as long
// as its client likes. So after lateAfter it counts in a pool of its own, and after
// Config.ReceiveTimeout it ends.

// awaited are the calls that were taken and whose message hasn't come, the oldest first:
// most of the time there are none. They are looked at when another call comes, and while
// there are any by a timer. Waiting for the end of each one's context took 4 %
// of the CPU of a short call, and 250 bytes of each open stream (make peak).
type awaited struct {
	gate        *Gate
	mu          sync.Mutex
	first, last *Admission
	// timed: the timer runs.
	timed bool
	begun time.Time
}

// waiting is what awaited knows of a call.
type waiting struct {
	// previous and next are its neighbors in awaited; since is when it came, counted from the start of awaited.
	previous, next *Admission
	since          time.Duration
	// stream is what the call is ended by, once it has started.
	stream StatusWriter
	// over is why it was ended.
	over *status.Status
}

// A StatusWriter ends a call at once, whatever its handler does.
type StatusWriter interface {
	WriteStatus(*status.Status) error
}

func (w *awaited) add(a *Admission) {
	a.since = time.Since(w.begun)
	w.mu.Lock()
	defer w.mu.Unlock()
	a.listed, a.previous = true, w.last
	if w.last == nil {
		w.first = a
	} else {
		w.last.next = a
	}
	w.last = a
	if !w.timed {
		w.timed = true
		time.AfterFunc(lateAfter, w.look)
	}
}

// remove takes a call out; if it is out already, it does nothing.
func (w *awaited) remove(a *Admission) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unlink(a)
}

func (w *awaited) unlink(a *Admission) bool {
	if !a.listed {
		return false
	}
	if a.previous == nil {
		w.first = a.next
	} else {
		a.previous.next = a.next
	}
	if a.next == nil {
		w.last = a.previous
	} else {
		a.next.previous = a.previous
	}
	a.listed, a.previous, a.next = false, nil, nil
	return true
}

// begin notes that the handler of a call begins, and reports whether it is to end the
// admission. Without one there is nothing to end.
func (a *Admission) begin(stream StatusWriter) bool {
	if a == nil || a.outer {
		return false
	}
	w := &a.gate.awaited
	w.mu.Lock()
	defer w.mu.Unlock()
	a.stream = stream
	return a.listed || a.over != nil // else its end was seen before its beginning
}

// Received notes that the message of a call has come. It fails if that took too long, or
// if there is no room for the call any more.
func (a *Admission) Received() error {
	if a == nil {
		return nil
	}
	w := &a.gate.awaited
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case a.over != nil:
		return a.over.Err()
	case !w.unlink(a) || a.pool != latePool:
		return nil
	}
	g := a.gate
	g.leave(a)
	if reason, ok := g.reserve(a.client, callPool); !ok {
		method, _ := grpc.Method(a.ctx)
		return g.shedCall(a.ctx, method, reason)
	}
	a.pool = callPool
	return nil
}

// End takes a call out of the counts, once it is of no use to anyone. Its memory counts until what it has sent
// is gone.
func (a *Admission) End() {
	g := a.gate
	g.awaited.remove(a)
	a.sending.ended.Store(true)
	defer a.release()
	if a.side != nil {
		g.sides.remove(a.side)
		return
	}
	a.client.open.Add(-1)
	if a.connection != a.client {
		a.connection.open.Add(-1)
	}
	g.leave(a)
}

// giveUp ends a call that gave its place to another one.
func (w *awaited) giveUp(a *Admission, over *status.Status) {
	w.mu.Lock()
	w.unlink(a)
	a.over = over
	stream := a.stream
	w.mu.Unlock()
	if stream != nil {
		_ = stream.WriteStatus(over) // the client may be gone
	}
}

// ending is why a call was ended before its message came; nil for others.
func (a *Admission) ending() error {
	w := &a.gate.awaited
	w.mu.Lock()
	defer w.mu.Unlock()
	return a.over.Err()
}

// sweep gives back the calls that ended before their handler began, as those do that
// come too late, or in a compression that gRPC doesn't know. One that has not may hide
// those after it.
func (w *awaited) sweep() {
	for a := w.ended(); a != nil; a = w.ended() {
		a.End()
	}
}

// ended takes out the first call, if it is lost.
func (w *awaited) ended() *Admission {
	w.mu.Lock()
	defer w.mu.Unlock()
	if a := w.first; a != nil && a.lost() && w.unlink(a) {
		return a
	}
	return nil
}

// lost reports whether no one else gives the call back.
func (a *Admission) lost() bool { return !a.outer && a.stream == nil && a.ctx.Err() != nil }

// look sees to the calls that are late, and comes again while there are calls.
func (w *awaited) look() {
	lost, over := w.pass(time.Since(w.begun))
	for _, a := range lost {
		a.End()
	}
	for _, a := range over {
		if a.over.Code() == codes.ResourceExhausted {
			method, _ := grpc.Method(a.ctx)
			a.gate.logShed(a.ctx, method, shedLate)
		}
		_ = a.stream.WriteStatus(a.over) // the client may be gone
	}
}

// pass finds the calls that are lost, and those that are over from now on.
func (w *awaited) pass(now time.Duration) (lost, over []*Admission) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var next *Admission
	for a := w.first; a != nil && now-a.since >= lateAfter; a = next {
		next = a.next
		if a.lost() {
			w.unlink(a)
			lost = append(lost, a)
			continue
		}
		if a.stream != nil && w.tooLate(a, now) {
			w.unlink(a)
			over = append(over, a)
		}
	}
	if w.timed = w.first != nil; w.timed {
		time.AfterFunc(lateAfter, w.look)
	}
	return lost, over
}

// tooLate reports whether a call ends, which is late.
func (w *awaited) tooLate(a *Admission, now time.Duration) bool {
	g := w.gate
	if timeout := g.config.ReceiveTimeout; now-a.since >= timeout {
		g.lateEnds.Add(1)
		a.over = status.Convert(NotReceived(timeout))
		return true
	}
	if a.pool != callPool {
		return false
	}
	g.leave(a)
	if !g.pools[latePool].take(&a.client.has[latePool]) {
		g.shed[shedLate].Add(1)
		a.over = status.Convert(shedError(shedLate))
		return true
	}
	a.pool = latePool
	a.connection.late.Add(1)
	return false
}
