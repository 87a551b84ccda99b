package server

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/tap"

	"github.com/toolparser/toolparser/internal/logged"
)

// A gate decides, where calls arrive, which are taken: before a goroutine, a
// message or a queue is spent on them. Those of health and reflection, which operators
// need most under load, have a share of their own, and need no memory.
type gate struct {
	config Config
	turns  *turns
	memory *memory
	events *events
	// identities is nil where everyone may call.
	identities  *identities
	connections connections
	awaited     awaited
	pools       [poolKinds]pool
	// added are the methods of added services.
	added map[string]bool

	shed [shedReasons]atomic.Uint64
	// refusals picks which of them are logged.
	refusals logged.Sampler
	idleEnds atomic.Uint64
	// lateEnds counts the calls that ended since their message didn't come.
	lateEnds atomic.Uint64
	// memoryEnds counts the connections that were closed since memory was full.
	memoryEnds atomic.Uint64
	// stopping is done when the server takes no new work.
	stopping context.Context
	// failed counts the outputs of multiplexed streams that ended with an error, by
	// its code.
	failed [codes.Unauthenticated + 1]atomic.Uint64
	// filled counts how often a connection came to have all the calls open that it
	// may have; its client makes further ones wait, and doesn't say so.
	filled atomic.Uint64
}

// servicePrefix begins the methods that the gate counts, healthPrefix those that
// everyone may call.
const (
	servicePrefix = "/toolparser.v1.ToolParserService/"
	healthPrefix  = "/grpc.health.v1.Health/"
)

// newGate is a gate of no calls.
func newGate(s *Server, turns *turns) *gate {
	g := &gate{config: s.config, turns: turns, memory: s.memory, events: &s.events, identities: s.identities, added: map[string]bool{}, refusals: logged.Sampler{N: 1, Rate: refusalLines}}
	g.stopping, s.takeNoMore = context.WithCancel(context.Background())
	g.awaited.gate, g.awaited.begun = g, time.Now()
	g.connections.most, g.connections.perAddress = connectionBounds(s.config, s.memory.limit)
	g.connections.log = s.log
	for kind, most := range [poolKinds]int{
		callPool: s.config.MaxCalls, streamPool: s.config.MaxStreams, latePool: max(1, s.config.MaxCalls/lateShare), sidePool: maxSideCalls,
	} {
		g.pools[kind].most = most
	}
	return g
}

// connectionBounds are how many connections may be open, and of one address. Where nothing
// is configured, they may take a quarter of the memory that calls may.
func connectionBounds(c Config, memory int64) (most, perAddress int) {
	most, perAddress = c.MaxConnections, c.MaxConnectionsPerAddress
	if most == 0 {
		most = DefaultMaxConnections
		if memory > 0 {
			most = int(min(int64(most), max(1, memory/4/connectionBytes)))
		}
	}
	if perAddress == 0 {
		perAddress = max(1, most/4)
	}
	return most, perAddress
}

// arrive is a tap.ServerInHandle. It must be quick: the connection waits.
func (g *gate) arrive(ctx context.Context, info *tap.Info) (context.Context, error) {
	return g.admit(ctx, info, nil)
}

// admit is arrive for a call that someone outer ends, unless that is nil.
func (g *gate) admit(ctx context.Context, info *tap.Info, outer statusWriter) (context.Context, error) {
	var id *identity
	if !strings.HasPrefix(info.FullMethodName, healthPrefix) {
		var err error
		if id, err = g.identities.authenticate(ctx, info.Header); err != nil {
			g.events.refuse(ctx, info.FullMethodName, status.Convert(err))
			return ctx, err
		}
	}
	if id != nil {
		ctx = context.WithValue(ctx, identityKey{}, id)
	}
	g.awaited.sweep()
	conn := g.connections.clientOf(ctx)
	a := &admission{gate: g, client: conn, connection: conn, pool: callPool, bytes: int32(headerBytes(info.Header)), ctx: ctx}
	a.outer, a.stream = outer != nil, outer
	if id != nil && id != g.identities.other {
		a.client = &id.client
	}
	switch method, ours := strings.CutPrefix(info.FullMethodName, servicePrefix); {
	case g.added[info.FullMethodName]:
		a.pool = streamPool
	case !ours:
		a.pool = sidePool
	case method == streamMethod || method == multiplexMethod || method == batchMethod:
		a.pool = streamPool
	}
	if reason, ok := g.take(a); !ok {
		return ctx, g.refuse(ctx, info.FullMethodName, reason)
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

const (
	streamMethod    = "StreamToolCalls"
	multiplexMethod = "MultiplexToolCalls"
	batchMethod     = "BatchParseToolCalls"
	listMethod      = "ListFamilies"
	// maxStreamsHeader tells how many calls a connection may have open: gRPC clients
	// read it from the settings of the connection, but don't show it.
	maxStreamsHeader = "toolparser-max-concurrent-streams"
)

// take counts a call, or says why it can't be taken.
func (g *gate) take(a *admission) (shedReason, bool) {
	if a.pool == sidePool {
		if !g.pools[sidePool].take(&a.connection.has[sidePool]) {
			return shedSide, false
		}
		g.memory.count(a.client, int(a.bytes))
		return 0, true
	}
	if !g.memory.take(a.client, int(a.bytes)) {
		g.memory.collect()
		return shedMemory, false
	}
	if reason, ok := g.reserve(a.client, a.pool); !ok {
		g.memory.give(a.client, int(a.bytes))
		return reason, false
	}
	if a.pool == streamPool {
		g.turns.finish(a.client) // most of the time it waits for its caller
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

// failOutput counts an output of a multiplexed stream that failed, and logs it.
func (g *gate) failOutput(ctx context.Context, st *status.Status, logged bool) {
	if int(st.Code()) < len(g.failed) {
		g.failed[st.Code()].Add(1)
	}
	if !logged {
		return
	}
	method, _ := grpc.Method(ctx)
	logCall(ctx, g.events.log, "failed output", method, st)
}

// streaming is the interceptor of the gate. The rest see no method that there isn't.
func (g *gate) streaming(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	a := admissionOf(stream.Context())
	t, _ := transportOf(stream.Context())
	if a.begin(t) {
		defer a.end()
	}
	if !g.events.methods[info.FullMethod] {
		return g.events.unknown(srv, stream)
	}
	if err := g.open(stream.Context(), info.FullMethod); err != nil {
		return err
	}
	if a == nil {
		return handler(srv, stream)
	}
	timed := g.timed(stream, t, a, info)
	defer timed.stop()
	return handler(srv, timed)
}

// A gatedServer has unary calls pass the gate before their request is read.
type gatedServer struct {
	*grpc.Server
	gate *gate
}

// RegisterService registers a service.
func (s gatedServer) RegisterService(service *grpc.ServiceDesc, server any) {
	gated := *service
	gated.Methods = slices.Clone(service.Methods)
	for i := range gated.Methods {
		m := &gated.Methods[i]
		m.Handler = s.gate.unary("/"+service.ServiceName+"/"+m.MethodName, m.Handler)
	}
	s.Server.RegisterService(&gated, server)
}

func (g *gate) unary(method string, handler grpc.MethodHandler) grpc.MethodHandler {
	return func(server any, ctx context.Context, read func(any) error, interceptor grpc.UnaryServerInterceptor) (any, error) {
		a := admissionOf(ctx)
		t, _ := transportOf(ctx)
		if a.begin(t) {
			defer a.end()
		}
		if err := g.open(ctx, method); err != nil {
			return nil, err
		}
		if method == servicePrefix+listMethod {
			_ = grpc.SetHeader(ctx, metadata.Pairs(maxStreamsHeader, strconv.Itoa(int(g.config.MaxConcurrentStreams)))) // for who wants to know
		}
		return handler(server, ctx, func(request any) error {
			err := read(request)
			if late := a.received(); late != nil {
				return late
			}
			if err = readError(err, g.config.MaxRequestBytes); err != nil {
				g.events.refuse(ctx, method, status.Convert(err))
			}
			return err
		}, interceptor)
	}
}

// A transport is the side of a call that gRPC doesn't show in its own interface: how the
// caller compresses, and the end of a call whose handler is busy.
type transport interface {
	RecvCompress() string
	statusWriter
}

func transportOf(ctx context.Context) (transport, bool) {
	t, ok := grpc.ServerTransportStreamFromContext(ctx).(transport)
	return t, ok
}

// open finds the transport of a call and refuses calls whose messages are compressed,
// before one is read: some kilobytes become as many megabytes, which no bound of memory sees
// coming. gRPC knows gzip wherever a package of the program imports it, as the sender of
// traces does. Where a version of gRPC has another transport, no call is safe, so all are
// refused.
func (g *gate) open(ctx context.Context, method string) error {
	var st *status.Status
	t, ok := transportOf(ctx)
	if !ok {
		st = status.New(codes.FailedPrecondition, "this server can't bound calls with the google.golang.org/grpc that it was built with: build it with the version in its go.mod")
	} else if name := t.RecvCompress(); name != "" && name != encoding.Identity {
		st = status.Newf(codes.Unimplemented, "messages are not compressed here, nor by %q", logged.Clip(name, maxNameBytes))
	}
	if st == nil {
		return nil
	}
	g.events.refuse(ctx, method, st)
	return st.Err()
}
