package server

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// TestLateAnswersAreErrors: their caller has left, and logs would say OK.
func TestLateAnswersAreErrors(t *testing.T) {
	ctx, leave := context.WithCancel(context.Background())
	leave()
	e := newEndings(slog.New(slog.DiscardHandler), nil, nil)
	unary, streaming := new(grpc.UnaryServerInfo), new(grpc.StreamServerInfo)
	if answer, err := e.unary(ctx, nil, unary, func(context.Context, any) (any, error) { return "answer", nil }); answer != nil || status.Code(err) != codes.Canceled {
		t.Errorf("unary: %v", err)
	}
	if err := e.streaming(nil, contextStream{ctx: ctx}, streaming, func(any, grpc.ServerStream) error { return nil }); status.Code(err) != codes.Canceled {
		t.Errorf("stream: %v", err)
	}
	own := status.Error(codes.NotFound, "none")
	if _, err := e.unary(ctx, nil, unary, func(context.Context, any) (any, error) { return nil, own }); status.Code(err) != codes.NotFound {
		t.Errorf("an error of its own: %v", err)
	}
	if answer, err := e.unary(context.Background(), nil, unary, func(context.Context, any) (any, error) { return "answer", nil }); err != nil || answer != "answer" {
		t.Errorf("in time: %v %v", answer, err)
	}
}

// A contextStream is a stream of which only the context is asked for.
type contextStream struct {
	grpc.ServerStream
	ctx context.Context
}

func (s contextStream) Context() context.Context { return s.ctx }

// TestDeadlinesThatPass: gRPC cancels a call at its deadline, which must not look like a
// caller that left.
func TestDeadlinesThatPass(t *testing.T) {
	canceled := status.Error(codes.Canceled, "context canceled")
	for _, test := range []struct {
		name string
		left time.Duration
		err  error
		want codes.Code
	}{
		{"passed", -time.Second, canceled, codes.DeadlineExceeded},
		{"passed at the client, a moment sooner", time.Millisecond, canceled, codes.DeadlineExceeded},
		{"the caller left before it", time.Hour, canceled, codes.Canceled},
		{"passed, and the call failed of itself", -time.Second, status.Error(codes.NotFound, "none"), codes.NotFound},
		{"in time", time.Hour, nil, codes.OK},
	} {
		ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(test.left))
		if got := status.Code(endError(ctx, test.err)); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
		cancel()
	}
}
