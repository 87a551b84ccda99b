package server

import (
	"context"
	"net"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/peer"
)

// connections makes a client of every connection. What gRPC tells of a call's
// connection is its address, so each has one of its own.
type connections struct {
	open    atomic.Int64
	clients sync.Map // *client, by net.Addr
}

type clientKey struct{}

// withClient begins a client of a connection that gRPC doesn't know.
func withClient(ctx context.Context) context.Context {
	return context.WithValue(ctx, clientKey{}, new(client))
}

// clientOf is who makes a call; nobody known where its connection has just been closed.
func (c *connections) clientOf(ctx context.Context) *client {
	if known, ok := ctx.Value(clientKey{}).(*client); ok {
		return known
	}
	if p, ok := peer.FromContext(ctx); ok {
		if known, ok := c.clients.Load(p.Addr); ok {
			return known.(*client)
		}
	}
	return new(client)
}

// begin makes a client of a connection, and returns the address to know it by.
func (c *connections) begin(conn net.Conn) net.Addr {
	address := ownAddress(conn.RemoteAddr())
	c.clients.Store(address, new(client))
	c.open.Add(1)
	return address
}

// end forgets a connection; a second time it does nothing.
func (c *connections) end(address net.Addr) {
	if _, open := c.clients.LoadAndDelete(address); open {
		c.open.Add(-1)
	}
}

// ownAddress is a copy of an address, equal to no other one.
func ownAddress(a net.Addr) net.Addr {
	switch a := a.(type) {
	case *net.TCPAddr: // channelz wants no other type where this one was
		own := *a
		return &own
	case *net.UnixAddr:
		own := *a
		return &own
	}
	return &otherAddress{a}
}

type otherAddress struct{ net.Addr }
