package admit

import (
	"context"
	"hash/maphash"
	"log/slog"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/logging"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"

	"github.com/toolparser/toolparser/internal/logthin"
)

// Calls that fail are as many as their callers like, and a line of the log is longer than such a
// call. So there are few lines about one caller in a second, and the rest are counted.

// lines are those about calls that failed.
type lines struct {
	// networks are those of the callers that have no identity: each of their connections is a caller, and they may
	// have any number of these, one after the other. Networks of the same hash share a place.
	networks [lineNetworks]callerLines
	skipped  atomic.Uint64
}

// networkSeed is another one in each process, so that no one can choose whose place to share.
var networkSeed = maphash.MakeSeed()

// callerLines are the lines about one caller. Its mistakes don't hide the server's own faults.
type callerLines struct{ mistakes, faults logthin.Limit }

func (c *callerLines) of(level slog.Level) *logthin.Limit {
	if level >= slog.LevelError {
		return &c.faults
	}
	return &c.mistakes
}

// of is the place of a network; those that aren't known have one, too.
func (l *lines) of(network netip.Prefix) *callerLines {
	return &l.networks[maphash.Comparable(networkSeed, network)%lineNetworks]
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

// Level tells the caller's mistakes from what an operator may want to look at,
// and from the server's own failures.
func Level(code codes.Code) slog.Level {
	return slog.Level(logging.DefaultServerCodeToLevel(code))
}

// IdentityAttr is who calls; nothing where no one has a name.
func IdentityAttr(ctx context.Context) slog.Attr {
	if name := Identity(ctx); name != "" {
		return slog.String("identity", name)
	}
	return slog.Attr{}
}

// PeerAttr is the address of who calls.
func PeerAttr(ctx context.Context) slog.Attr {
	address := ""
	if p, ok := peer.FromContext(ctx); ok {
		address = p.Addr.String()
	}
	return slog.String("peer", address)
}
