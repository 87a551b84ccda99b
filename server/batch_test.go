package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc/codes"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// A counter is an observer that counts.
type counter struct{ n atomic.Int64 }

func (c *counter) ObserveResult(context.Context, *parsers.Result) { c.n.Add(1) }

func TestBatch(t *testing.T) {
	var observed counter
	r := start(t, server.WithObserver(&observed))
	line := func(output string) *toolparserv1.ParseToolCallsRequest {
		return &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: output}
	}
	items := []struct {
		req  *toolparserv1.ParseToolCallsRequest
		code codes.Code
		says string
	}{
		{line("!a {}"), codes.OK, ""},
		{&toolparserv1.ParseToolCallsRequest{Family: "nope"}, codes.NotFound, `no family is named "nope"`},
		{nil, codes.InvalidArgument, "request: missing"},
		{&toolparserv1.ParseToolCallsRequest{Family: "line", PriorToolCalls: -1}, codes.InvalidArgument, "request.prior_tool_calls: -1"},
		{line("!panic {}"), codes.Internal, "internal error"},
		{line("text"), codes.OK, ""},
	}
	stream, err := r.client.BatchParseToolCalls(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	for i, item := range items {
		if err := stream.Send(&toolparserv1.BatchParseToolCallsRequest{Id: fmt.Sprint("item", i), Request: item.req}); err != nil {
			t.Fatal(err)
		}
	}
	_ = stream.CloseSend()
	for i, item := range items {
		got, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if got.GetId() != fmt.Sprint("item", i) {
			t.Errorf("answer %d is of %s", i, got.GetId())
		}
		if code := codes.Code(got.GetError().GetCode()); code != item.code || !strings.Contains(got.GetError().GetMessage(), item.says) {
			t.Errorf("item %d: %v", i, got)
		}
		if (item.code == codes.OK) != (got.GetResponse() != nil) {
			t.Errorf("item %d: %v", i, got)
		}
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last item: %v", err)
	}
	if observed.n.Load() != 2 {
		t.Errorf("observed %d results", observed.n.Load())
	}
}
