package proxy

import (
	"context"
	"log/slog"
)

// healed is the request's body for an upstream: the calls of earlier turns are healed, in a request to an API that has some.
func (x *exchange) healed(ctx context.Context, s *stop) string {
	if !x.calls {
		return x.text
	}
	text, report := s.history.Heal(x.api, x.text)
	if report.Fault != nil {
		x.proxy.logger.ErrorContext(ctx, "history", "fault", report.Fault.Error())
	}
	if !report.Changed() {
		return text
	}
	x.proxy.logger.LogAttrs(ctx, slog.LevelDebug, "history", slog.String("route", x.route.name), slog.String("upstream", s.upstream.name),
		slog.Int("calls", report.Calls), slog.Int("answered", report.Answered), slog.Int("dropped", report.Dropped))
	for _, observer := range x.proxy.observers {
		observer.ObserveHealed(x.route.name, s.upstream.name)
	}
	return text
}
