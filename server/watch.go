package server

import (
	"context"
	"sync/atomic"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
)

// watching has a health watch end with the server, once it was notified. By themselves they
// last as long as their client likes, so that every drain would run into its
// deadline.
func (e *endings) watching(handler grpc.StreamHandler) grpc.StreamHandler {
	return func(srv any, stream grpc.ServerStream) error {
		ctx, cancel := context.WithCancel(stream.Context())
		defer cancel()
		w := &watch{ServerStream: stream, ctx: ctx, cancel: cancel, leave: e.leave}
		go func() {
			select {
			case <-e.leave:
				w.endIfTold()
			case <-ctx.Done():
			}
		}()
		return handler(srv, w)
	}
}

// A watch is a health watch that ends in a drain: not before it was notified that
// the server doesn't serve any more, however long that takes to reach it.
type watch struct {
	grpc.ServerStream
	ctx    context.Context
	cancel context.CancelFunc
	leave  <-chan struct{}
	// Whether the last status sent is other than SERVING.
	told atomic.Bool
}

// Context is done when the watch is to end.
func (w *watch) Context() context.Context { return w.ctx }

// SendMsg sends a status.
func (w *watch) SendMsg(m any) error {
	err := w.ServerStream.SendMsg(m)
	if response, ok := m.(*healthv1.HealthCheckResponse); ok {
		w.told.Store(response.GetStatus() != healthv1.HealthCheckResponse_SERVING)
		w.endIfTold()
	}
	return err
}

func (w *watch) endIfTold() {
	select {
	case <-w.leave:
		if w.told.Load() {
			w.cancel()
		}
	default:
	}
}
