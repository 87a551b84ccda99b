package server

import (
	"context"
	"log/slog"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/recovery"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/logthin"
	"github.com/toolparser/toolparser/internal/wire"
)

// interceptorOptions are the interceptors of a gRPC server, the outermost first: the gate
// (of streams; unary calls pass it before their request is read, see admit.Server), the
// reporters, those of the program, and endings around the handler. So what the program's
// interceptors return is logged and counted, and they see a panic as an error.
func (s *Server) interceptorOptions(settings settings) []grpc.ServerOption {
	c := s.config
	log := &callLog{log: s.log, sample: &logthin.Sampler{N: uint64(c.LogSample), Rate: uint64(c.LogRate)}, next: reportable(settings.reporters)}
	options := []grpc.ServerOption{
		grpc.ChainUnaryInterceptor(interceptors.UnaryServerInterceptor(log)),
		grpc.ChainStreamInterceptor(s.gate.StreamInterceptor, interceptors.StreamServerInterceptor(log)),
	}
	if len(settings.reporters) == 0 {
		options = append(options, grpc.ChainStreamInterceptor(unreportedMessages))
	}
	options = append(options, settings.grpc...)
	end := newEndings(s.log, s.watchersLeave, s.service.turns)
	return append(options, grpc.ChainUnaryInterceptor(end.unary), grpc.ChainStreamInterceptor(end.streaming))
}

// reportable is all of them as one.
func reportable(all []interceptors.ServerReportable) interceptors.ServerReportable {
	switch len(all) {
	case 0:
		return unreported{}
	case 1:
		return all[0]
	default:
		return reportables(all)
	}
}

// unreported is for programs that want to know of no call.
type unreported struct{}

// ServerReporter reports nothing.
func (unreported) ServerReporter(ctx context.Context, _ interceptors.CallMeta) (interceptors.Reporter, context.Context) {
	return interceptors.NoopReporter{}, ctx
}

// unreportedMessages has the messages of a stream pass the middleware by, which looks at the clock twice for each: the log is of
// calls.
func unreportedMessages(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	if own := admit.StreamOf(stream.Context()); own != nil {
		stream = own
	}
	return handler(srv, stream)
}

// reportables are all that a program has report calls, next to the log of calls. They share
// one interceptor: each one of its own would wrap every message of a stream, and read the
// clock twice for it.
type reportables []interceptors.ServerReportable

// ServerReporter reports a call to all of them.
func (r reportables) ServerReporter(ctx context.Context, call interceptors.CallMeta) (interceptors.Reporter, context.Context) {
	all := make(reporters, len(r))
	for i := range r {
		all[i], ctx = r[i].ServerReporter(ctx, call)
	}
	return all, ctx
}

// reporters are those of one call.
type reporters []interceptors.Reporter

// PostCall reports the end of the call.
func (r reporters) PostCall(err error, took time.Duration) {
	for i := range r {
		r[i].PostCall(err, took)
	}
}

// PostMsgSend reports a message that was sent.
func (r reporters) PostMsgSend(m any, err error, took time.Duration) {
	for i := range r {
		r[i].PostMsgSend(m, err, took)
	}
}

// PostMsgReceive reports a message that was received.
func (r reporters) PostMsgReceive(m any, err error, took time.Duration) {
	for i := range r {
		r[i].PostMsgReceive(m, err, took)
	}
}

// endings decide what a call's end is: a panic and an answer that comes too late are errors,
// and health watches end with the server. They call the recovery of the middleware, which
// would cost each call a closure in a chain.
type endings struct {
	recoverUnary     grpc.UnaryServerInterceptor
	recoverStreaming grpc.StreamServerInterceptor
	// leave is closed when health watchers must leave.
	leave <-chan struct{}
	turns *admit.Turns
}

func newEndings(log *slog.Logger, leave <-chan struct{}, turns *admit.Turns) *endings {
	handler := recovery.WithRecoveryHandlerContext(func(ctx context.Context, p any) error { return admit.Recovered(ctx, log, p) })
	return &endings{recovery.UnaryServerInterceptor(handler), recovery.StreamServerInterceptor(handler), leave, turns}
}

func (e *endings) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	response, err := e.recoverUnary(ctx, req, info, handler)
	if err = endError(ctx, err); err != nil {
		return nil, err
	}
	if message, ok := response.(proto.Message); ok {
		err = e.answered(ctx, message)
	}
	if err != nil {
		return nil, err
	}
	return response, nil
}

// answered counts the answer of a unary call.
func (e *endings) answered(ctx context.Context, answer proto.Message) error {
	size := 0
	if err := e.turns.Do(ctx, wire.Work(answer), func() { size = wire.Size(answer) }); err != nil {
		return err
	}
	return admit.Of(ctx).Answered(size)
}

func (e *endings) streaming(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	if info.FullMethod == healthv1.Health_Watch_FullMethodName {
		handler = e.watching(handler)
	}
	return endError(stream.Context(), e.recoverStreaming(srv, stream, info, handler))
}

// endError is the error of a call whose handler returned err: an answer whose caller has
// left is no success. gRPC cancels a call at its deadline, and so does a client, which may
// be sooner by what a message takes; what ended then ended by its deadline.
func endError(ctx context.Context, err error) error {
	if err == nil {
		err = admit.CallError(ctx)
	}
	if err == nil || status.Code(err) != codes.Canceled {
		return err
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < deadlineSlack {
		return status.FromContextError(context.DeadlineExceeded).Err()
	}
	return err
}
