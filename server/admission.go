package server

import "context"

// An admission is one call that was taken. It is given back once: when its handler
// ends, or when it turns out that the call ended before it had one.
type admission struct {
	gate *gate
	// client is whose call it is: an identity, or else the connection.
	client, connection *client
	ctx                context.Context
	waiting
	// bytes is what the memory counts for the call, pool where it counts.
	bytes int32
	pool  poolKind
	// outer: who made the admission ends it, too; the handler doesn't. listed: it is one of
	// gate.awaited.
	outer, listed bool
}

type admissionKey struct{}

func admissionOf(ctx context.Context) *admission {
	a, _ := ctx.Value(admissionKey{}).(*admission)
	return a
}

// takeOutput counts an output of a multiplexed stream, which is as much as a stream, or
// fails. Without a gate, in a Service alone, nothing is counted.
func (a *admission) takeOutput() error {
	if a == nil {
		return nil
	}
	g := a.gate
	if reason, ok := g.reserve(a.client, streamPool); !ok {
		g.shed[reason].Add(1)
		return shedError(reason)
	}
	g.turns.finish(a.client)
	return nil
}

// giveOutput takes an output out of the counts.
func (a *admission) giveOutput() {
	if a != nil {
		a.gate.pools[streamPool].give(&a.client.has[streamPool])
	}
}

// reserve adds one to a pool, and a call of the client to the turns; or it says why not.
func (g *gate) reserve(c *client, kind poolKind) (shedReason, bool) {
	if g.memory.exhausted(c) {
		return shedMemory, false
	}
	if !g.pools[kind].take(&c.has[kind]) {
		return kind.reason(), false
	}
	if !g.turns.begin(c, g.config.MaxQueueTime) {
		g.pools[kind].give(&c.has[kind])
		return shedQueue, false
	}
	return 0, true
}

// leave takes a call out of its pool.
func (g *gate) leave(a *admission) {
	if a.pool == noPool {
		return
	}
	g.pools[a.pool].give(&a.client.has[a.pool])
	switch a.pool {
	case callPool:
		g.turns.finish(a.client)
	case latePool:
		a.connection.late.Add(-1)
	}
	a.pool = noPool
}
