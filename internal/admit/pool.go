package admit

import "sync/atomic"

// A pool bounds how many calls of a kind are open, and shares them among clients: one
// may have three quarters; once three quarters are taken, by whomever, each may have
// reserved of them and no more. So neither one client nor several can take all.
type pool struct {
	open atomic.Int64
	most int
}

// A poolKind is which pool a call counts in, of the gate and of its client.
type poolKind uint8

const (
	// callPool has the unary calls in flight.
	callPool poolKind = iota
	// streamPool has the open streams, and those that carriers carry.
	streamPool
	// latePool has the unary calls whose message hasn't come after lateAfter.
	latePool
	poolKinds // their number
	noPool    = poolKinds
)

// reason is why a call isn't taken when the pool is full.
func (k poolKind) reason() shedReason {
	return [...]shedReason{shedCalls, shedStreams, shedLate}[k]
}

// A holding is what a client has of each pool.
type holding [poolKinds]atomic.Int64

// take counts one more call for a client that has some, unless that is too many.
func (p *pool) take(has *atomic.Int64) bool {
	n, own := p.open.Add(1), has.Add(1)
	most := int64(p.most)
	if n <= most && (own <= reserved(most) || own <= share(most) && n <= share(most)) {
		return true
	}
	p.give(has)
	return false
}

// give takes it out of the count.
func (p *pool) give(has *atomic.Int64) {
	p.open.Add(-1)
	has.Add(-1)
}

// share is what one client may have of a bound: a quarter is for the rest.
func share(most int64) int64 { return most - most/4 }

// reserved is what a client may have when only that quarter is left.
func reserved(most int64) int64 { return min(reservedCalls, max(1, most/4)) }
