package client_test

import (
	"context"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/toolparser/toolparser/client"
	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// patience is how long a test waits for what must happen: longer than any
// machine takes that isn't stuck.
const patience = 30 * time.Second

const (
	oneCall  = `Let me look. {"name": "get_weather", "parameters": {"city": "Zürich"}} One moment.`
	twoCalls = "I'll check both.\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0" +
		`<|tool_call_argument_begin|>{"city": "Zürich"}<|tool_call_end|><|tool_call_begin|>functions.get_time:1` +
		`<|tool_call_argument_begin|>{"zone": "Europe/Zurich"}<|tool_call_end|><|tool_calls_section_end|>`
	prose  = "There is nothing to call here, {only} some \U0001f600 text.\n"
	cutOff = `I will call {"name": "get_weather", "parameters": {"city": "Zür`
)

// A running is a server that a test may stop, on a Unix socket.
type running struct {
	target string
	server *server.Server
	stop   context.CancelFunc
	ended  chan struct{}
}

// serve runs a server of all families, and stops it with the test.
func serve(t testing.TB, config server.Config) *running {
	t.Helper()
	socket, remove, err := newSocket()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(remove)
	r, err := run(socket, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.kill)
	return r
}

// newSocket isn't below t.TempDir: a socket's path may have some 100 bytes.
func newSocket() (path string, remove func(), err error) {
	directory, err := os.MkdirTemp("", "client")
	return filepath.Join(directory, "s"), func() { _ = os.RemoveAll(directory) }, err
}

func run(socket string, config server.Config) (*running, error) {
	registry, err := parsers.NewRegistry(families.All()...)
	if err != nil {
		return nil, err
	}
	srv, err := server.New(registry, server.WithConfig(config), server.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	r := &running{target: "unix:" + socket, server: srv, stop: stop, ended: make(chan struct{})}
	go func() {
		defer close(r.ended)
		_ = srv.Serve(ctx, listener)
	}()
	return r, nil
}

func (r *running) socket() string { return strings.TrimPrefix(r.target, "unix:") }

// kill ends the server without waiting for its calls.
func (r *running) kill() {
	r.server.Stop()
	r.stop()
	<-r.ended
}

// connect makes a client of the server, with a context for its calls.
func (r *running) connect(t testing.TB, options ...client.Option) (*client.Client, context.Context) {
	t.Helper()
	c, err := client.New(r.target, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c, t.Context()
}

func parse(t testing.TB, c *client.Client, family, output string) *toolparserv1.ParseToolCallsResponse {
	t.Helper()
	response, err := c.Parse(t.Context(), &toolparserv1.ParseToolCallsRequest{Family: family, ModelOutput: output})
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func begin(t testing.TB, c *client.Client, family string) *client.Session {
	t.Helper()
	session, err := c.Stream(t.Context(), &toolparserv1.StreamStart{Family: family})
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// calls are the names and arguments of a result.
func calls(response *toolparserv1.ParseToolCallsResponse) (said []string) {
	for _, call := range response.GetResult().GetToolCalls() {
		said = append(said, call.GetFunction().GetName()+call.GetFunction().GetArguments())
	}
	return said
}

// withoutMadeIDs leaves out the ids that are made at random.
func withoutMadeIDs(response *toolparserv1.ParseToolCallsResponse) *toolparserv1.ParseToolCallsResponse {
	response = proto.CloneOf(response)
	for i, said := range response.GetDiagnostics().GetToolCalls() {
		if said.GetIdSynthesized() {
			response.Result.ToolCalls[i].Id = ""
		}
	}
	return response
}

func wantCode(t testing.TB, err error, want codes.Code) {
	t.Helper()
	if status.Code(err) != want {
		t.Fatalf("got error %v, want %v", err, want)
	}
}

// eventually waits until a condition holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}
