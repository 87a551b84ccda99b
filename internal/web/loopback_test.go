package web

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/wire"
)

// TestAbandonedBodyHoldsUpNothing: a client that leaves without closing the body of
// an answer that is being written.
func TestAbandonedBodyHoldsUpNothing(t *testing.T) {
	wrote := make(chan struct{})
	s := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		defer close(wrote)
		for stream.Context().Err() == nil {
			if err := stream.SendMsg(new(toolparserv1.ListFamiliesResponse)); err != nil {
				return err
			}
		}
		return nil
	}), grpc.ForceServerCodecV2(wire.Codec{Buffers: new(admit.Memory).Buffers(), Answers: admit.NewBuffers()}))
	ctx, leave := context.WithCancel(context.WithValue(t.Context(), callKey{}, &call{}))
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://loopback/a.B/C", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/grpc")
	response, err := loopback{s, slog.New(slog.DiscardHandler)}.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	leave()
	ended := make(chan struct{})
	go func() { s.Stop(); close(ended) }()
	for _, c := range []chan struct{}{wrote, ended} {
		select {
		case <-c:
		case <-time.After(30 * time.Second):
			t.Fatal("the server waits for a client that is gone")
		}
	}
}
