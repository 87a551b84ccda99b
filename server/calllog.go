package server

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
)

// A sampler picks which of the calls that went well are logged: one of every n, and
// not more than rate in a second. A line takes some 3 µs, as long as parsing.
type sampler struct {
	n, rate uint64
	seen    atomic.Uint64
	// second is the one of the last call, since the epoch, and picked what was picked in
	// it; skipped are the calls since the last one that was picked.
	second          atomic.Int64
	picked, skipped atomic.Uint64
}

// pick tells whether to log a call, and how many were skipped before it.
func (s *sampler) pick(now time.Time) (skipped uint64, ok bool) {
	if second := now.Unix(); s.second.Swap(second) != second {
		s.picked.Store(0)
	}
	if s.seen.Add(1)%s.n != 1%s.n || s.picked.Add(1) > s.rate {
		s.skipped.Add(1)
		return 0, false
	}
	return s.skipped.Swap(0), true
}

// logEnd logs a call that has ended.
func (e *endings) logEnd(ctx context.Context, method string, begun time.Time, err error) {
	now := time.Now()
	duration := slog.Duration("duration", now.Sub(begun))
	if err != nil {
		logCall(ctx, e.log, "finished call", method, status.Convert(err), duration)
		return
	}
	if !e.log.Enabled(ctx, callLevel(method, codes.OK)) {
		return
	}
	switch skipped, ok := e.sample.pick(now); {
	case !ok:
	case skipped > 0:
		logCall(ctx, e.log, "finished call", method, nil, duration, slog.Uint64("skipped", skipped))
	default:
		logCall(ctx, e.log, "finished call", method, nil, duration)
	}
}

// logCall logs what became of a call, or of an output in one.
func logCall(ctx context.Context, log *slog.Logger, message, method string, st *status.Status, more ...slog.Attr) {
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
	level := codeLevel(code)
	if level == slog.LevelInfo && strings.HasPrefix(method, "/grpc.reflection.") {
		return slog.LevelDebug
	}
	return level
}

// codeLevel tells the caller's mistakes from what an operator may want to look at,
// and from the server's own failures.
func codeLevel(code codes.Code) slog.Level {
	switch code {
	case codes.OK, codes.Canceled, codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.Unauthenticated:
		return slog.LevelInfo
	case codes.DeadlineExceeded, codes.PermissionDenied, codes.ResourceExhausted, codes.FailedPrecondition,
		codes.Aborted, codes.OutOfRange, codes.Unavailable:
		return slog.LevelWarn
	default:
		return slog.LevelError
	}
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
