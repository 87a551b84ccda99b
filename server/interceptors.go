package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// endings are what every call goes through at its end: a panic and an answer that
// comes too late become errors, and the call is logged, with what it became. It is one
// interceptor, not a chain of three: each costs a closure a call, and those of streams
// would wrap every message.
type endings struct {
	log    *slog.Logger
	sample *sampler
	// leave is closed when health watchers must leave.
	leave <-chan struct{}
}

func (e *endings) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (response any, err error) {
	begun := time.Now()
	defer func() {
		if err = e.end(ctx, info.FullMethod, begun, recover(), err); err != nil {
			response = nil
		}
	}()
	return handler(ctx, req)
}

func (e *endings) streaming(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) (err error) {
	begun := time.Now()
	defer func() { err = e.end(stream.Context(), info.FullMethod, begun, recover(), err) }()
	if info.FullMethod == healthv1.Health_Watch_FullMethodName {
		return e.watch(srv, stream, handler)
	}
	return handler(srv, stream)
}

// end is what becomes of a call that panicked with p, or returned err. An answer whose
// caller has left is no success.
func (e *endings) end(ctx context.Context, method string, begun time.Time, p any, err error) error {
	switch {
	case p != nil:
		err = recovered(ctx, e.log, p)
	case err == nil:
		err = callError(ctx)
	}
	e.logEnd(ctx, method, begun, err)
	return err
}

// recovered logs a panic and returns what the caller is told of it.
func recovered(ctx context.Context, log *slog.Logger, p any) error {
	method, _ := grpc.Method(ctx)
	log.ErrorContext(ctx, "panic", "method", method, "panic", panicText(p), "stack", string(debug.Stack()))
	return status.Error(codes.Internal, "internal error")
}

// panicText tells a runtime error's text, and of other values the type only:
// they may quote an output.
func panicText(p any) string {
	if err, ok := p.(error); ok {
		var runtimeError runtime.Error
		if errors.As(err, &runtimeError) {
			return runtimeError.Error()
		}
	}
	return fmt.Sprintf("a value of type %T", p)
}
