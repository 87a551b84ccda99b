package proxy

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/parsers"
)

// A Proxy is an HTTP handler. It is safe for concurrent use.
type Proxy struct {
	config    Config
	upstream  *url.URL
	fixer     *gateway.Fixer
	log       *slog.Logger
	transport *http.Transport
	reverse   *httputil.ReverseProxy
}

// New returns a proxy. What it logs is one line for each response, without anything of what
// it carried. Close it when it is no longer used.
func New(registry *parsers.Registry, config Config, log *slog.Logger) (*Proxy, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	fixer, err := gateway.New(registry, config.Policy)
	if err != nil {
		return nil, err
	}
	p := &Proxy{config: config.withDefaults(), fixer: fixer, log: log}
	p.upstream, _ = parseUpstream(config.Upstream) // was validated
	p.transport = &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: p.config.ConnectTimeout}).DialContext,
		TLSHandshakeTimeout:   p.config.ConnectTimeout,
		ResponseHeaderTimeout: p.config.ResponseTimeout,
		ForceAttemptHTTP2:     true,
		DisableCompression:    true, // what is compressed passes as it is
		MaxIdleConnsPerHost:   1024,
		IdleConnTimeout:       90 * time.Second,
	}
	p.reverse = &httputil.ReverseProxy{
		Rewrite:      p.rewrite,
		Transport:    p,
		ErrorHandler: p.answerFailure,
		ErrorLog:     slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	return p, nil
}

// Close closes connections to the upstream that aren't in use.
func (p *Proxy) Close() { p.transport.CloseIdleConnections() }

// ServeHTTP implements http.Handler.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Without it, the start of a response closes the body of its request; where the upstream's
	// transport is about to see its end, that breaks the connection to the upstream.
	_ = http.NewResponseController(w).EnableFullDuplex()
	x := &exchange{proxy: p, started: time.Now()}
	var calls bool
	if x.api, calls = apiOf(r); calls && r.Header.Get("Content-Encoding") == "" {
		p.readRequest(x, r)
	}
	p.reverse.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x)))
}

// exchangeKey is the key of a request's exchange in its context.
type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// readRequest reads the body of a request, and puts it back. One that is too long, or can't be
// read, passes through.
func (p *Proxy) readRequest(x *exchange, r *http.Request) {
	body := r.Body
	text, err := readUpTo(body, p.config.MaxRequestBytes, r.ContentLength)
	r.Body = rejoin(text, body, err)
	if err != nil {
		return
	}
	if request := x.api.ReadRequest(text); request.Offered().Tools.Given() {
		x.request = request
	}
}

// errTooLong says that there is more to read than may be.
var errTooLong = errors.New("too long")

// readUpTo reads all there is; errTooLong if that is more than n bytes. expected is how much it
// is said to be; below 0 if that isn't known.
func readUpTo(r io.Reader, n int, expected int64) (text string, err error) {
	const least, most = 512, 1 << 20
	buffer := make([]byte, 0, min(max(expected+1, least), most, int64(n)+1)) // who says what is expected may lie
	for {
		read, err := r.Read(buffer[len(buffer):min(cap(buffer), n+1)])
		buffer = buffer[:len(buffer)+read]
		switch {
		case len(buffer) > n:
			return string(buffer), errTooLong
		case errors.Is(err, io.EOF):
			return string(buffer), nil
		case err != nil:
			return string(buffer), err
		case len(buffer) == cap(buffer):
			buffer = slices.Grow(buffer, len(buffer))
		}
	}
}

// rejoin is a body of which the text was read, with the error that ended reading.
func rejoin(text string, rest io.ReadCloser, err error) io.ReadCloser {
	readers := []io.Reader{strings.NewReader(text)}
	switch {
	case errors.Is(err, errTooLong):
		readers = append(readers, rest)
	case err != nil:
		readers = append(readers, failingReader{err})
	}
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(readers...), rest}
}

type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }

// rewrite makes a request to the upstream.
func (p *Proxy) rewrite(r *httputil.ProxyRequest) {
	r.Out.URL = target(p.upstream, r.In)
	r.Out.Host = ""
	if x := exchangeOf(r.In.Context()); x.fixes() {
		r.Out.Header.Set("Accept-Encoding", "identity")
		if acceptsGzip(r.In.Header) {
			r.Out.Header.Set("Accept-Encoding", "gzip")
		}
	}
}

// acceptsGzip reports whether a client takes a response that is compressed.
func acceptsGzip(h http.Header) bool {
	for _, field := range h.Values("Accept-Encoding") {
		for item := range strings.SplitSeq(field, ",") {
			coding, weight, _ := strings.Cut(item, ";")
			if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
				return strings.ReplaceAll(weight, " ", "") != "q=0"
			}
		}
	}
	return false
}

// RoundTrip implements http.RoundTripper for the reverse proxy: it sends a request to the
// upstream, and fixes the response.
func (p *Proxy) RoundTrip(r *http.Request) (*http.Response, error) {
	x := exchangeOf(r.Context())
	if !x.fixes() {
		response, err := p.transport.RoundTrip(r)
		if err != nil {
			return nil, p.failed(r.Context(), err)
		}
		return response, nil
	}
	return x.roundTrip(r)
}

// answerFailure answers a request whose upstream failed.
func (p *Proxy) answerFailure(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // the client has left
	}
	f := p.failed(r.Context(), err)
	x := exchangeOf(r.Context())
	x.logged(r.Context(), f.status, gateway.NewReport(), f)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	_, _ = io.WriteString(w, x.api.Error(f.Error()))
}
