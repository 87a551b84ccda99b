package server

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/logthin"
)

// A callLog reports every finished call to the log. It takes the place of the middleware's
// own logging interceptor, which costs more than parsing a short output, and logs the
// messages of errors, which may quote what the caller sent.
type callLog struct {
	log    *slog.Logger
	sample *logthin.Sampler
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
	level := callLevel(c.service, st.Code())
	if !c.log.Enabled(c.ctx, level) {
		return
	}
	var skipped uint64
	var ok bool
	if err == nil {
		skipped, ok = c.sample.Pick(time.Now())
	} else {
		skipped, ok = admit.PickLine(c.ctx, level)
	}
	if ok {
		logCall(c.ctx, c.log, level, "finished call", "/"+c.service+"/"+c.method, st, slog.Duration("duration", took), logthin.Skipped(skipped))
	}
}

// logCall logs the end of a call, or of an output in one.
func logCall(ctx context.Context, log *slog.Logger, level slog.Level, message, method string, st *status.Status, more ...slog.Attr) {
	attrs := append([]slog.Attr{
		slog.String("method", method),
		admit.PeerAttr(ctx),
		admit.IdentityAttr(ctx),
		slog.String("code", st.Code().String()),
		errorAttr(st),
	}, more...)
	log.LogAttrs(ctx, level, message, attrs...)
}

// callLevel is the level at which a call of a service is logged. Probes and balancers ask for
// health all the time, and tools like grpcurl for reflection before each call: neither is
// news, nor is that a health watch ended because its client was idle.
func callLevel(service string, code codes.Code) slog.Level {
	level := admit.Level(code)
	aside := strings.HasPrefix(service, "grpc.health.") || strings.HasPrefix(service, "grpc.reflection.")
	if aside && level < slog.LevelError {
		return slog.LevelDebug
	}
	return level
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
		return admit.ErrorAttr(st)
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
