package admit

import (
	"context"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/peer"
)

// connections makes a client of every connection, and bounds how many are open. What gRPC
// tells of a call's connection is its address, so each has one of its own.
type connections struct {
	// most may be open, and perAddress from one address.
	most, perAddress int
	log              *slog.Logger
	// sendTimeout is how long a client may take to take what is sent; 0 for no limit. started is when time was 0.
	sendTimeout time.Duration
	started     time.Time

	open    atomic.Int64
	clients sync.Map // *connection, by net.Addr
	// refused counts those that were closed since too many were open, new ones or unused ones.
	refused atomic.Uint64
	// unreadEnds counts those that were closed since their client took nothing.
	unreadEnds atomic.Uint64

	mu        sync.Mutex
	all       map[*connection]struct{}
	addresses map[netip.Prefix]int
	logged    time.Time
	// looking: the timer of look runs.
	looking bool

	lines lines
}

// A connection is one of a client.
type connection struct {
	client
	conn    net.Conn
	address net.Addr
	// writing is what is written to it.
	writing progress
	// quiet is how many calls it had made at quietSince, when none was open.
	quiet      int64
	quietSince time.Time
}

type clientKey struct{}

// WithConnection has the calls of a connection that Listener accepted made by its client. gRPC doesn't
// need this: it tells a call's connection.
func WithConnection(ctx context.Context, conn net.Conn) context.Context {
	if counted, ok := conn.(*countedConn); ok {
		return context.WithValue(ctx, clientKey{}, &counted.own.client)
	}
	return ctx
}

// clientOf is who makes a call; no one known where its connection has just been closed.
func (c *connections) clientOf(ctx context.Context) *client {
	if known, ok := ctx.Value(clientKey{}).(*client); ok {
		return known
	}
	if p, ok := peer.FromContext(ctx); ok {
		if known, ok := c.clients.Load(p.Addr); ok {
			return &known.(*connection).client
		}
	}
	return &client{network: c.lines.of(netip.Prefix{}), unread: unread{closed: true}}
}

// begin makes a client of a connection; nil if too many are open. A connection that has
// gone unused for long makes room for it.
func (c *connections) begin(conn net.Conn) *connection {
	own := &connection{conn: conn, address: ownAddress(conn.RemoteAddr()), quietSince: time.Now()}
	own.from = networkOf(conn.RemoteAddr())
	own.network = c.lines.of(own.from)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case own.from.IsValid() && c.addresses[own.from] >= c.perAddress:
		c.refuse(own, "closing a new connection: too many of its address are open")
		return nil
	case len(c.all) >= c.most:
		unused := c.unused(own.quietSince)
		if unused == nil {
			c.refuse(own, "closing a new connection: too many are open")
			return nil
		}
		c.refuse(unused, "closing an unused connection: too many are open")
		c.remove(unused)
	}
	if c.all == nil {
		c.all, c.addresses = map[*connection]struct{}{}, map[netip.Prefix]int{}
	}
	c.all[own] = struct{}{}
	if own.from.IsValid() {
		c.addresses[own.from]++
	}
	c.clients.Store(own.address, own)
	c.open.Add(1)
	if c.sendTimeout > 0 && !c.looking {
		c.looking = true
		time.AfterFunc(c.sendTimeout/sendLooks, c.look)
	}
	return own
}

// look closes the connections whose clients take nothing of an answer. It comes again while there are connections:
// they are few, and their calls don't need to look at the clock.
func (c *connections) look() {
	for _, own := range c.notTaken(time.Since(c.started)) {
		c.unreadEnds.Add(1)
		c.log.Warn("closing a connection: its client doesn't take what is sent", "peer", own.address.String())
		_ = own.conn.Close() // its client sees that
		own.unread.drop()
	}
}

func (c *connections) notTaken(now time.Duration) (all []*connection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for own := range c.all {
		if max(own.writing.waits(now), own.unread.waits(now)) >= c.sendTimeout {
			all = append(all, own)
			c.remove(own)
		}
	}
	if c.looking = len(c.all) > 0; c.looking {
		time.AfterFunc(c.sendTimeout/sendLooks, c.look)
	}
	return all
}

// refuse closes a connection, and logs it, but not all of many.
func (c *connections) refuse(refused *connection, why string) {
	c.refused.Add(1)
	_ = refused.conn.Close() // its client sees that
	if now := time.Now(); now.Sub(c.logged) > time.Second {
		c.logged = now
		c.log.Warn(why, "peer", refused.address.String(), "open", len(c.all))
	}
}

// unused is a connection that no call has been made on for unusedAfter, or none ever for
// neverUsedAfter, or whose calls all wait for their message, of some that are looked at; nil
// for none. When they came to be quiet is only noted here, so that calls
// don't need to look at the clock.
func (c *connections) unused(now time.Time) *connection {
	looked := 0
	for other := range c.all { // in any order
		if looked++; looked > unusedLooks {
			break
		}
		open, late := other.open.Load(), other.late.Load()
		switch made := other.made.Load(); {
		case open > late || other.sides.Load() > 0:
		case open > 0:
			return other
		case other.quiet != made:
			other.quiet, other.quietSince = made, now
		case now.Sub(other.quietSince) >= unusedAfter, made == 0 && now.Sub(other.quietSince) >= neverUsedAfter:
			return other
		}
	}
	return nil
}

// end forgets a connection; a second time it does nothing.
func (c *connections) end(own *connection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(own)
}

func (c *connections) remove(own *connection) {
	if _, open := c.all[own]; !open {
		return
	}
	delete(c.all, own)
	if own.from.IsValid() {
		if c.addresses[own.from]--; c.addresses[own.from] == 0 {
			delete(c.addresses, own.from)
		}
	}
	c.clients.Delete(own.address)
	c.open.Add(-1)
}

// networkOf is the network whose connections have a share together: an address, or of
// IPv6 the 64 bits that one host has for itself. It is invalid for this machine's own, as
// of sidecars and proxies: all that they carry comes from one address.
func networkOf(a net.Addr) netip.Prefix {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	ip := tcp.AddrPort().Addr().Unmap()
	if !ip.IsValid() || ip.IsLoopback() {
		return netip.Prefix{}
	}
	network, _ := ip.WithZone("").Prefix(min(ip.BitLen(), 64)) // as many bits as there are
	return network
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

// A countedListener accepts as many connections as may be open.
type countedListener struct {
	net.Listener
	connections *connections
}

// Accept returns a countedConn.
func (l countedListener) Accept() (net.Conn, error) {
	conn, err := l.accept()
	if err != nil {
		return nil, err
	}
	return conn, nil
}

func (l countedListener) accept() (*countedConn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if own := l.connections.begin(conn); own != nil {
			return &countedConn{conn, l.connections, own}, nil
		}
	}
}

// A countedConn is one of connections until it is closed.
type countedConn struct {
	net.Conn
	connections *connections
	own         *connection
}

// RemoteAddr is the client's, and no other connection's.
func (c *countedConn) RemoteAddr() net.Addr { return c.own.address }

// Write notes how long it takes.
func (c *countedConn) Write(b []byte) (int, error) {
	c.own.writing.sent.Add(1)
	defer c.own.writing.gone.Add(1)
	return c.Conn.Write(b)
}

// Close ends the connection, and what is on its way.
func (c *countedConn) Close() error {
	c.connections.end(c.own)
	err := c.Conn.Close()
	c.own.unread.drop()
	return err
}
