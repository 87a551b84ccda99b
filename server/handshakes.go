package server

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/credentials"
)

// handshakes counts and logs the TLS handshakes that fail: no call comes of them, so that
// nothing else would say why a client can't connect.
type handshakes struct {
	log    *slog.Logger
	sample sampler
	failed atomic.Uint64
}

func newHandshakes(log *slog.Logger) *handshakes {
	return &handshakes{log: log, sample: sampler{n: 1, rate: handshakeLines}}
}

// fail notes a handshake that failed. A connection that ends without a word, as the probes
// of balancers do, is none.
func (h *handshakes) fail(peer net.Addr, err error) {
	if errors.Is(err, io.EOF) {
		return
	}
	h.failed.Add(1)
	skipped, ok := h.sample.pick(time.Now())
	if !ok {
		return
	}
	h.log.LogAttrs(context.Background(), slog.LevelWarn, "failed TLS handshake",
		slog.String("peer", peer.String()),
		slog.String("error", clip(err.Error(), maxDescriptionBytes)),
		skippedAttr(skipped),
	)
}

// closed notes how the handshake of a connection ended that is closed, where it did not end
// well.
func (h *handshakes) closed(conn net.Conn) {
	if c, ok := conn.(*tls.Conn); ok && !c.ConnectionState().HandshakeComplete {
		if err := c.Handshake(); err != nil { // the error that it ended with
			h.fail(c.RemoteAddr(), err)
		}
	}
}

// notedCredentials are credentials of which failed handshakes are noted.
type notedCredentials struct {
	credentials.TransportCredentials
	handshakes *handshakes
}

// ServerHandshake makes the handshake of a connection.
func (c notedCredentials) ServerHandshake(conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	secure, info, err := c.TransportCredentials.ServerHandshake(conn)
	if err != nil {
		c.handshakes.fail(conn.RemoteAddr(), err)
	}
	return secure, info, err
}

// Clone copies the credentials.
func (c notedCredentials) Clone() credentials.TransportCredentials {
	return notedCredentials{c.TransportCredentials.Clone(), c.handshakes}
}
