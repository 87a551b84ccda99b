package server

import (
	"context"
	"net"
	"testing"

	"google.golang.org/grpc/peer"
)

// TestEveryConnectionIsAClient: connections whose addresses are equal are different
// clients, and a call that comes when its connection has ended has one, too.
func TestEveryConnectionIsAClient(t *testing.T) {
	for _, same := range []net.Addr{
		&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}, &net.UnixAddr{Name: "@", Net: "unix"}, pipeAddress{},
	} {
		var c connections
		first, second := c.begin(addressed{address: same}), c.begin(addressed{address: same})
		call := func(a net.Addr) *client {
			return c.clientOf(peer.NewContext(context.Background(), &peer.Peer{Addr: a}))
		}
		if first.String() != same.String() || first.Network() != same.Network() {
			t.Errorf("%v is now %v", same, first)
		}
		known := call(first)
		if known == call(second) || known != call(first) {
			t.Errorf("%v: one client for two connections, or two for one", same)
		}
		c.end(first)
		c.end(first)
		if left := call(first); left == nil || left == known {
			t.Errorf("%v: a call of a connection that has ended has the client %p", same, left)
		}
		if open := c.open.Load(); open != 1 {
			t.Errorf("%v: %d connections are open", same, open)
		}
	}
}

type addressed struct {
	net.Conn
	address net.Addr
}

func (a addressed) RemoteAddr() net.Addr { return a.address }

type pipeAddress struct{}

func (pipeAddress) Network() string { return "pipe" }
func (pipeAddress) String() string  { return "pipe" }
