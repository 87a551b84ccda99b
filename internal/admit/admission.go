package admit

import (
	"context"
	"time"
)

// An Admission is one call that was taken. It is given back once: when its handler
// ends, or when it turns out that the call ended before it had one.
type Admission struct {
	gate *Gate
	// client is whose call it is: an identity, or else the connection.
	client, connection *client
	ctx                context.Context
	// from is what the call was made with, of one that may outlast it; nil if it has none. It is used by whoever
	// receives the call's messages.
	from *credential
	waiting
	sending sending
	// reply is the answer of a unary call, or what is about to be sent on a stream.
	reply Answer
	// side is what a call of kind Side or Watch is among those; nil for others.
	side *side
	// bytes is what the memory counts for the call, pool where it counts.
	bytes int32
	kind  Kind
	pool  poolKind
	// outer: who made the admission ends it, too; the handler doesn't. listed: it is one of
	// gate.awaited.
	outer, listed bool
}

type admissionKey struct{}

// Of returns the admission of a call; nil where the gRPC server has no gate.
func Of(ctx context.Context) *Admission {
	a, _ := ctx.Value(admissionKey{}).(*Admission)
	return a
}

// Revoked is the error of a call whose token was removed since it came, or whose certificate has expired; nil for
// others. It is called between the messages of a call.
func (a *Admission) Revoked() error {
	if a == nil || a.from == nil || a.gate.config.Identities.accept(a.from) {
		return nil
	}
	return errRevoked
}

// TakeStream counts one more stream that a carrier carries, or fails. Without a gate
// nothing is counted.
func (a *Admission) TakeStream() error {
	if a == nil {
		return nil
	}
	g := a.gate
	if reason, ok := g.reserve(a.client, streamPool); !ok {
		if reason != shedMemory { // see CountNoMemory
			g.shed[reason].Add(1)
		}
		return shedError(reason)
	}
	g.config.Turns.finish(a.client)
	return nil
}

// GiveStream takes it out of the counts.
func (a *Admission) GiveStream() {
	if a != nil {
		a.gate.pools[streamPool].give(&a.client.has[streamPool])
	}
}

// StreamLimits are how long a stream may be idle, and how old it may be; 0 for no limit.
func (a *Admission) StreamLimits() (idle, age time.Duration) {
	return a.gate.config.StreamIdleTimeout, a.gate.config.MaxStreamAge
}

// Stopping is done when carriers take no more streams.
func (a *Admission) Stopping() context.Context { return a.gate.stopping }

// CountIdle counts a stream of a carrier that was ended since it was idle.
func (a *Admission) CountIdle() { a.gate.idleEnds.Add(1) }

// reserve adds one to a pool, and a call of the client to the turns; or it says why not.
func (g *Gate) reserve(c *client, kind poolKind) (shedReason, bool) {
	if g.config.Memory.exhausted(c) {
		return shedMemory, false
	}
	if !g.pools[kind].take(&c.has[kind]) {
		return kind.reason(), false
	}
	if !g.config.Turns.begin(c, g.config.MaxQueueTime) {
		g.pools[kind].give(&c.has[kind])
		return shedQueue, false
	}
	return 0, true
}

// leave takes a call out of its pool.
func (g *Gate) leave(a *Admission) {
	if a.pool == noPool {
		return
	}
	g.pools[a.pool].give(&a.client.has[a.pool])
	switch a.pool {
	case callPool:
		g.config.Turns.finish(a.client)
	case latePool:
		a.connection.late.Add(-1)
	}
	a.pool = noPool
}
