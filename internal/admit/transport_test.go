package admit

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A bareTransport is what gRPC promises of a call's transport, and no more.
type bareTransport struct{ grpc.ServerTransportStream }

// A compressing one can only be asked for the compression.
type compressing struct{ grpc.ServerTransportStream }

func (compressing) RecvCompress() string { return "" }

// TestATransportThatCanNotBeBoundedIsRefused: without the methods of grpc-go's own, messages
// could be compressed, and streams could not be ended. Nothing is read of such a call.
func TestATransportThatCanNotBeBoundedIsRefused(t *testing.T) {
	var log strings.Builder
	g := New(Config{Memory: new(Memory), Log: slog.New(slog.NewTextHandler(&log, nil))})
	const stream = "/a.B/Stream"
	g.SetMethods(map[string]grpc.ServiceInfo{"a.B": {Methods: []grpc.MethodInfo{{Name: "Stream"}}}})
	for _, transport := range []grpc.ServerTransportStream{nil, bareTransport{}, compressing{}} {
		ctx := context.Background()
		if transport != nil {
			ctx = grpc.NewContextWithServerTransportStream(ctx, transport)
		}
		unary := g.unary("/a.B/Unary", func(any, context.Context, func(any) error, grpc.UnaryServerInterceptor) (any, error) {
			t.Error("a unary call is answered")
			return nil, nil
		})
		_, err := unary(nil, ctx, func(any) error { t.Error("its request is read"); return nil }, nil)
		wantUnbounded(t, err)
		info := &grpc.StreamServerInfo{FullMethod: stream}
		wantUnbounded(t, g.StreamInterceptor(nil, &Stream{ctx: ctx}, info, func(any, grpc.ServerStream) error {
			t.Error("a stream is answered")
			return nil
		}))
	}
	if n := strings.Count(log.String(), "level=WARN msg=\"refused call\""); n != 6 {
		t.Errorf("%d of 6 are logged:\n%s", n, &log)
	}
}

func wantUnbounded(t *testing.T, err error) {
	t.Helper()
	if st := status.Convert(err); st.Code() != codes.FailedPrecondition || !strings.Contains(st.Message(), "go.mod") {
		t.Errorf("it is %v", err)
	}
}
