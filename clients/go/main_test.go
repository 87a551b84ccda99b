package clienttest

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/families"
	"github.com/toolparser/toolparser/server"
)

// target is where the service listens while the tests run.
var target string

func TestMain(m *testing.M) {
	code, err := serveAround(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func serveAround(tests func() int) (int, error) {
	registry, err := parsers.NewRegistry(families.All()...)
	if err != nil {
		return 0, err
	}
	srv, err := server.New(registry, server.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return 0, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	target = listener.Addr().String()
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(context.Background(), listener) }()
	code := tests()
	srv.Stop()
	return code, <-ended
}
