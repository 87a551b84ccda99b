package metrics

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/toolparser/toolparser/internal/listening"
)

const (
	// path is where the metrics are served.
	path = "/metrics"
	// readTimeout bounds how long a scrape's request may take to come in.
	readTimeout = 10 * time.Second
)

// An Endpoint serves metrics over HTTP.
type Endpoint struct {
	server  *http.Server
	address net.Addr
}

// Listen serves m on address (host:port), under /metrics, until Close.
func Listen(ctx context.Context, address string, m *Metrics, log *slog.Logger) (*Endpoint, error) {
	l, err := listening.On(ctx, "tcp", address, "--metrics-listen")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET "+path, m.Handler())
	e := &Endpoint{
		server:  &http.Server{Handler: mux, ReadTimeout: readTimeout},
		address: l.Addr(),
	}
	log.InfoContext(ctx, "serving metrics", "address", "http://"+l.Addr().String()+path)
	go e.serve(l, log)
	return e, nil
}

// serve outlives a failure: the service goes on without metrics.
func (e *Endpoint) serve(l net.Listener, log *slog.Logger) {
	if err := e.server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		log.Error("serving metrics", "error", err)
	}
}

// Addr is the address that is served.
func (e *Endpoint) Addr() net.Addr { return e.address }

// Close stops serving at once.
func (e *Endpoint) Close() { _ = e.server.Close() } // the process is about to end
