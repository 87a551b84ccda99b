package server_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// TestDeadlinesWithoutAReaderAreLogged: of clients that send, never read, and don't say so
// when their deadline has passed. gRPC cancels such a call, and the log would say that its
// caller had left.
func TestDeadlinesWithoutAReaderAreLogged(t *testing.T) {
	r, address := overTCP(t, server.Config{})
	const calls = 20
	for range calls {
		go sendUnread(t, address, 300*time.Millisecond)
	}
	eventually(t, "all calls end", func() bool { return strings.Count(r.log.String(), "finished call") == calls })
	if n := strings.Count(r.log.String(), "code=DeadlineExceeded"); n != calls {
		t.Errorf("%d of %d are logged as such:\n%s", n, calls, r.log)
	}
}

// TestDeadlinesOfClientsAreLogged: they cancel the call by themselves, at the same moment.
func TestDeadlinesOfClientsAreLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		stream, err := r.client.StreamToolCalls(ctx)
		if err != nil {
			t.Fatal(err)
		}
		mustExchange(t, stream, startRequest("line"))
		eventually(t, "it is logged", func() bool { return strings.Contains(r.log.String(), "code=DeadlineExceeded") })
	})
}

// sendUnread makes a call whose deadline only the server knows, and reads none of its answers.
func sendUnread(t *testing.T, address string, timeout time.Duration) {
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	t.Cleanup(transport.CloseIdleConnections)
	read, write := io.Pipe()
	t.Cleanup(func() { _ = read.Close() })
	go func() {
		for req := startRequest("line"); writeFrame(write, req) == nil; {
			req = deltaRequest(strings.Repeat("x", 60<<10))
		}
	}()
	request, err := http.NewRequest(http.MethodPost, "http://"+address+toolparserv1.ToolParserService_StreamToolCalls_FullMethodName, read)
	if err != nil {
		t.Error(err)
		return
	}
	request.Header.Set("Content-Type", "application/grpc")
	request.Header.Set("Te", "trailers")
	request.Header.Set("Grpc-Timeout", fmt.Sprintf("%dm", timeout.Milliseconds()))
	if response, err := transport.RoundTrip(request); err == nil {
		t.Cleanup(func() { _ = response.Body.Close() })
	}
}

// writeFrame writes a message as gRPC frames it.
func writeFrame(w io.Writer, m proto.Message) error {
	encoded, err := proto.Marshal(m)
	if err != nil {
		return err
	}
	_, err = w.Write(append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(encoded))), encoded...))
	return err
}
