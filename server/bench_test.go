package server_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/llama3"
	"github.com/toolparser/toolparser/server"
)

// An echo answers every request with the same response: what gRPC itself costs.
type echo struct {
	toolparserv1.UnimplementedToolParserServiceServer
	response *toolparserv1.ParseToolCallsResponse
}

func (e echo) ParseToolCalls(context.Context, *toolparserv1.ParseToolCallsRequest) (*toolparserv1.ParseToolCallsResponse, error) {
	return e.response, nil
}

// BenchmarkOverGRPC compares the service, as it is served, with an echo of the
// same payloads on a bare gRPC server, both over loopback. Both take turns, so
// that what else the machine does hits both. "%echo" is the share of the
// echo's requests a second.
func BenchmarkOverGRPC(b *testing.B) {
	for _, size := range []int{0, 4 << 10} {
		b.Run(fmt.Sprintf("prose=%d", size), func(b *testing.B) { benchmarkShare(b, size) })
	}
}

func benchmarkShare(b *testing.B, prose int) {
	req := &toolparserv1.ParseToolCallsRequest{
		Family:      "llama3",
		ModelOutput: strings.Repeat("All work and no play. ", prose/22) + `{"name": "get_weather", "parameters": {"city": "Zürich"}}`,
		Tools:       []*toolparserv1.Tool{tool("get_weather", `{"type": "object", "properties": {"city": {"type": "string"}}}`)},
	}
	served := toolparserv1.NewToolParserServiceClient(dial(b, serveService(b)))
	response, err := served.ParseToolCalls(context.Background(), req)
	if err != nil {
		b.Fatal(err)
	}
	echoed := toolparserv1.NewToolParserServiceClient(dial(b, serveEcho(b, response)))

	var ours, theirs time.Duration
	for b.Loop() {
		theirs += timeCalls(b, echoed, req)
		ours += timeCalls(b, served, req)
	}
	calls := float64(b.N * callsPerTurn)
	b.ReportMetric(calls/ours.Seconds(), "requests/s")
	b.ReportMetric(calls/theirs.Seconds(), "echo-requests/s")
	b.ReportMetric(100*theirs.Seconds()/ours.Seconds(), "%echo")
}

// serveEcho serves an echo and returns its address.
func serveEcho(b *testing.B, response *toolparserv1.ParseToolCallsResponse) string {
	bare := grpc.NewServer()
	toolparserv1.RegisterToolParserServiceServer(bare, echo{response: response})
	listener := loopback(b)
	go bare.Serve(listener) //nolint:errcheck // ends with the benchmark
	b.Cleanup(bare.Stop)
	return listener.Addr().String()
}

// serveService serves the service as the program does and returns its address.
func serveService(b *testing.B) string {
	registry, err := parsers.NewRegistry(llama3.Family())
	if err != nil {
		b.Fatal(err)
	}
	srv, err := server.New(registry, server.WithLogger(slog.New(slog.NewTextHandler(discard{}, nil))))
	if err != nil {
		b.Fatal(err)
	}
	listener := loopback(b)
	ctx, stop := context.WithCancel(context.Background())
	go srv.Serve(ctx, listener) //nolint:errcheck // ends with the benchmark
	b.Cleanup(stop)
	return listener.Addr().String()
}

const (
	callsPerTurn = 2048
	// callers keep several calls open at a time, as a router would.
	callers = 32
)

// timeCalls is how long callsPerTurn calls take.
func timeCalls(b *testing.B, client toolparserv1.ToolParserServiceClient, req *toolparserv1.ParseToolCallsRequest) time.Duration {
	begun := time.Now()
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			for range callsPerTurn / callers {
				if _, err := client.ParseToolCalls(context.Background(), req); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(begun)
}

// discard, other than io.Discard, has slog format what it is given.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func loopback(b *testing.B) net.Listener {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	return listener
}
