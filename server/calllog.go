package server

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	middleware "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/logging"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
)

// A callLog logs one call when it has finished. It is a reporter of its own,
// not the middleware's logging interceptor: that one logs the messages of
// errors, which may quote what the caller sent, and costs more than parsing
// a short output.
type callLog struct {
	middleware.NoopReporter
	log *slog.Logger
	ctx context.Context
	// sample is shared by all calls.
	sample *sampler
}

// A sampler picks one of every n.
type sampler struct {
	n    uint64
	seen atomic.Uint64
}

func (s *sampler) pick() bool { return s.seen.Add(1)%s.n == 1%s.n }

// PostCall logs the call.
func (c *callLog) PostCall(err error, duration time.Duration) {
	st := status.Convert(err)
	if st.Code() == codes.OK && !c.sample.pick() {
		return
	}
	logCall(c.ctx, c.log, "finished call", st, slog.Duration("duration", duration))
}

// logCall logs what became of a call, or of an output in one.
func logCall(ctx context.Context, log *slog.Logger, message string, st *status.Status, more ...slog.Attr) {
	method, _ := grpc.Method(ctx)
	level := callLevel(method, st.Code())
	if !log.Enabled(ctx, level) {
		return
	}
	attrs := append([]slog.Attr{
		slog.String("method", method),
		slog.String("peer", peerAddress(ctx)),
		identityAttr(ctx),
		slog.String("code", st.Code().String()),
		errorAttr(st),
	}, more...)
	log.LogAttrs(ctx, level, message, attrs...)
}

// callLevel is the level at which a call is logged. Tools like grpcurl make a
// call of reflection before each of their user's, which isn't news.
func callLevel(method string, code codes.Code) slog.Level {
	level := slog.Level(logging.DefaultServerCodeToLevel(code))
	if level == slog.LevelInfo && strings.HasPrefix(method, "/grpc.reflection.") {
		return slog.LevelDebug
	}
	return level
}

// identityAttr is who calls; nothing where nobody has a name.
func identityAttr(ctx context.Context) slog.Attr {
	if name := Identity(ctx); name != "" {
		return slog.String("identity", name)
	}
	return slog.Attr{}
}

func peerAddress(ctx context.Context) string {
	p, ok := peer.FromContext(ctx)
	if !ok {
		return ""
	}
	return p.Addr.String()
}

// errorAttr tells which fields of a request are wrong, but not what they hold.
// Other messages are this server's own words.
func errorAttr(st *status.Status) slog.Attr {
	switch st.Code() {
	case codes.OK:
		return slog.Attr{}
	case codes.InvalidArgument:
		return slog.Any("invalid_fields", invalidFields(st))
	default:
		return slog.String("error", st.Message())
	}
}

func invalidFields(st *status.Status) []string {
	var fields []string
	for _, detail := range st.Details() {
		if bad, ok := detail.(*errdetails.BadRequest); ok {
			for _, violation := range bad.GetFieldViolations() {
				fields = append(fields, violation.GetField())
			}
		}
	}
	return fields
}
