package main

import (
	"bytes"
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

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// A target is a server in a process of its own, and connections to it.
type target struct {
	binary  string
	address string
	// admin is the address of its metrics, web that of HTTP.
	admin, web string
	flags      []string
	// token is that of its victim; empty for none.
	token string
	// echo: it is not the server but an echo.
	echo bool
	// plain: it has the flags that it has by default; no one reads its log.
	plain bool
	// launch starts the process.
	launch  func(*exec.Cmd) error
	process *exec.Cmd
	conns   []*grpc.ClientConn
}

// retryPolicy is that of a caller who waits for a free server, as in docs/run/overload.md.
const retryPolicy = `{"methodConfig": [{
  "name": [{"service": "toolparser.v1.ToolParserService"}],
  "retryPolicy": {
    "maxAttempts": 5, "initialBackoff": "0.1s", "maxBackoff": "2s", "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]
  }
}]}`

// startTarget starts the target on free ports and connects to it.
func startTarget(ctx context.Context, t *target, conns int, opts ...grpc.DialOption) (*target, error) {
	for _, address := range []*string{&t.address, &t.admin, &t.web} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		*address = l.Addr().String()
		_ = l.Close() // the port is what it was for
	}
	if err := t.start(); err != nil {
		return nil, err
	}
	opts = append(opts,
		grpc.WithTransportCredentials(insecure.NewCredentials()), newSharing(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(1<<30), grpc.WaitForReady(true)))
	for range conns {
		conn, err := grpc.NewClient(t.address, opts...)
		if err != nil {
			return nil, err
		}
		t.conns = append(t.conns, conn)
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout) // it may have ended
	defer cancel()
	_, err := t.client(0).ListFamilies(ctx, &toolparserv1.ListFamiliesRequest{})
	return t, err
}

// startTimeout is how long a server may take to answer a first call.
const startTimeout = 30 * time.Second

func (t *target) start() error {
	args := []string{"serve", "--listen", t.address}
	if !t.plain {
		args = append(args, "--admin-listen", t.admin, "--http-listen", t.web, "--log-level", "error")
	}
	args = append(args, t.flags...)
	if t.echo {
		args = []string{"-echo", t.address}
	}
	t.process = exec.Command(t.binary, args...)
	if !t.plain {
		t.process.Stderr = os.Stderr // what it says when it dies
	}
	return t.launch(t.process)
}

func (t *target) client(i int) toolparserv1.ToolParserServiceClient {
	return toolparserv1.NewToolParserServiceClient(t.conn(i))
}

func (t *target) conn(i int) *grpc.ClientConn { return t.conns[i%len(t.conns)] }

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

// kill ends the server as a machine that fails would.
func (t *target) kill() error {
	if err := t.process.Process.Kill(); err != nil {
		return err
	}
	_ = t.process.Wait() // it says that it was killed
	return nil
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

// cpu is the processor time that the server has taken; 0 where /proc isn't there.
func (t *target) cpu() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", t.process.Process.Pid))
	if err != nil {
		return 0
	}
	// After the name, in parentheses, come the state and eleven numbers, then two of ticks.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticksPerSecond
}

// ticksPerSecond is USER_HZ, which is 100 on every Linux.
const ticksPerSecond = 100

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

// workRequest is request with all other families to fall back on, so that a short
// output is much work.
func workRequest(text string) *toolparserv1.ParseToolCallsRequest {
	r := request(text)
	r.FallbackFamilies = fallbacks
	return r
}

var fallbacks = []string{"kimi", "claude", "ksi", "openai", "gemini"}

// workOf is an output that takes about d to parse here, on one processor.
func workOf(d time.Duration) string {
	const unit = "{{ "
	service := server.NewService(families.Registry())
	text := strings.Repeat(unit, 1000)
	best := time.Hour
	for range 20 {
		begun := time.Now()
		_, _ = service.ParseToolCalls(context.Background(), workRequest(text)) // only its time matters
		best = min(best, time.Since(begun))
	}
	return strings.Repeat(unit, int(1000*d/best))
}

// status is a line of the server's /proc/PID/status, in KiB; 0 where it isn't there.
func (t *target) status(name string) int { return procStatus(t.process.Process.Pid, name) }

func procStatus(pid int, name string) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			kib, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB"))
			return kib
		}
	}
	return 0
}
