package proxy

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/internal/panics"
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
	switch kind := mediaType(response); {
	case response.StatusCode != http.StatusOK || !readable(response):
	case kind == "text/event-stream":
		return x.stream(ctx, response), nil
	case kind == "application/json" || kind == "":
		return x.body(ctx, response)
	}
	return x.untouched(ctx, response), nil
}

// untouched passes a response on as it came.
func (x *exchange) untouched(ctx context.Context, response *http.Response) *http.Response {
	x.logged(ctx, response.StatusCode, gateway.NewReport(), nil)
	return response
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

// body fixes a response that isn't streamed. If nothing was fixed, it is passed on as it came.
func (x *exchange) body(ctx context.Context, response *http.Response) (*http.Response, error) {
	body := response.Body
	raw, err := readUpTo(body, x.proxy.config.MaxResponseBytes, response.ContentLength)
	if errors.Is(err, errTooLong) {
		response.Body = rejoin(raw, body, err)
		return x.untouched(ctx, response), nil
	}
	if err != nil {
		_ = body.Close()
		return nil, x.proxy.failed(ctx, err)
	}
	response.Body = rejoin(raw, body, nil)
	text, ok := x.decode(response, raw)
	if !ok {
		return x.untouched(ctx, response), nil
	}
	fixed, report := x.fixBody(text)
	describe(response.Header, report)
	if fixed != text {
		response.Body = rejoin(fixed, body, nil)
		replaced(response, len(fixed))
	}
	x.logged(ctx, response.StatusCode, report, nil)
	return response, nil
}

// decode is the text of a body; ok is false if it can't be decompressed, or is too long then.
func (x *exchange) decode(response *http.Response, raw string) (text string, ok bool) {
	if !isGzip(response) {
		return raw, true
	}
	unzipped, err := gzip.NewReader(strings.NewReader(raw))
	if err != nil {
		return "", false
	}
	text, err = readUpTo(unzipped, x.proxy.config.MaxResponseBytes, -1)
	return text, err == nil
}

// fixBody fixes a body. A panic costs the fix.
func (x *exchange) fixBody(text string) (fixed string, report gateway.Report) {
	defer func() {
		if v := recover(); v != nil {
			fixed, report = text, gateway.NewReport()
			report.Fault = panics.Error(v)
		}
	}()
	return x.request.FixBody(x.proxy.fixer, text)
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

// describe says in headers what became of a response.
func describe(h http.Header, report gateway.Report) {
	h.Set("X-Toolparser-Method", report.Method.String())
	if report.Calls > 0 {
		h.Set("X-Toolparser-Confidence", strconv.FormatFloat(report.Confidence, 'g', -1, 64))
		h.Set("X-Toolparser-Format", strings.Join(report.Formats, ","))
	}
}

// stream fixes a response that is streamed.
func (x *exchange) stream(ctx context.Context, response *http.Response) *http.Response {
	body := response.Body
	read := io.Reader(body)
	if isGzip(response) {
		read = &lazyGzip{from: body}
	}
	replaced(response, -1)
	response.Body = &streamBody{
		upstream: read, closer: body, stream: x.request.Stream(x.proxy.fixer), buffer: make([]byte, streamBuffer),
		ctx: ctx, exchange: x,
	}
	return response
}

// logged logs the end of an exchange: nothing of what it carried.
func (x *exchange) logged(ctx context.Context, status int, report gateway.Report, f *failure) {
	level := slog.LevelInfo
	attributes := []slog.Attr{
		slog.Int("status", status),
		slog.String("upstream", name(x.proxy.upstream)),
		slog.String("method", report.Method.String()),
		slog.String("family", report.Family),
		slog.Int("calls", report.Calls),
		slog.Float64("confidence", report.Confidence),
		slog.Int("repairs", report.Repairs),
		slog.Int("invalid", report.Invalid),
		slog.Duration("took", time.Since(x.started)),
	}
	if f != nil {
		level = slog.LevelWarn
		attributes = append(attributes, slog.String("error", f.Error()))
	}
	if report.Fault != nil {
		level = slog.LevelError
		attributes = append(attributes, slog.String("fault", report.Fault.Error()))
	}
	x.proxy.log.LogAttrs(ctx, level, "response", attributes...)
}
