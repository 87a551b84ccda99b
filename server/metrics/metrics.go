package metrics

import (
	"context"
	"net/http"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/reflection"

	"github.com/toolparser/toolparser/internal/buildinfo"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// Metrics are the metrics of one server. It is a server.Observer.
type Metrics struct {
	registry *prometheus.Registry
	labels   *labels
	outputs  *itemCounters
	found    *itemCounters
	calls    *calls
}

var _ server.Observer = (*Metrics)(nil)

// New returns metrics for a server of the registry's families, all zero.
func New(families *parsers.Registry) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		labels:   newLabels(families),
		outputs:  newItemCounters("toolparser_outputs_total", "Parsed outputs, by the first accepted call of each, or else the first invalid one."),
		found:    newItemCounters("toolparser_tool_calls_total", "Tool calls found in outputs, accepted and invalid."),
		calls:    newCalls(),
	}
	m.registry.MustRegister(m.calls.collectors()...)
	m.registry.MustRegister(m.outputs.vec, m.found.vec, buildInfo(),
		collectors.NewGoCollector(),
		collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Options make a server report to m.
func (m *Metrics) Options() []server.Option {
	return []server.Option{
		server.WithObserver(m),
		server.WithReporter(m.calls),
	}
}

// InitializeMetrics makes the metrics of all the server's methods exist from
// the start, at zero.
func (m *Metrics) InitializeMetrics(s reflection.ServiceInfoProvider) {
	for service, info := range s.GetServiceInfo() {
		for _, method := range info.Methods {
			m.calls.method(methodName{service, method.Name}, kindOf(method))
		}
	}
}

// kindOf is the kind of a method, as its calls are reported.
func kindOf(m grpc.MethodInfo) interceptors.GRPCType {
	if !m.IsClientStream && !m.IsServerStream {
		return interceptors.Unary
	}
	info := &grpc.StreamServerInfo{IsClientStream: m.IsClientStream, IsServerStream: m.IsServerStream}
	return interceptors.NewServerCallMeta("", info, nil).Typ
}

// ObserveResult counts one result.
func (m *Metrics) ObserveResult(_ context.Context, r *parsers.Result) {
	m.outputs.count(m.labels.values(r.Family, outputItem(r)))
	for i := range r.ToolCalls {
		m.found.count(m.labels.values(r.Family, callItem(&r.ToolCalls[i])))
	}
	for i := range r.InvalidToolCalls {
		m.found.count(m.labels.values(r.Family, invalidItem(&r.InvalidToolCalls[i])))
	}
}

// Handler serves the metrics in the formats of Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}

// buildInfo is always 1: its labels say what the program was built from.
func buildInfo() prometheus.Collector {
	built := buildinfo.Read()
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "toolparser_build_info", Help: "Always 1; the labels are the version and the commit of this program.",
		ConstLabels: prometheus.Labels{"version": built.Version, "revision": built.Revision},
	}, func() float64 { return 1 })
}
