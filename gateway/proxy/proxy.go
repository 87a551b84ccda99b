package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/httpfix"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/logthin"
	"github.com/toolparser/toolparser/internal/reload"
	"github.com/toolparser/toolparser/internal/tokens"
	"github.com/toolparser/toolparser/parsers"
)

// A Proxy is an HTTP handler. It is safe for concurrent use.
type Proxy struct {
	config    Config
	routes    []*route
	byModel   bool                                 // requests for other paths go by their model, too
	withholds bool                                 // an upstream gets no credentials of callers
	fallsBack bool                                 // a route has more than one upstream
	tokens    *reload.Files[tokens.Owners[string]] // nil where none are needed
	files     reload.All
	logger    *slog.Logger
	observers []Observer
	recorder  *recorder // nil where outputs aren't logged
	memory    memory
	refusals  logthin.Limit
	transport *http.Transport
	signs     *signs                 // nil where none are sent
	passing   *httputil.ReverseProxy // of responses that pass as they are
	fixing    *httputil.ReverseProxy
}

// New returns a proxy. What it logs is one line for each response, without anything of what
// it carried. Close it when it is no longer used. The error has everything that is wrong, with the
// configuration and with what its files say; see [gateway.ConfigError].
func New(registry *parsers.Registry, config Config, log *slog.Logger, observers ...Observer) (*Proxy, error) {
	p := &Proxy{config: config.withDefaults(), logger: log, observers: observers}
	upstreams, files := p.open()
	if err := errors.Join(config.check(registry), files, admit.CheckMemory(config.MaxMemory)); err != nil {
		return nil, err
	}
	p.memory.Memory = admit.NewMemory(config.MaxMemory)
	routes := config.Routes
	if len(routes) == 0 {
		routes = []Route{{}}
	}
	for i := range routes {
		r, err := newRoute(registry, &config, &routes[i], upstreams)
		if err != nil {
			return nil, err
		}
		p.routes = append(p.routes, r)
		p.byModel = p.byModel || len(routes) > 1 || slices.ContainsFunc(r.stops, func(s *stop) bool { return len(s.upstream.models) > 0 })
		p.fallsBack = p.fallsBack || len(r.stops) > 1
		p.withholds = p.withholds || slices.ContainsFunc(r.stops, func(s *stop) bool { return !s.forwards && !s.forwardsBody })
	}
	if config.LogOutputs != "" {
		var err error
		if p.recorder, err = newRecorder(config.LogOutputs, p.config.LogOutputsBytes); err != nil {
			return nil, err
		}
	}
	p.transport = newTransport(&p.config)
	p.passing = &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.Out.URL.RawQuery = r.In.URL.RawQuery },
		Transport:    p,
		BufferPool:   &buffers{bytes: 32 << 10},
		ErrorHandler: p.answerFailure,
		ErrorLog:     slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	p.signs = newSigns(config.KeepAlive)
	fixing := *p.passing
	fixing.BufferPool = &buffers{bytes: 8 << 10} // a stream has one for as long as it lasts
	p.fixing = &fixing
	return p, nil
}

// newTransport returns the transport for all upstreams.
func newTransport(c *Config) *http.Transport {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: c.ConnectTimeout}).DialContext,
		TLSHandshakeTimeout:   c.ConnectTimeout,
		ResponseHeaderTimeout: c.ResponseTimeout,
		ForceAttemptHTTP2:     true,
		HTTP2:                 &http.HTTP2Config{MaxReceiveBufferPerStream: windowBytes},
		DisableCompression:    true, // what is compressed passes as it is
		MaxIdleConnsPerHost:   1024,
		IdleConnTimeout:       90 * time.Second,
	}
}

// open reads the files of the configuration.
func (p *Proxy) open() (upstreams map[string]*upstream, err error) {
	upstreams = map[string]*upstream{}
	var errs []error
	for i := range p.config.Upstreams {
		c := &p.config.Upstreams[i]
		u := &upstream{
			name: c.name(), cost: c.Cost, models: maps.Clone(c.Models),
			keyHeader: c.APIKeyHeader, forwardHeaders: canonical(c.ForwardHeaders), forwardQuery: c.ForwardQuery,
		}
		u.base, _ = url.Parse(c.URL) // it is checked elsewhere
		if c.APIKeyFile != "" {
			u.key, err = newKey(c.name(), c.APIKeyFile)
			errs = append(errs, err)
			p.files = append(p.files, u.key)
		}
		upstreams[u.name] = u
	}
	if path := p.config.TokensFile; path != "" {
		p.tokens, err = reload.New("tokens", func() (tokens.Owners[string], error) {
			return tokens.Read(path, func(name string) string { return name })
		}, path)
		errs = append(errs, err)
		p.files = append(p.files, p.tokens)
	}
	return upstreams, errors.Join(errs...)
}

// Files are the files that the proxy reads: keys of upstreams, and tokens. Whoever serves it has
// them read again when they change.
func (p *Proxy) Files() reload.All { return p.files }

// Upstreams are the names of the upstreams, in order.
func (p *Proxy) Upstreams() []string { return p.config.names() }

// Close closes connections to upstreams that aren't in use, and files.
func (p *Proxy) Close() {
	p.signs.close()
	p.transport.CloseIdleConnections()
	p.recorder.close()
}

// ServeHTTP implements http.Handler.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{proxy: p, started: time.Now(), caller: r, route: p.routes[0]}
	x.api, x.calls = httpfix.Of(r.Method, r.URL.Path, r.Header)
	if !x.identify(r) {
		writeError(w, x.api, http.StatusUnauthorized, "the proxy needs a token, in the header Authorization: Bearer TOKEN")
		return
	}
	if leavesBase(r.URL.Path) {
		writeError(w, x.api, http.StatusBadRequest, "the path of the request has a segment \"..\"")
		return
	}
	x.sender = p.memory.callerOf(r, x.identity)
	x.account = p.memory.AccountOf(x.sender)
	defer x.account.End()
	if x.account.Hold(x.openBytes(r)) != nil {
		x.refuse(w)
		return
	}
	if x.isRead(r) {
		switch err := x.receive(w, r); {
		case errors.Is(err, os.ErrDeadlineExceeded):
			w.Header().Set("Connection", "close") // the rest of the request may still come
			writeError(w, x.api, http.StatusRequestTimeout, "the request didn't arrive within "+p.config.ReceiveTimeout.String())
			return
		case err != nil:
			x.refuse(w)
			return
		}
	}
	// Without it, the start of a response closes the body of its request; where the upstream's
	// transport is about to see its end, that breaks the connection to the upstream.
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex()
	body := r.Body
	x.writer = newResponseWriter(w, p.config.StallTimeout)
	reverse := p.passing
	if x.offersTools() {
		reverse = p.fixing
	}
	reverse.ServeHTTP(x.writer, r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x)))
	if !x.whole && r.ContentLength != 0 {
		// An upstream may respond, or fail, before it has read the request. The rest is to be read before
		// the handler returns: in full duplex, net/http reads it too late, and panics.
		_ = control.Flush()
		_ = body.Close()
	}
}

// buffers are those through which bodies are copied: a new one for each response would be most of the
// garbage.
type buffers struct {
	bytes int
	pool  sync.Pool
}

// Get implements httputil.BufferPool.
func (b *buffers) Get() []byte {
	if buffer, ok := b.pool.Get().(*[]byte); ok {
		return *buffer
	}
	return make([]byte, b.bytes)
}

// Put implements httputil.BufferPool.
func (b *buffers) Put(buffer []byte) { b.pool.Put(&buffer) }

// exchangeKey is the key of a request's exchange in its context.
type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// RoundTrip implements http.RoundTripper for the reverse proxy: it sends a request to the
// upstreams of its route until one has a good response, and fixes that.
func (p *Proxy) RoundTrip(r *http.Request) (*http.Response, error) {
	return exchangeOf(r.Context()).roundTrip(r)
}

// answerFailure answers a request whose upstream failed.
func (p *Proxy) answerFailure(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // the client has left
	}
	x := exchangeOf(r.Context())
	f, ok := errors.AsType[*failure](err)
	if !ok { // of an upgrade, which the reverse proxy itself makes
		f = p.failed(r.Context(), x.route.stops[0].upstream.name, err)
	}
	if x.offersTools() {
		x.label(w.Header(), f.upstream)
	}
	writeError(w, x.api, f.status, f.Error())
}

// refuse answers a request for which there is no memory. The rest of the request may still come. The server of package net/http then
// ends the connection a moment after the answer, so that the caller can read it. With "Connection: close", it would do so at once.
func (x *exchange) refuse(w http.ResponseWriter) {
	w.Header().Set("Retry-After", retryAfter)
	limit, _ := x.proxy.MaxMemory()
	writeError(w, x.api, http.StatusServiceUnavailable, fmt.Sprintf("the proxy has no memory for this request now: all requests may hold %d bytes (--max-memory)", limit))
	x.proxy.refused(x)
}

// refused counts a request for which there was no memory, and logs few of them.
func (p *Proxy) refused(x *exchange) {
	for _, observer := range p.observers {
		observer.ObserveRefused()
	}
	if skipped, ok := p.refusals.Pick(time.Now(), refusalLines); ok {
		p.logger.Warn("no memory for a request", "identity", x.identity, "held", p.memory.Total(), logthin.Skipped(skipped))
	}
}

// writeError answers with an error of an API.
func writeError(w http.ResponseWriter, api gateway.API, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, api.Error(message)) // the client may have left
}
