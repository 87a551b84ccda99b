package server

import (
	"context"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// TestLateAnswersAreErrors: their caller has left, and logs would say OK.
func TestLateAnswersAreErrors(t *testing.T) {
	ctx, leave := context.WithCancel(context.Background())
	leave()
	if _, err := lateUnary(ctx, nil, nil, func(context.Context, any) (any, error) { return "answer", nil }); status.Code(err) != codes.Canceled {
		t.Errorf("unary: %v", err)
	}
	if err := lateStream(nil, &timedStream{ctx: ctx}, nil, func(any, grpc.ServerStream) error { return nil }); status.Code(err) != codes.Canceled {
		t.Errorf("stream: %v", err)
	}
	own := status.Error(codes.NotFound, "none")
	if _, err := lateUnary(ctx, nil, nil, func(context.Context, any) (any, error) { return nil, own }); status.Code(err) != codes.NotFound {
		t.Errorf("an error of its own: %v", err)
	}
	if answer, err := lateUnary(context.Background(), nil, nil, func(context.Context, any) (any, error) { return "answer", nil }); err != nil || answer != "answer" {
		t.Errorf("in time: %v %v", answer, err)
	}
}

func TestSampler(t *testing.T) {
	for n, want := range map[uint64]int{1: 12, 2: 6, 5: 3} {
		s, picked := sampler{n: n}, 0
		for range 12 {
			if s.pick() {
				picked++
			}
		}
		if picked != want {
			t.Errorf("one of %d: %d of 12", n, picked)
		}
	}
}
