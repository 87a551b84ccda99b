package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
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

func TestOTLPURL(t *testing.T) {
	for url, right := range map[string]bool{
		"": true, "http://127.0.0.1:4317": true, "https://otel.example": true, "http://[::1]:4317/": true,
		"foo": false, "127.0.0.1:4317": false, "http://%zz": false, "http://": false, "http://:4317": false, "grpc://a:1": false,
		"http://a:99999": false, "http://a:b": false, "http://a:4317/v1/traces": false, "http://me@a:4317": false, "http://a?b": false,
	} {
		err := checkOTLPURL(url)
		if (err == nil) != right {
			t.Errorf("%q: %v", url, err)
		}
		if want := fmt.Sprintf("--otlp-url %q: want http", url); err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Error(err)
		}
	}
}

// TestTracingErrorsAreLogged: in the log's format.
func TestTracingErrorsAreLogged(t *testing.T) {
	var out strings.Builder
	_, stop, err := startTracing(context.Background(), "http://127.0.0.1:1", 0, slog.New(slog.NewJSONHandler(&out, nil)))
	if err != nil {
		t.Fatal(err)
	}
	otel.Handle(errors.New("no one there"))
	stop()
	if want := `"level":"WARN","msg":"traces","error":"no one there"}`; !strings.Contains(out.String(), want) {
		t.Errorf("the log is %q", out.String())
	}
}
