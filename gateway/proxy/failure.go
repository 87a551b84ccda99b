package proxy

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"
)

// A failure is what an upstream did wrong. Its text is for the client: it names the upstream, and
// nothing of the request.
type failure struct {
	upstream string
	what     string
	status   int
	err      error
	why      Reason // NoReason: by the status
}

func (f *failure) Error() string { return fmt.Sprintf("upstream %s %s", f.upstream, f.what) }

func (f *failure) Unwrap() error { return f.err }

// errStalled ends a request whose upstream sends nothing.
var errStalled = errors.New("stalled")

// failed says what an upstream did. ctx is that of the request to it.
func (p *Proxy) failed(ctx context.Context, upstream string, err error) *failure {
	f := &failure{upstream: upstream, status: http.StatusBadGateway, err: err}
	var timeout net.Error
	var certificate *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	var header tls.RecordHeaderError
	var dns *net.DNSError
	switch {
	case errors.Is(context.Cause(ctx), errStalled):
		f.status = http.StatusGatewayTimeout
		f.what = "sent nothing for " + p.config.StallTimeout.String()
	case errors.As(err, &dns):
		f.what = "can't be reached: its name isn't known"
	case errors.Is(err, syscall.ECONNREFUSED):
		f.what = "can't be reached: connection refused"
	case errors.As(err, &certificate), errors.As(err, &unknown):
		f.what = "can't be trusted: its TLS certificate isn't valid"
	case errors.As(err, &header):
		f.what = "doesn't use TLS; check whether its URL begins with http:// or https://"
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, os.ErrDeadlineExceeded):
		f.status = http.StatusGatewayTimeout
		f.what = "didn't respond in time"
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		f.what = "closed the connection before its response ended"
	default:
		f.what = "didn't complete its response"
	}
	return f
}

// reason is why the next upstream is asked.
func (f *failure) reason() Reason {
	if f.why != NoReason {
		return f.why
	}
	if f.status == http.StatusGatewayTimeout {
		return ReasonTimeout
	}
	return ReasonError
}

// unreached reports whether the request can't have reached the upstream.
func (f *failure) unreached() bool {
	if f.why == ReasonCredentials {
		return true
	}
	op, ok := errors.AsType[*net.OpError](f.err)
	return ok && op.Op == "dial"
}

// A watch ends a request whose upstream sends nothing for a time.
type watch struct {
	timer   *time.Timer
	timeout time.Duration
}

func newWatch(cancel context.CancelCauseFunc, timeout time.Duration) *watch {
	w := &watch{timer: time.AfterFunc(timeout, func() { cancel(errStalled) }), timeout: timeout}
	w.timer.Stop()
	return w
}

// during runs a read from the upstream.
func (w *watch) during(read func() (int, error)) (int, error) {
	w.timer.Reset(w.timeout)
	defer w.timer.Stop()
	return read()
}
