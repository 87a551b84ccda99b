package server

import (
	"context"
	"sync"
)

// An admission is one call that was taken. It is given back once: when its handler
// ends, or when it turns out that the call ended before it had one.
type admission struct {
	gate *gate
	// client is whose call it is: an identity, or else the connection.
	client, connection *client
	stream             bool
	ctx                context.Context
	// early: its handler hasn't begun; previous and next are such calls, too.
	early          bool
	previous, next *admission
}

type admissionKey struct{}

func admissionOf(ctx context.Context) *admission {
	a, _ := ctx.Value(admissionKey{}).(*admission)
	return a
}

// begin tells that the handler begins, and whether it is to end the admission. Without
// one there is nothing to end.
func (a *admission) begin() bool { return a != nil && a.gate.early.remove(a) }

// end tells that the handler has ended.
func (a *admission) end() { a.gate.give(a) }

// takeOutput counts an output of a multiplexed stream, which is as much as a stream, or
// fails. Without a gate, in a Service alone, nothing is counted.
func (a *admission) takeOutput() error {
	if a == nil {
		return nil
	}
	g := a.gate
	if reason, ok := g.reserve(a.client, true); !ok {
		g.shed[reason].Add(1)
		return shedError(reason)
	}
	g.turns.finish(a.client)
	a.client.outputs.Add(1)
	return nil
}

// giveOutput takes an output out of the counts.
func (a *admission) giveOutput() {
	if a != nil {
		a.gate.streams.Add(-1)
		a.client.outputs.Add(-1)
	}
}

// reserve adds one to the calls or streams, which are bounded, and a call of the client to
// the turns; or it says why not.
func (g *gate) reserve(c *client, stream bool) (shedReason, bool) {
	if g.memory.exhausted() {
		return shedMemory, false
	}
	count, most, has, reason := &g.calls, g.config.MaxCalls, c.open.Load()-c.streams.Load(), shedCalls
	if stream {
		count, most, has, reason = &g.streams, g.config.MaxStreams, c.streams.Load()+c.outputs.Load(), shedStreams
	}
	if has >= int64(share(most)) {
		return reason, false
	}
	if int(count.Add(1)) > most {
		count.Add(-1)
		return reason, false
	}
	if !g.turns.begin(c, g.config.MaxQueueTime) {
		count.Add(-1)
		return shedQueue, false
	}
	return 0, true
}

// share is what one client may have of a bound: a quarter is for the others.
func share(most int) int { return most - most/4 }

// give takes a call out of the counts.
func (g *gate) give(a *admission) {
	a.client.open.Add(-1)
	if a.connection != a.client {
		a.connection.open.Add(-1)
	}
	if a.stream {
		a.client.streams.Add(-1)
		g.streams.Add(-1)
		return
	}
	g.calls.Add(-1)
	g.turns.finish(a.client)
}

// earlyCalls are those that were taken and whose handlers haven't begun, the oldest
// first. Nearly all begin at once; of the few that end before nobody tells: those that
// came too late, or in a compression that gRPC doesn't know. They are looked for when
// another call comes. To be told by the context of each took 4 % of the CPU of a short
// call, and 250 bytes of each open stream (make peak).
type earlyCalls struct {
	mu          sync.Mutex
	first, last *admission
}

func (e *earlyCalls) add(a *admission) {
	e.mu.Lock()
	defer e.mu.Unlock()
	a.early, a.previous = true, e.last
	if e.last == nil {
		e.first = a
	} else {
		e.last.next = a
	}
	e.last = a
}

// remove takes a call out; false if it is out already.
func (e *earlyCalls) remove(a *admission) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.unlink(a)
}

func (e *earlyCalls) unlink(a *admission) bool {
	if !a.early {
		return false
	}
	if a.previous == nil {
		e.first = a.next
	} else {
		a.previous.next = a.next
	}
	if a.next == nil {
		e.last = a.previous
	} else {
		a.next.previous = a.previous
	}
	a.early, a.previous, a.next = false, nil, nil
	return true
}

// sweep gives back the calls that have ended. One that is about to begin may hide those
// behind it, until it does.
func (e *earlyCalls) sweep() {
	for a := e.ended(); a != nil; a = e.ended() {
		a.end()
	}
}

// ended takes out the first call, if it has ended.
func (e *earlyCalls) ended() *admission {
	e.mu.Lock()
	defer e.mu.Unlock()
	if a := e.first; a != nil && a.ctx.Err() != nil && e.unlink(a) {
		return a
	}
	return nil
}
