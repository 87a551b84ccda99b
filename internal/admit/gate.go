package admit

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/tap"

	"github.com/toolparser/toolparser/internal/logthin"
)

// A Config says what a gate admits.
type Config struct {
	// MaxCalls bounds the unary calls in flight, MaxStreams the streams that are open.
	MaxCalls, MaxStreams int
	// MaxConcurrentStreams is how many calls a connection may have open. gRPC sees to that, the gate counts how
	// often it is reached.
	MaxConcurrentStreams uint32
	// MaxConnections bounds the connections that are open, MaxConnectionsPerAddress those of one address.
	// 0: DefaultMaxConnections, or fewer if they could take more than a quarter of the memory; and a quarter of these.
	MaxConnections, MaxConnectionsPerAddress int
	// MaxMessageBytes is the longest message that gRPC takes.
	MaxMessageBytes int
	// MaxQueueTime is how long a call may be expected to wait for its turn.
	MaxQueueTime time.Duration
	// ReceiveTimeout ends calls whose message hasn't come complete, unless it is one of a stream. SendTimeout ends
	// calls whose answer isn't taken, and their connection with them; 0 for no limit.
	ReceiveTimeout, SendTimeout time.Duration
	// StreamIdleTimeout ends streams whose client sends nothing, MaxStreamAge those that are older; 0 for no limit.
	StreamIdleTimeout, MaxStreamAge time.Duration

	// Kind says how the calls of a method count.
	Kind func(method string) Kind
	// Turns and Memory are what calls take. Identities is nil if everyone may call.
	Turns      *Turns
	Memory     *Memory
	Identities *Identities
	Log        *slog.Logger
}

// A Gate decides, where calls arrive, which are taken: before a goroutine, a
// message or a queue is spent on them.
type Gate struct {
	config      Config
	connections connections
	awaited     awaited
	pools       [poolKinds]pool
	sides       *sides
	// methods are those that the server has.
	methods map[string]bool

	// refused counts the calls that failed before they were calls of anything, by their code.
	refused [codes.Unauthenticated + 1]atomic.Uint64
	shed    [shedReasons]atomic.Uint64
	// lines picks which of the shed calls are logged.
	lines    logthin.Sampler
	idleEnds atomic.Uint64
	// lateEnds counts the calls that ended since their message didn't come.
	lateEnds atomic.Uint64
	// memoryEnds counts the connections that were closed since memory was full.
	memoryEnds atomic.Uint64
	// stopping is done when the server takes no new work.
	stopping   context.Context
	takeNoMore context.CancelFunc
	// filled counts how often a connection came to have all the calls open that it
	// may have; its client makes further ones wait, and doesn't say so.
	filled atomic.Uint64
}

// healthPrefix begins the methods that everyone may call.
const healthPrefix = "/grpc.health.v1.Health/"

// New returns a gate that no call has passed.
func New(c Config) *Gate {
	g := &Gate{config: c, lines: logthin.Sampler{N: 1, Rate: refusalLines}, sides: newSides(c.Memory.limit)}
	g.stopping, g.takeNoMore = context.WithCancel(context.Background())
	g.awaited.gate, g.awaited.begun = g, time.Now()
	g.connections.most, g.connections.perAddress = connectionBounds(c)
	g.connections.log, g.connections.sendTimeout, g.connections.started = c.Log, c.SendTimeout, g.awaited.begun
	for kind, most := range [poolKinds]int{
		callPool: c.MaxCalls, streamPool: c.MaxStreams, latePool: max(1, c.MaxCalls/lateShare),
	} {
		g.pools[kind].most = most
	}
	return g
}

// TakeNoMore has streams take no new work: see Admission.Stopping.
func (g *Gate) TakeNoMore() { g.takeNoMore() }

// connectionBounds are how many connections may be open, and of one address.
func connectionBounds(c Config) (most, perAddress int) {
	most, perAddress = c.MaxConnections, c.MaxConnectionsPerAddress
	if most == 0 {
		most = DefaultMaxConnections
		if limit := c.Memory.limit; limit > 0 {
			most = int(min(int64(most), max(1, limit/4/connectionBytes)))
		}
	}
	if perAddress == 0 {
		perAddress = max(1, most/4)
	}
	return most, perAddress
}

// Arrive is a tap.ServerInHandle. It must be quick: the connection waits.
func (g *Gate) Arrive(ctx context.Context, info *tap.Info) (admitted context.Context, err error) {
	defer Recover(ctx, g.config.Log, &err) // it is the connection's goroutine
	return g.Admit(ctx, info, nil)
}

// Admit is Arrive for a call that someone outer ends, unless that is nil.
func (g *Gate) Admit(ctx context.Context, info *tap.Info, outer StatusWriter) (context.Context, error) {
	from, err := g.config.Identities.authenticate(ctx, info.Header)
	id := from.identity
	health := strings.HasPrefix(info.FullMethodName, healthPrefix)
	switch {
	case health: // everyone may call, and who has a name shares by it
	case err != nil:
		g.Refuse(ctx, info.FullMethodName, status.Convert(err))
		return ctx, err
	case id != nil:
		ctx = context.WithValue(ctx, identityKey{}, id)
	}
	g.awaited.sweep()
	conn := g.connections.clientOf(ctx)
	a := &Admission{gate: g, client: conn, connection: conn, kind: g.config.Kind(info.FullMethodName), bytes: int32(headerBytes(info.Header)), ctx: ctx}
	a.pool = a.kind.pool()
	a.outer, a.stream = outer != nil, outer
	named := id != nil && id != g.config.Identities.other
	if a.kind.side() {
		if !g.takeSide(a, id, named) {
			return ctx, g.shedCall(ctx, info.FullMethodName, shedSide)
		}
		g.awaited.add(a)
		return context.WithValue(ctx, admissionKey{}, a), nil
	}
	if named {
		a.client = &id.client
	}
	if id != nil && a.kind != Unary {
		lasting := from
		a.from = &lasting
	}
	if reason, ok := g.take(a); !ok {
		return ctx, g.shedCall(ctx, info.FullMethodName, reason)
	}
	g.awaited.add(a)
	return context.WithValue(ctx, admissionKey{}, a), nil
}

// headerBytes is what the memory counts for a call and its headers.
func headerBytes(header metadata.MD) int {
	n := openBytes
	for key, values := range header {
		n += len(key)
		for _, value := range values {
			n += len(value) + valueBytes
		}
	}
	return n
}

// takeSide takes a call of kind Side or Watch, unless all places are those of others that are needed. The oldest one
// that isn't ends for it.
func (g *Gate) takeSide(a *Admission, id *identity, named bool) bool {
	var holder any = a.connection
	switch {
	case named:
		holder = id
	case a.connection.from.IsValid():
		holder = a.connection.from
	}
	over, ok := g.sides.take(a, holder, time.Now())
	for _, other := range over {
		g.shed[shedSide].Add(1)
		method, _ := grpc.Method(other.ctx)
		g.logShed(other.ctx, method, shedSide)
		g.awaited.giveUp(other, status.Convert(shedError(shedSide)))
	}
	return ok
}

// take counts a call, or says why it can't be taken.
func (g *Gate) take(a *Admission) (shedReason, bool) {
	if !g.config.Memory.take(a.client, int(a.bytes)) {
		g.config.Memory.collect()
		return shedMemory, false
	}
	if reason, ok := g.reserve(a.client, a.pool); !ok {
		g.config.Memory.give(a.client, int(a.bytes))
		return reason, false
	}
	if a.pool == streamPool {
		g.config.Turns.finish(a.client) // most of the time it waits for its caller
	}
	a.connection.made.Add(1)
	open := a.client.open.Add(1)
	if a.connection != a.client {
		open = a.connection.open.Add(1)
	}
	if open == int64(g.config.MaxConcurrentStreams) {
		g.filled.Add(1)
	}
	return 0, true
}
