package admit

import (
	"context"
	"log/slog"
	"runtime/debug"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/internal/logthin"
	"github.com/toolparser/toolparser/internal/panics"
)

// A panic ends the call in which it happens. Go ends the process for one in any goroutine that doesn't recover, so each
// goroutine does that works on what callers send, or calls what the program added. What runs outside of calls, such as
// timers, touches counts and the ends of streams alone.

// Recover makes a panic of the function that defers it that function's error, and logs it. The call of ctx ends with
// the error.
func Recover(ctx context.Context, log *slog.Logger, err *error) {
	if p := recover(); p != nil {
		*err = Recovered(ctx, log, p)
	}
}

// Recovered logs a panic and returns the error that the caller of ctx gets.
func Recovered(ctx context.Context, log *slog.Logger, p any) error {
	if skipped, ok := PickLine(ctx, slog.LevelError); ok {
		method, _ := grpc.Method(ctx)
		log.LogAttrs(ctx, slog.LevelError, "panic", slog.String("method", method), PeerAttr(ctx), IdentityAttr(ctx),
			slog.String("panic", panics.Text(p)), slog.String("stack", string(debug.Stack())), logthin.Skipped(skipped))
	}
	return status.Error(codes.Internal, "internal error")
}
