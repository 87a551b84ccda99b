package web

import (
	"context"
	"encoding/binary"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/wire"
)

// A listener waits for a stream's first request.
type listener struct {
	toolparserv1.UnimplementedToolParserServiceServer
}

func (listener) StreamToolCalls(stream grpc.BidiStreamingServer[toolparserv1.StreamToolCallsRequest, toolparserv1.StreamToolCallsResponse]) error {
	_, err := stream.Recv()
	return err
}

// TestAPanicInDecodingEndsItsCallAlone: requests of streams are decoded by a goroutine of their own.
func TestAPanicInDecodingEndsItsCallAlone(t *testing.T) {
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	memory, turns := new(admit.Memory), admit.NewTurns(2)
	gate := admit.New(admit.Config{
		MaxCalls: 10, MaxStreams: 10, MaxConcurrentStreams: 10, MaxQueueTime: time.Minute, ReceiveTimeout: time.Minute, StreamIdleTimeout: time.Minute,
		Kind: func(string) admit.Kind { return admit.Streaming }, Turns: turns, Memory: memory, Log: logger,
	})
	rpc := grpc.NewServer(grpc.ForceServerCodecV2(wire.Codec{Buffers: memory.Buffers(), Answers: admit.NewBuffers()}))
	toolparserv1.RegisterToolParserServiceServer(gate.Server(rpc), listener{})
	h, err := NewHandler(Config{
		RPC: rpc, Gate: gate, Turns: turns, Memory: memory, MaxMessageBytes: 1 << 20, MaxStreamBytes: 1 << 20,
		ReceiveTimeout: time.Minute, Log: logger,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer rpc.Stop()
	server := httptest.NewServer(h)
	defer server.Close()
	message := `{}`
	for path, body := range map[string]string{
		toolparserv1.ToolParserService_ParseToolCalls_FullMethodName:  message,
		toolparserv1.ToolParserService_StreamToolCalls_FullMethodName: string(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(message)))) + message,
	} {
		contentType := "application/json"
		if path == toolparserv1.ToolParserService_StreamToolCalls_FullMethodName {
			contentType = "application/connect+json"
		}
		h.methods[path].json = nil // a bug
		request, err := http.NewRequestWithContext(context.Background(), http.MethodPost, server.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", contentType)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(path, err)
		}
		answer, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if !strings.Contains(string(answer), `"code":"internal"`) || !strings.Contains(string(answer), "internal error") {
			t.Errorf("%s: %s %q", path, response.Status, answer)
		}
	}
	server.Close() // so that nothing is logged any more
	if n := strings.Count(log.String(), "level=ERROR msg=panic"); n != 2 {
		t.Errorf("%d panics are logged:\n%s", n, log.String())
	}
}
