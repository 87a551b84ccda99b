package server_test

import (
	"context"
	"encoding/binary"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// TestHalfMessagesAreBounded: calls that were taken while there was memory send more
// than there is, and never the end. Their connection is closed; others don't notice.
func TestHalfMessagesAreBounded(t *testing.T) {
	r, address := overTCP(t, server.Config{MaxMemory: 12 << 20})
	r.client = toolparserv1.NewToolParserServiceClient(dial(t, address))
	stream := openStream(t, r)
	mustExchange(t, stream, startRequest("line"))

	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	ctx, cancel := context.WithCancel(testContext(t))
	var senders sync.WaitGroup
	for range 32 {
		senders.Go(func() { halfMessage(ctx, transport, address) })
	}
	defer senders.Wait()
	defer cancel()
	eventually(t, "a connection that sends too much is closed", func() bool {
		mustExchange(t, stream, deltaRequest("a word "))
		return r.server.Load().MemoryEnds > 0
	})
	eventually(t, "its memory is given back", func() bool {
		_, err := r.client.ParseToolCalls(ctx, &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "x"})
		return err == nil
	})
	mustExchange(t, stream, deltaRequest("and another"))
}

// halfMessage announces a message of 16 MiB, and sends the half of it.
func halfMessage(ctx context.Context, transport *http.Transport, address string) {
	body, send := io.Pipe()
	go func() {
		_, _ = send.Write(binary.BigEndian.AppendUint32([]byte{0}, 16<<20)) // it fails where the connection is closed
		_, _ = io.WriteString(send, strings.Repeat("x", 8<<20))
		<-ctx.Done()
		_ = send.Close()
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+"/toolparser.v1.ToolParserService/StreamToolCalls", body)
	if err != nil {
		return
	}
	req.Header.Set("Content-Type", "application/grpc")
	req.Header.Set("Te", "trailers")
	if response, err := transport.RoundTrip(req); err == nil {
		_, _ = io.Copy(io.Discard, response.Body) // until the connection is closed
		_ = response.Body.Close()
	}
	_ = body.Close()
}
