package server_test

import (
	"context"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/llama3"
	"github.com/toolparser/toolparser/server"
)

// hostileOutput is damage that is repeated: of each call a quote is lost, so that its string may
// end anywhere after it. Parsing it visits megabytes, most of them at the end.
var hostileOutput = strings.Repeat("```json\n[get_weather(city=\"Oslo)]\n```\n", 512<<10/38)

// visitsBefore is how much of an output's end is over when a test interferes.
const visitsBefore = 1 << 20

// A hostile is a family whose parses are watched at their end.
type hostile struct {
	// midway is called once in the end of each parse, with what may go on once it returns.
	midway func()
	// visits are how many bytes the ends visited after that, and ended how many of them are over.
	visits, ended atomic.Int64
}

func (h *hostile) family() *parsers.Family {
	f := llama3.Family()
	newParser := f.NewParser
	f.NewParser = func() parsers.Parser { return &hostileParser{Parser: newParser(), hostile: h} }
	return f
}

// A hostileParser is a real parser, and the handler of its events.
type hostileParser struct {
	parsers.Parser
	parsers.Handler
	hostile   *hostile
	work      *parsers.Work
	finishing bool
	// How many bytes were visited when the end of the output started, and midway in it.
	begun, midway int
}

func (p *hostileParser) Reset(c *parsers.Config, h parsers.Handler) {
	p.Handler, p.work, p.finishing, p.midway = h, c.Work, false, 0
	p.Parser.Reset(c, p)
}

func (p *hostileParser) Finish(reason parsers.FinishReason) {
	p.finishing, p.begun = true, p.work.Visits()
	defer func() {
		if p.midway > 0 { // not an example of the family's
			p.hostile.visits.Add(int64(p.work.Visits() - p.midway))
			p.hostile.ended.Add(1)
		}
	}()
	p.Parser.Finish(reason)
}

func (p *hostileParser) Text(at int, text []byte) {
	p.seen()
	p.Handler.Text(at, text)
}

func (p *hostileParser) InvalidCall(c parsers.Invalid) {
	p.seen()
	p.Handler.InvalidCall(c)
}

func (p *hostileParser) seen() {
	if p.finishing && p.midway == 0 && p.work.Visits()-p.begun >= visitsBefore {
		p.midway = p.work.Visits()
		p.hostile.midway()
	}
}

// hostileCalls end hostile outputs in each way that there is, and return how that went.
var hostileCalls = []struct {
	name string
	call func(ctx context.Context, client toolparserv1.ToolParserServiceClient) error
	// all: as many outputs are worked on at a time as there are processors.
	all bool
}{
	{"unary", func(ctx context.Context, client toolparserv1.ToolParserServiceClient) error {
		_, err := client.ParseToolCalls(ctx, hostileRequest())
		return err
	}, false},
	{"stream", func(ctx context.Context, client toolparserv1.ToolParserServiceClient) error {
		stream, err := client.StreamToolCalls(ctx)
		if err != nil {
			return err
		}
		start := &toolparserv1.StreamStart{Family: "llama3", Tools: hostileRequest().GetTools()}
		for _, request := range []*toolparserv1.StreamToolCallsRequest{
			{Input: &toolparserv1.StreamToolCallsRequest_Start{Start: start}}, deltaRequest(hostileOutput), finishRequest(0),
		} {
			_ = stream.Send(request) // Recv has the error
			if _, err := stream.Recv(); err != nil {
				return err
			}
		}
		return nil
	}, false},
	{"multiplexed", func(ctx context.Context, client toolparserv1.ToolParserServiceClient) error {
		stream, err := client.MultiplexToolCalls(ctx)
		if err != nil {
			return err
		}
		var inputs []*toolparserv1.MultiplexInput
		start := &toolparserv1.StreamStart{Family: "llama3", Tools: hostileRequest().GetTools()}
		for n := range uint64(3) {
			inputs = append(inputs,
				&toolparserv1.MultiplexInput{Output: n, Input: &toolparserv1.MultiplexInput_Start{Start: start}},
				&toolparserv1.MultiplexInput{Output: n, Input: &toolparserv1.MultiplexInput_Delta{Delta: hostileOutput}},
				&toolparserv1.MultiplexInput{Output: n, Input: &toolparserv1.MultiplexInput_Finish{Finish: new(toolparserv1.StreamFinish)}})
		}
		_ = stream.Send(&toolparserv1.MultiplexToolCallsRequest{Inputs: inputs}) // Recv has the error
		_, err = stream.Recv()
		return err
	}, false},
	{"batch", func(ctx context.Context, client toolparserv1.ToolParserServiceClient) error {
		stream, err := client.BatchParseToolCalls(ctx)
		if err != nil {
			return err
		}
		n := runtime.GOMAXPROCS(0)
		for range 2 * n {
			_ = stream.Send(&toolparserv1.BatchParseToolCallsRequest{Request: hostileRequest()}) // Recv has the error
		}
		for range 2 * n {
			if _, err := stream.Recv(); err != nil {
				return err
			}
		}
		return nil
	}, true},
}

// atOnce is how many outputs of a hostile call are worked on at a time.
func atOnce(all bool) int {
	if all {
		return runtime.GOMAXPROCS(0)
	}
	return 1
}

func hostileRequest() *toolparserv1.ParseToolCallsRequest {
	return &toolparserv1.ParseToolCallsRequest{
		Family: "llama3", ModelOutput: hostileOutput,
		Tools: []*toolparserv1.Tool{tool("get_weather", `{"type": "object", "properties": {"city": {"type": "string"}}}`)},
	}
}

// startHostile serves the hostile family over TCP.
func startHostile(t *testing.T, h *hostile, opts ...server.Option) (r *running, address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return startOn(t, l, append(testRegistry(t).Families(), h.family()), opts...), l.Addr().String()
}

// TestHostileEndsWithItsCaller: a caller who leaves while the end of its outputs visits megabytes
// ends that work, on a server that listens. What it takes then is counted: the 64 KiB in
// progress, and no other output is started.
func TestHostileEndsWithItsCaller(t *testing.T) {
	for _, c := range hostileCalls {
		t.Run(c.name, func(t *testing.T) {
			n := atOnce(c.all)
			calls, over := make(chan context.Context, 1), make(chan struct{})
			ctx, leave := context.WithCancel(testContext(t))
			defer leave()
			var reached atomic.Int64
			all := make(chan struct{})
			h := &hostile{midway: func() {
				if reached.Add(1) == int64(n) {
					leave() // once all that are worked on at a time got there
					close(all)
				}
				<-all
				call := <-calls
				calls <- call
				<-call.Done() // the server knows
			}}
			r, address := startHostile(t, h, server.WithServerOptions(
				grpc.ChainUnaryInterceptor(func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
					calls <- ctx
					defer close(over)
					return handler(ctx, req)
				}),
				grpc.ChainStreamInterceptor(func(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
					calls <- stream.Context()
					defer close(over)
					return handler(srv, stream)
				})))
			client := toolparserv1.NewToolParserServiceClient(dial(t, address))
			wantError(t, c.call(ctx, client), codes.Canceled)
			<-over
			eventually(t, "nothing is worked on", func() bool {
				l := r.server.Load()
				return l.Calls+l.Streams+l.Waiting == 0 && h.ended.Load() == int64(n)
			})
			if most := int64(n) * 2 * parsers.ChunkBytes; h.visits.Load() > most {
				t.Errorf("%d bytes were visited once the caller had left, want %d at most", h.visits.Load(), most)
			}
			if got := reached.Load(); got != int64(n) {
				t.Errorf("%d outputs were worked on, want %d", got, n)
			}
		})
	}
}

// TestOthersAreServedMeanwhile: hostile ends have all processors, and a call that comes then is
// parsed before any of them is over.
func TestOthersAreServedMeanwhile(t *testing.T) {
	for _, c := range hostileCalls {
		t.Run(c.name, func(t *testing.T) {
			n := atOnce(c.all)
			busy, waits := make(chan struct{}, 100), make(chan struct{})
			h := &hostile{midway: func() {
				busy <- struct{}{}
				<-waits
			}}
			var ended atomic.Int64
			victim := pieceFamily("victim", func([]byte) { ended.Store(h.ended.Load()) })
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			r := startOn(t, l, []*parsers.Family{h.family(), victim})
			ctx, leave := context.WithCancel(testContext(t))
			callers := runtime.GOMAXPROCS(0) / n
			left := make(chan struct{})
			for range callers {
				client := toolparserv1.NewToolParserServiceClient(dial(t, l.Addr().String()))
				go func() {
					_ = c.call(ctx, client) // it may be over before the victim's answer is there
					left <- struct{}{}
				}()
			}
			for range callers * n {
				<-busy
			}
			answered := make(chan error, 1)
			client := toolparserv1.NewToolParserServiceClient(dial(t, l.Addr().String()))
			ended.Store(-1)
			go func() {
				_, err := client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "victim", ModelOutput: "hi"})
				answered <- err
			}()
			eventually(t, "the call waits for a processor", func() bool { return r.server.Load().Waiting > 0 })
			close(waits)
			if err := <-answered; err != nil {
				t.Error(err)
			}
			if before := ended.Load(); before != 0 {
				t.Errorf("%d hostile ends were over before another call was parsed", before)
			}
			leave()
			for range callers {
				<-left
			}
		})
	}
}
