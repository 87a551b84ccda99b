package server_test

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// TestMain finds goroutines that a test, and so the server, left behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// overTCP is start, over a real socket.
func overTCP(t *testing.T, config server.Config) (r *running, address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r = startOn(t, l, testRegistry(t).Families(), server.WithConfig(config))
	return r, l.Addr().String()
}

// wantWell checks that the server still serves, and holds nothing.
func wantWell(t *testing.T, r *running, address string) {
	t.Helper()
	client := toolparserv1.NewToolParserServiceClient(dial(t, address))
	response, err := client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "!f {}"})
	if err != nil || len(response.GetResult().GetToolCalls()) != 1 {
		t.Errorf("after the fault: %v %v", response, err)
	}
	eventually(t, "nothing is held any more", func() bool {
		load := r.server.Load()
		return load.Streams == 0 && load.Calls == 0 && load.Bytes == 0
	})
}

// TestGarbage sends what is no HTTP/2.
func TestGarbage(t *testing.T) {
	r, address := overTCP(t, server.Config{})
	const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
	for name, text := range map[string]string{
		"HTTP/1.1":           "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
		"bytes":              strings.Repeat("\x00\xff\x7f", 1000),
		"TLS":                "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
		"garbage frames":     preface + strings.Repeat("\xff", 100),
		"a frame too long":   preface + "\xff\xff\xff\x00\x00\x00\x00\x00\x01",
		"data before a call": preface + "\x00\x00\x00\x04\x00\x00\x00\x00\x00" + "\x00\x00\x01\x00\x00\x00\x00\x00\x01x",
	} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(patience))
		_, _ = io.WriteString(conn, text)
		_ = conn.(*net.TCPConn).CloseWrite()
		if _, err := io.Copy(io.Discard, conn); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Errorf("%s: the connection stays open", name)
		}
		_ = conn.Close()
	}
	wantWell(t, r, address)
}

// A brokenConn is a connection that a test can break, and that writes as it likes.
type brokenConn struct {
	net.Conn
	size int // of a write; 0 for any
}

func (c *brokenConn) Write(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		size := len(p) - n
		if c.size > 0 {
			size = min(size, c.size)
		}
		var wrote int
		wrote, err = c.Conn.Write(p[n : n+size])
		n += wrote
	}
	return n, err
}

// dialBroken connects, and returns the connection below.
func dialBroken(t *testing.T, address string, size int) (client toolparserv1.ToolParserServiceClient, below func() *brokenConn) {
	t.Helper()
	var mu sync.Mutex
	var conn *brokenConn
	dialer := func(ctx context.Context, address string) (net.Conn, error) {
		var d net.Dialer
		raw, err := d.DialContext(ctx, "tcp", address)
		if err != nil {
			return nil, err
		}
		mu.Lock()
		defer mu.Unlock()
		conn = &brokenConn{Conn: raw, size: size}
		return conn, nil
	}
	client = toolparserv1.NewToolParserServiceClient(dial(t, address, grpc.WithContextDialer(dialer)))
	return client, func() *brokenConn {
		mu.Lock()
		defer mu.Unlock()
		return conn
	}
}

// TestClientsThatVanish reset their connection, or close it, in the middle of streams
// and calls.
func TestClientsThatVanish(t *testing.T) {
	for _, reset := range []bool{true, false} {
		r, address := overTCP(t, server.Config{})
		client, below := dialBroken(t, address, 0)
		for range 20 {
			stream, err := client.StreamToolCalls(testContext(t))
			if err != nil {
				t.Fatal(err)
			}
			mustExchange(t, stream, startRequest("line"))
			mustExchange(t, stream, deltaRequest(strings.Repeat("x", 10_000)))
		}
		batch, err := client.BatchParseToolCalls(testContext(t))
		if err != nil {
			t.Fatal(err)
		}
		_ = batch.Send(&toolparserv1.BatchParseToolCallsRequest{Request: &toolparserv1.ParseToolCallsRequest{Family: "line"}})
		if reset {
			_ = below().Conn.(*net.TCPConn).SetLinger(0)
		}
		_ = below().Conn.Close()
		wantWell(t, r, address)
	}
}

// TestOneByteWrites has a client whose every byte is a packet of its own.
func TestOneByteWrites(t *testing.T) {
	r, address := overTCP(t, server.Config{})
	client, _ := dialBroken(t, address, 1)
	stream, err := client.StreamToolCalls(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	mustExchange(t, stream, startRequest("line"))
	for _, piece := range []string{"text\n", "!f {", `"a": 1}`, "\n"} {
		mustExchange(t, stream, deltaRequest(piece))
	}
	result := mustExchange(t, stream, finishRequest(0)).GetResult().GetResult()
	if calls := result.GetToolCalls(); len(calls) != 1 || calls[0].GetFunction().GetArguments() != `{"a": 1}` {
		t.Errorf("result %v", result)
	}
	_ = stream.CloseSend()
	wantWell(t, r, address)
}

// TestSigtermLosesNothing drains under load, of unary calls with retries and of
// streams that end within the grace.
func TestSigtermLosesNothing(t *testing.T) {
	r, address := overTCP(t, server.Config{MaxQueueTime: time.Hour})
	client := toolparserv1.NewToolParserServiceClient(dial(t, address))
	var streams []toolClient
	for range 50 {
		stream, err := client.StreamToolCalls(testContext(t))
		if err != nil {
			t.Fatal(err)
		}
		mustExchange(t, stream, startRequest("line"))
		streams = append(streams, stream)
	}
	var wg sync.WaitGroup
	answered := make(chan error, 200)
	for range 200 {
		wg.Go(func() {
			_, err := client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: strings.Repeat("x", 50_000)})
			answered <- err
		})
	}
	for range 20 { // some are under way, others not
		if err := <-answered; err != nil {
			t.Error(err)
		}
	}
	taken := r.server.Load().Calls
	r.stop()
	for _, stream := range streams {
		mustExchange(t, stream, deltaRequest("!f {}"))
		if result := mustExchange(t, stream, finishRequest(0)).GetResult(); len(result.GetResult().GetToolCalls()) != 1 {
			t.Errorf("result %v", result)
		}
		_ = stream.CloseSend()
	}
	wg.Wait()
	close(answered)
	lost := 0
	for err := range answered {
		if err != nil && !strings.Contains(err.Error(), "connect") {
			t.Log(err)
			lost++
		}
	}
	if lost > 0 {
		t.Errorf("of %d calls under way %d were lost", taken, lost)
	}
	wantEnd(t, r)
}
