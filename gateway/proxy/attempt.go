package proxy

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/apis"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// An attempt is what one upstream makes of a request.
type attempt struct {
	*exchange
	stop     *stop
	index    int // of the stop
	ctx      context.Context
	response *http.Response // nil after a failure
	stream   *streamBody    // of a response that is streamed, and fixed
	failure  *failure
	report   gateway.Report
	reason   Reason
	failing  bool // the response reports an error
	fellBack bool // another upstream was asked
	// first is when the first byte for the client was there, worked what the proxy itself took.
	first, worked time.Duration
	came, went    tape // what the upstream sent, and the client gets, if that is recorded
}

// attempt is the one at the upstream at an index of the route.
func (x *exchange) attempt(r *http.Request, index int) *attempt {
	return &attempt{exchange: x, stop: x.route.stops[index], index: index, ctx: r.Context(), report: gateway.NewReport()}
}

// try sends the request to the upstream at an index of the route.
func (x *exchange) try(r *http.Request, index int) *attempt {
	a := x.attempt(r, index)
	if a.failure = x.withheld(a.stop); a.failure != nil {
		a.fail(a.failure)
		return a
	}
	x.attempts++
	if err := a.send(r); err != nil {
		a.fail(err)
	} else {
		a.read(x.whole && x.route.next(index, x.spent+a.stop.cost) >= 0)
	}
	x.spent += a.cost()
	x.route.note(a.stop, a.reason, time.Now())
	return a
}

// send sends the request, and gets the start of the response.
func (a *attempt) send(r *http.Request) error {
	ctx, cancel := context.WithCancelCause(r.Context())
	a.ctx = ctx
	response, err := a.proxy.transport.RoundTrip(a.outgoing(r.WithContext(ctx), a.stop))
	if err != nil {
		cancel(nil)
		return err
	}
	body := &upstreamBody{ReadCloser: response.Body, attempt: a, cancel: cancel, watch: newWatch(cancel, a.proxy.config.StallTimeout)}
	if response.StatusCode != http.StatusSwitchingProtocols { // then it goes both ways, and either may be silent
		response.Body = body
	}
	a.response = response
	return nil
}

// fail notes that the upstream failed.
func (a *attempt) fail(err error) {
	a.response = nil
	if a.failure == nil {
		a.failure = a.proxy.failed(a.ctx, a.stop.name, err)
	}
	a.reason = a.failure.reason()
}

// cost is that of the attempt: errors of an API cost nothing.
func (a *attempt) cost() float64 {
	if a.failure != nil && a.failure.unreached() || a.response != nil && a.response.StatusCode >= http.StatusBadRequest {
		return 0
	}
	return a.stop.cost
}

// rank orders attempts: the response of the higher one is better.
func (a *attempt) rank() int {
	switch {
	case a.failure != nil:
		return 0
	case a.failing:
		return 1
	case a.reason != NoReason:
		return 2
	default:
		return 3
	}
}

// read reads as much of the response as is needed to fix it, or to know that it is none that counts. More is
// read if another upstream could be asked.
func (a *attempt) read(more bool) {
	r := a.response
	if a.reportsError() {
		a.failing, a.reason = true, ReasonError
	}
	if !a.fixes() {
		return
	}
	switch apis.KindOf(r) {
	case apis.Events:
		a.startStream(more)
	case apis.Body:
		a.readBody(more)
	default: // what a client can't understand, such as a page of HTML
		if more && r.StatusCode == http.StatusOK && apis.Readable(r) {
			a.failing, a.reason = true, ReasonError
		}
	}
}

// reportsError reports whether the status is an error that isn't the caller's: another upstream may
// have none. Who may not call is the caller's, where the caller's credentials are used.
func (a *attempt) reportsError() bool {
	switch status := a.response.StatusCode; status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden:
		return a.stop.key != nil
	case http.StatusNotFound, http.StatusRequestTimeout, http.StatusTooManyRequests:
		return true
	default:
		return status >= http.StatusInternalServerError
	}
}

// An upstreamBody is the body of an upstream's response. Closing it ends the request.
type upstreamBody struct {
	io.ReadCloser
	attempt *attempt
	cancel  context.CancelCauseFunc
	watch   *watch
}

// Read implements io.Reader. No one else reports a failure within a body that passes.
func (b *upstreamBody) Read(p []byte) (int, error) {
	n, err := b.watch.during(func() (int, error) { return b.ReadCloser.Read(p) })
	if a := b.attempt; err != nil && err != io.EOF && !a.fixes() && a.failure == nil && a.caller.Context().Err() == nil { //nolint:errorlint // a body's own
		a.failure = a.proxy.failed(a.ctx, a.stop.name, err)
		a.conclude(true)
	}
	return n, err
}

// Close implements io.Closer.
func (b *upstreamBody) Close() error {
	b.cancel(nil)
	return b.ReadCloser.Close()
}

// fix is how the response is fixed.
func (a *attempt) fix() *apis.Exchange {
	x := &apis.Exchange{
		API: a.api, Request: a.request, Fixer: a.stop.fixer, MaxBytes: a.proxy.config.MaxResponseBytes,
		Budget: &stopwatch{took: &a.worked},
		Failed: func(err error) error {
			a.failure = a.proxy.failed(a.ctx, a.stop.name, err)
			return a.failure
		},
		Ended: func(_ int, report gateway.Report, _ error) { a.report = report },
	}
	if a.proxy.recorder != nil {
		x.Came, x.Went = a.came.add, a.went.add
	}
	return x
}

// A stopwatch is a budget that allows everything, and measures how long the proxy works.
type stopwatch struct {
	took  *time.Duration
	began time.Time
}

func (s *stopwatch) Hold(int) error { return nil }

func (s *stopwatch) Begin(int) error {
	s.began = time.Now()
	return nil
}

func (s *stopwatch) End() { *s.took += time.Since(s.began) }

// readBody fixes a response that isn't streamed. If nothing was fixed, it is passed on as it came.
func (a *attempt) readBody(more bool) {
	var text string
	fix := a.fix()
	came := fix.Came
	fix.Came = func(body string) {
		text = body
		if came != nil {
			came(body)
		}
	}
	if err := fix.FixBody(a.response); err != nil {
		a.fail(err)
		return
	}
	a.reason = reasonOf(a.report)
	if more && text != "" && a.report.Method == gateway.None && isError(text) {
		a.failing, a.reason = true, ReasonError
	}
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

// isError reports whether a body with status 200, or an event, is an error, or can't be read.
func isError(text string) bool {
	root, ok := jsonedit.Parse(text)
	if !ok {
		return true
	}
	failure := root.Member("error")
	return failure.IsObject() || failure.Type == jsonedit.String && failure.Str != ""
}

// startStream fixes a response that is streamed.
func (a *attempt) startStream(more bool) {
	a.stream = &streamBody{attempt: a, events: a.fix().FixEvents(a.response)}
	a.response.Body = a.stream
	if more {
		a.stream.begin(a.proxy.config.Hold == HoldAll)
	}
}

// deliver gives the response, or the failure, to the client.
func (a *attempt) deliver() (*http.Response, error) {
	if a.failure != nil {
		a.conclude(true)
		return nil, a.failure
	}
	if !a.fixes() {
		return a.response, nil
	}
	a.label(a.response.Header, a.stop.name)
	switch {
	case a.stream == nil:
		a.first = time.Since(a.started)
		apis.Describe(a.response.Header, a.report)
		a.conclude(true)
	case a.stream.deliver():
		apis.Describe(a.response.Header, a.report)
	}
	return a.response, nil
}

// discard closes a response that no one gets.
func (a *attempt) discard() {
	if a.response != nil {
		_ = a.response.Body.Close() // nothing was written
	}
	a.conclude(false)
}
