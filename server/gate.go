package server

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/tap"
)

// A gate decides, where calls arrive, which are taken: before a goroutine, a
// message or a queue is spent on them. It counts calls of the service alone: health
// and reflection, which operators need most under load, pass.
type gate struct {
	config Config
	turns  *turns
	memory *memory
	events *events
	// identities is nil where everyone may call.
	identities  *identities
	connections connections
	early       earlyCalls

	// calls are the unary calls in flight, streams the open streams.
	calls, streams atomic.Int64
	shed           [shedReasons]atomic.Uint64
	idleEnds       atomic.Uint64
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

// arrive is a tap.ServerInHandle. It must be quick: the connection waits.
func (g *gate) arrive(ctx context.Context, info *tap.Info) (context.Context, error) {
	if strings.HasPrefix(info.FullMethodName, healthPrefix) {
		return ctx, nil
	}
	id, err := g.identities.authenticate(ctx, info.Header)
	if err != nil {
		g.events.refuse(ctx, info.FullMethodName, status.Convert(err))
		return ctx, err
	}
	if id != nil {
		ctx = context.WithValue(ctx, identityKey{}, id)
	}
	method, ours := strings.CutPrefix(info.FullMethodName, servicePrefix)
	if !ours {
		return ctx, nil
	}
	g.early.sweep()
	conn := g.connections.clientOf(ctx)
	c := conn
	if id != nil && id != g.identities.other {
		c = &id.client
	}
	stream := method == streamMethod || method == multiplexMethod || method == batchMethod
	if reason, ok := g.take(c, conn, stream); !ok {
		g.shed[reason].Add(1)
		return ctx, shedError(reason)
	}
	a := &admission{gate: g, client: c, connection: conn, stream: stream, ctx: ctx}
	g.early.add(a)
	return context.WithValue(ctx, admissionKey{}, a), nil
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

// take counts a call of a client, on a connection, or says why it can't be taken.
func (g *gate) take(c, conn *client, stream bool) (shedReason, bool) {
	if reason, ok := g.reserve(c, stream); !ok {
		return reason, false
	}
	if stream {
		g.turns.finish(c) // most of the time it waits for its caller
		c.streams.Add(1)
	}
	open := c.open.Add(1)
	if conn != c {
		open = conn.open.Add(1)
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

// streaming is the interceptor of the gate. The others see no method that there isn't.
func (g *gate) streaming(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	a := admissionOf(stream.Context())
	if a.begin() {
		defer a.end()
	}
	if !g.events.methods[info.FullMethod] {
		return g.events.unknown(srv, stream)
	}
	transport, err := g.open(stream.Context(), info.FullMethod)
	if err != nil {
		return err
	}
	if a == nil {
		return handler(srv, stream)
	}
	timed := g.timed(stream, transport, info.FullMethod != servicePrefix+multiplexMethod)
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
		if a := admissionOf(ctx); a.begin() {
			defer a.end()
		}
		if _, err := g.open(ctx, method); err != nil {
			return nil, err
		}
		if method == servicePrefix+listMethod {
			_ = grpc.SetHeader(ctx, metadata.Pairs(maxStreamsHeader, strconv.Itoa(int(g.config.MaxConcurrentStreams)))) // for who wants to know
		}
		return handler(server, ctx, func(request any) error {
			err := read(request)
			if err != nil {
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
	WriteStatus(st *status.Status) error
}

// open finds the transport of a call and refuses calls whose messages are compressed,
// before one is read: some kilobytes become as many megabytes, which no bound of memory sees
// coming. gRPC knows gzip wherever a package of the program imports it, as the sender of
// traces does. Where a version of gRPC has another transport, no call is safe, so all are
// refused.
func (g *gate) open(ctx context.Context, method string) (transport, error) {
	var st *status.Status
	t, ok := grpc.ServerTransportStreamFromContext(ctx).(transport)
	if !ok {
		st = status.New(codes.FailedPrecondition, "this server can't bound calls with the google.golang.org/grpc that it was built with: build it with the version in its go.mod")
	} else if name := t.RecvCompress(); name != "" && name != encoding.Identity {
		st = status.Newf(codes.Unimplemented, "messages are not compressed here, nor by %q", clip(name, maxNameBytes))
	}
	if st == nil {
		return t, nil
	}
	g.events.refuse(ctx, method, st)
	return nil, st.Err()
}
