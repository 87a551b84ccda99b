package server_test

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// wantRevoked checks what a call ends with whose token was removed.
func wantRevoked(t *testing.T, what string, err error) {
	t.Helper()
	if st := status.Convert(err); st.Code() != codes.Unauthenticated || !strings.Contains(st.Message(), "the token was removed") {
		t.Errorf("%s: %v", what, err)
	}
}

// rotating runs a server whose file of tokens has oldToken, and, once removed was called, newToken alone.
func rotating(t *testing.T, run func(server.Config) *running) (r *running, removed func()) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "tokens")
	writeFile(t, file, "a "+oldToken)
	r = run(server.Config{TokensFile: file})
	return r, func() {
		writeFile(t, file, "a "+newToken)
		eventually(t, "the old token is refused", func() bool { return listAs(t, r, "Bearer "+oldToken) == codes.Unauthenticated })
	}
}

// TestCallsOfARemovedTokenEnd at the next message of a stream, the next item of a batch, and the next new output of a
// multiplexed stream, over gRPC and HTTP.
func TestCallsOfARemovedTokenEnd(t *testing.T) {
	for name, run := range map[string]func(server.Config) *running{
		"gRPC": func(c server.Config) *running { return start(t, server.WithConfig(c)) },
		"HTTP": func(c server.Config) *running { return startHTTP(t, testRegistry(t).Families(), c).running },
	} {
		t.Run(name, func(t *testing.T) {
			r, remove := rotating(t, run)
			ctx := metadata.AppendToOutgoingContext(testContext(t), "authorization", "Bearer "+oldToken)
			open := func() toolClient {
				stream, err := r.client.StreamToolCalls(ctx)
				if err != nil {
					t.Fatal(err)
				}
				return stream
			}
			first, second := open(), open()
			mustExchange(t, first, startRequest("line"))
			mustExchange(t, second, startRequest("line"))
			mustExchange(t, second, deltaRequest("text"))
			item := &toolparserv1.BatchParseToolCallsRequest{Id: "1", Request: &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "!f {}"}}
			batch, err := r.client.BatchParseToolCalls(ctx)
			if err != nil {
				t.Fatal(err)
			}
			_ = batch.Send(item)
			if answer, err := batch.Recv(); err != nil || answer.GetResponse() == nil {
				t.Fatal(answer, err)
			}
			mux, err := r.client.MultiplexToolCalls(ctx)
			if err != nil {
				t.Fatal(err)
			}
			mustMux(t, mux, muxStart(1, "line"), muxDelta(1, "!f {"))
			remove()

			_, err = exchange(t, first, deltaRequest("x"))
			wantRevoked(t, "a stream", err)
			_, err = exchange(t, second, finishRequest(0))
			wantRevoked(t, "a stream that is to finish", err)
			_ = batch.Send(item) // Recv has the error
			_, err = batch.Recv()
			wantRevoked(t, "a batch", err)
			if outputs := mustMux(t, mux, muxDelta(1, "}"), muxFinish(1)); len(outputs[len(outputs)-1].GetResult().GetResult().GetToolCalls()) != 1 {
				t.Errorf("the open output of a multiplexed stream: %v", outputs)
			}
			_, err = exchangeMux(mux, muxStart(2, "line"))
			wantRevoked(t, "a multiplexed stream", err)
			eventually(t, "nothing is held any more", func() bool {
				load := r.server.Load()
				return load.Streams == 0 && load.Bytes == 0
			})
		})
	}
}

// TestHTTPCallsOfARemovedTokenEnd in JSON, with the same error.
func TestHTTPCallsOfARemovedTokenEnd(t *testing.T) {
	var web *runningHTTP
	r, remove := rotating(t, func(c server.Config) *running {
		web = startHTTP(t, testRegistry(t).Families(), c)
		return web.running
	})
	stream := connect.NewClient[toolparserv1.MultiplexToolCallsRequest, toolparserv1.MultiplexToolCallsResponse](
		web.http2, web.url+muxMethod, connect.WithProtoJSON()).CallBidiStream(testContext(t))
	stream.RequestHeader().Set("Authorization", "Bearer "+oldToken)
	if err := stream.Send(&toolparserv1.MultiplexToolCallsRequest{Inputs: []*muxInput{muxStart(1, "line")}}); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Receive(); err != nil {
		t.Fatal(err)
	}
	remove()
	if err := stream.Send(&toolparserv1.MultiplexToolCallsRequest{Inputs: []*muxInput{muxStart(2, "line")}}); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	_, err := stream.Receive()
	if message, _ := wantConnect(t, err, codes.Unauthenticated); !strings.Contains(message, "the token was removed") {
		t.Error(err)
	}
	_ = stream.CloseResponse()
	eventually(t, "the end is logged", func() bool {
		return strings.Contains(r.log.String(), "method="+muxMethod+" peer=") && strings.Contains(r.log.String(), "the token was removed")
	})
}

// TestCallsOfATokenThatStaysGoOn, whatever else of the file changes.
func TestCallsOfATokenThatStaysGoOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	writeFile(t, file, "a "+oldToken)
	r := start(t, server.WithConfig(server.Config{TokensFile: file}))
	stream, err := r.client.StreamToolCalls(metadata.AppendToOutgoingContext(testContext(t), "authorization", "Bearer "+oldToken))
	if err != nil {
		t.Fatal(err)
	}
	mustExchange(t, stream, startRequest("line"))
	writeFile(t, file, "b "+newToken+"\nc "+oldToken)
	eventually(t, "the new token is taken", func() bool { return listAs(t, r, "Bearer "+newToken) == codes.OK })
	mustExchange(t, stream, deltaRequest("text"))
	if result := mustExchange(t, stream, finishRequest(0)).GetResult(); result == nil {
		t.Error("the stream has no result")
	}
	_ = stream.CloseSend()
}

// TestCallsOfAnExpiredCertificateEnd as those of a removed token do.
func TestCallsOfAnExpiredCertificateEnd(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile, caFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), filepath.Join(dir, "ca.pem")
	writeKeyPair(t, certFile, keyFile, 1)
	ours := newAuthority(t)
	writeFile(t, caFile, ours.pem())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	startOn(t, l, testRegistry(t).Families(), server.WithConfig(server.Config{TLSCertFile: certFile, TLSKeyFile: keyFile, ClientCAFile: caFile}))
	config := &tls.Config{InsecureSkipVerify: true, Certificates: []tls.Certificate{ours.issue("gateway", 5*time.Second)}}
	client := toolparserv1.NewToolParserServiceClient(dial(t, l.Addr().String(), grpc.WithTransportCredentials(credentials.NewTLS(config))))
	stream, err := client.StreamToolCalls(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	mustExchange(t, stream, startRequest("line"))
	eventually(t, "the stream ends", func() bool {
		_, err = exchange(t, stream, deltaRequest("x"))
		return err != nil
	})
	if st := status.Convert(err); st.Code() != codes.Unauthenticated || !strings.Contains(st.Message(), "the certificate has expired") {
		t.Error(err)
	}
}
