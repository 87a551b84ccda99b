package server

import (
	"context"
	"log/slog"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"
)

// events is a stats.Handler: it makes a client of every connection, and sees the
// calls that no interceptor sees, since they failed before: those that aren't
// UTF-8, or no message, or too long, or of an unknown method.
type events struct {
	log *slog.Logger
	// methods are those that the server has.
	methods map[string]bool
	open    atomic.Int64
	// refused counts calls by their code.
	refused [codes.Unauthenticated + 1]atomic.Uint64
}

type clientKey struct{}

// clientOf is who makes a call; nil where the gRPC server isn't ours.
func clientOf(ctx context.Context) *client {
	c, _ := ctx.Value(clientKey{}).(*client)
	return c
}

// TagConn begins a client.
func (*events) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context {
	return context.WithValue(ctx, clientKey{}, new(client))
}

// HandleConn counts connections.
func (e *events) HandleConn(_ context.Context, event stats.ConnStats) {
	switch event.(type) {
	case *stats.ConnBegin:
		e.open.Add(1)
	case *stats.ConnEnd:
		e.open.Add(-1)
	}
}

// A seen is one call, as events see it.
type seen struct {
	method string
	// handled: interceptors have seen it too.
	handled atomic.Bool
}

type seenKey struct{}

// TagRPC begins a call.
func (e *events) TagRPC(ctx context.Context, info *stats.RPCTagInfo) context.Context {
	return context.WithValue(ctx, seenKey{}, &seen{method: info.FullMethodName})
}

// HandleRPC tells of calls that no interceptor saw.
func (e *events) HandleRPC(ctx context.Context, event stats.RPCStats) {
	call, ok := ctx.Value(seenKey{}).(*seen)
	if !ok {
		return
	}
	switch event := event.(type) {
	case *stats.InHeader:
		if !e.methods[call.method] {
			e.refuse(ctx, call, status.New(codes.Unimplemented, "unknown method"))
		}
	case *stats.End:
		if event.Error != nil && !call.handled.Load() {
			e.refuse(ctx, call, status.Convert(event.Error))
		}
	}
}

func (e *events) refuse(ctx context.Context, call *seen, st *status.Status) {
	if int(st.Code()) < len(e.refused) {
		e.refused[st.Code()].Add(1)
	}
	e.log.LogAttrs(ctx, slog.LevelInfo, "refused call",
		slog.String("method", clip(call.method, maxNameBytes)),
		slog.String("peer", peerAddress(ctx)),
		slog.String("code", st.Code().String()),
	)
}

// unary and streaming mark calls as handled.
func (e *events) unary(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	markHandled(ctx)
	return handler(ctx, req)
}

func (e *events) streaming(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	markHandled(stream.Context())
	return handler(srv, stream)
}

func markHandled(ctx context.Context) {
	if call, ok := ctx.Value(seenKey{}).(*seen); ok {
		call.handled.Store(true)
	}
}

// setMethods notes the methods of the server.
func (e *events) setMethods(services map[string]grpc.ServiceInfo) {
	e.methods = map[string]bool{}
	for name, service := range services {
		for _, method := range service.Methods {
			e.methods["/"+name+"/"+method.Name] = true
		}
	}
}
