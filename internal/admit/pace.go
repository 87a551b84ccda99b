package admit

import (
	"context"
	"runtime"
	"time"
)

// A Pace gives others the processor between two pieces of what calls send. It has a place for each processor; when
// more pieces come, they wait for a place, which go round among the clients as turns do, and the processors are idle in
// between. Otherwise Go's queue would always have a connection to read, and while it has something, Go looks only every
// 10 ms whether anything came on another: next to 100 callers with long bodies, a short call took 20 ms, and takes
// 1 ms now.
type Pace struct{ places *Turns }

// crowdedPause is how long a place is taken when more pieces of the same client wait for one.
const crowdedPause = 100 * time.Microsecond

// NewPace returns a pace for so many processors.
func NewPace(slots int) *Pace { return &Pace{NewTurns(slots)} }

// Yield has a chunk of so many bytes of the call of ctx wait for its place, and ends when others had the processor. It
// ends at once when the caller leaves.
func (p *Pace) Yield(ctx context.Context, length int) {
	c := p.places.clientOf(ctx).ofPace()
	w := p.places.enter(c, length)
	if w == nil {
		runtime.Gosched()
		p.places.end()
		return
	}
	select {
	case <-w.ready:
	case <-ctx.Done():
		if p.places.forget(c, w) {
			return
		}
	}
	if p.places.waits(c) {
		time.Sleep(crowdedPause)
	} else {
		runtime.Gosched()
	}
	p.places.end()
}

// ofPace is the client among those whose pieces wait.
func (c *client) ofPace() *client {
	if c.paced.Load() == nil {
		c.paced.CompareAndSwap(nil, new(client))
	}
	return c.paced.Load()
}

// waits reports whether more of a client wait.
func (t *Turns) waits(c *client) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(c.waiters) > 0
}
