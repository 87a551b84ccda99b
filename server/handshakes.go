package server

import (
	"net"

	"google.golang.org/grpc/credentials"

	"github.com/toolparser/toolparser/internal/tlsfiles"
)

// notedCredentials are credentials of which failed handshakes are noted.
type notedCredentials struct {
	credentials.TransportCredentials
	handshakes *tlsfiles.Handshakes
}

// ServerHandshake makes the handshake of a connection.
func (c notedCredentials) ServerHandshake(conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	secure, info, err := c.TransportCredentials.ServerHandshake(conn)
	if err != nil {
		c.handshakes.Fail(conn.RemoteAddr(), err)
	}
	return secure, info, err
}

// Clone copies the credentials.
func (c notedCredentials) Clone() credentials.TransportCredentials {
	return notedCredentials{c.TransportCredentials.Clone(), c.handshakes}
}
