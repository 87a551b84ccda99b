package server

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/internal/logthin"
)

// BenchmarkLogging is what the end of a call costs: where it is logged, and over the
// rate, where it isn't.
func BenchmarkLogging(b *testing.B) {
	for name, rate := range map[string]uint64{"logged": 1 << 40, "skipped": 100} {
		b.Run(name, func(b *testing.B) {
			l := &callLog{log: slog.New(slog.NewTextHandler(struct{ io.Writer }{io.Discard}, nil)), sample: &logthin.Sampler{N: 1, Rate: rate}, next: unreported{}}
			call := interceptors.NewServerCallMeta(servicePrefix+"ParseToolCalls", nil, nil)
			b.ReportAllocs()
			for b.Loop() {
				reporter, _ := l.ServerReporter(context.Background(), call)
				reporter.PostCall(nil, time.Second)
			}
		})
	}
}

// TestCallsThatFailAreNotSampled: the rate is of those that went well; their level says whose mistake it was.
func TestCallsThatFailAreNotSampled(t *testing.T) {
	for code, want := range map[codes.Code]slog.Level{
		codes.InvalidArgument: slog.LevelInfo, codes.ResourceExhausted: slog.LevelWarn, codes.Internal: slog.LevelError,
	} {
		h := &levels{}
		l := &callLog{log: slog.New(h), sample: &logthin.Sampler{N: 100, Rate: 1}, next: unreported{}}
		for range 10 {
			reporter, _ := l.ServerReporter(context.Background(), interceptors.CallMeta{Service: "a", Method: "b"})
			reporter.PostCall(status.Error(code, "wrong"), time.Second)
		}
		if len(h.seen) != 10 || h.seen[0] != want {
			t.Errorf("%v is logged %d times: %v", code, len(h.seen), h.seen)
		}
	}
}

// levels is a handler that notes the levels.
type levels struct {
	slog.Handler
	seen []slog.Level
}

func (*levels) Enabled(context.Context, slog.Level) bool { return true }

func (h *levels) Handle(_ context.Context, r slog.Record) error {
	h.seen = append(h.seen, r.Level)
	return nil
}
