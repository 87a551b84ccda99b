package server_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// patience is how long a test waits for what must happen: longer than any
// machine takes that isn't stuck.
const patience = time.Minute

// quietFamily finds nothing in any output, so that a fallback is tried.
func quietFamily(name string, patterns ...string) *parsers.Family {
	f := lineFamily()
	f.Name, f.Aliases, f.ModelPatterns = name, nil, patterns
	f.NewParser = func() parsers.Parser { return new(quietParser) }
	f.Signs.Markers = []parsers.Marker{{Text: "<|quiet|>"}}
	return f
}

type quietParser struct {
	h  parsers.Handler
	at int
}

func (p *quietParser) Reset(_ *parsers.Config, h parsers.Handler) { *p = quietParser{h: h} }
func (p *quietParser) Finish(parsers.FinishReason)                {}
func (p *quietParser) Parse(piece []byte) {
	p.h.Text(p.at, piece)
	p.at += len(piece)
}

func testRegistry(t testing.TB) *parsers.Registry {
	t.Helper()
	registry, err := parsers.NewRegistry(lineFamily(), quietFamily("quiet", "*quiet*"), quietFamily("rival", "*quiet*"))
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

// A running server, and what it has logged.
type running struct {
	server *server.Server
	conn   *grpc.ClientConn
	client toolparserv1.ToolParserServiceClient
	log    *syncBuffer
	stop   context.CancelFunc
	ended  chan error
}

// start runs a server in memory and stops it with the test.
func start(t testing.TB, opts ...server.Option) *running {
	t.Helper()
	return startWith(t, testRegistry(t).Families(), opts...)
}

// startWith is start with other families.
func startWith(t testing.TB, families []*parsers.Family, opts ...server.Option) *running {
	t.Helper()
	listener := bufconn.Listen(1 << 20)
	r := startOn(t, listener, families, opts...)
	r.conn = dial(t, "passthrough:///bufconn", grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
		return listener.DialContext(ctx)
	}))
	r.client = toolparserv1.NewToolParserServiceClient(r.conn)
	return r
}

// startOn runs a server on a listener, and stops it with the test, to its end.
func startOn(t testing.TB, listener net.Listener, families []*parsers.Family, opts ...server.Option) *running {
	t.Helper()
	registry, err := parsers.NewRegistry(families...)
	if err != nil {
		t.Fatal(err)
	}
	r := &running{log: new(syncBuffer), ended: make(chan error, 1)}
	logger := slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	srv, err := server.New(registry, append([]server.Option{server.WithLogger(logger)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	r.server = srv
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.ended <- srv.Serve(ctx, listener)
	}()
	t.Cleanup(func() {
		if r.conn != nil {
			_ = r.conn.Close()
		}
		stop()
		srv.Stop()
		<-done
	})
	return r
}

func dial(t testing.TB, target string, opts ...grpc.DialOption) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(target, append([]grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(1 << 30)),
	}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func testContext(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// A syncBuffer is a buffer that a server may write while a test reads.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// wantError checks an error's code and returns its message and the fields of
// its BadRequest.
func wantError(t *testing.T, err error, want codes.Code) (message string, fields []string) {
	t.Helper()
	st := status.Convert(err)
	if err == nil || st.Code() != want {
		t.Fatalf("got error %v, want %v", err, want)
	}
	for _, detail := range st.Details() {
		for _, v := range detail.(*errdetails.BadRequest).GetFieldViolations() {
			fields = append(fields, v.GetField())
		}
	}
	return st.Message(), fields
}

type toolClient = grpc.BidiStreamingClient[toolparserv1.StreamToolCallsRequest, toolparserv1.StreamToolCallsResponse]

func openStream(t *testing.T, r *running) toolClient {
	t.Helper()
	stream, err := r.client.StreamToolCalls(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

// exchange sends a request and receives its answer.
func exchange(t *testing.T, stream toolClient, req *toolparserv1.StreamToolCallsRequest) (*toolparserv1.StreamToolCallsResponse, error) {
	t.Helper()
	if err := stream.Send(req); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	return stream.Recv()
}

func mustExchange(t *testing.T, stream toolClient, req *toolparserv1.StreamToolCallsRequest) *toolparserv1.StreamToolCallsResponse {
	t.Helper()
	response, err := exchange(t, stream, req)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func startRequest(family string) *toolparserv1.StreamToolCallsRequest {
	return &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{
		Start: &toolparserv1.StreamStart{Family: family},
	}}
}

func deltaRequest(text string) *toolparserv1.StreamToolCallsRequest {
	return &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Delta{Delta: text}}
}

func bytesRequest(raw string) *toolparserv1.StreamToolCallsRequest {
	return &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_RawDelta{RawDelta: []byte(raw)}}
}

func finishRequest(reason toolparserv1.FinishReason) *toolparserv1.StreamToolCallsRequest {
	return &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Finish{
		Finish: &toolparserv1.StreamFinish{FinishReason: reason},
	}}
}

func tool(name, parameters string) *toolparserv1.Tool {
	return &toolparserv1.Tool{Type: "function", Function: &toolparserv1.FunctionDefinition{Name: name, Parameters: parameters}}
}
