package server

import (
	"context"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
)

// endWatch ends health watches with the server. By themselves they last as
// long as their client likes, so that every drain would run into its deadline.
func (s *Server) endWatch(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	if info.FullMethod != healthv1.Health_Watch_FullMethodName {
		return handler(srv, stream)
	}
	ctx, cancel := context.WithCancel(stream.Context())
	defer cancel()
	go func() {
		select {
		case <-s.ended:
			cancel()
		case <-ctx.Done():
		}
	}()
	return handler(srv, contextStream{stream, ctx})
}

// A contextStream is a stream with another context.
type contextStream struct {
	grpc.ServerStream
	ctx context.Context
}

// Context is the replaced context.
func (s contextStream) Context() context.Context { return s.ctx }
