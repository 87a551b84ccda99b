package admit

import (
	"context"
	"log/slog"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc/peer"
)

// TestEveryConnectionIsAClient: connections whose addresses are equal are different
// clients, and a call that comes when its connection has ended has one, too.
func TestEveryConnectionIsAClient(t *testing.T) {
	for _, same := range []net.Addr{
		&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}, &net.UnixAddr{Name: "@", Net: "unix"}, pipeAddress{},
	} {
		c := connections{most: 2}
		one, two := c.begin(addressed{address: same}), c.begin(addressed{address: same})
		first, second := one.address, two.address
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
		c.end(one)
		c.end(one)
		if left := call(first); left == nil || left == known {
			t.Errorf("%v: a call of a connection that has ended has the client %p", same, left)
		}
		if open := c.open.Load(); open != 1 {
			t.Errorf("%v: %d connections are open", same, open)
		}
	}
}

// TestConnectionsOfAnAddressAreBounded, but not those of this machine.
func TestConnectionsOfAnAddressAreBounded(t *testing.T) {
	tcp := func(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 1} }
	for _, test := range []struct {
		name  string
		addrs []net.Addr
		taken int
	}{
		{"one address", []net.Addr{tcp("192.0.2.1"), tcp("192.0.2.1"), tcp("::ffff:192.0.2.1")}, 2},
		{"three addresses", []net.Addr{tcp("192.0.2.1"), tcp("192.0.2.2"), tcp("192.0.2.3")}, 3},
		{"a network of IPv6", []net.Addr{tcp("2001:db8::1"), tcp("2001:db8::2"), tcp("2001:db8::3:4")}, 2},
		{"networks of IPv6", []net.Addr{tcp("2001:db8::1"), tcp("2001:db8:0:1::1"), tcp("2001:db8:0:2::1")}, 3},
		{"loopback", []net.Addr{tcp("127.0.0.1"), tcp("127.0.0.1"), tcp("127.0.0.1")}, 3},
		{"loopback of IPv6", []net.Addr{tcp("::1"), tcp("::1"), tcp("::1")}, 3},
		{"a socket", []net.Addr{&net.UnixAddr{Name: "@"}, &net.UnixAddr{Name: "@"}, &net.UnixAddr{Name: "@"}}, 3},
	} {
		c := connections{most: 3, perAddress: 2, log: slog.New(slog.DiscardHandler)}
		var taken []*connection
		for _, address := range test.addrs {
			if own := c.begin(addressed{address: address}); own != nil {
				taken = append(taken, own)
			}
		}
		if len(taken) != test.taken || int(c.refused.Load()) != 3-test.taken {
			t.Errorf("%s: %d connections are taken, %d refused", test.name, len(taken), c.refused.Load())
		}
		for _, own := range taken {
			c.end(own)
		}
		if c.open.Load() != 0 || len(c.addresses) != 0 || len(c.all) != 0 {
			t.Errorf("%s: %d are left, of %d addresses", test.name, c.open.Load(), len(c.addresses))
		}
	}
}

// TestUnusedConnectionsMakeRoom for new ones; those that make calls, or made some a moment
// ago, stay.
func TestUnusedConnectionsMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connections{most: 3, perAddress: 3, log: slog.New(slog.DiscardHandler)}
		begin := func() *connection { return c.begin(addressed{address: pipeAddress{}}) }
		busy, calling, unused := begin(), begin(), begin()
		busy.open.Add(1)
		if begin() != nil {
			t.Error("a connection that has just been made makes room")
		}
		time.Sleep(neverUsedAfter)
		calling.made.Add(1)
		if begin() == nil {
			t.Fatal("an unused connection stays")
		}
		if _, there := c.all[unused]; there {
			t.Error("another one made room for it")
		}
		for other := range c.all {
			other.made.Add(1)
		}
		time.Sleep(unusedAfter / 2)
		if begin() != nil {
			t.Error("a connection that has been used makes room")
		}
		time.Sleep(unusedAfter)
		for range 2 {
			if begin() == nil {
				t.Error("a connection that isn't used any more stays")
			}
		}
		if _, there := c.all[busy]; begin() != nil || !there {
			t.Error("a connection with a call makes room")
		}
		busy.late.Add(1)
		if begin() == nil {
			t.Error("a connection whose calls wait for their message stays")
		}
		if _, there := c.all[busy]; there {
			t.Error("another one made room for it")
		}
	})
}

type addressed struct {
	net.Conn
	address net.Addr
}

func (addressed) Close() error { return nil }

func (a addressed) RemoteAddr() net.Addr { return a.address }

type pipeAddress struct{}

func (pipeAddress) Network() string { return "pipe" }
func (pipeAddress) String() string  { return "pipe" }
