package server

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/internal/logged"
)

// events sees the calls that no interceptor sees, since they fail before: those that
// aren't UTF-8, or no message, or too long, or of an unknown method. A stats.Handler is
// gRPC's own way to see them; it gets every message, though, and took a tenth of
// the CPU of a short call (make peak). It is missed for one kind of call alone, which
// gRPC answers by itself: of a compression that it doesn't know.
type events struct {
	log *slog.Logger
	// methods are those that the server has.
	methods map[string]bool
	// refused counts calls by their code.
	refused [codes.Unauthenticated + 1]atomic.Uint64
}

func (e *events) refuse(ctx context.Context, method string, st *status.Status) {
	if int(st.Code()) < len(e.refused) {
		e.refused[st.Code()].Add(1)
	}
	level := codeLevel(st.Code())
	if level == slog.LevelError {
		level = slog.LevelInfo // gRPC calls so what is no message, or no method
	}
	e.log.LogAttrs(ctx, level, "refused call",
		slog.String("method", logged.Clip(method, maxNameBytes)),
		slog.String("peer", peerAddress(ctx)),
		identityAttr(ctx),
		slog.String("code", st.Code().String()),
		refusalAttr(st),
	)
}

// refusalAttr is why a call was refused, where that can't quote what the call carried.
func refusalAttr(st *status.Status) slog.Attr {
	if st.Code() == codes.InvalidArgument || st.Code() == codes.Internal || st.Message() == "" {
		return slog.Attr{}
	}
	return slog.String("error", st.Message())
}

// failedOutputs says how many outputs one request of a multiplexed stream failed.
func (e *events) failedOutputs(ctx context.Context, level slog.Level, n int) {
	method, _ := grpc.Method(ctx)
	e.log.LogAttrs(ctx, level, "failed outputs",
		slog.String("method", method),
		slog.String("peer", peerAddress(ctx)),
		identityAttr(ctx),
		slog.Int("outputs", n),
	)
}

// unknown answers calls of unknown methods. No other interceptor sees them.
func (e *events) unknown(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.Method(stream.Context())
	st := status.New(codes.Unimplemented, fmt.Sprintf("unknown method %s", logged.Clip(method, maxNameBytes)))
	e.refuse(stream.Context(), method, st)
	return st.Err()
}

// setMethods notes the methods of the server.
func (e *events) setMethods(services map[string]grpc.ServiceInfo) {
	e.methods = map[string]bool{}
	for name, service := range services {
		for _, method := range service.Methods {
			e.methods["/"+name+"/"+method.Name] = true
		}
	}
}
