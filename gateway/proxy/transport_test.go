package proxy

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// TestWindow: of a response over HTTP/2, no more than the window waits for a client that doesn't read.
func TestWindow(t *testing.T) {
	const piece = 16 << 10
	var written atomic.Int64
	upstream := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, piece)); err != nil {
				return
			}
			written.Add(piece)
		}
	}))
	upstream.EnableHTTP2 = true
	upstream.StartTLS()
	defer upstream.Close()
	config := Config{}.withDefaults()
	transport := newTransport(&config)
	defer transport.CloseIdleConnections()
	transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true} //nolint:gosec // the test's own server
	response, err := (&http.Client{Transport: transport}).Get(upstream.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	for range 1000 { // until the window is full
		if time.Sleep(time.Millisecond); written.Load() >= windowBytes-piece {
			break
		}
	}
	time.Sleep(50 * time.Millisecond)
	if n := written.Load(); response.ProtoMajor != 2 || n < windowBytes-piece || n > windowBytes+piece {
		t.Errorf("%d bytes wait in %s", n, response.Proto)
	}
}
