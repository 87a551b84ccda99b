package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/llama3"
)

// A target is a server in a process of its own, and connections to it.
type target struct {
	binary  string
	address string
	flags   []string
	process *exec.Cmd
	conns   []*grpc.ClientConn
}

// retryPolicy is the one that docs/operations.md tells clients to use.
const retryPolicy = `{"methodConfig": [{
  "name": [{"service": "toolparser.v1.ToolParserService"}],
  "retryPolicy": {
    "maxAttempts": 5, "initialBackoff": "0.1s", "maxBackoff": "2s", "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]
  }
}]}`

// startTarget starts the binary on a free port and connects to it.
func startTarget(ctx context.Context, binary string, conns int, flags []string, opts ...grpc.DialOption) (*target, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	t := &target{binary: binary, address: l.Addr().String(), flags: flags}
	_ = l.Close() // the port is what it was for
	if err := t.start(); err != nil {
		return nil, err
	}
	opts = append(opts,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(1<<30), grpc.WaitForReady(true)))
	for range conns {
		conn, err := grpc.NewClient(t.address, opts...)
		if err != nil {
			return nil, err
		}
		t.conns = append(t.conns, conn)
	}
	_, err = t.client(0).ListFamilies(ctx, &toolparserv1.ListFamiliesRequest{})
	return t, err
}

func (t *target) start() error {
	t.process = exec.Command(t.binary, append([]string{"serve", "--listen", t.address, "--log-level", "error"}, t.flags...)...)
	t.process.Stderr = os.Stderr
	return t.process.Start()
}

func (t *target) client(i int) toolparserv1.ToolParserServiceClient {
	return toolparserv1.NewToolParserServiceClient(t.conns[i%len(t.conns)])
}

// stop ends the server as an operator would.
func (t *target) stop() error {
	for _, conn := range t.conns {
		_ = conn.Close()
	}
	if err := t.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return t.process.Wait()
}

// rss is the server's resident memory, in bytes; 0 where /proc isn't there.
func (t *target) rss() int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", t.process.Process.Pid))
	if err != nil {
		return 0
	}
	pages, _ := strconv.Atoi(strings.Fields(string(text))[1])
	return pages * os.Getpagesize()
}

// settled is the server's state a second after a load.
func (t *target) settled() string {
	time.Sleep(time.Second)
	begun := time.Now()
	_, err := t.client(0).ListFamilies(context.Background(), &toolparserv1.ListFamiliesRequest{})
	return fmt.Sprintf("%d MiB, a call takes %v (error %v)", t.rss()>>20, time.Since(begun).Round(10*time.Microsecond), err)
}

func request(text string) *toolparserv1.ParseToolCallsRequest {
	return &toolparserv1.ParseToolCallsRequest{Family: "llama3", ModelOutput: text}
}

// workOf is an output that takes about d to parse here, on one processor.
func workOf(d time.Duration) string {
	const unit = "{{ "
	f := llama3.Family()
	text := strings.Repeat(unit, 1000)
	best := time.Hour
	for range 20 {
		begun := time.Now()
		parsers.Parse(f, text, parsers.Config{}, parsers.FinishStop)
		best = min(best, time.Since(begun))
	}
	return strings.Repeat(unit, int(1000*d/best))
}
