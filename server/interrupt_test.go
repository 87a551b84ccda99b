package server_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// pieceFamily finds nothing, and tells of every piece that it is given.
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

func TestStreamWorkEndsWithItsCaller(t *testing.T) {
	begun, leave := make(chan struct{}, 100), make(chan struct{})
	pieces := 0
	r := startWith(t, []*parsers.Family{pieceFamily("slow", func([]byte) {
		pieces++
		begun <- struct{}{}
		<-leave
	})})
	ctx, cancel := context.WithCancel(testContext(t))
	stream, err := r.client.StreamToolCalls(ctx)
	if err != nil {
		t.Fatal(err)
	}
	mustExchange(t, stream, startRequest("slow"))
	if err := stream.Send(deltaRequest(strings.Repeat("x", 1<<20))); err != nil {
		t.Fatal(err)
	}
	<-begun
	cancel()
	_, _ = r.client.ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{}) // behind the reset, on its connection
	close(leave)
	eventually(t, "the stream ends", func() bool { return strings.Contains(r.log.String(), "code=Canceled") })
	if pieces > 8 {
		t.Errorf("%d of 16 chunks were parsed", pieces)
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
	r := start(t, server.WithConfig(server.Config{DrainDelay: 500 * time.Millisecond}))
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
	if _, err := r.client.ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{}); err != nil {
		t.Error("a call while draining:", err)
	}
	wantEnd(t, r)
}
