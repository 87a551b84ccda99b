package server

import (
	"context"
	"sync/atomic"

	"google.golang.org/grpc/stats"
)

// connections is a stats.Handler that makes a client of every connection.
type connections struct {
	open atomic.Int64
}

type clientKey struct{}

// clientOf is who makes a call; nil where the gRPC server isn't ours.
func clientOf(ctx context.Context) *client {
	c, _ := ctx.Value(clientKey{}).(*client)
	return c
}

// TagConn begins a client.
func (*connections) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context {
	return context.WithValue(ctx, clientKey{}, new(client))
}

// HandleConn counts connections.
func (h *connections) HandleConn(_ context.Context, event stats.ConnStats) {
	switch event.(type) {
	case *stats.ConnBegin:
		h.open.Add(1)
	case *stats.ConnEnd:
		h.open.Add(-1)
	}
}

// TagRPC does nothing.
func (*connections) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

// HandleRPC does nothing.
func (*connections) HandleRPC(context.Context, stats.RPCStats) {}
