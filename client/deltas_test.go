package client_test

import (
	"errors"
	"iter"
	"slices"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// chunked cuts an output into chunks of n bytes.
func chunked(output string, n int) (chunks []string) {
	for chunk := range slices.Chunk([]byte(output), n) {
		chunks = append(chunks, string(chunk))
	}
	return chunks
}

func TestDeltasAddUpToTheResult(t *testing.T) {
	c, _ := serve(t, server.Config{}).connect(t)
	want := parse(t, c, "kimi", twoCalls)
	for _, n := range []int{1, 7, len(twoCalls)} {
		session, sum := begin(t, c, "kimi"), new(added)
		stop := func() toolparserv1.FinishReason { return toolparserv1.FinishReason_FINISH_REASON_STOP }
		for delta, err := range session.Deltas(slices.Values(chunked(twoCalls, n)), stop) {
			if err != nil || delta == nil {
				t.Fatalf("%v, %v", delta, err)
			}
			sum.add(delta)
		}
		sum.check(t, session.Result())
		if !proto.Equal(withoutMadeIDs(want), withoutMadeIDs(session.Result())) {
			t.Errorf("%v, want %v", session.Result(), want)
		}
	}
}

// TestLeavingDeltasEndsTheStream, and the chunks.
func TestLeavingDeltasEndsTheStream(t *testing.T) {
	r := serve(t, server.Config{})
	c, _ := r.connect(t)
	ended := false
	var chunks iter.Seq[string] = func(yield func(string) bool) {
		defer func() { ended = true }()
		for yield("words ") {
		}
	}
	session := begin(t, c, "kimi")
	for _, err := range session.Deltas(chunks, nil) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if !ended || session.Result() != nil {
		t.Errorf("the chunks ended: %t; result %v", ended, session.Result())
	}
	eventually(t, "the stream ends", func() bool { return r.server.Load().Streams == 0 })
}

// TestErrorsEndDeltas: those of the source and those of the service, once.
func TestErrorsEndDeltas(t *testing.T) {
	r := serve(t, server.Config{MaxStreamBytes: 20})
	c, _ := r.connect(t)
	last := func(chunks iter.Seq2[string, error]) (err error) {
		session := begin(t, c, "kimi")
		for delta, failed := range session.TryDeltas(chunks, nil) {
			if err != nil || (delta == nil) == (failed == nil) {
				t.Errorf("%v, %v behind %v", delta, failed, err)
			}
			err = failed
		}
		if session.Result() != nil {
			t.Errorf("a result: %v", session.Result())
		}
		return err
	}
	gone := errors.New("the model is gone")
	if err := last(func(yield func(string, error) bool) { _ = yield("a", nil) && yield("", gone) }); !errors.Is(err, gone) {
		t.Errorf("%v, want %v", err, gone)
	}
	err := last(func(yield func(string, error) bool) {
		for yield("more words ", nil) {
		}
	})
	wantCode(t, err, codes.ResourceExhausted)
	eventually(t, "the streams end", func() bool { return r.server.Load().Streams == 0 })
}
