package client

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// delays are how long to wait before the second to the last attempt of a unary call.
var delays = [...]time.Duration{100 * time.Millisecond, 300 * time.Millisecond, 900 * time.Millisecond, 2 * time.Second}

// repeated makes a unary call again while the service is away, or overloaded and asks for another
// attempt. Such calls keep no state, so they can be repeated safely. gRPC's own retries know
// neither that delay nor that the context would end before the next attempt: they hide
// "connection refused" behind DeadlineExceeded.
func repeated[Response any](ctx context.Context, target string, call func() (Response, error)) (Response, error) {
	var before error
	for attempt := 0; ; attempt++ {
		response, err := call()
		if err == nil {
			return response, nil
		}
		if status.Code(err) == codes.DeadlineExceeded && before != nil {
			return response, before // it says why there was no answer in time
		}
		before = explained(err, target)
		wanted, ok := wantedDelay(err)
		if !ok || attempt == len(delays) || !wait(ctx, max(wanted, delays[attempt])) {
			return response, before
		}
	}
}

// wait waits about that long; false if the context ends before.
func wait(ctx context.Context, delay time.Duration) bool {
	delay = time.Duration(float64(delay) * (0.8 + 0.4*rand.Float64())) //nolint:gosec // so that clients don't come back together
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= delay {
		return false
	}
	select {
	case <-time.After(delay):
		return true
	case <-ctx.Done():
		return false
	}
}

// wantedDelay is after how long the service may answer; false if it would give the same error again.
func wantedDelay(err error) (time.Duration, bool) {
	s := status.Convert(err)
	switch s.Code() {
	case codes.Unavailable:
		return 0, true
	case codes.ResourceExhausted:
		for _, detail := range s.Details() {
			if info, ok := detail.(*errdetails.RetryInfo); ok {
				return info.GetRetryDelay().AsDuration(), true
			}
		}
	}
	return 0, false
}

// explained says what to do where nothing listens at the target.
func explained(err error, target string) error {
	s := status.Convert(err)
	absent := strings.Contains(s.Message(), "connection refused") || strings.Contains(s.Message(), "no such file or directory")
	if s.Code() != codes.Unavailable || !absent {
		return err
	}
	return status.Error(codes.Unavailable, "connection refused; is `toolparser serve` running at "+target+"?")
}
