package server

import (
	"context"

	"github.com/toolparser/toolparser/parsers"
)

// An Observer gets every result that the service returns: of a unary
// call, a finished stream, an item of a batch. It is called by many goroutines,
// before the answer is sent, so it should be quick. It must not change the
// result.
type Observer interface {
	ObserveResult(ctx context.Context, r *parsers.Result)
}

// ObserverFunc is a function that is an Observer.
type ObserverFunc func(ctx context.Context, r *parsers.Result)

// ObserveResult calls f.
func (f ObserverFunc) ObserveResult(ctx context.Context, r *parsers.Result) { f(ctx, r) }

func (s *Service) observe(ctx context.Context, r *parsers.Result) {
	for _, o := range s.observers {
		o.ObserveResult(ctx, r)
	}
}
