package server_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// A program that serves a family of its own, on a port that the system chooses.
func Example() {
	registry, err := parsers.NewRegistry(lineFamily())
	if err != nil {
		panic(err)
	}
	srv, err := server.New(registry, server.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- srv.Serve(ctx, listener) }()

	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		panic(err)
	}
	response, err := toolparserv1.NewToolParserServiceClient(conn).ParseToolCalls(ctx, &toolparserv1.ParseToolCallsRequest{
		Family:      "line",
		ModelOutput: "Let me see.\n!get_time {\"zone\": \"UTC\"}\n",
	})
	if err != nil {
		panic(err)
	}
	for _, call := range response.GetResult().GetToolCalls() {
		fmt.Println(call.GetFunction().GetName(), call.GetFunction().GetArguments())
	}
	fmt.Println(response.GetResult().GetContent())

	_ = conn.Close()
	stop()
	fmt.Println("ended:", <-ended)
	// Output:
	// get_time {"zone": "UTC"}
	// Let me see.
	// ended: <nil>
}

// The service alone, on a gRPC server that the program sets up itself.
func ExampleNewService() {
	registry, err := parsers.NewRegistry(lineFamily())
	if err != nil {
		panic(err)
	}
	own := grpc.NewServer()
	server.NewService(registry).Register(own)

	for name := range own.GetServiceInfo() {
		fmt.Println(name)
	}
	// Output: toolparser.v1.ToolParserService
}

// An observer sees every result, for metrics or an audit.
func ExampleWithObserver() {
	registry, err := parsers.NewRegistry(lineFamily())
	if err != nil {
		panic(err)
	}
	observer := server.ObserverFunc(func(_ context.Context, r *parsers.Result) {
		fmt.Printf("%s: %d calls, %d invalid\n", r.Family, len(r.ToolCalls), len(r.InvalidToolCalls))
	})
	service := server.NewService(registry, server.WithObserver(observer))
	_, err = service.ParseToolCalls(context.Background(), &toolparserv1.ParseToolCallsRequest{
		Family:      "line",
		ModelOutput: "!get_time {}\n!get_time {",
	})
	fmt.Println(err)
	// Output:
	// line: 1 calls, 1 invalid
	// <nil>
}

// Everything that is wrong with a configuration is reported at once.
func ExampleConfig_Validate() {
	err := server.Config{Listen: []string{"localhost", "unix:"}, TLSKeyFile: "key.pem"}.Validate()
	fmt.Println(err)
	// Output:
	// listen "localhost": want host:port or unix:PATH: address localhost: missing port in address
	// listen "unix:": no path of a socket
	// tls key needs tls cert
}
