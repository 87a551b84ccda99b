package server_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// A faulty reporter panics at one of the things that it is to report.
type faulty struct{ at string }

func (f faulty) do(what string) {
	if what == f.at {
		panic("a bug in what the program added")
	}
}

func (f faulty) ServerReporter(ctx context.Context, call interceptors.CallMeta) (interceptors.Reporter, context.Context) {
	if strings.HasPrefix(call.Service, "grpc.") {
		return interceptors.NoopReporter{}, ctx
	}
	f.do("begin")
	return f, ctx
}
func (f faulty) PostCall(error, time.Duration)            { f.do("end") }
func (f faulty) PostMsgSend(any, error, time.Duration)    { f.do("send") }
func (f faulty) PostMsgReceive(any, error, time.Duration) { f.do("receive") }

// TestPanicsOutsideOfAHandlerEndTheirCallAlone: in a reporter, or an interceptor of the program, in each kind of call,
// over gRPC and HTTP. In a batch, messages are received by a goroutine of its own.
func TestPanicsOutsideOfAHandlerEndTheirCallAlone(t *testing.T) {
	options := map[string]server.Option{}
	for _, at := range []string{"begin", "receive", "send", "end"} {
		options[at] = server.WithReporter(faulty{at})
	}
	options["interceptor"] = server.WithServerOptions(
		grpc.ChainUnaryInterceptor(func(context.Context, any, *grpc.UnaryServerInfo, grpc.UnaryHandler) (any, error) { panic("a bug") }),
		grpc.ChainStreamInterceptor(func(any, grpc.ServerStream, *grpc.StreamServerInfo, grpc.StreamHandler) error { panic("a bug") }))
	for name, option := range options {
		for protocol, r := range map[string]*running{
			"gRPC": start(t, option),
			"HTTP": startHTTP(t, testRegistry(t).Families(), server.Config{}, option).running,
		} {
			t.Run(name+" "+protocol, func(t *testing.T) {
				request := &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "!f {}"}
				_, err := r.client.ParseToolCalls(testContext(t), request)
				wantError(t, err, codes.Internal)
				ends := func(what string, recv func() error) {
					for err = recv(); err == nil; err = recv() {
					}
					if message, _ := wantError(t, err, codes.Internal); message != "internal error" {
						t.Errorf("%s: %v", what, err)
					}
				}
				stream := openStream(t, r)
				_ = stream.Send(startRequest("line"))
				_ = stream.CloseSend()
				ends("a stream", func() error { _, err := stream.Recv(); return err })
				mux := openMux(t, r)
				_ = mux.Send(&toolparserv1.MultiplexToolCallsRequest{Inputs: []*muxInput{muxStart(1, "line")}})
				_ = mux.CloseSend()
				ends("a multiplexed stream", func() error { _, err := mux.Recv(); return err })
				batch, err := r.client.BatchParseToolCalls(testContext(t))
				if err != nil {
					t.Fatal(err)
				}
				_ = batch.Send(&toolparserv1.BatchParseToolCallsRequest{Request: request})
				_ = batch.CloseSend()
				ends("a batch", func() error { _, err := batch.Recv(); return err })
				eventually(t, "nothing is held any more", func() bool {
					load := r.server.Load()
					return load.Streams == 0 && load.Calls == 0 && load.Bytes == 0
				})
				if !strings.Contains(r.log.String(), "level=ERROR msg=panic") || !strings.Contains(r.log.String(), "stack=") {
					t.Error("the panic isn't logged")
				}
			})
		}
	}
}
