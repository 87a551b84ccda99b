package server

import (
	"context"
	"fmt"

	"google.golang.org/grpc"

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
	turn := h.service.turns.newTurn(ctx)
	return &Work{service: h.service, turn: turn, account: account{memory: h.service.memory, client: turn.client}}
}

// A Work is the memory and the turns that one call of an added service takes. It is used by one
// goroutine at a time.
type Work struct {
	service *Service
	account account
	turn    *turn
	long    *turn // where the work can't be interrupted and is longer than a turn
}

// Hold says how many bytes the call keeps now. It fails with RESOURCE_EXHAUSTED, and counts as many
// as before, if the server has no memory for them; fewer bytes are never refused.
func (w *Work) Hold(n int) error { return w.account.note(n) }

// Begin waits for a turn in which so many bytes can be worked on. It fails when the caller leaves.
func (w *Work) Begin(n int) error {
	if n <= turnBytes {
		return w.turn.beginFor(n)
	}
	if w.long == nil {
		w.long = w.service.longTurn(w.turn.ctx)
	}
	return w.long.begin()
}

// End ends the turn. Without one it does nothing.
func (w *Work) End() {
	w.turn.end()
	if w.long != nil {
		w.long.end()
	}
}

// Close gives back all that the call takes.
func (w *Work) Close() {
	w.End()
	w.account.end()
}

// addServices implements the services that were added, and registers them.
func (s *Server) addServices(service *Service, added []addedService) error {
	gated := gatedServer{s.grpc, s.gate}
	for _, a := range added {
		implementation, err := a.implement(&Host{service})
		if err != nil {
			return fmt.Errorf("%s: %w", a.description.ServiceName, err)
		}
		gated.RegisterService(a.description, implementation)
		s.names = append(s.names, a.description.ServiceName)
		for _, method := range a.description.Streams {
			s.gate.added["/"+a.description.ServiceName+"/"+method.StreamName] = true
		}
	}
	return nil
}
