package admit

import (
	"errors"
	"log/slog"
	"net"
	"sync/atomic"
	"time"
)

// When calls hold all the memory that they may, new ones are shed; but those that
// were taken before may still be sending, up to the longest request each. So their
// connections wait then, and those that waited too long are closed, with what they
// have sent.
const (
	// fullAllowance is what a connection may send while memory is full, in bytes: the
	// small messages of streams pass.
	fullAllowance = 64 << 10
	// fullPatience is how long it then waits, and fullPoll how often it looks.
	fullPatience = 2 * time.Second
	fullPoll     = 5 * time.Millisecond
)

var errMemoryFull = errors.New("memory is full")

// A boundedListener accepts connections that wait while memory is full.
type boundedListener struct {
	countedListener
	memory *Memory
	ended  *atomic.Uint64
	log    *slog.Logger
}

// Accept returns a boundedConn.
func (l *boundedListener) Accept() (net.Conn, error) {
	conn, err := l.accept()
	if err != nil {
		return nil, err
	}
	return &boundedConn{countedConn: conn, listener: l}, nil
}

// Listener accepts as many connections as may be open.
func (g *Gate) Listener(l net.Listener) net.Listener { return countedListener{l, &g.connections} }

// GRPCListener is a Listener whose connections wait while memory is full. Those of HTTP don't need to: there
// it can be said.
func (g *Gate) GRPCListener(l net.Listener) net.Listener {
	return &boundedListener{countedListener{l, &g.connections}, g.config.Memory, &g.memoryEnds, g.config.Log}
}

// A boundedConn is read by one goroutine.
type boundedConn struct {
	*countedConn
	listener *boundedListener
	// sent counts the bytes since memory became full.
	sent int
}

// Read waits while memory is full, and fails if that lasts.
func (c *boundedConn) Read(b []byte) (int, error) {
	if !c.mustWait() {
		c.sent = 0
	} else if c.sent >= fullAllowance && !c.waitForRoom() {
		c.listener.ended.Add(1)
		c.listener.log.Warn("closing a connection: it sends, and memory is full", "peer", c.RemoteAddr().String())
		return 0, errMemoryFull
	}
	n, err := c.Conn.Read(b)
	c.sent += n
	return n, err
}

// mustWait reports whether there is no memory for what the connection sends.
func (c *boundedConn) mustWait() bool {
	m := c.listener.memory
	return m.full() || c.own.made.Load() == 0 && m.halfFull()
}

func (c *boundedConn) waitForRoom() bool {
	for end := time.Now().Add(fullPatience); c.mustWait(); time.Sleep(fullPoll) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
