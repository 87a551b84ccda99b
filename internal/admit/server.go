package admit

import (
	"context"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/internal/logthin"
)

// StreamInterceptor passes streams through the gate. It is the first interceptor of a gRPC server, so that the rest
// see no method that there isn't, and a panic in any of them ends the call alone.
func (g *Gate) StreamInterceptor(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) (err error) {
	defer Recover(stream.Context(), g.config.Log, &err)
	a := Of(stream.Context())
	t := transportOf(stream.Context())
	if a.begin(t) {
		defer a.End()
	}
	if !g.methods[info.FullMethod] {
		return g.Unknown(srv, stream)
	}
	if err := g.open(stream.Context(), t, info.FullMethod); err != nil {
		return err
	}
	if a == nil {
		return handler(srv, stream)
	}
	timed := g.timed(stream, t, a, info)
	defer timed.stop()
	err = handler(srv, timed)
	a.CountNoMemory(err)
	return err
}

// A Server is a gRPC server whose unary calls pass a gate before their request is read.
type Server struct {
	*grpc.Server
	gate *Gate
}

// Server puts the gate before the services that are registered with it.
func (g *Gate) Server(rpc *grpc.Server) Server { return Server{rpc, g} }

// RegisterService registers a service.
func (s Server) RegisterService(service *grpc.ServiceDesc, server any) {
	gated := *service
	gated.Methods = slices.Clone(service.Methods)
	for i := range gated.Methods {
		m := &gated.Methods[i]
		m.Handler = s.gate.unary("/"+service.ServiceName+"/"+m.MethodName, m.Handler)
	}
	s.Server.RegisterService(&gated, server)
}

func (g *Gate) unary(method string, handler grpc.MethodHandler) grpc.MethodHandler {
	return func(server any, ctx context.Context, read func(any) error, interceptor grpc.UnaryServerInterceptor) (response any, err error) {
		defer Recover(ctx, g.config.Log, &err)
		a := Of(ctx)
		t := transportOf(ctx)
		if a.begin(t) {
			defer a.End()
		}
		if err := g.open(ctx, t, method); err != nil {
			return nil, err
		}
		refused := false
		answer, err := handler(server, ctx, func(request any) error {
			var err error
			if a != nil && a.kind.side() {
				err = a.receiveShort(t, request, true)
			} else {
				err = read(request)
			}
			if late := a.Received(); late != nil {
				return late
			}
			if err = g.readError(err); err != nil {
				g.Refuse(ctx, method, status.Convert(err))
				refused = true
			}
			return err
		}, interceptor)
		if err != nil || a == nil {
			if !refused {
				a.CountNoMemory(err)
			}
			return answer, err
		}
		return a.answer(t, answer), nil
	}
}

// A transport is the side of a call that gRPC doesn't show in its own interface: how the
// caller compresses, the end of a call whose handler is busy, and what is read before its length is trusted.
type transport interface {
	RecvCompress() string
	StatusWriter
	shortReader
}

// transportOf is the transport of a call; nil: this version of gRPC has another one.
func transportOf(ctx context.Context) transport {
	t, _ := grpc.ServerTransportStreamFromContext(ctx).(transport)
	return t
}

// open refuses calls whose messages are compressed,
// before one is read: some kilobytes become as many megabytes, which no bound of memory sees
// coming. gRPC knows gzip wherever a package of the program imports it, as the sender of
// traces does. Where a version of gRPC has another transport, no call is safe, so all are
// refused.
func (g *Gate) open(ctx context.Context, t transport, method string) error {
	var st *status.Status
	if t == nil {
		st = status.New(codes.FailedPrecondition, "this server can't bound calls with the google.golang.org/grpc that it was built with: build it with the version in its go.mod")
	} else if name := t.RecvCompress(); name != "" && name != encoding.Identity {
		st = status.Newf(codes.Unimplemented, "messages are not compressed here, nor by %q", logthin.Clip(name, maxLoggedBytes))
	}
	if st == nil {
		return nil
	}
	g.Refuse(ctx, method, st)
	return st.Err()
}
