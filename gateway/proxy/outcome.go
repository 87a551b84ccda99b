package proxy

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// An Outcome is what became of an attempt at an upstream, for a request that offers tools.
type Outcome struct {
	// Route and Upstream are the names of the route and the upstream.
	Route, Upstream string
	// Method is the name of the report's method; MethodFallback for a response that no one gets, MethodLeft for one whose client has
	// left, MethodError for an error of the upstream.
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
	// MethodLeft is the method of a response whose client has left before its end.
	MethodLeft = "left"
	// MethodError is the method of an upstream that failed, or reported an error.
	MethodError = "error"
)

// An Observer gets the outcome of every attempt, and what was healed. It is used by many goroutines, and must not keep an outcome.
type Observer interface {
	ObserveOutcome(o *Outcome)
	// ObserveRefused is called for a request for which there is no memory.
	ObserveRefused()
	// ObserveHealed gets the names of the route and the upstream of a request whose history was healed.
	ObserveHealed(route, upstream string)
}

// conclude logs and counts the end of an attempt: nothing of what it carried.
func (a *attempt) conclude(delivered bool) {
	o := Outcome{
		Route: a.x.route.name, Upstream: a.stop.upstream.name, Report: a.report, Method: a.report.Method.String(),
		Cost: a.cost(), FirstByte: a.first, Added: a.worked,
	}
	switch {
	case !delivered:
		o.Method = MethodFallback
	case a.x.left():
		o.Method = MethodLeft
	case a.failure != nil || a.failing || a.report.Unended || a.report.Failed:
		o.Method = MethodError
	}
	if a.fellBack {
		o.Reason = a.reason
	}
	if a.failure != nil || a.x.offersTools() {
		a.log(&o)
	}
	if !a.x.offersTools() {
		return
	}
	a.record(&o)
	for _, observer := range a.x.proxy.observers {
		observer.ObserveOutcome(&o)
	}
}

// left reports whether the client has left.
func (x *exchange) left() bool { return x.caller.Context().Err() != nil }

// mostAttributes is how many attributes a line of the log has at most.
const mostAttributes = 16

// log logs an outcome.
func (a *attempt) log(o *Outcome) {
	var failed error
	if a.failure != nil && o.Method != MethodLeft {
		failed = a.failure
	}
	attributes := append(make([]slog.Attr, 0, mostAttributes), slog.Int("status", a.status()), slog.String("upstream", o.Upstream))
	attributes = o.Report.AppendAttrs(attributes, o.Method, failed)
	attributes = append(attributes, slog.Duration("took", time.Since(a.x.started)))
	if len(a.x.proxy.config.Routes) > 0 {
		attributes = append(attributes, slog.String("route", o.Route))
	}
	if a.x.identity != "" {
		attributes = append(attributes, slog.String("identity", a.x.identity))
	}
	if o.Reason != NoReason {
		attributes = append(attributes, slog.String("fell_back_on", o.Reason.String()))
	}
	level := o.Report.Level(failed)
	if o.Method == MethodLeft {
		level = slog.LevelDebug
	}
	a.x.proxy.logger.LogAttrs(a.ctx, level, "response", attributes...)
}

// statusLeft is the status if the client left before the response started. nginx uses the same number.
const statusLeft = 499

func (a *attempt) status() int {
	switch {
	case a.response != nil:
		return a.response.StatusCode
	case a.failure != nil && a.x.left():
		return statusLeft
	case a.failure != nil:
		return a.failure.status
	default:
		return http.StatusOK
	}
}

// cost is that of the attempt: errors of an API cost nothing.
func (a *attempt) cost() float64 {
	if a.failure != nil && a.failure.unreached() || a.response != nil && a.response.StatusCode >= http.StatusBadRequest {
		return 0
	}
	return a.stop.upstream.cost
}

// reasonOf is why a response with the report isn't good.
func reasonOf(report gateway.Report) Reason {
	switch {
	case report.Method == gateway.Rejected:
		return ReasonRejected
	case report.Unrepaired > 0:
		return ReasonInvalid
	case report.Method != gateway.Leaked:
		return NoReason
	case report.Invalid > 0:
		return ReasonInvalid
	default:
		return ReasonLeaked
	}
}

// isError reports whether a body with status 200 is an error, or can't be read.
func isError(text string) bool {
	root, ok := jsonedit.Parse(text)
	return !ok || gateway.ReportsError(root)
}

// record records the attempt. A failure to do so costs nothing but the record.
func (a *attempt) record(o *Outcome) {
	if a.x.proxy.recorder == nil {
		return
	}
	entry := record{
		Time: a.x.started, Route: o.Route, Upstream: o.Upstream, Model: a.x.model, Method: o.Method, Status: a.status(),
		Came: string(a.came.text), Went: string(a.went.text), Cut: a.came.cut || a.went.cut,
	}
	if o.Method == MethodFallback {
		entry.Went = ""
	}
	if err := a.x.proxy.recorder.write(&entry); err != nil {
		a.x.proxy.logger.Warn("can't log an output", "error", err)
	}
}
