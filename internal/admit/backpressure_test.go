package admit

import (
	"log/slog"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// source is a connection whose client sends without end.
type source struct{ addressed }

func (source) Read(b []byte) (int, error) { return len(b), nil }

// TestConnectionsOfHealthAloneWaitFirst: who needs no token leaves half of what may be on the wire to those who make calls.
func TestConnectionsOfHealthAloneWaitFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 8 << 20
		m := &Memory{limit: limit}
		var ended atomic.Uint64
		c := &connections{}
		connect := func() *boundedConn {
			own := &connection{address: pipeAddress{}}
			return &boundedConn{
				countedConn: &countedConn{Conn: source{addressed{address: pipeAddress{}}}, connections: c, own: own},
				listener:    &boundedListener{memory: m, ended: &ended, log: slog.New(slog.DiscardHandler)},
			}
		}
		read := func(conn net.Conn) error {
			for range 3 {
				if _, err := conn.Read(make([]byte, fullAllowance)); err != nil {
					return err
				}
			}
			return nil
		}
		health, calling := connect(), connect()
		calling.own.made.Add(1)
		m.wire.Store(limit / 8)
		if err := read(health); err != nil {
			t.Errorf("with room: %v", err)
		}
		m.wire.Add(1)
		if err := read(calling); err != nil {
			t.Errorf("a connection with calls waits: %v", err)
		}
		if err := read(health); err == nil || ended.Load() != 1 {
			t.Errorf("a connection with health checks alone goes on: %v, %d ended", err, ended.Load())
		}
	})
}
