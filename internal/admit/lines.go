package admit

import (
	"context"
	"hash/maphash"
	"log/slog"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/toolparser/toolparser/internal/logged"
)

// Calls that fail are as many as their callers like, and a line of the log is longer than such a
// call. So there are few lines about one caller in a second, and the rest are counted.

// lines are those about calls that failed.
type lines struct {
	// networks are those of the callers that have no identity: each of their connections is a caller, and they may
	// have any number of these, one after the other. Networks of the same hash share a place.
	networks [lineNetworks]callerLines
	seed     maphash.Seed
	skipped  atomic.Uint64
}

// callerLines are the lines about one caller. Its mistakes don't hide the server's own faults.
type callerLines struct{ mistakes, faults logged.Limit }

func (c *callerLines) of(level slog.Level) *logged.Limit {
	if level >= slog.LevelError {
		return &c.faults
	}
	return &c.mistakes
}

// of is the place of a network; those that aren't known have one, too.
func (l *lines) of(network netip.Prefix) *callerLines {
	return &l.networks[maphash.Comparable(l.seed, network)%lineNetworks]
}

// pick reports whether a line of a level about a call of a client is logged, and how many weren't before it.
func (l *lines) pick(c *client, level slog.Level) (skipped uint64, ok bool) {
	now, own := time.Now(), c.lines.of(level)
	skipped, ok = own.Pick(now, callerLineRate)
	if ok && c.network != nil {
		if _, ok = c.network.of(level).Pick(now, networkLineRate); !ok {
			own.Skip(skipped + 1)
		}
	}
	if !ok {
		l.skipped.Add(1)
		return 0, false
	}
	return skipped, true
}

// PickLine reports whether a line of a level about the call of ctx, which failed, is logged, and how many about its
// caller weren't before it. Of each caller there are ten in a second, and ten more of slog.LevelError. Where the gRPC
// server has no gate, all are logged.
func PickLine(ctx context.Context, level slog.Level) (skipped uint64, ok bool) {
	if a := Of(ctx); a != nil {
		return a.gate.connections.lines.pick(a.client, level)
	}
	return 0, true
}

// pickLine is PickLine for a call that may not have been taken.
func (g *Gate) pickLine(ctx context.Context, level slog.Level) (skipped uint64, ok bool) {
	if Of(ctx) != nil {
		return PickLine(ctx, level)
	}
	return g.connections.lines.pick(g.connections.clientOf(ctx), level)
}
