package admit

import "google.golang.org/grpc/codes"

// Counts are what a gate has in hand at the moment, and what it did so far.
type Counts struct {
	// Connections, Calls (unary ones) and Streams are open; Waiting calls wait for a turn.
	Connections, Calls, Streams, Waiting int
	// Shed counts the calls that were not taken, by the bound that was reached; Refused those that failed
	// before they were calls of anything, by their code.
	Shed, Refused map[string]uint64
	// IdleEnds counts the streams that were ended since they were idle, MemoryEnds the connections that were
	// closed since memory was full, LateEnds the calls that were ended since their message didn't come.
	IdleEnds, MemoryEnds, LateEnds uint64
	// UnreadEnds counts the connections that were closed since their client didn't take an answer.
	UnreadEnds uint64
	// ConnectionsRefused counts the connections that were closed since too many were open; Filled how often
	// one had all the calls open that it may have.
	ConnectionsRefused, Filled uint64
	// LinesSkipped counts the lines of the log about calls that failed that weren't written; see PickLine.
	LinesSkipped uint64
}

// Counts returns what the gate has in hand at the moment.
func (g *Gate) Counts() Counts {
	g.awaited.sweep()
	c := Counts{
		Connections: int(g.connections.open.Load()),
		Calls:       int(g.pools[callPool].open.Load() + g.pools[latePool].open.Load()),
		Streams:     int(g.pools[streamPool].open.Load()),
		Waiting:     int(g.config.Turns.waiting.Load()),

		Shed:    map[string]uint64{},
		Refused: map[string]uint64{},

		IdleEnds:   g.idleEnds.Load(),
		MemoryEnds: g.memoryEnds.Load(),
		LateEnds:   g.lateEnds.Load(),
		UnreadEnds: g.connections.unreadEnds.Load(),
		Filled:     g.filled.Load(),

		ConnectionsRefused: g.connections.refused.Load(),
		LinesSkipped:       g.connections.lines.skipped.Load(),
	}
	for code := range g.refused {
		c.Refused[codes.Code(code).String()] = g.refused[code].Load()
	}
	for reason := range shedReasons {
		c.Shed[reason.String()] = g.shed[reason].Load()
	}
	return c
}
