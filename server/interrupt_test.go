package server_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// pieceFamily finds nothing, and reports each chunk that it is given.
func pieceFamily(name string, seen func(piece []byte)) *parsers.Family {
	f := quietFamily(name)
	f.NewParser = func() parsers.Parser { return &pieceParser{seen: seen} }
	return f
}

type pieceParser struct {
	quietParser
	seen func([]byte)
}

func (p *pieceParser) Reset(c *parsers.Config, h parsers.Handler) { p.quietParser.Reset(c, h) }
func (p *pieceParser) Parse(piece []byte) {
	p.seen(piece)
	p.quietParser.Parse(piece)
}

// TestWorkEndsWithItsCaller counts what is parsed once the caller has left, with
// fallback families to go on with.
func TestWorkEndsWithItsCaller(t *testing.T) {
	for _, leavesAt := range []int{1, 3, 20} {
		ctx, leave := context.WithCancel(context.Background())
		defer leave()
		pieces, after := 0, 0
		seen := func(piece []byte) {
			if pieces++; pieces == leavesAt {
				leave()
			} else if pieces > leavesAt {
				after += len(piece)
			}
		}
		registry, err := parsers.NewRegistry(pieceFamily("a", seen), pieceFamily("b", seen), pieceFamily("c", seen))
		if err != nil {
			t.Fatal(err)
		}
		_, err = server.NewService(registry).ParseToolCalls(ctx, &toolparserv1.ParseToolCallsRequest{
			Family: "a", FallbackFamilies: []string{"b", "c"}, ModelOutput: strings.Repeat("x", 1<<20),
		})
		wantError(t, err, codes.Canceled)
		if after > 0 {
			t.Errorf("left at piece %d, %d bytes were parsed after that", leavesAt, after)
		}
	}
}

// requestStream is the server's side of a stream whose requests are all there.
type requestStream struct {
	grpc.ServerStream
	ctx      context.Context
	requests []*toolparserv1.StreamToolCallsRequest
}

func (s *requestStream) Context() context.Context                         { return s.ctx }
func (s *requestStream) Send(*toolparserv1.StreamToolCallsResponse) error { return nil }
func (s *requestStream) RecvMsg(m any) error {
	m.(*toolparserv1.StreamToolCallsRequest).Input = s.requests[0].GetInput()
	s.requests = s.requests[1:]
	return nil
}
func (s *requestStream) Recv() (*toolparserv1.StreamToolCallsRequest, error) {
	req := new(toolparserv1.StreamToolCallsRequest)
	return req, s.RecvMsg(req)
}

func TestStreamWorkEndsWithItsCaller(t *testing.T) {
	ctx, leave := context.WithCancel(context.Background())
	defer leave()
	pieces := 0
	registry, err := parsers.NewRegistry(pieceFamily("a", func([]byte) {
		if pieces++; pieces == 3 {
			leave()
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	err = server.NewService(registry).StreamToolCalls(&requestStream{ctx: ctx, requests: []*toolparserv1.StreamToolCallsRequest{
		startRequest("a"), deltaRequest(strings.Repeat("x", 1<<20)),
	}})
	wantError(t, err, codes.Canceled)
	if pieces != 3 {
		t.Errorf("left at the third of 16 chunks, %d were parsed", pieces)
	}
}

// TestShutdownTimeoutIsABound has a call that never ends.
func TestShutdownTimeoutIsABound(t *testing.T) {
	begun, leave := make(chan struct{}, 1), make(chan struct{})
	defer close(leave)
	r := startWith(t, []*parsers.Family{pieceFamily("stuck", func([]byte) {
		begun <- struct{}{}
		<-leave
	})}, server.WithConfig(server.Config{ShutdownTimeout: 50 * time.Millisecond}))
	failed := make(chan error, 1)
	go func() {
		_, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "stuck", ModelOutput: "x"})
		failed <- err
	}()
	<-begun
	r.stop()
	wantEnd(t, r)
	wantError(t, <-failed, codes.Unavailable)
}

// TestDrainDelay finds the server serving while health says that it isn't.
func TestDrainDelay(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{DrainDelay: time.Hour}))
	stopWatched(t, r)
	if _, err := r.client.ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{}); err != nil {
		t.Error("a call while draining:", err)
	}
}

// stopWatched stops the server, and returns a watch of its health, which has got the new status.
func stopWatched(t *testing.T, r *running) healthv1.Health_WatchClient {
	t.Helper()
	watch, err := healthv1.NewHealthClient(r.conn).Watch(testContext(t), &healthv1.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := watch.Recv(); err != nil {
		t.Fatal(err)
	}
	r.stop()
	if response, err := watch.Recv(); err != nil || response.GetStatus() != healthv1.HealthCheckResponse_NOT_SERVING {
		t.Fatal("health while draining:", response, err)
	}
	return watch
}

// TestDrainDelayKeepsWatches: a gRPC client that watches health watches again at once where
// its watch ended, for as long as the server takes calls.
func TestDrainDelayKeepsWatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const delay = 5 * time.Second
		r := start(t, server.WithConfig(server.Config{DrainDelay: delay}))
		watch := stopWatched(t, r)
		told := time.Now()
		if _, err := watch.Recv(); err == nil || time.Since(told) < delay {
			t.Errorf("%v after %v of %v", err, time.Since(told), delay)
		}
		wantEnd(t, r)
	})
}

func TestDrainDelayEnds(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{DrainDelay: time.Millisecond}))
	r.stop()
	wantEnd(t, r)
}

// A lateParser does all its work once the output has ended.
type lateParser struct {
	quietParser
	work *parsers.Work
	step func()
}

func (p *lateParser) Reset(c *parsers.Config, h parsers.Handler) {
	p.quietParser.Reset(c, h)
	p.work = c.Work
}

func (p *lateParser) Finish(reason parsers.FinishReason) {
	for range 16 {
		p.step()
		p.work.Add(parsers.ChunkBytes)
	}
	p.quietParser.Finish(reason)
}

// TestFinishEndsWithItsCaller: what is left for the end of a stream, or of a short output, is work
// like any other.
func TestFinishEndsWithItsCaller(t *testing.T) {
	for name, call := range map[string]func(context.Context, *server.Service) error{
		"a finish": func(ctx context.Context, s *server.Service) error {
			return s.StreamToolCalls(&requestStream{ctx: ctx, requests: []*toolparserv1.StreamToolCallsRequest{
				startRequest("late"), deltaRequest("x"), {Input: &toolparserv1.StreamToolCallsRequest_Finish{Finish: &toolparserv1.StreamFinish{}}},
			}})
		},
		"a unary call": func(ctx context.Context, s *server.Service) error {
			_, err := s.ParseToolCalls(ctx, &toolparserv1.ParseToolCallsRequest{Family: "late", ModelOutput: "x"})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, leave := context.WithCancel(context.Background())
			defer leave()
			steps := 0
			family := pieceFamily("late", func([]byte) {})
			family.NewParser = func() parsers.Parser {
				return &lateParser{step: func() {
					if steps++; steps == 3 {
						leave()
					}
				}}
			}
			registry, err := parsers.NewRegistry(family)
			if err != nil {
				t.Fatal(err)
			}
			wantError(t, call(ctx, server.NewService(registry)), codes.Canceled)
			if steps != 3 {
				t.Errorf("left at the third of 16 steps, %d were done", steps)
			}
		})
	}
}
