package main

import (
	"context"
	"fmt"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc/filters"
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

// startTracing sends traces to an OTLP collector, at a URL such as
// http://127.0.0.1:4317, until stop is called.
func startTracing(ctx context.Context, url string, ratio float64) (options []server.Option, stop func(context.Context) error, err error) {
	exporter, err := otlptracegrpc.New(ctx, otlptracegrpc.WithEndpointURL(url))
	if err != nil {
		return nil, nil, fmt.Errorf("traces: %w", err)
	}
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(exporter),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(ratio))),
		sdktrace.WithResource(resource.NewSchemaless(attribute.String("service.name", "toolparser"))),
	)
	return traceOptions(provider), provider.Shutdown, nil
}

// traceOptions make a server trace its calls, health apart.
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
