package tlsfiles

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/toolparser/toolparser/internal/logthin"
)

// Handshakes count and log the TLS handshakes that fail: no call comes of them, so that
// nothing else would say why a client can't connect.
type Handshakes struct {
	log    *slog.Logger
	sample logthin.Sampler
	failed atomic.Uint64
}

const (
	// handshakeLines bounds how many failed handshakes are logged in a second.
	handshakeLines = 1
	// maxErrorBytes bounds how much of an error is logged.
	maxErrorBytes = 200
)

// NewHandshakes returns none that have failed.
func NewHandshakes(log *slog.Logger) *Handshakes {
	return &Handshakes{log: log, sample: logthin.Sampler{N: 1, Rate: handshakeLines}}
}

// Failed is how many have failed.
func (h *Handshakes) Failed() uint64 { return h.failed.Load() }

// Fail notes a handshake that failed. A connection that ends without a word, as the probes
// of balancers do, is none.
func (h *Handshakes) Fail(peer net.Addr, err error) {
	if errors.Is(err, io.EOF) {
		return
	}
	h.failed.Add(1)
	skipped, ok := h.sample.Pick(time.Now())
	if !ok {
		return
	}
	h.log.LogAttrs(context.Background(), slog.LevelWarn, "failed TLS handshake",
		slog.String("peer", peer.String()),
		slog.String("error", logthin.Clip(err.Error(), maxErrorBytes)),
		logthin.Skipped(skipped),
	)
}

// Changed is the ConnState of an http.Server: it notes how the handshake of a connection ended that is closed,
// where it did not end well.
func (h *Handshakes) Changed(conn net.Conn, state http.ConnState) {
	if state != http.StateClosed && state != http.StateHijacked {
		return
	}
	if c, ok := conn.(*tls.Conn); ok && !c.ConnectionState().HandshakeComplete {
		if err := c.Handshake(); err != nil { // the error that it ended with
			h.Fail(c.RemoteAddr(), err)
		}
	}
}
