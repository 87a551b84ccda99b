package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

func TestResponsesAreBounded(t *testing.T) {
	request := &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: strings.Repeat("x", 2000)}
	r := start(t, server.WithConfig(server.Config{MaxResponseBytes: 1500}))
	_, err := r.client.ParseToolCalls(testContext(t), request)
	if message, _ := wantError(t, err, codes.ResourceExhausted); !strings.Contains(message, "limit of 1500") {
		t.Errorf("message %q", message)
	}
	r = start(t)
	if _, err := r.client.ParseToolCalls(testContext(t), request); err != nil {
		t.Error(err)
	}
	ctx := metadata.AppendToOutgoingContext(testContext(t), "toolparser-max-response-bytes", "1000")
	_, err = r.client.ParseToolCalls(ctx, request)
	if message, _ := wantError(t, err, codes.ResourceExhausted); !strings.Contains(message, "limit of 1000") {
		t.Errorf("message %q", message)
	}
}

// TestStreamResultCanBeShort has a client that can't take what the deltas said again.
func TestStreamResultCanBeShort(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxResponseBytes: 2000}))
	said := func() toolClient {
		stream := openStream(t, r)
		mustExchange(t, stream, startRequest("line"))
		for range 4 {
			mustExchange(t, stream, deltaRequest(strings.Repeat("x", 1000)))
		}
		return stream
	}
	_, err := exchange(t, said(), finishRequest(0))
	if message, _ := wantError(t, err, codes.ResourceExhausted); !strings.Contains(message, "omit_delivered") {
		t.Errorf("message %q", message)
	}
	result := mustExchange(t, said(), &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Finish{
		Finish: &toolparserv1.StreamFinish{OmitDelivered: true},
	}}).GetResult()
	if result == nil || result.GetResult().Content != nil {
		t.Errorf("result %v", result)
	}
}

func TestToolsAreBounded(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxTools: 2, MaxSchemaBytes: 100}))
	long := `{"title": "` + strings.Repeat("x", 60) + `"}`
	for _, tools := range [][]*toolparserv1.Tool{
		{tool("a", ""), tool("b", ""), tool("c", "")},
		{tool("a", long), tool("b", long)},
		slices.Repeat([]*toolparserv1.Tool{tool("", "")}, 100_000),
	} {
		_, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", Tools: tools})
		if _, fields := wantError(t, err, codes.InvalidArgument); len(fields) != 1 || fields[0] != "tools" {
			t.Errorf("fields %q", fields)
		}
	}
	if _, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{
		Family: "line", Tools: []*toolparserv1.Tool{tool("a", long), tool("b", "")},
	}); err != nil {
		t.Error(err)
	}
}

// TestABadItemFailsAlone: also one that is too long, and with the details that
// ParseToolCalls would give.
func TestABadItemFailsAlone(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxRequestBytes: 1000}))
	batch, err := r.client.BatchParseToolCalls(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	for i, test := range []struct {
		request *toolparserv1.ParseToolCallsRequest
		code    codes.Code
		field   string
	}{
		{&toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: strings.Repeat("x", 1500)}, codes.ResourceExhausted, ""},
		{&toolparserv1.ParseToolCallsRequest{Family: "line", PriorToolCalls: -1}, codes.InvalidArgument, "request.prior_tool_calls"},
		{&toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "x"}, codes.OK, ""},
	} {
		if err := batch.Send(&toolparserv1.BatchParseToolCallsRequest{Id: fmt.Sprint(i), Request: test.request}); err != nil {
			t.Fatal(err)
		}
		answer, err := batch.Recv()
		if err != nil {
			t.Fatalf("item %d ends the batch: %v", i, err)
		}
		if code := codes.Code(answer.GetError().GetCode()); code != test.code {
			t.Errorf("item %d: %v", i, answer)
		}
		bad, field := new(errdetails.BadRequest), ""
		for _, detail := range answer.GetError().GetDetails() {
			if err := detail.UnmarshalTo(bad); err != nil {
				t.Fatal(err)
			}
			field = bad.GetFieldViolations()[0].GetField()
		}
		if field != test.field {
			t.Errorf("item %d: field %q", i, field)
		}
	}
}
