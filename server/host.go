package server

import (
	"context"
	"fmt"

	"google.golang.org/grpc"

	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/parsers"
)

// An addedService is one that WithService adds.
type addedService struct {
	description *grpc.ServiceDesc
	implement   func(*Host) (any, error)
}

// WithService adds a gRPC service to a Server; a Service has none. Its calls are streams: each
// counts for Config.MaxStreams, ends when it is idle or old, needs a token or a certificate where
// calls do, and is logged and counted as they are. It isn't served over HTTP. The function makes
// the implementation; its error is one of New.
func WithService(description *grpc.ServiceDesc, implement func(*Host) (any, error)) Option {
	return func(s *settings) { s.services = append(s.services, addedService{description, implement}) }
}

// A Host is what an added service has of the server that it is a part of.
type Host struct{ service *Service }

// Families are those that the server has now. Files that declare families may change them.
func (h *Host) Families() *parsers.Registry { return h.service.families() }

// Work is what the call of ctx takes of the server, nothing at first. It is to be closed.
func (h *Host) Work(ctx context.Context) *Work {
	return &Work{service: h.service, turn: h.service.turns.Turn(ctx), account: h.service.memory.Account(ctx)}
}

// A Work is the memory and the turns that one call of an added service takes. It is used by one
// goroutine at a time.
type Work struct {
	service *Service
	account admit.Account
	turn    *admit.Turn
	long    *admit.Turn // where the work can't be interrupted and is longer than a turn
}

// Hold says how many bytes the call keeps now. It fails with RESOURCE_EXHAUSTED, and counts as many
// as before, if the server has no memory for them; fewer bytes are never refused.
func (w *Work) Hold(n int) error { return w.account.Note(n) }

// Begin waits for a turn in which so many bytes can be worked on. It fails when the caller leaves.
func (w *Work) Begin(n int) error {
	if n <= admit.TurnBytes {
		return w.turn.BeginFor(n)
	}
	if w.long == nil {
		w.long = w.service.turns.LongTurn(w.turn.Context())
	}
	return w.long.Begin()
}

// End ends the turn. Without one it does nothing.
func (w *Work) End() {
	w.turn.End()
	if w.long != nil {
		w.long.End()
	}
}

// Close gives back all that the call takes.
func (w *Work) Close() {
	w.End()
	w.account.End()
}

// addServices implements the services that were added, and registers them.
func (s *Server) addServices(added []addedService) error {
	gated := s.gate.Server(s.grpc)
	for _, a := range added {
		implementation, err := a.implement(&Host{s.service})
		if err != nil {
			return fmt.Errorf("%s: %w", a.description.ServiceName, err)
		}
		gated.RegisterService(a.description, implementation)
		s.names = append(s.names, a.description.ServiceName)
		for _, method := range a.description.Streams {
			s.added["/"+a.description.ServiceName+"/"+method.StreamName] = true
		}
	}
	return nil
}
