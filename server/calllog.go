package server

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/logging"
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

// pick reports whether to log a call, and how many were skipped before it.
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

// skippedAttr is how many lines were skipped before one; nothing for none.
func skippedAttr(n uint64) slog.Attr {
	if n == 0 {
		return slog.Attr{}
	}
	return slog.Uint64("skipped", n)
}

// A callLog reports every finished call to the log. It takes the place of the middleware's
// own logging interceptor, which costs more than parsing a short output, and logs the
// messages of errors, which may quote what the caller sent.
type callLog struct {
	log    *slog.Logger
	sample *sampler
	// next are the reporters of the program.
	next interceptors.ServerReportable
}

// ServerReporter reports a call.
func (l *callLog) ServerReporter(ctx context.Context, call interceptors.CallMeta) (interceptors.Reporter, context.Context) {
	next, inner := l.next.ServerReporter(ctx, call)
	return &loggedCall{Reporter: next, callLog: l, ctx: ctx, service: call.Service, method: call.Method}, inner
}

// A loggedCall is one call, until it is logged. Its messages go to the next reporter alone.
type loggedCall struct {
	interceptors.Reporter
	*callLog
	ctx             context.Context
	service, method string
}

// PostCall reports and logs the call, which has ended.
func (c *loggedCall) PostCall(err error, took time.Duration) {
	c.Reporter.PostCall(err, took)
	st := status.Convert(err)
	if !c.log.Enabled(c.ctx, callLevel(c.service, st.Code())) {
		return
	}
	var skipped uint64
	if err == nil {
		var ok bool
		if skipped, ok = c.sample.pick(time.Now()); !ok {
			return
		}
	}
	logCall(c.ctx, c.log, "finished call", "/"+c.service+"/"+c.method, st, slog.Duration("duration", took), skippedAttr(skipped))
}

// logCall logs what became of a call, or of an output in one.
func logCall(ctx context.Context, log *slog.Logger, message, method string, st *status.Status, more ...slog.Attr) {
	service, _, _ := strings.Cut(strings.TrimPrefix(method, "/"), "/")
	level := callLevel(service, st.Code())
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

// callLevel is the level at which a call of a service is logged. Probes and balancers ask for
// health all the time, and tools like grpcurl for reflection before each call: neither is
// news, nor is that a health watch ended because its client was idle.
func callLevel(service string, code codes.Code) slog.Level {
	level := codeLevel(code)
	aside := strings.HasPrefix(service, "grpc.health.") || strings.HasPrefix(service, "grpc.reflection.")
	if aside && level < slog.LevelError {
		return slog.LevelDebug
	}
	return level
}

// codeLevel tells the caller's mistakes from what an operator may want to look at,
// and from the server's own failures.
func codeLevel(code codes.Code) slog.Level {
	return slog.Level(logging.DefaultServerCodeToLevel(code))
}

// identityAttr is who calls; nothing where no one has a name.
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
