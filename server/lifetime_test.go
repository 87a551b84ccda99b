package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/server"
)

// TestOutputsCountAsStreams, in all and of one client.
func TestOutputsCountAsStreams(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxStreams: 8}))
	stream := openMux(t, r)
	for number := range uint64(5) {
		if got := mustMux(t, stream, muxStart(number, "line")); len(got) > 0 {
			t.Fatalf("output %d: %v", number, got)
		}
	}
	if load := r.server.Load(); load.Streams != 6 {
		t.Errorf("%d streams are open", load.Streams)
	}
	got := mustMux(t, stream, muxStart(5, "line"), muxDelta(0, "on"))
	if len(got) != 2 || got[1].GetDelta().GetContent() != "on" {
		t.Fatalf("got %v", got)
	}
	e := got[0].GetError()
	wantShed(t, status.ErrorProto(&spb.Status{Code: e.GetCode(), Message: e.GetMessage(), Details: e.GetDetails()}), "streams")
	_, err := exchange(t, openStream(t, r), startRequest("line"))
	wantShed(t, err, "streams")
	mustMux(t, stream, muxCancel(0))
	if got := mustMux(t, stream, muxStart(5, "line")); len(got) > 0 {
		t.Errorf("after another has ended: %v", got)
	}
	if load := r.server.Load(); load.Shed["streams"] != 2 {
		t.Errorf("load %+v", load)
	}
}

func TestOutputsMemoryIsBounded(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxMemory: 1 << 20}))
	stream := openMux(t, r)
	text := strings.Repeat("x", 50<<10)
	open := uint64(0)
	for ; open < 100; open++ {
		got := mustMux(t, stream, muxStart(open, "line"), muxDelta(open, text))
		if e := got[0].GetError(); e != nil {
			wantItemError(t, got, open, codes.ResourceExhausted, "memory")
			break
		}
	}
	if open < 4 || open > 7 {
		t.Errorf("%d outputs of 50 KiB are open in 1 MiB", open)
	}
	if load := r.server.Load(); load.Shed["memory"] != 1 {
		t.Errorf("load %+v", load)
	}
	mustMux(t, stream, muxFinish(0), muxCancel(1))
	if got := mustMux(t, stream, muxStart(100, "line"), muxDelta(100, text)); got[0].GetError() != nil {
		t.Errorf("memory of outputs that ended is not given back: %v", got)
	}
	_ = stream.CloseSend()
	for {
		if _, err := stream.Recv(); err != nil {
			break
		}
	}
	eventually(t, "the memory is given back", func() bool { return r.server.Load().Bytes == 0 })
}

// TestOutputsEndWithTheirClient, whose stream ends in the middle of them.
func TestOutputsEndWithTheirClient(t *testing.T) {
	var observed counter
	r := start(t, server.WithObserver(&observed))
	ctx, leave := context.WithCancel(testContext(t))
	stream, err := r.client.MultiplexToolCalls(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for number := range uint64(100) {
		mustMux(t, stream, muxStart(number, "line"), muxDelta(number, "!half"))
	}
	if load := r.server.Load(); load.Streams != 101 || load.Bytes == 0 {
		t.Errorf("load %+v", load)
	}
	leave()
	eventually(t, "nothing is held any more", func() bool { load := r.server.Load(); return load.Streams == 0 && load.Bytes == 0 })
	if observed.n.Load() != 0 {
		t.Errorf("observed %d results", observed.n.Load())
	}
}

// TestIdleOutputsEnd while the other outputs on their stream go on.
func TestIdleOutputsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const idle = 500 * time.Millisecond
		r := start(t, server.WithConfig(server.Config{StreamIdleTimeout: idle}))
		stream := openMux(t, r)
		mustMux(t, stream, muxStart(1, "line"), muxStart(2, "line"), muxDelta(2, "x"))
		var got []*muxOutput
		for begun := time.Now(); len(got) == 0; time.Sleep(idle / 20) {
			if time.Since(begun) > 2*idle {
				t.Fatal("the idle output doesn't end")
			}
			got = mustMux(t, stream, muxDelta(1, ""))
		}
		wantItemError(t, got, 2, codes.DeadlineExceeded, "no input for 500ms")
		if load := r.server.Load(); load.Streams != 2 || load.IdleEnds != 1 {
			t.Errorf("load %+v", load)
		}
		_, err := stream.Recv() // now nothing is sent at all
		if message, _ := wantError(t, err, codes.DeadlineExceeded); !strings.Contains(message, "no message for 500ms") {
			t.Errorf("message %q", message)
		}
	})
}

// TestOldMultiplexedStreams take no new outputs and end with their last, which has as
// long as any.
func TestOldMultiplexedStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const age = 500 * time.Millisecond
		r := start(t, server.WithConfig(server.Config{MaxStreamAge: age}))
		unused, stream := openMux(t, r), openMux(t, r)
		mustMux(t, unused)
		time.Sleep(age / 2)
		mustMux(t, stream, muxStart(1, "line"), muxStart(2, "line"))
		_, err := unused.Recv()
		if message, _ := wantError(t, err, codes.Unavailable); !strings.Contains(message, "older than 500ms") {
			t.Errorf("the unused stream: message %q", message)
		}
		time.Sleep(age / 4)
		wantItemError(t, mustMux(t, stream, muxStart(3, "line")), 3, codes.Unavailable, "older than 500ms")
		if got := mustMux(t, stream, muxFinish(1)); len(got) != 1 || got[0].GetResult() == nil {
			t.Errorf("an output that is younger: %v", got)
		}
		time.Sleep(age / 2)
		got := mustMux(t, stream, muxDelta(2, "x"))
		if len(got) != 2 || got[0].GetDelta().GetContent() != "x" {
			t.Fatalf("got %v, want the last delta and an error", got)
		}
		wantItemError(t, got[1:], 2, codes.DeadlineExceeded, "the output is older than 500ms")
		_, err = stream.Recv()
		wantError(t, err, codes.Unavailable)
	})
}

// TestDrainingMultiplexedStreams end as their outputs do: nothing is cut off.
func TestDrainingMultiplexedStreams(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{ShutdownTimeout: patience}))
	unused, stream := openMux(t, r), openMux(t, r)
	mustMux(t, unused, muxStart(1, "line"), muxFinish(1))
	mustMux(t, stream, muxStart(1, "line"), muxDelta(1, "!f"))
	r.stop()
	_, err := unused.Recv()
	if message, _ := wantError(t, err, codes.Unavailable); !strings.Contains(message, "stopping") {
		t.Errorf("message %q", message)
	}
	got := mustMux(t, stream, muxStart(2, "line"))
	wantItemError(t, got, 2, codes.Unavailable, "stopping")
	got = mustMux(t, stream, muxDelta(1, " {}"), muxFinish(1))
	if len(got) != 1 || len(got[0].GetResult().GetResult().GetToolCalls()) != 1 {
		t.Errorf("the output that was open: %v", got)
	}
	_, err = stream.Recv()
	wantError(t, err, codes.Unavailable)
	wantEnd(t, r)
}

// TestMultiplexedCallersAreAuthenticated as others are, and their outputs are those of
// their identity, over all its connections.
func TestMultiplexedCallersAreAuthenticated(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte("gateway a-token-of-the-gateway"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, server.WithConfig(server.Config{TokensFile: file, MaxStreams: 8}))
	as := func(token string) (muxClient, error) {
		stream, err := r.client.MultiplexToolCalls(metadata.AppendToOutgoingContext(testContext(t), "authorization", "Bearer "+token))
		if err != nil {
			t.Fatal(err)
		}
		_, err = exchangeMux(stream)
		return stream, err
	}
	_, err := as("nope")
	wantError(t, err, codes.Unauthenticated)
	stream, err := as("a-token-of-the-gateway")
	if err != nil {
		t.Fatal(err)
	}
	for number := range uint64(5) {
		mustMux(t, stream, muxStart(number, "line"))
	}
	_, err = as("a-token-of-the-gateway")
	wantShed(t, err, "streams")
	got := mustMux(t, stream, muxStart(9, "line"))
	wantItemError(t, got, 9, codes.ResourceExhausted, "streams")
	if !strings.Contains(r.log.String(), "identity=gateway code=ResourceExhausted") {
		t.Errorf("log %s", r.log)
	}
}

// TestManyMultiplexedStreams has several at work at a time.
func TestManyMultiplexedStreams(t *testing.T) {
	r := start(t)
	failures := make(chan error, 8)
	for n := range cap(failures) {
		stream := openMux(t, r)
		go func() { failures <- chat(stream, n) }()
	}
	for range cap(failures) {
		if err := <-failures; err != nil {
			t.Error(err)
		}
	}
}

// chat runs fifty outputs on a stream, ten at a time.
func chat(stream muxClient, n int) error {
	for round := range uint64(5) {
		var inputs []*muxInput
		for i := range uint64(10) {
			inputs = append(inputs, muxStart(i, "line"), muxDelta(i, fmt.Sprintf("!f %d", round+1)), muxBytes(i, fmt.Sprint(n)), muxFinish(i))
		}
		got, err := exchangeMux(stream, inputs...)
		if err != nil {
			return err
		}
		for _, output := range got {
			if call := output.GetResult().GetResult().GetToolCalls()[0]; call.GetFunction().GetArguments() != fmt.Sprintf("%d%d", round+1, n) {
				return fmt.Errorf("stream %d, round %d: %v", n, round, output)
			}
		}
	}
	_ = stream.CloseSend()
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}
