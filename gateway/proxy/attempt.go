package proxy

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/httpfix"
)

// An attempt is what one upstream makes of a request.
type attempt struct {
	x        *exchange
	stop     *stop
	index    int // of the stop
	ctx      context.Context
	response *http.Response // nil after a failure
	live     *liveBody      // of a response that is streamed, and fixed
	failure  *failure
	report   gateway.Report
	reason   Reason
	failing  bool // the response reports an error
	fellBack bool // another upstream was asked
	// first is when the first byte for the client was there, worked what the proxy itself took.
	first, worked time.Duration
	came, went    tape // what the upstream sent, and the client gets, if that is recorded
	budget        budget
	kept          int // bytes of a stream that are kept back while another upstream could be asked
}

// send sends the request, and gets the start of the response.
func (a *attempt) send(r *http.Request) error {
	ctx, cancel := context.WithCancelCause(r.Context())
	a.ctx = ctx
	response, err := a.roundTrip(r.WithContext(ctx))
	if err != nil {
		cancel(nil)
		return err
	}
	body := &upstreamBody{body: response.Body, attempt: a, cancel: cancel, watch: newWatch(cancel, a.x.proxy.config.StallTimeout)}
	if response.StatusCode != http.StatusSwitchingProtocols { // then it goes both ways, and either may be silent
		response.Body = body
	}
	a.response = response
	return nil
}

// roundTrip sends the request. A host that doesn't know its path may have its API at its root: that is tried once, and kept in mind if it
// is so.
func (a *attempt) roundTrip(r *http.Request) (*http.Response, error) {
	u := a.stop.upstream
	if !u.isHost() || u.unversioned.Load() || u.versioned.Load() {
		return a.x.proxy.transport.RoundTrip(a.x.outgoing(r, a.stop))
	}
	response, err := a.x.proxy.transport.RoundTrip(a.x.outgoing(r.Clone(r.Context()), a.stop))
	if err != nil {
		return response, err
	}
	if response.StatusCode != http.StatusNotFound {
		u.versioned.Store(true)
		return response, nil
	}
	if !a.x.whole && a.x.caller.ContentLength != 0 {
		return response, nil // it can't be sent again
	}
	again := a.x.outgoing(r.Clone(r.Context()), a.stop)
	if again.URL = target(u.base, false, a.x.caller); again.URL.Path == a.x.caller.URL.Path {
		return response, nil // it has no version
	}
	again.URL.RawQuery = a.stop.query(again.URL.RawQuery)
	other, err := a.x.proxy.transport.RoundTrip(again)
	if err != nil || other.StatusCode == http.StatusNotFound {
		if err == nil {
			_ = other.Body.Close()
		}
		return response, nil
	}
	_ = response.Body.Close()
	u.unversioned.Store(true)
	return other, nil
}

// fail notes that the upstream failed.
func (a *attempt) fail(err error) {
	a.response = nil
	if a.failure == nil {
		a.failure = a.x.proxy.failed(a.ctx, a.stop.upstream.name, err)
	}
	a.reason = a.failure.reason()
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

// judge reads as much of the response as is needed to fix it, or to know that it is none that counts. More is
// read if another upstream could be asked.
func (a *attempt) judge(more bool) {
	r := a.response
	if a.reportsError() {
		a.failing, a.reason = true, ReasonError
	}
	if !a.x.offersTools() {
		return
	}
	switch httpfix.KindOf(r, a.x.request) {
	case httpfix.Events:
		a.takeStream(more)
	case httpfix.Body:
		a.takeBody(more)
	default: // what a client can't understand, such as a page of HTML
		if more && r.StatusCode == http.StatusOK && httpfix.CanDecode(r.Header) {
			a.failing, a.reason = true, ReasonError
		}
	}
}

// reportsError reports whether the status is an error that isn't the caller's: another upstream may
// have none. Who may not call is the caller's, where the caller's credentials are used.
func (a *attempt) reportsError() bool {
	switch status := a.response.StatusCode; status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden:
		return a.stop.upstream.key != nil
	case http.StatusNotFound, http.StatusRequestTimeout, http.StatusTooManyRequests:
		return true
	default:
		return status >= http.StatusInternalServerError
	}
}

// An upstreamBody is the body of an upstream's response. Closing it ends the request.
type upstreamBody struct {
	body    io.ReadCloser
	attempt *attempt
	cancel  context.CancelCauseFunc
	watch   *watch
}

// Read implements io.Reader. No one else reports a failure within a body that passes.
func (b *upstreamBody) Read(p []byte) (int, error) {
	n, err := b.watch.during(func() (int, error) { return b.body.Read(p) })
	if a := b.attempt; err != nil && err != io.EOF && !a.x.offersTools() && a.failure == nil && !a.x.left() { //nolint:errorlint // a body's own
		a.failure = a.x.proxy.failed(a.ctx, a.stop.upstream.name, err)
		a.conclude(true)
	}
	return n, err
}

// Close implements io.Closer.
func (b *upstreamBody) Close() error {
	b.attempt.budget.account.End()
	b.cancel(nil)
	return b.body.Close()
}

// fixing is how the response is fixed.
func (a *attempt) fixing() *httpfix.Exchange {
	x := &httpfix.Exchange{
		API: a.x.api, Request: a.x.request, Fixer: a.stop.fixer, MaxBytes: a.x.proxy.config.MaxResponseBytes,
		Budget: &a.budget,
		Failed: func(err error) error {
			a.failure = a.x.proxy.failed(a.ctx, a.stop.upstream.name, err)
			return a.failure
		},
		Ended: func(_ int, report gateway.Report, _ error) { a.report = report },
	}
	if a.x.proxy.recorder != nil {
		x.Came, x.Went = a.came.add, a.went.add
	}
	return x
}

// takeBody fixes a response that isn't streamed. If nothing was fixed, it is passed on as it came.
func (a *attempt) takeBody(more bool) {
	var text string
	fixing := a.fixing()
	came := fixing.Came
	fixing.Came = func(body string) {
		text = body
		if came != nil {
			came(body)
		}
	}
	if err := fixing.FixBody(a.response); err != nil {
		a.fail(err)
		return
	}
	a.reason = reasonOf(a.report)
	if more && text != "" && a.report.Method == gateway.None && (isError(text) || !a.x.api.Answers(text)) {
		a.failing, a.reason = true, ReasonError
	}
}

// takeStream fixes a response that is streamed.
func (a *attempt) takeStream(more bool) {
	a.live = &liveBody{attempt: a, events: a.fixing().FixEvents(a.response)}
	a.response.Body = a.live
	if more {
		a.live.begin(a.x.proxy.config.Hold == HoldAll)
	}
}

// deliver gives the response, or the failure, to the client.
func (a *attempt) deliver() (*http.Response, error) {
	if a.failure != nil {
		a.conclude(true)
		return nil, a.failure
	}
	if !a.x.offersTools() {
		return a.response, nil
	}
	a.x.label(a.response.Header, a.stop.upstream.name)
	switch {
	case a.live == nil:
		a.first = time.Since(a.x.started)
		httpfix.Describe(a.response.Header, a.report)
		a.conclude(true)
	case a.live.deliver():
		httpfix.Describe(a.response.Header, a.report)
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
