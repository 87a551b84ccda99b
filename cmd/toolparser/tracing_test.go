package main

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers/families"
	"github.com/toolparser/toolparser/server"
)

// TestTraces: a span says what was found, but nothing of the text.
func TestTraces(t *testing.T) {
	recorder := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder))
	srv, err := server.New(families.Registry(), traceOptions(provider)...)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(ctx, l) }()
	conn, err := grpc.NewClient(l.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	const secret = "s3cr3t"
	_, err = toolparserv1.NewToolParserServiceClient(conn).ParseToolCalls(ctx, &toolparserv1.ParseToolCallsRequest{
		Family: "llama3", ModelOutput: `{"name": "` + secret + `", "parameters": {"a": "` + secret + `"}}`,
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{}); err != nil {
		t.Fatal(err)
	}
	_ = conn.Close()
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	spans := recorder.Ended()
	if len(spans) != 1 {
		t.Fatalf("%d spans", len(spans))
	}
	told := fmt.Sprint(spans[0].Name(), spans[0].Attributes(), spans[0].Events())
	for _, want := range []string{"ParseToolCalls", "toolparser.family", "llama3", "toolparser.outcome", "called"} {
		if !strings.Contains(told, want) {
			t.Errorf("no %s in %s", want, told)
		}
	}
	if strings.Contains(told, secret) {
		t.Error("the span tells the text:", told)
	}
}
