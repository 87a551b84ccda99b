package server

import (
	"time"

	"google.golang.org/grpc/codes"

	"github.com/toolparser/toolparser/internal/reload"
)

// A Load says what a server has in hand.
type Load struct {
	// Connections, Calls (unary ones) and Streams are open, each output of a
	// multiplexed stream being one more; Waiting of them wait for a processor.
	Connections, Calls, Streams, Waiting int
	// Bytes is what calls hold, by the estimate that Config.MaxMemory bounds.
	Bytes int64
	// Shed counts the calls that were not taken, by the bound that was reached:
	// calls, streams, queue, memory, late (calls that wait for their message) or side (calls of
	// health and reflection).
	Shed map[string]uint64
	// Refused counts the calls that failed before they were calls of anything, by
	// their code: not authenticated, too long, no message, no such method.
	Refused map[string]uint64
	// FailedOutputs counts the outputs of multiplexed streams that ended with an error,
	// by its code.
	FailedOutputs map[string]uint64
	// IdleEnds counts the streams, and outputs of multiplexed ones, that were ended
	// since their client sent nothing.
	IdleEnds uint64
	// MemoryEnds counts the connections that were closed since their calls sent more
	// than Config.MaxMemory allows.
	MemoryEnds uint64
	// LateEnds counts the calls that were ended since their message didn't come in
	// Config.ReceiveTimeout.
	LateEnds uint64
	// UnreadEnds counts the connections that were closed since their client didn't take an answer in
	// Config.SendTimeout.
	UnreadEnds uint64
	// ConnectionsRefused counts the connections that were closed since too many were open:
	// new ones, and unused ones that made room.
	ConnectionsRefused uint64
	// LinesSkipped counts the lines of the log about calls that failed that weren't written, since
	// there were many about the same caller.
	LinesSkipped uint64
	// Filled counts how often a connection had Config.MaxConcurrentStreams calls
	// open. Further ones wait at the client.
	Filled uint64
	// FailedHandshakes counts the TLS handshakes that failed, so that no connection came of
	// them.
	FailedHandshakes uint64
	// CertificateExpires is when the TLS certificate does; zero without TLS.
	CertificateExpires time.Time
	// Files says how reading the files went that are read again when they change, by their
	// kind: families, tokens, tls_certificate, client_ca; those that are configured.
	Files map[string]FileLoad
}

// A FileLoad says how reading the files of one kind went.
type FileLoad = reload.Load

// Load is what the server has in hand at the moment.
func (s *Server) Load() Load {
	c := s.gate.Counts()
	l := Load{
		Connections: c.Connections, Calls: c.Calls, Streams: c.Streams, Waiting: c.Waiting,
		Bytes: s.service.memory.Total(),
		Shed:  c.Shed, Refused: c.Refused,
		FailedOutputs: map[string]uint64{},
		IdleEnds:      c.IdleEnds, MemoryEnds: c.MemoryEnds, LateEnds: c.LateEnds, UnreadEnds: c.UnreadEnds,
		ConnectionsRefused: c.ConnectionsRefused, LinesSkipped: c.LinesSkipped, Filled: c.Filled,
		FailedHandshakes:   s.handshakes.Failed(),
		CertificateExpires: s.tls.Expires(),
		Files:              s.files().Loads(),
	}
	for code := range s.service.failed {
		l.FailedOutputs[codes.Code(code).String()] = s.service.failed[code].Load()
	}
	return l
}
