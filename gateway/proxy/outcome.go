package proxy

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/toolparser/toolparser/gateway"
)

// An Outcome is what became of an attempt at an upstream, for a request that offers tools.
type Outcome struct {
	// Route and Upstream are the names of the route and the upstream.
	Route, Upstream string
	// Method is the name of the report's method; MethodFallback for a response that no one gets,
	// MethodError for an error of the upstream.
	Method string
	// Report says how the response got its calls.
	Report gateway.Report
	// Reason is why another upstream was asked; NoReason if none was.
	Reason Reason
	// Cost is what the attempt cost.
	Cost float64
	// FirstByte is when the first byte for the client was there, since the request came in; 0 if
	// there was none. Added is how long the proxy itself worked on the response.
	FirstByte, Added time.Duration
}

const (
	// MethodFallback is the method of a response that no one gets, because another one is better.
	MethodFallback = "fallback"
	// MethodError is the method of an upstream that failed, or reported an error.
	MethodError = "error"
)

// An Observer gets the outcome of every attempt. It is used by many goroutines, and must not keep it.
type Observer interface {
	ObserveOutcome(o *Outcome)
}

// conclude logs and counts the end of an attempt: nothing of what it carried.
func (a *attempt) conclude(delivered bool) {
	o := Outcome{
		Route: a.route.name, Upstream: a.stop.name, Report: a.report, Method: a.report.Method.String(),
		Cost: a.cost(), FirstByte: a.first, Added: a.worked,
	}
	switch {
	case !delivered:
		o.Method = MethodFallback
	case a.failure != nil || a.failing || a.report.Unended:
		o.Method = MethodError
	}
	if a.fellBack {
		o.Reason = a.reason
	}
	if a.failure != nil || a.fixes() {
		a.log(&o)
	}
	if !a.fixes() {
		return
	}
	a.record(&o)
	for _, observer := range a.proxy.observers {
		observer.ObserveOutcome(&o)
	}
}

// log logs an outcome.
func (a *attempt) log(o *Outcome) {
	var failed error
	if a.failure != nil {
		failed = a.failure
	}
	attributes := []slog.Attr{slog.Int("status", a.status()), slog.String("upstream", o.Upstream)}
	attributes = append(attributes, o.Report.Attrs(o.Method, failed)...)
	attributes = append(attributes, slog.Duration("took", time.Since(a.started)))
	if len(a.proxy.config.Routes) > 0 {
		attributes = append(attributes, slog.String("route", o.Route))
	}
	if a.identity != "" {
		attributes = append(attributes, slog.String("identity", a.identity))
	}
	if o.Reason != NoReason {
		attributes = append(attributes, slog.String("fell_back_on", o.Reason.String()))
	}
	a.proxy.logger.LogAttrs(a.ctx, o.Report.Level(failed), "response", attributes...)
}

func (a *attempt) status() int {
	switch {
	case a.response != nil:
		return a.response.StatusCode
	case a.failure != nil:
		return a.failure.status
	default:
		return http.StatusOK
	}
}
