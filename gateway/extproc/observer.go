package extproc

import (
	"net/http"
	"time"

	"github.com/toolparser/toolparser/gateway"
)

// An Outcome is what became of the response to a request that offers tools.
type Outcome struct {
	Report gateway.Report
	// Left: the client left before the end. Failed: the upstream failed, or reported an error that isn't the caller's.
	Left, Failed bool
	// FirstByte is when the first byte for the client was there, since the request came in; 0 if there was none. Added is how
	// long the processor itself worked on the response.
	FirstByte, Added time.Duration
}

// An Observer gets the outcome of every response to a request that offers tools, and what was healed. It is used by many goroutines, and must
// not keep an outcome.
type Observer interface {
	ObserveResponse(o *Outcome)
	// ObserveHealed is called for a request whose history was healed.
	ObserveHealed()
}

// unobserved is the observer where there is none.
type unobserved struct{}

func (unobserved) ObserveResponse(*Outcome) {}
func (unobserved) ObserveHealed()           {}

// observe reports the outcome. err is what the upstream did wrong, or nil.
func (r *reply) observe(status int, report gateway.Report, err error) {
	o := &Outcome{Report: report, Left: r.left(), FirstByte: r.first, Added: r.worked}
	o.Failed = !o.Left && (err != nil || report.Unended || report.Failed || isFailure(status))
	if o.FirstByte == 0 && !o.Left {
		o.FirstByte = time.Since(r.started)
	}
	r.observer.ObserveResponse(o)
}

// left reports whether Envoy has ended the stream, since its client has left.
func (r *reply) left() bool { return r.body.err != nil || r.stream.Context().Err() != nil }

// isFailure reports whether a status is an error that isn't the caller's.
func isFailure(status int) bool {
	switch status {
	case http.StatusNotFound, http.StatusRequestTimeout, http.StatusTooManyRequests:
		return true
	default:
		return status >= http.StatusInternalServerError
	}
}
