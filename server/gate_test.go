package server_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding/gzip"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// wantShed checks that a call was not taken, and may be tried again.
func wantShed(t *testing.T, err error, says string) {
	t.Helper()
	st := status.Convert(err)
	if st.Code() != codes.ResourceExhausted || !strings.Contains(st.Message(), says) {
		t.Fatalf("got error %v, want RESOURCE_EXHAUSTED with %q", err, says)
	}
	for _, detail := range st.Details() {
		if info, ok := detail.(*errdetails.RetryInfo); ok && info.GetRetryDelay().AsDuration() > 0 {
			return
		}
	}
	t.Errorf("no RetryInfo in %v", st.Details())
}

// held is a family whose calls last until they are let go.
func held() (family *parsers.Family, begun, leave chan struct{}) {
	begun, leave = make(chan struct{}, 100), make(chan struct{})
	return pieceFamily("held", func([]byte) {
		begun <- struct{}{}
		<-leave
	}), begun, leave
}

func heldRequest() *toolparserv1.ParseToolCallsRequest {
	return &toolparserv1.ParseToolCallsRequest{Family: "held", ModelOutput: "x"}
}

func TestCallsInFlightAreBounded(t *testing.T) {
	family, begun, leave := held()
	r := startWith(t, []*parsers.Family{family}, server.WithConfig(server.Config{MaxCalls: 1}))
	done := make(chan error, 1)
	go func() {
		_, err := r.client.ParseToolCalls(testContext(t), heldRequest())
		done <- err
	}()
	<-begun
	_, err := r.client.ParseToolCalls(testContext(t), heldRequest())
	wantShed(t, err, "calls")
	if _, err := healthv1.NewHealthClient(r.conn).Check(testContext(t), &healthv1.HealthCheckRequest{}); err != nil {
		t.Error("health:", err)
	}
	close(leave)
	if err := <-done; err != nil {
		t.Error("the call that was taken:", err)
	}
	eventually(t, "another call is taken", func() bool {
		_, err := r.client.ParseToolCalls(testContext(t), heldRequest())
		return err == nil
	})
	if load := r.server.Load(); load.Shed["calls"] == 0 || load.Calls != 0 {
		t.Errorf("load %+v", load)
	}
}

func TestOpenStreamsAreBounded(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxStreams: 2}))
	var streams []toolClient
	for range 2 {
		stream := openStream(t, r)
		mustExchange(t, stream, startRequest("line"))
		streams = append(streams, stream)
	}
	_, err := exchange(t, openStream(t, r), startRequest("line"))
	wantShed(t, err, "streams")
	mustExchange(t, streams[0], finishRequest(0))
	_ = streams[0].CloseSend()
	if _, err := streams[0].Recv(); err == nil {
		t.Error("the stream goes on")
	}
	eventually(t, "another stream is taken", func() bool {
		_, err := exchange(t, openStream(t, r), startRequest("line"))
		return err == nil
	})
}

// TestOneClientLeavesRoom: a quarter of the streams is for other clients.
func TestOneClientLeavesRoom(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := startOn(t, l, testRegistry(t).Families(), server.WithConfig(server.Config{MaxStreams: 8}))
	open := func(conn *grpc.ClientConn) error {
		stream, err := toolparserv1.NewToolParserServiceClient(conn).StreamToolCalls(testContext(t))
		if err != nil {
			return err
		}
		_, err = exchange(t, stream, startRequest("line"))
		return err
	}
	greedy, other := dial(t, l.Addr().String()), dial(t, l.Addr().String())
	for range 6 {
		if err := open(greedy); err != nil {
			t.Fatal(err)
		}
	}
	wantShed(t, open(greedy), "streams")
	for range 2 {
		if err := open(other); err != nil {
			t.Error("another client:", err)
		}
	}
	wantShed(t, open(other), "streams")
	if load := r.server.Load(); load.Streams != 8 {
		t.Errorf("%d streams are open", load.Streams)
	}
}

// TestStreamsLeaveRoomForCalls: what a client may have of calls is not used up by its streams,
// nor what it may have of streams by its calls.
func TestStreamsLeaveRoomForCalls(t *testing.T) {
	family, begun, leave := held()
	r := startWith(t, []*parsers.Family{family}, server.WithConfig(server.Config{MaxCalls: 4, MaxStreams: 4, MaxQueueTime: patience}))
	mux := openMux(t, r)
	if got := mustMux(t, mux, muxStart(1, "held")); len(got) > 0 {
		t.Fatal(got)
	}
	done := make(chan error, 3)
	for range cap(done) {
		go func() {
			_, err := r.client.ParseToolCalls(testContext(t), heldRequest())
			done <- err
		}()
	}
	<-begun // as many as there are processors; the rest wait for their turn
	eventually(t, "three calls are admitted in addition to two streams", func() bool { return r.server.Load().Calls == 3 })
	_, err := r.client.ParseToolCalls(testContext(t), heldRequest())
	wantShed(t, err, "calls")
	openStream(t, r)
	eventually(t, "a third stream is admitted in addition to three calls", func() bool { return r.server.Load().Streams == 3 })
	_, err = openStream(t, r).Recv()
	wantShed(t, err, "streams")
	close(leave)
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error("a call in addition to streams:", err)
		}
	}
}

// TestCallsThatNeverBeginAreGivenBack has callers that leave before they sent
// their request.
func TestCallsThatNeverBeginAreGivenBack(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxCalls: 2}))
	for range 10 {
		ctx, leave := context.WithCancel(testContext(t))
		desc := &grpc.StreamDesc{ClientStreams: true}
		if _, err := r.conn.NewStream(ctx, desc, toolparserv1.ToolParserService_ParseToolCalls_FullMethodName); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the call arrives", func() bool { return r.server.Load().Calls == 1 })
		leave()
		eventually(t, "the call is given back", func() bool { return r.server.Load().Calls == 0 })
	}
}

// TestCallsWithoutAHandlerAreGivenBack has calls in a compression that gRPC doesn't
// know, which it answers by itself.
func TestCallsWithoutAHandlerAreGivenBack(t *testing.T) {
	r, address := overTCP(t, server.Config{MaxCalls: 4, MaxStreams: 4})
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	defer transport.CloseIdleConnections()
	for i := range 20 {
		method := []string{"ParseToolCalls", "StreamToolCalls"}[i%2]
		req, err := http.NewRequestWithContext(testContext(t), http.MethodPost,
			"http://"+address+"/toolparser.v1.ToolParserService/"+method, strings.NewReader("\x01\x00\x00\x00\x00"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/grpc")
		req.Header.Set("Grpc-Encoding", "nope")
		response, err := transport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, response.Body) // the trailer is after it
		_ = response.Body.Close()
		code := response.Header.Get("Grpc-Status") + response.Trailer.Get("Grpc-Status")
		if code != strconv.Itoa(int(codes.Unimplemented)) {
			t.Fatalf("call %d: status %q, want that of an unknown compression", i, code)
		}
	}
	eventually(t, "all calls are given back", func() bool {
		load := r.server.Load()
		return load.Calls == 0 && load.Streams == 0
	})
}

// TestCompressedMessagesAreRefused, though gRPC knows gzip here: a few of them would be all
// the memory that there is.
func TestCompressedMessagesAreRefused(t *testing.T) {
	r := start(t)
	_, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line"}, grpc.UseCompressor(gzip.Name))
	wantError(t, err, codes.Unimplemented)
	stream, err := r.client.StreamToolCalls(testContext(t), grpc.UseCompressor(gzip.Name))
	if err != nil {
		t.Fatal(err)
	}
	_ = stream.Send(startRequest("line")) // it may have ended already
	_, err = stream.Recv()
	wantError(t, err, codes.Unimplemented)
	eventually(t, "both are counted, and given back", func() bool {
		load := r.server.Load()
		return load.Refused["Unimplemented"] == 2 && load.Calls == 0 && load.Streams == 0
	})
}

func TestIdleStreamsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, server.WithConfig(server.Config{StreamIdleTimeout: 50 * time.Millisecond}))
		stream := openStream(t, r)
		mustExchange(t, stream, startRequest("line"))
		mustExchange(t, stream, deltaRequest(strings.Repeat("x", 1000)))
		_, err := stream.Recv()
		if message, _ := wantError(t, err, codes.DeadlineExceeded); !strings.Contains(message, "no message for 50ms") {
			t.Errorf("message %q", message)
		}
		eventually(t, "its memory is given back", func() bool {
			load := r.server.Load()
			return load.Streams == 0 && load.Bytes == 0 && load.IdleEnds == 1
		})
		eventually(t, "it is logged", func() bool { return strings.Contains(r.log.String(), "code=DeadlineExceeded") })
	})
}

func TestLoadOfAStream(t *testing.T) {
	r := start(t)
	stream := openStream(t, r)
	mustExchange(t, stream, startRequest("line"))
	mustExchange(t, stream, deltaRequest(strings.Repeat("x", 1000)))
	if load := r.server.Load(); load.Streams != 1 || load.Bytes < 1000 {
		t.Errorf("load %+v", load)
	}
}

// TestStreamsThatAreNotReadEnd has a client that sends, and never reads.
func TestStreamsThatAreNotReadEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, server.WithConfig(server.Config{StreamIdleTimeout: 100 * time.Millisecond}))
		stream := openStream(t, r)
		if err := stream.Send(startRequest("line")); err != nil {
			t.Fatal(err)
		}
		go func() {
			for stream.Send(deltaRequest(strings.Repeat("x", 60<<10))) == nil {
			}
		}()
		eventually(t, "the stream ends", func() bool { load := r.server.Load(); return load.Streams == 0 && load.IdleEnds == 1 })
	})
}

func TestOldStreamsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, server.WithConfig(server.Config{MaxStreamAge: 100 * time.Millisecond}))
		stream := openStream(t, r)
		var err error
		for req := startRequest("line"); err == nil; req = deltaRequest("x") {
			_, err = exchange(t, stream, req)
			time.Sleep(time.Millisecond)
		}
		if message, _ := wantError(t, err, codes.DeadlineExceeded); !strings.Contains(message, "older than 100ms") {
			t.Errorf("message %q", message)
		}
	})
}

func TestMemoryIsBounded(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxMemory: 1 << 20}))
	_, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: strings.Repeat("x", 400<<10)})
	wantShed(t, err, "memory")
	var streams []toolClient
	for err = nil; err == nil && len(streams) < 100; {
		stream := openStream(t, r)
		mustExchange(t, stream, startRequest("line"))
		_, err = exchange(t, stream, deltaRequest(strings.Repeat("x", 50<<10)))
		streams = append(streams, stream)
	}
	wantShed(t, err, "memory")
	if n := len(streams); n < 4 || n > 8 {
		t.Errorf("%d streams of 50 KiB are open in 1 MiB", n-1)
	}
	eventually(t, "both are counted", func() bool { return r.server.Load().Shed["memory"] == 2 })
	if log := r.log.String(); strings.Count(log, "code=ResourceExhausted reason=memory error=") != 2 {
		t.Errorf("the log has no reason:\n%s", log)
	}
	for _, stream := range streams {
		_ = stream.CloseSend()
	}
	eventually(t, "the memory is given back", func() bool { return r.server.Load().Bytes == 0 })
	if _, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "x"}); err != nil {
		t.Error(err)
	}
}

// TestShortCallsTakeMoreMemoryThanTheirText, so that many of them end a stream whose
// text would find room ten times over.
func TestShortCallsTakeMoreMemoryThanTheirText(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxMemory: 1 << 20}))
	stream := openStream(t, r)
	mustExchange(t, stream, startRequest("line"))
	calls := 0
	var err error
	for ; err == nil && calls < 10_000; calls += 50 {
		_, err = exchange(t, stream, deltaRequest(strings.Repeat("!f {}\n", 50)))
	}
	wantShed(t, err, "memory")
	if calls < 500 || calls > 1050 {
		t.Errorf("%d calls are held in 1 MiB", calls)
	}
}

// TestStreamLimitIsReported: over it a client makes calls wait, and doesn't say so.
func TestStreamLimitIsReported(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxConcurrentStreams: 2}))
	var header metadata.MD
	if _, err := r.client.ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{}, grpc.Header(&header)); err != nil {
		t.Fatal(err)
	}
	if got := header.Get("toolparser-max-concurrent-streams"); len(got) != 1 || got[0] != "2" {
		t.Errorf("header %v", header)
	}
	for range 2 {
		mustExchange(t, openStream(t, r), startRequest("line"))
	}
	if filled := r.server.Load().Filled; filled != 1 {
		t.Errorf("the connection was full %d times", filled)
	}
}

// TestControlCharactersAreCountedBeforeTheyAreParsed: each becomes six bytes, in the result
// and on the way, so that what holds a text of letters doesn't hold one of them.
func TestControlCharactersAreCountedBeforeTheyAreParsed(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxMemory: 4 << 20}))
	parse := func(unit string) error {
		_, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: strings.Repeat(unit, 400<<10)})
		return err
	}
	for _, unit := range []string{"x", "\n", "\t", "ä"} {
		if err := parse(unit); err != nil {
			t.Errorf("%q: %v", unit, err)
		}
	}
	for _, unit := range []string{"\x01", "\x0b", "\x00", "\x1f"} {
		wantShed(t, parse(unit), "memory")
	}
	stream := openStream(t, r)
	mustExchange(t, stream, startRequest("line"))
	mustExchange(t, stream, deltaRequest(strings.Repeat("x", 400<<10)))
	_, err := exchange(t, stream, deltaRequest(strings.Repeat("\x01", 400<<10)))
	wantShed(t, err, "memory")
}

// Calls that aren't taken are logged, with the reason and the setting: few of many, and the next line
// says how many have none.
func TestRefusalsAreLogged(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxStreams: 1}))
	first := openStream(t, r)
	mustExchange(t, first, startRequest("line"))
	const crowd = 100
	for range crowd {
		_, err := openStream(t, r).Recv()
		wantShed(t, err, "--max-streams")
	}
	log := r.log.String()
	lines := strings.Count(log, `msg="refused call" method=/toolparser.v1.ToolParserService/StreamToolCalls`)
	if lines == 0 || lines >= crowd/2 || !strings.Contains(log, `code=ResourceExhausted reason=streams error="too many streams are open (--max-streams of the server)"`) {
		t.Errorf("%d lines: %s", lines, log)
	}
}
