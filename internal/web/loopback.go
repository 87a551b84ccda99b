package web

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"

	"google.golang.org/grpc"

	"github.com/toolparser/toolparser/internal/admit"
)

// A loopback makes the calls of an HTTP client in a gRPC server, without a network.
type loopback struct {
	server *grpc.Server
	log    *slog.Logger
}

// Do is what clients of HTTP do. The response's body is to be closed.
func (l loopback) Do(r *http.Request) (*http.Response, error) {
	outer := callOf(r.Context())
	ctx, cancel := context.WithCancel(r.Context())
	r = r.WithContext(ctx)
	r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/2.0", 2, 0
	r.RemoteAddr, r.TLS, r.Host = outer.remote, outer.tls, outer.host
	body, writer := io.Pipe()
	w := &loopbackWriter{body: writer, header: http.Header{}, began: make(chan struct{})}
	w.response = &http.Response{
		Proto: r.Proto, ProtoMajor: 2, Request: r, Trailer: http.Header{},
		Body: &loopbackBody{body, cancel},
	}
	// A client that is gone may leave the body unread and open: the writer would wait,
	// and the server with it when it ends.
	forget := context.AfterFunc(ctx, func() { _ = body.CloseWithError(context.Cause(ctx)) })
	go func() {
		defer cancel()
		l.serve(w, r)
		if !forget() {
			w.header = http.Header{} // the client may be looking at the trailer
		}
		w.end()
	}()
	<-w.began // at the latest when the call ends, as it does with its context
	return w.response, nil
}

// serve makes the call. Its goroutine isn't that of the call's handler.
func (l loopback) serve(w *loopbackWriter, r *http.Request) {
	var err error
	defer func() {
		if err != nil {
			_ = w.body.CloseWithError(err) // doesn't fail
		}
	}()
	defer admit.Recover(r.Context(), l.log, &err)
	l.server.ServeHTTP(w, r)
}

// A loopbackBody ends the call when it is closed.
type loopbackBody struct {
	*io.PipeReader
	cancel context.CancelFunc
}

// Close ends the call.
func (b *loopbackBody) Close() error {
	b.cancel()
	return b.PipeReader.Close()
}

// A loopbackWriter makes a response of what the gRPC server writes.
type loopbackWriter struct {
	body     *io.PipeWriter
	header   http.Header
	once     sync.Once
	began    chan struct{}
	response *http.Response
}

// Header is that of the response, and after it began, that of its end.
func (w *loopbackWriter) Header() http.Header { return w.header }

// WriteHeader begins the response.
func (w *loopbackWriter) WriteHeader(code int) {
	w.once.Do(func() {
		w.response.StatusCode, w.response.Header = code, w.header.Clone()
		close(w.began)
	})
}

// Write waits until it is read.
func (w *loopbackWriter) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

// Flush begins the response: nothing is held back.
func (w *loopbackWriter) Flush() { w.WriteHeader(http.StatusOK) }

// end ends the response with its trailer.
func (w *loopbackWriter) end() {
	w.WriteHeader(http.StatusServiceUnavailable) // unless it has started
	maps.DeleteFunc(w.header, func(key string, _ []string) bool {
		return !strings.HasPrefix(key, "Grpc-") && !strings.HasPrefix(key, http.TrailerPrefix)
	})
	for key, values := range w.header {
		w.response.Trailer[strings.TrimPrefix(key, http.TrailerPrefix)] = values
	}
	_ = w.body.CloseWithError(io.EOF) // doesn't fail
}
