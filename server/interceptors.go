package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"

	middleware "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/recovery"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// interceptors log every finished call, and inside of that turn panics into
// errors, so that they are logged as such.
func interceptors(log *slog.Logger, logSample int) []grpc.ServerOption {
	sample := &sampler{n: uint64(max(logSample, 1))}
	reports := middleware.CommonReportableFunc(func(ctx context.Context, _ middleware.CallMeta) (middleware.Reporter, context.Context) {
		return &callLog{log: log, ctx: ctx, sample: sample}, ctx
	})
	recoverOption := recovery.WithRecoveryHandlerContext(func(ctx context.Context, p any) error {
		return recovered(ctx, log, p)
	})
	return []grpc.ServerOption{
		grpc.ChainUnaryInterceptor(
			middleware.UnaryServerInterceptor(reports),
			recovery.UnaryServerInterceptor(recoverOption),
			lateUnary,
		),
		grpc.ChainStreamInterceptor(
			middleware.StreamServerInterceptor(reports),
			recovery.StreamServerInterceptor(recoverOption),
			lateStream,
		),
	}
}

// lateUnary and lateStream make errors of answers that come too late: their caller
// has left, and logs and metrics would say OK.
func lateUnary(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	response, err := handler(ctx, req)
	if late := callError(ctx); err == nil && late != nil {
		return nil, late
	}
	return response, err
}

func lateStream(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	err := handler(srv, stream)
	if err == nil {
		return callError(stream.Context())
	}
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
