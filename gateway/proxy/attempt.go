package proxy

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/internal/panics"
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

// try sends the request to the upstream at an index of the route.
func (x *exchange) try(r *http.Request, index int) *attempt {
	ctx, cancel := context.WithCancelCause(r.Context())
	a := &attempt{exchange: x, stop: x.route.stops[index], index: index, ctx: ctx, report: gateway.NewReport()}
	x.attempts++
	response, err := x.proxy.transport.RoundTrip(x.outgoing(r.WithContext(ctx), a.stop))
	if err != nil {
		cancel(nil)
		a.fail(err)
	} else {
		response.Body = &upstreamBody{ReadCloser: response.Body, cancel: cancel, watch: newWatch(cancel, x.proxy.config.StallTimeout)}
		a.response = response
		a.read(x.whole && x.route.next(index, x.spent+a.stop.cost) >= 0)
	}
	x.spent += a.cost()
	x.route.note(a.stop, a.reason, time.Now())
	return a
}

// fail notes that the upstream failed.
func (a *attempt) fail(err error) {
	a.response = nil
	a.failure = a.proxy.failed(a.ctx, a.stop.name, err)
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
	if !a.fixes() || r.StatusCode != http.StatusOK || !readable(r) {
		return
	}
	switch kind := mediaType(r); {
	case kind == "text/event-stream":
		a.startStream(more)
	case kind == "application/json" || kind == "":
		a.readBody(more)
	case more: // what a client can't understand, such as a page of HTML
		a.failing, a.reason = true, ReasonError
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
	cancel context.CancelCauseFunc
	watch  *watch
}

// Read implements io.Reader.
func (b *upstreamBody) Read(p []byte) (int, error) {
	return b.watch.during(func() (int, error) { return b.ReadCloser.Read(p) })
}

// Close implements io.Closer.
func (b *upstreamBody) Close() error {
	b.cancel(nil)
	return b.ReadCloser.Close()
}

func mediaType(r *http.Response) string {
	switch kind := r.Header.Get("Content-Type"); kind {
	case "application/json", "text/event-stream":
		return kind
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return kind
}

// readable reports whether the body is compressed in no way but gzip.
func readable(r *http.Response) bool {
	coding := r.Header.Get("Content-Encoding")
	return coding == "" || strings.EqualFold(coding, "identity") || isGzip(r)
}

func isGzip(r *http.Response) bool {
	return strings.EqualFold(r.Header.Get("Content-Encoding"), "gzip")
}

// readBody fixes a response that isn't streamed. If nothing was fixed, it is passed on as it came.
func (a *attempt) readBody(more bool) {
	response, body := a.response, a.response.Body
	raw, err := readUpTo(body, a.proxy.config.MaxResponseBytes, response.ContentLength)
	if errors.Is(err, errTooLong) {
		response.Body = rejoin(raw, body, err)
		return
	}
	if err != nil {
		_ = body.Close()
		a.fail(err)
		return
	}
	response.Body = rejoin(raw, body, nil)
	response.ContentLength = int64(len(raw)) // all is there: nothing needs to be flushed before
	text, ok := a.decode(raw)
	if !ok {
		return
	}
	started := time.Now()
	fixed, report := a.fixBody(text)
	a.worked += time.Since(started)
	a.report = report
	if a.proxy.recorder != nil {
		a.came.add([]byte(text))
		a.went.add([]byte(fixed))
	}
	if fixed != text {
		response.Body = rejoin(fixed, body, nil)
		replaced(response, len(fixed))
	}
	a.reason = reasonOf(report)
	if more && report.Method == gateway.None && isError(text) {
		a.failing, a.reason = true, ReasonError
	}
}

// reasonOf is why a response with the report isn't good.
func reasonOf(report gateway.Report) Reason {
	switch {
	case report.Method == gateway.Rejected:
		return ReasonRejected
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
	failure := jsonedit.Member(root, "error")
	return failure.IsObject() || failure.Type == gjson.String && failure.Str != ""
}

// decode is the text of a body; ok is false if it can't be decompressed, or is too long then.
func (a *attempt) decode(raw string) (text string, ok bool) {
	if !isGzip(a.response) {
		return raw, true
	}
	unzipped, err := gzip.NewReader(strings.NewReader(raw))
	if err != nil {
		return "", false
	}
	text, err = readUpTo(unzipped, a.proxy.config.MaxResponseBytes, -1)
	return text, err == nil
}

// fixBody fixes a body. A panic costs the fix.
func (a *attempt) fixBody(text string) (fixed string, report gateway.Report) {
	defer func() {
		if v := recover(); v != nil {
			fixed, report = text, gateway.NewReport()
			report.Fault = panics.Error(v)
		}
	}()
	return a.request.FixBody(a.stop.fixer, text)
}

// replaced makes the headers of a response right whose body is another one.
func replaced(response *http.Response, length int) {
	for _, header := range []string{"Content-Encoding", "Content-Length", "Etag", "Content-Md5", "Digest", "Content-Digest", "Repr-Digest"} {
		response.Header.Del(header)
	}
	response.ContentLength = int64(length)
	if length >= 0 {
		response.Header.Set("Content-Length", strconv.Itoa(length))
	}
}

// startStream fixes a response that is streamed.
func (a *attempt) startStream(more bool) {
	body := a.response.Body
	read := io.Reader(body)
	if isGzip(a.response) {
		read = &lazyGzip{from: body}
	}
	replaced(a.response, -1)
	a.stream = &streamBody{attempt: a, upstream: read, closer: body, stream: a.request.Stream(a.stop.fixer), buffer: make([]byte, streamBuffer)}
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
		a.describe(a.response.Header)
		a.conclude(true)
	case a.stream.deliver():
		a.describe(a.response.Header)
	}
	return a.response, nil
}

// describe says in headers what became of the response.
func (a *attempt) describe(h http.Header) {
	h.Set("X-Toolparser-Method", a.report.Method.String())
	if a.report.Calls > 0 {
		h.Set("X-Toolparser-Confidence", strconv.FormatFloat(a.report.Confidence, 'g', -1, 64))
		h.Set("X-Toolparser-Format", strings.Join(a.report.Formats, ","))
	}
}

// discard closes a response that no one gets.
func (a *attempt) discard() {
	if a.response != nil {
		_ = a.response.Body.Close() // nothing was written
	}
	a.conclude(false)
}
