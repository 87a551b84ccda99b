package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc/filters"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// flushTimeout is how long a process that ends tries to send its last traces: what orders
// it to end has a bound of its own.
const flushTimeout = 2 * time.Second

// checkOTLPURL takes what is sent to: a scheme, a host, and perhaps a port.
func checkOTLPURL(text string) error {
	if text == "" {
		return nil
	}
	u, err := url.Parse(text)
	if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" {
		_, err = net.LookupPort("tcp", u.Port())
		if bare := (url.URL{Scheme: u.Scheme, Host: u.Host}); err == nil && strings.TrimSuffix(text, "/") == bare.String() {
			return nil
		}
	}
	return fmt.Errorf("--otlp-url %q: want http://HOST:PORT or https://HOST:PORT", text)
}

func checkRatio(ratio float64) error {
	if ratio >= 0 && ratio <= 1 {
		return nil
	}
	return fmt.Errorf("--trace-ratio %v: want 0 to 1", ratio) // NaN too
}

// defaultTraceRatio is also the value if nothing is traced.
const defaultTraceRatio = 0.01

// startTracing sends traces to an OTLP collector, at a URL such as
// http://127.0.0.1:4317, until stop is called. What fails is logged.
func startTracing(ctx context.Context, url string, ratio float64, log *slog.Logger) (options []server.Option, stop func(), err error) {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces", "error", err) }))
	exporter, err := otlptracegrpc.New(ctx, otlptracegrpc.WithEndpointURL(url))
	if err != nil {
		return nil, nil, fmt.Errorf("traces: %w", err)
	}
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(exporter),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(ratio))),
		sdktrace.WithResource(resource.NewSchemaless(attribute.String("service.name", "toolparser"))),
	)
	return traceOptions(provider), func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			otel.Handle(err)
		}
	}, nil
}

// traceOptions make a server trace its calls, except for those of health.
func traceOptions(provider trace.TracerProvider) []server.Option {
	handler := otelgrpc.NewServerHandler(
		otelgrpc.WithTracerProvider(provider),
		otelgrpc.WithPropagators(propagation.TraceContext{}),
		otelgrpc.WithFilter(filters.Not(filters.HealthCheck())),
	)
	return []server.Option{
		server.WithServerOptions(grpc.StatsHandler(handler)),
		server.WithObserver(server.ObserverFunc(traceResult)),
	}
}

// traceResult tells a call's span what was found, and no word of the text.
func traceResult(ctx context.Context, r *parsers.Result) {
	trace.SpanFromContext(ctx).SetAttributes(
		attribute.String("toolparser.family", r.Family),
		attribute.Int("toolparser.tool_calls", len(r.ToolCalls)),
		attribute.Int("toolparser.invalid_tool_calls", len(r.InvalidToolCalls)),
		attribute.String("toolparser.outcome", traceOutcome(r)),
	)
}

// traceOutcome is called, invalid or none.
func traceOutcome(r *parsers.Result) string {
	switch {
	case len(r.ToolCalls) > 0:
		return "called"
	case len(r.InvalidToolCalls) > 0:
		return "invalid"
	default:
		return "none"
	}
}
