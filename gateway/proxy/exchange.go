package proxy

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/apis"
)

// An exchange is a request and the response to it.
type exchange struct {
	proxy   *Proxy
	started time.Time
	api     gateway.API
	request gateway.Request // nil: its response is passed on as it comes
}

// fixes reports whether the response is to be fixed.
func (x *exchange) fixes() bool { return x.request != nil }

// roundTrip sends the request to the upstream and fixes the response.
func (x *exchange) roundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(r.Context())
	response, err := x.proxy.transport.RoundTrip(r.WithContext(ctx))
	if err != nil {
		cancel(nil)
		return nil, x.proxy.failed(ctx, err)
	}
	body := &upstreamBody{ReadCloser: response.Body, cancel: cancel, watch: newWatch(cancel, x.proxy.config.StallTimeout)}
	response.Body = body
	response.Header.Set("X-Toolparser-Upstream", name(x.proxy.upstream))
	response.Header.Set("X-Toolparser-Attempts", "1")
	fix := apis.Exchange{
		API: x.api, Request: x.request, Fixer: x.proxy.fixer, MaxBytes: x.proxy.config.MaxResponseBytes,
		Failed: func(err error) error { return x.proxy.failed(ctx, err) },
		Ended:  func(status int, report gateway.Report, err error) { x.logged(ctx, status, report, err) },
	}
	return fix.Fix(response)
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

// logged logs the end of an exchange: nothing of what it carried.
func (x *exchange) logged(ctx context.Context, status int, report gateway.Report, err error) {
	attributes := append([]slog.Attr{slog.Int("status", status), slog.String("upstream", name(x.proxy.upstream))}, report.Attrs(err)...)
	attributes = append(attributes, slog.Duration("took", time.Since(x.started)))
	x.proxy.log.LogAttrs(ctx, report.Level(err), "response", attributes...)
}
