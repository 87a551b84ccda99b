package server_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// silentCall makes a unary call and sends no message; its end is sent.
func silentCall(ctx context.Context, conn *grpc.ClientConn, method string, ended chan<- error) error {
	stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true}, method)
	if err != nil {
		return err
	}
	go func() { ended <- stream.RecvMsg(new(toolparserv1.ParseToolCallsResponse)) }()
	return nil
}

// TestCallsWithoutAMessageHoldNoPlace: callers that open calls, and send nothing, leave room
// for others at once, have all the room of calls for a moment, and end.
func TestCallsWithoutAMessageHoldNoPlace(t *testing.T) {
	r, address := overTCP(t, server.Config{MaxCalls: 64, ReceiveTimeout: time.Second})
	const callers, each = 5, 60
	ended := make(chan error, callers*each)
	for range callers {
		conn := dial(t, address)
		for range each {
			if err := silentCall(testContext(t), conn, toolparserv1.ToolParserService_ParseToolCalls_FullMethodName, ended); err != nil {
				t.Fatal(err)
			}
		}
	}
	client := toolparserv1.NewToolParserServiceClient(dial(t, address))
	request := &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "x"}
	eventually(t, "another caller is served", func() bool {
		_, err := client.ParseToolCalls(testContext(t), request)
		return err == nil
	})
	var late, shed int
	for range callers * each {
		switch st := status.Convert(<-ended); {
		case st.Code() == codes.DeadlineExceeded && strings.Contains(st.Message(), "no complete message for 1s"):
			late++
		case st.Code() == codes.ResourceExhausted:
			shed++
		default:
			t.Errorf("a call ended with %v", st)
		}
	}
	// A quarter of the calls may wait for their message.
	if late == 0 || late > 16 || late+shed != callers*each {
		t.Errorf("%d calls ended late, %d were refused", late, shed)
	}
	eventually(t, "nothing is held", func() bool { load := r.server.Load(); return load.Calls == 0 && load.Bytes == 0 })
	if load := r.server.Load(); load.LateEnds != uint64(late) || load.Shed["late"] == 0 {
		t.Errorf("load %+v, want %d late ends", load, late)
	}
}

// TestLateMessagesAreAnswered: a call whose message takes its time is one like others then.
func TestLateMessagesAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t)
		stream, err := r.conn.NewStream(testContext(t), &grpc.StreamDesc{ClientStreams: true}, toolparserv1.ToolParserService_ParseToolCalls_FullMethodName)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond) // longer than it counts as one in flight
		if load := r.server.Load(); load.Calls != 1 {
			t.Errorf("%d calls", load.Calls)
		}
		if err := stream.SendMsg(&toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "!f {}"}); err != nil {
			t.Fatal(err)
		}
		_ = stream.CloseSend()
		answer := new(toolparserv1.ParseToolCallsResponse)
		if err := stream.RecvMsg(answer); err != nil || len(answer.GetResult().GetToolCalls()) != 1 {
			t.Errorf("%v, %v", answer, err)
		}
		eventually(t, "nothing is held", func() bool { load := r.server.Load(); return load.Calls == 0 && load.Bytes == 0 })
	})
}

// TestSilentHealthChecksEnd, too, though they need no token and no memory.
func TestSilentHealthChecksEnd(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{ReceiveTimeout: 100 * time.Millisecond}))
	ended := make(chan error, 2)
	for _, method := range []string{healthv1.Health_Check_FullMethodName, healthv1.Health_Watch_FullMethodName} {
		if err := silentCall(testContext(t), r.conn, method, ended); err != nil {
			t.Fatal(err)
		}
		wantError(t, <-ended, codes.DeadlineExceeded)
	}
}

// TestHTTPHalfBodiesHoldNoPlace is TestCallsWithoutAMessageHoldNoPlace over HTTP/1.1.
func TestHTTPHalfBodiesHoldNoPlace(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{MaxCalls: 8, ReceiveTimeout: time.Second})
	ended := make(chan error, 40)
	for i := range cap(ended) {
		path := []string{parseMethod, streamMethod}[i%2]
		contentType := map[string]string{parseMethod: "application/json", streamMethod: "application/connect+json"}[path]
		go func() {
			conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
			if err == nil {
				_, _ = io.WriteString(conn, "POST "+path+" HTTP/1.1\r\nHost: a\r\nContent-Type: "+contentType+"\r\nContent-Length: 100\r\n\r\n{")
				_ = conn.SetReadDeadline(time.Now().Add(patience))
				_, err = io.ReadAll(conn) // until the server has enough
				_ = conn.Close()
			}
			ended <- err
		}()
	}
	eventually(t, "another caller is served", func() bool {
		return r.parse(t, &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "x"}) == nil
	})
	for range cap(ended) {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	wantNothingHeld(t, r)
}

// TestTwoConnectionsLeaveStreams: two that take all that they can get leave 8 for each other.
func TestTwoConnectionsLeaveStreams(t *testing.T) {
	r, address := overTCP(t, server.Config{MaxStreams: 64})
	took := func(conn *grpc.ClientConn) (n int) {
		mux, err := toolparserv1.NewToolParserServiceClient(conn).MultiplexToolCalls(testContext(t))
		if err != nil {
			t.Fatal(err)
		}
		var starts []*muxInput
		for i := range 64 {
			starts = append(starts, muxStart(uint64(i), "line"))
		}
		for _, output := range mustMux(t, mux, starts...) {
			if codes.Code(output.GetError().GetCode()) != codes.ResourceExhausted {
				t.Errorf("output %v", output)
			}
			n--
		}
		return n + len(starts)
	}
	// The stream itself is one.
	if first, second := took(dial(t, address)), took(dial(t, address)); first != 47 || second != 7 {
		t.Errorf("two connections took %d and %d of 64 streams", first, second)
	}
	third := running{client: toolparserv1.NewToolParserServiceClient(dial(t, address))}
	for range 8 {
		mustExchange(t, openStream(t, &third), startRequest("line"))
	}
	_, err := exchange(t, openStream(t, &third), startRequest("line"))
	wantShed(t, err, "streams")
	if load := r.server.Load(); load.Streams != 64 {
		t.Errorf("%d streams are open", load.Streams)
	}
}

// bigTools take 1 MiB.
func bigTools() (tools []*toolparserv1.Tool) {
	for i := range 8 {
		tools = append(tools, tool(fmt.Sprint("f", i), `{"description":"`+strings.Repeat("x", 128<<10)+`"}`))
	}
	return tools
}

// TestToolsOfStreamsAreCounted as long as the stream is open.
func TestToolsOfStreamsAreCounted(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxMemory: 12 << 20}))
	startBig := startRequest("line")
	startBig.GetStart().Tools = bigTools()
	opened := 0
	var err error
	for ; err == nil && opened < 100; opened++ {
		_, err = exchange(t, openStream(t, r), startBig)
	}
	wantShed(t, err, "memory")
	if opened < 8 || opened > 12 {
		t.Errorf("%d streams with 1 MiB of tools are open in 12 MiB", opened-1)
	}
}

func TestToolsOfMultiplexedOutputsAreCounted(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxMemory: 12 << 20}))
	mux := openMux(t, r)
	opened := 0
	for code := codes.OK; code == codes.OK && opened < 100; opened++ {
		input := muxStart(uint64(opened), "line")
		input.GetStart().Tools = bigTools()
		for _, output := range mustMux(t, mux, input) {
			code = codes.Code(output.GetError().GetCode())
		}
	}
	if opened < 5 || opened > 12 { // the request counts, too, until it is answered
		t.Errorf("%d outputs with 1 MiB of tools are open in 12 MiB", opened-1)
	}
	if err := mux.CloseSend(); err != nil {
		t.Fatal(err)
	}
	_, _ = mux.Recv()
	eventually(t, "the memory is given back", func() bool { return r.server.Load().Bytes < 1<<20 })
}

// TestCompiledSchemasAreCounted while a stream may check by them, once for all streams.
func TestCompiledSchemasAreCounted(t *testing.T) {
	r := start(t)
	begin := startRequest("line")
	begin.GetStart().Options = &toolparserv1.ParseOptions{ValidateArguments: true}
	begin.GetStart().Tools = []*toolparserv1.Tool{tool("f", `{"properties":{"a":{"pattern":"^(a?){500}$"}}}`)}
	var streams []toolClient
	for range 3 {
		stream := openStream(t, r)
		mustExchange(t, stream, begin)
		mustExchange(t, stream, deltaRequest("")) // counts nothing, and is read once the start counts no more
		streams = append(streams, stream)
	}
	var held [4]int64 // by how many streams are open
	for n := 3; ; n-- {
		eventually(t, fmt.Sprint(n, " streams are open"), func() bool { return r.server.Load().Streams == n })
		held[n] = r.server.Load().Bytes
		if n == 0 {
			break
		}
		_ = streams[n-1].CloseSend()
	}
	if each := held[2] - held[1]; held[3]-held[2] != each || held[1] < 2*each || held[0] != 0 {
		t.Errorf("0 to 3 streams count %d bytes", held)
	}
}

// TestWhatParsingNotesIsCounted: repairs and calls that take many times their text, which
// would find room ten times over.
func TestWhatParsingNotesIsCounted(t *testing.T) {
	fill := func(before, unit, after string) string {
		return before + strings.Repeat(unit, 512<<10/len(unit)) + after
	}
	for name, test := range map[string]struct{ family, output string }{
		"quotes":                  {"llama3", fill(`{"name":"f","parameters":{"a":[`, `'a' `, `]}}`)},
		"control characters":      {"llama3", fill(`{"name":"f","parameters":{"a":"`, "\x01", `"}}`)},
		"the same in Python":      {"pythonic", fill(`[f(a="`, "\x01", `")]`)},
		"short calls":             {"pythonic", fill(`[`, `f(),`, `]`)},
		"short calls in a list":   {"mistral", fill(`[TOOL_CALLS][`, `{"name":"f"},`, `]`)},
		"half calls":              {"hermes", fill(``, `<tool_call>{"name"`, ``)},
		"one in a fence":          {"hermes", fill("```\n<tool_call>{\"name\":\"f\",\"arguments\":{\"a\":\"", "\x01", "\"}}</tool_call>\n```")},
		"arguments in a string":   {"llama3", fill(`{"name":"f","parameters":"{\"a\":[`, `'a' `, `]}"}`)},
		"repairs of Python items": {"pythonic", fill(`[`, "f(a=\"\x01\"),", `]`)},
	} {
		t.Run(name, func(t *testing.T) {
			r := startWith(t, families.Registry().Families(), server.WithConfig(server.Config{MaxMemory: 4 << 20}))
			_, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: test.family, ModelOutput: test.output})
			wantShed(t, err, "memory")
			stream := openStream(t, r)
			_, err = exchange(t, stream, startRequest(test.family))
			for rest := test.output; err == nil && rest != ""; {
				n := min(len(rest), 16<<10)
				_, err = exchange(t, stream, deltaRequest(rest[:n]))
				rest = rest[n:]
			}
			if err == nil {
				_, err = exchange(t, stream, finishRequest(0))
			}
			wantShed(t, err, "memory")
			eventually(t, "the memory is given back", func() bool { return r.server.Load().Bytes == 0 })
			// As much text that notes nothing is taken.
			plain := &toolparserv1.ParseToolCallsRequest{Family: test.family, ModelOutput: strings.Repeat("A text. ", len(test.output)/8)}
			eventually(t, "it is answered", func() bool {
				_, err := r.client.ParseToolCalls(testContext(t), plain)
				return err == nil
			})
		})
	}
}

// TestListsOfManyOutputsAreCounted before they are decoded, over gRPC and in JSON.
func TestListsOfManyOutputsAreCounted(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{MaxMemory: 4 << 20})
	input := muxStart(1, "line")
	for range 100_000 {
		input.GetStart().Tools = append(input.GetStart().Tools, new(toolparserv1.Tool))
	}
	_, err := exchangeMux(openMux(t, r.running), input)
	wantShed(t, err, "memory")
	body := envelope(`{"inputs": [{"start": {"tools": [{}` + strings.Repeat(",{}", 99_999) + `]}}]}`)
	if _, answer, _ := r.post(t, muxMethod, "application/connect+json", body); !strings.Contains(answer, "too much memory") {
		t.Errorf("in JSON: %.300s", answer)
	}
	wantNothingHeld(t, r)
}

// TestHealthWatchesEndWithoutCalls: a client that makes calls keeps its watch, which would
// count as an outage for it otherwise.
func TestHealthWatchesEndWithoutCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, server.WithConfig(server.Config{StreamIdleTimeout: 10 * time.Second}))
		watch, err := healthv1.NewHealthClient(r.conn).Watch(t.Context(), new(healthv1.HealthCheckRequest))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := watch.Recv(); err != nil {
			t.Fatal(err)
		}
		begun, ended := time.Now(), make(chan error, 1)
		go func() {
			_, err := watch.Recv()
			ended <- err
		}()
		for range 10 {
			time.Sleep(5 * time.Second)
			if _, err := r.client.ListFamilies(t.Context(), new(toolparserv1.ListFamiliesRequest)); err != nil {
				t.Fatal(err)
			}
		}
		select {
		case err := <-ended:
			t.Fatalf("it ended while calls were made: %v", err)
		default:
		}
		wantError(t, <-ended, codes.DeadlineExceeded)
		if took := time.Since(begun); took < 60*time.Second || took > 71*time.Second {
			t.Errorf("it ended after %v", took)
		}
	})
}

// TestConnectionsAreBounded: connections that do something stay.
func TestConnectionsAreBounded(t *testing.T) {
	r, address := overTCP(t, server.Config{MaxConnections: 3})
	var streams []toolClient
	for range 3 {
		stream := openStream(t, &running{client: toolparserv1.NewToolParserServiceClient(dial(t, address))})
		mustExchange(t, stream, startRequest("line"))
		streams = append(streams, stream)
	}
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	if _, err := io.ReadAll(conn); err != nil && !strings.Contains(err.Error(), "reset") {
		t.Errorf("a fourth connection: %v", err)
	}
	_ = conn.Close()
	for _, stream := range streams {
		mustExchange(t, stream, deltaRequest("x"))
	}
	if load := r.server.Load(); load.Connections != 3 || load.ConnectionsRefused == 0 {
		t.Errorf("load %+v", load)
	}
	eventually(t, "it is logged", func() bool { return strings.Contains(r.log.String(), "too many are open") })
}

// TestHTTPConnectionsAreBounded together with connections of gRPC.
func TestHTTPConnectionsAreBounded(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{MaxConnections: 1})
	mustExchange(t, openStream(t, r.running), startRequest("line"))
	if response, err := r.http1.Get(r.url); err == nil {
		_ = response.Body.Close()
		t.Error("a second connection is served")
	}
	if load := r.server.Load(); load.Connections != 1 || load.ConnectionsRefused == 0 {
		t.Errorf("load %+v", load)
	}
}

// TestTooLittleMemoryIsRefused at the start.
func TestTooLittleMemoryIsRefused(t *testing.T) {
	_, err := server.New(testRegistry(t), server.WithConfig(server.Config{MaxMemory: 1000}))
	if want := "max memory 1000: want 1048576 bytes or more, or 0 for the default"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(31 << 20))
	_, err = server.New(testRegistry(t))
	if want := "GOMEMLIMIT is 32505856 bytes, too little to work with: want 33554432 or more"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestOpenCallsLeaveMemory: streams that are only open, with long headers, leave memory for a
// client that has none.
func TestOpenCallsLeaveMemory(t *testing.T) {
	r, address := overTCP(t, server.Config{MaxMemory: 1 << 20})
	greedy := running{client: toolparserv1.NewToolParserServiceClient(dial(t, address))}
	ctx := metadata.AppendToOutgoingContext(testContext(t), "x-long", strings.Repeat("x", 24<<10))
	var err error
	opened := 0
	for ; err == nil && opened < 100; opened++ {
		var stream toolClient
		if stream, err = greedy.client.StreamToolCalls(ctx); err == nil {
			_, err = exchange(t, stream, startRequest("line"))
		}
	}
	wantShed(t, err, "memory")
	if opened < 20 || opened > 25 {
		t.Errorf("%d streams of 32 KiB are open in three quarters of 1 MiB", opened-1)
	}
	other := toolparserv1.NewToolParserServiceClient(dial(t, address))
	if _, err := other.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "x"}); err != nil {
		t.Error("another client:", err, r.server.Load())
	}
}
