package server_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// A noted is a reportable that notes the ends of calls.
type noted struct {
	mu   sync.Mutex
	ends []string
}

func (n *noted) ServerReporter(ctx context.Context, call interceptors.CallMeta) (interceptors.Reporter, context.Context) {
	return &notedCall{noted: n, method: call.Method}, ctx
}

func (n *noted) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.ends)
}

type notedCall struct {
	*noted
	method         string
	sent, received int
}

func (c *notedCall) PostMsgSend(_ any, err error, _ time.Duration) {
	if err == nil {
		c.sent++
	}
}

func (c *notedCall) PostMsgReceive(_ any, err error, _ time.Duration) {
	if err == nil {
		c.received++
	}
}

func (c *notedCall) PostCall(err error, _ time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ends = append(c.ends, fmt.Sprintf("%s %v %d/%d", c.method, status.Code(err), c.received, c.sent))
}

// TestReportersSeeWhatCallsBecame: messages and ends, panics and what a program's own
// interceptor refuses included, whether there is one reporter or two.
func TestReportersSeeWhatCallsBecame(t *testing.T) {
	panics := quietFamily("panics")
	panics.NewParser = func() parsers.Parser { panic("a bug") }
	for n := range 3 {
		all := []*noted{{}, {}}[:n]
		var options []server.Option
		for _, reporter := range all {
			options = append(options, server.WithReporter(reporter))
		}
		options = append(options, server.WithServerOptions(grpc.ChainUnaryInterceptor(
			func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
				if info.FullMethod == toolparserv1.ToolParserService_ListFamilies_FullMethodName {
					return nil, status.Error(codes.Aborted, "refused by the program")
				}
				return handler(ctx, req)
			})))
		r := startWith(t, append(testRegistry(t).Families(), panics), options...)
		_, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "panics"})
		wantError(t, err, codes.Internal)
		_, err = r.client.ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{})
		wantError(t, err, codes.Aborted)
		stream := openStream(t, r)
		mustExchange(t, stream, startRequest("line"))
		mustExchange(t, stream, finishRequest(0))
		_ = stream.CloseSend()
		_, _ = stream.Recv() // its end
		want := []string{"ParseToolCalls OK 1/1", "ParseToolCalls Internal 1/0", "ListFamilies Aborted 1/0", "StreamToolCalls OK 2/2"}
		for _, reporter := range all {
			eventually(t, "all calls are reported", func() bool { return len(reporter.all()) == len(want) })
			if got := reporter.all(); !slices.Equal(got, want) {
				t.Errorf("of %d reporters: %q", n, got)
			}
		}
	}
}
