package proxy

import (
	"context"
	"net"
)

// DialWith has connections to upstreams made by a test.
func (p *Proxy) DialWith(dial func(ctx context.Context, network, address string) (net.Conn, error)) {
	p.transport.DialContext = dial
}
