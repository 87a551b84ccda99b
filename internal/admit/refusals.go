package admit

import (
	"context"
	"fmt"
	"log/slog"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/internal/logthin"
)

// Refuse counts and logs a call that no interceptor sees, since it fails before: those that
// aren't UTF-8, or no message, or too long, or of an unknown method. A stats.Handler is
// gRPC's own way to see them; it gets every message, though, and took a tenth of
// the CPU of a short call (make peak). It is missed for one kind of call alone, which
// gRPC answers by itself: of a compression that it doesn't know.
func (g *Gate) Refuse(ctx context.Context, method string, st *status.Status) {
	if int(st.Code()) < len(g.refused) {
		g.refused[st.Code()].Add(1)
	}
	g.countNoMemory(st)
	level := Level(st.Code())
	if level == slog.LevelError {
		level = slog.LevelInfo // gRPC calls so what is no message, or no method
	}
	if !g.config.Log.Enabled(ctx, level) {
		return
	}
	skipped, ok := g.pickLine(ctx, level)
	if !ok {
		return
	}
	g.config.Log.LogAttrs(ctx, level, "refused call",
		slog.String("method", logthin.Clip(method, maxLoggedBytes)),
		PeerAttr(ctx),
		IdentityAttr(ctx),
		slog.String("code", st.Code().String()),
		refusalAttr(st),
		logthin.Skipped(skipped),
	)
}

// refusalAttr is why a call was refused, where that can't quote what the call carried.
func refusalAttr(st *status.Status) slog.Attr {
	if st.Code() == codes.InvalidArgument || st.Code() == codes.Internal || st.Message() == "" {
		return slog.Attr{}
	}
	return ErrorAttr(st)
}

// Unknown answers calls of unknown methods. No other interceptor sees them.
func (g *Gate) Unknown(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.Method(stream.Context())
	st := status.New(codes.Unimplemented, fmt.Sprintf("unknown method %s", logthin.Clip(method, maxLoggedBytes)))
	g.Refuse(stream.Context(), method, st)
	return st.Err()
}

// SetMethods notes the methods that the server has. It is to be called before the server serves.
func (g *Gate) SetMethods(services map[string]grpc.ServiceInfo) {
	g.methods = map[string]bool{}
	for name, service := range services {
		for _, method := range service.Methods {
			g.methods["/"+name+"/"+method.Name] = true
		}
	}
}

// PickLine reports whether a line of a level about the call of ctx, which failed, is logged, and how many about its
// caller weren't before it. Of each caller there are ten in a second, and ten more of slog.LevelError. Where the gRPC
// server has no gate, all are logged.
func PickLine(ctx context.Context, level slog.Level) (skipped uint64, ok bool) {
	if a := Of(ctx); a != nil {
		return a.gate.connections.lines.pick(a.client, level)
	}
	return 0, true
}

// pickLine is PickLine for a call that may not have been taken.
func (g *Gate) pickLine(ctx context.Context, level slog.Level) (skipped uint64, ok bool) {
	if Of(ctx) != nil {
		return PickLine(ctx, level)
	}
	return g.connections.lines.pick(g.connections.clientOf(ctx), level)
}
