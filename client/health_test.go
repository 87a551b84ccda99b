package client_test

import (
	"context"
	"net"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/client"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// TestCallsGoToHealthyServersAlone has two servers, of which one says at first that it
// doesn't serve.
func TestCallsGoToHealthyServersAlone(t *testing.T) {
	well, patient := serve(t, server.Config{}), newPatient(t)
	both := manual.NewBuilderWithScheme("both")
	both.InitialState(resolver.State{Addresses: []resolver.Address{{Addr: well.target}, {Addr: patient.target}}})
	c, err := client.New("both:///", client.WithDialOptions(grpc.WithResolvers(both)))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()

	parse(t, c, "llama3", "x")
	<-patient.unwell
	for range 20 {
		parse(t, c, "llama3", "x")
	}
	close(patient.recovered)
	eventually(t, "a call for the server that recovered", func() bool {
		_, err := c.Parse(t.Context(), &toolparserv1.ParseToolCallsRequest{Family: "llama3"})
		return status.Code(err) == codes.Unimplemented
	})
}

// A patient is a server that has nothing but its health: bad, until it recovered.
type patient struct {
	healthv1.UnimplementedHealthServer
	target string
	// unwell is closed when a client knows that it is unwell.
	unwell    chan struct{}
	once      sync.Once
	recovered chan struct{}
}

func newPatient(t *testing.T) *patient {
	t.Helper()
	socket, remove, err := newSocket()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(remove)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	p := &patient{target: "unix:" + socket, unwell: make(chan struct{}), recovered: make(chan struct{})}
	rpc := grpc.NewServer()
	healthv1.RegisterHealthServer(rpc, p)
	go func() { _ = rpc.Serve(listener) }()
	t.Cleanup(rpc.Stop)
	return p
}

// Watch tells how it is.
func (p *patient) Watch(request *healthv1.HealthCheckRequest, stream grpc.ServerStreamingServer[healthv1.HealthCheckResponse]) error {
	if request.GetService() != toolparserv1.ToolParserService_ServiceDesc.ServiceName {
		return status.Error(codes.NotFound, "another service")
	}
	if err := stream.Send(&healthv1.HealthCheckResponse{Status: healthv1.HealthCheckResponse_NOT_SERVING}); err != nil {
		return err
	}
	p.once.Do(func() { close(p.unwell) })
	if !received(stream.Context(), p.recovered) {
		return nil
	}
	if err := stream.Send(&healthv1.HealthCheckResponse{Status: healthv1.HealthCheckResponse_SERVING}); err != nil {
		return err
	}
	<-stream.Context().Done()
	return nil
}

func received(ctx context.Context, signal <-chan struct{}) bool {
	select {
	case <-signal:
		return true
	case <-ctx.Done():
		return false
	}
}
