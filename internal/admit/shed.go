package admit

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/toolparser/toolparser/internal/logthin"
)

// A shedReason says which bound a call that isn't taken would break.
type shedReason int

const (
	shedCalls shedReason = iota
	shedStreams
	shedQueue
	shedMemory
	shedLate
	shedSide
	shedReasons // their number
)

// String is the reason as metrics name it.
func (r shedReason) String() string {
	return [...]string{"calls", "streams", "queue", "memory", "late", "side"}[r]
}

func (r shedReason) message() string {
	return [...]string{
		"too many calls are in flight (--max-calls of the server)",
		"too many streams are open (--max-streams of the server)",
		"too much work is waiting (--max-queue-time of the server)",
		"too much memory is in use (--max-memory of the server)",
		"too many calls wait for their message (a quarter of --max-calls of the server)",
		"too many calls of health and reflection are open",
	}[r]
}

// shedError is RESOURCE_EXHAUSTED with the time after which to try again, which
// differs from call to call, so that they don't all come at once.
func shedError(r shedReason) error {
	st := status.New(codes.ResourceExhausted, r.message())
	delay := durationpb.New(minRetryDelay + rand.N(minRetryDelay))
	if detailed, err := st.WithDetails(&errdetails.RetryInfo{RetryDelay: delay}); err == nil {
		st = detailed
	}
	return st.Err()
}

// NoMemory is the error of a call for which there is no memory.
func NoMemory() error { return shedError(shedMemory) }

// Reason is why an error refuses a call for load, as metrics name it; empty for other errors.
func Reason(st *status.Status) string {
	if st.Code() == codes.ResourceExhausted {
		for r := range shedReasons {
			if st.Message() == r.message() {
				return r.String()
			}
		}
	}
	return ""
}

// ErrorAttr is the message of an error for the log, with the reason if the error refuses a call for load.
func ErrorAttr(st *status.Status) slog.Attr {
	message := slog.String("error", st.Message())
	if reason := Reason(st); reason != "" {
		return slog.Group("", slog.String("reason", reason), message)
	}
	return message
}

// CountNoMemory counts a call, or an output in one, that ended with this error, if that is because there was no memory. Calls that
// the gate didn't take are counted there.
func (a *Admission) CountNoMemory(err error) {
	if a != nil && err != nil {
		a.gate.countNoMemory(status.Convert(err))
	}
}

func (g *Gate) countNoMemory(st *status.Status) {
	if Reason(st) == shedMemory.String() {
		g.shed[shedMemory].Add(1)
	}
}

// minRetryDelay is the shortest time after which a shed call is worth another try;
// the longest is twice that.
const minRetryDelay = 100 * time.Millisecond

// shedCall counts and logs a call that isn't taken.
func (g *Gate) shedCall(ctx context.Context, method string, reason shedReason) error {
	g.shed[reason].Add(1)
	g.logShed(ctx, method, reason)
	return shedError(reason)
}

// logShed logs a call that isn't taken. Under load these are many, so few have a line.
func (g *Gate) logShed(ctx context.Context, method string, reason shedReason) {
	if skipped, ok := g.lines.Pick(time.Now()); ok {
		g.config.Log.LogAttrs(ctx, slog.LevelWarn, "refused call",
			slog.String("method", logthin.Clip(method, maxLoggedBytes)),
			PeerAttr(ctx),
			IdentityAttr(ctx),
			slog.String("code", codes.ResourceExhausted.String()),
			slog.String("reason", reason.String()),
			slog.String("error", reason.message()),
			logthin.Skipped(skipped),
		)
	}
}
