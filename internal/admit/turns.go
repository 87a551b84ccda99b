package admit

import (
	"context"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Turns let as many calls work at a time as there are processors; the rest wait
// for their turn. A turn is 64 KiB of work, counted in bytes that the work looks at, or
// what a stream sends at a time, so that a call that takes long doesn't hold up others.
// Without turns all calls work at once: Go's scheduler, which knows no deadline, becomes
// the queue, and the goroutines that read from connections wait in it too.
//
// Turns go round among the clients, and among the calls of a client: one that
// sends a thousand calls waits for them itself. In a round each has one turn of that
// length, or several short ones: a client of fifty streams sends as much in them as
// another one's call is long.
type Turns struct {
	slots int
	// long are for what takes long and can't be interrupted; see LongTurn.
	long *Turns
	// waiting is the number of waiters, to be read without the lock.
	waiting atomic.Int64
	// How many turns have started, those included that a call had in a row since no one waited.
	begun atomic.Uint64

	mu   sync.Mutex
	free int
	// round holds the clients that have waiters, the next one first.
	round []*client
	// anyone is the client of calls that come from no connection of ours.
	anyone client
	// clients is the number of those with a call in flight, calls that of the calls.
	clients, calls int
	// work is the mean work of a call, of late.
	work time.Duration
}

// A client is who shares its turns: a connection, or an identity.
type client struct {
	// waiters, oldest first, and calls, the ones in flight, are the turns' to change.
	waiters []*waiter
	calls   int
	// long is the same client, where it waits for a long turn.
	long atomic.Pointer[client]
	// paced is the same client, where its pieces wait: see Pace.
	paced atomic.Pointer[client]
	// used is how much of its turns' length it had in this round.
	used int
	// open are the calls of the service that it has open, made those that it ever had.
	open, made atomic.Int64
	// late are those of a connection's that wait for their message, see awaited.
	late atomic.Int64
	// held is what the memory counts for it.
	held atomic.Int64
	// over is what of it is more than its share, see Memory.takeOver.
	over atomic.Int64
	has  holding
	// lines are those of the log about its calls that failed; network are those about all connections of its
	// network, nil for an identity.
	lines   callerLines
	network *callerLines
	// from is the network that a connection's counts for; invalid for none. sides are its calls of kinds Side and
	// Watch, unread is what its client has to take.
	from   netip.Prefix
	sides  atomic.Int64
	unread unread
}

// ofLongTurns is the client among those that wait for long turns.
func (c *client) ofLongTurns() *client {
	if c.long.Load() == nil {
		c.long.CompareAndSwap(nil, new(client))
	}
	return c.long.Load()
}

// A waiter waits for a turn, which begins when ready is closed.
type waiter struct {
	ready  chan struct{}
	since  time.Time
	length int
}

// TurnBytes is the longest turn, and how long those of a client are together in a round.
// One of shortTurn bytes or less counts as that: it is more work to begin it than to work on them.
const TurnBytes, shortTurn = 64 << 10, 1 << 10

// NewTurns returns the turns of so many processors.
func NewTurns(slots int) *Turns {
	return &Turns{slots: slots, free: slots, long: &Turns{slots: 1, free: 1}}
}

// Count is how many turns there were so far, long ones included.
func (t *Turns) Count() uint64 {
	if t.long == nil {
		return t.begun.Load()
	}
	return t.begun.Load() + t.long.begun.Load()
}

// Slots is how many calls work at a time.
func (t *Turns) Slots() int { return t.slots }

// wait waits for a turn of so many bytes, unless ctx is done before.
func (t *Turns) wait(ctx context.Context, c *client, length int) error {
	w := t.enter(c, length)
	if w == nil {
		return nil
	}
	select {
	case <-w.ready:
		return nil
	case <-ctx.Done():
		if !t.forget(c, w) {
			t.end() // it came just then
		}
		return CallError(ctx)
	}
}

// enter begins a turn if there is one, and else returns the waiter for it.
func (t *Turns) enter(c *client, length int) *waiter {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.begun.Add(1) // the turn of who waits, too: it begins, or the caller leaves
	if t.free > 0 {
		t.free--
		return nil
	}
	w := &waiter{make(chan struct{}), time.Now(), min(max(length, shortTurn), TurnBytes)}
	if c.waiters = append(c.waiters, w); len(c.waiters) == 1 {
		t.round = append(t.round, c)
	}
	t.waiting.Add(1)
	return w
}

// forget takes a waiter out of the queue; false if its turn has started.
func (t *Turns) forget(c *client, w *waiter) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range c.waiters {
		if c.waiters[i] == w {
			c.waiters = append(c.waiters[:i:i], c.waiters[i+1:]...)
			if len(c.waiters) == 0 {
				t.leaveRound(c)
			}
			t.waiting.Add(-1)
			return true
		}
	}
	return false
}

func (t *Turns) leaveRound(c *client) {
	c.used = 0
	for i := range t.round {
		if t.round[i] == c {
			t.round = append(t.round[:i:i], t.round[i+1:]...)
			return
		}
	}
}

// end ends a turn; the next begins.
func (t *Turns) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.round) == 0 {
		t.free++
		return
	}
	c := t.round[0]
	w := c.waiters[0]
	c.waiters, c.used = c.waiters[1:], c.used+w.length
	switch {
	case len(c.waiters) == 0:
		t.round, c.used = t.round[1:], 0
	case c.used+c.waiters[0].length > TurnBytes:
		t.round, c.used = append(t.round[1:], c), 0
	}
	t.waiting.Add(-1)
	close(w.ready)
}

// begin counts a call of the client, unless a further one would have to wait longer
// than most.
func (t *Turns) begin(c *client, most time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	clients := t.clients
	if c.calls == 0 {
		clients++
	}
	// The client's other calls go first, and as many of every other client.
	before := min(c.calls*clients, t.calls)
	if before >= t.slots && t.work*time.Duration(before)/time.Duration(t.slots) > most {
		return false
	}
	if len(c.waiters) > 0 && time.Since(c.waiters[0].since) > most {
		return false
	}
	c.calls++
	t.calls++
	t.clients = clients
	return true
}

// finish takes a call out of the count.
func (t *Turns) finish(c *client) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls--
	if c.calls--; c.calls == 0 {
		t.clients--
	}
}

// worked notes the work that a call took: its turns, without the waiting. One that
// is far above the mean counts as a little above it.
func (t *Turns) worked(d time.Duration) {
	const memory = 16 // calls, about
	t.mu.Lock()
	defer t.mu.Unlock()
	t.work += (min(d, 4*t.work+10*time.Millisecond) - t.work) / memory
}
