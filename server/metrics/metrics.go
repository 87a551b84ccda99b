package metrics

import (
	"context"
	"net/http"

	grpcprometheus "github.com/grpc-ecosystem/go-grpc-middleware/providers/prometheus"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/reflection"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

var labelNames = []string{"family", "format", "shape", "outcome"}

// handlingBuckets are the upper bounds, in seconds, of the histogram of how
// long calls take: a short output takes microseconds, a stream as long as its model.
var handlingBuckets = []float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5, 30, 120}

// Metrics are the metrics of one server. It is a server.Observer.
type Metrics struct {
	registry   *prometheus.Registry
	labels     labels
	outputs    *prometheus.CounterVec
	calls      *prometheus.CounterVec
	grpc       *grpcprometheus.ServerMetrics
	identities *prometheus.CounterVec
}

var _ server.Observer = (*Metrics)(nil)

// New returns metrics for a server of the registry's families, all zero.
func New(families *parsers.Registry) *Metrics {
	m := &Metrics{
		registry:   prometheus.NewRegistry(),
		labels:     newLabels(families),
		outputs:    counter("toolparser_outputs_total", "Parsed outputs, by the call that stands for each."),
		calls:      counter("toolparser_tool_calls_total", "Tool calls found in outputs, accepted and invalid."),
		identities: identityCalls(),
		grpc: grpcprometheus.NewServerMetrics(
			grpcprometheus.WithServerHandlingTimeHistogram(grpcprometheus.WithHistogramBuckets(handlingBuckets)),
		),
	}
	m.registry.MustRegister(m.outputs, m.calls, m.grpc, m.identities,
		collectors.NewGoCollector(),
		collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func counter(name, help string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labelNames)
}

// Options make a server report to m.
func (m *Metrics) Options() []server.Option {
	return []server.Option{
		server.WithObserver(m),
		server.WithServerOptions(
			grpc.ChainUnaryInterceptor(m.grpc.UnaryServerInterceptor(), m.identifyUnary),
			grpc.ChainStreamInterceptor(m.grpc.StreamServerInterceptor(), m.identifyStream),
		),
	}
}

// InitializeMetrics makes the metrics of all the server's methods exist from
// the start, at zero.
func (m *Metrics) InitializeMetrics(s reflection.ServiceInfoProvider) {
	m.grpc.InitializeMetrics(s)
}

// ObserveResult counts one result.
func (m *Metrics) ObserveResult(_ context.Context, r *parsers.Result) {
	m.count(m.outputs, r.Family, outputItem(r))
	for i := range r.ToolCalls {
		m.count(m.calls, r.Family, callItem(&r.ToolCalls[i]))
	}
	for i := range r.InvalidToolCalls {
		m.count(m.calls, r.Family, invalidItem(&r.InvalidToolCalls[i]))
	}
}

func (m *Metrics) count(c *prometheus.CounterVec, family string, it item) {
	c.WithLabelValues(m.labels.values(family, it)...).Inc()
}

// Handler serves the metrics in the formats of Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
