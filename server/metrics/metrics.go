package metrics

import (
	"context"
	"net/http"
	"strings"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/reflection"

	"github.com/toolparser/toolparser/internal/metrics"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// Metrics are the metrics of one server. It is a server.Observer.
type Metrics struct {
	registry *prometheus.Registry
	labels   *metrics.Labels
	outputs  *itemCounters
	found    *itemCounters
	leaks    *prometheus.CounterVec
	calls    *calls
}

var _ server.Observer = (*Metrics)(nil)

// New returns metrics for a server of the registry's families, all zero.
func New(families *parsers.Registry) *Metrics {
	m := &Metrics{
		registry: metrics.NewRegistry(),
		labels:   metrics.NewLabels(families),
		outputs:  newItemCounters("toolparser_outputs_total", "Parsed outputs. The labels are those of the first accepted call of an output, or of its first invalid call."),
		found:    newItemCounters("toolparser_tool_calls_total", "Tool calls found in outputs, accepted and invalid."),
		leaks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "toolparser_leaks_total", Help: "Outputs with places in the content that look like a call and were not accepted, once for each kind of them.",
		}, []string{"family", "kind"}),
		calls: newCalls(),
	}
	m.registry.MustRegister(m.calls.collectors()...)
	m.registry.MustRegister(m.outputs.vec, m.found.vec, m.leaks)
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
	m.outputs.count(valuesOf(m.labels, r.Family, outputItem(r)))
	for i := range r.ToolCalls {
		m.found.count(valuesOf(m.labels, r.Family, callItem(&r.ToolCalls[i])))
	}
	for i := range r.InvalidToolCalls {
		m.found.count(valuesOf(m.labels, r.Family, invalidItem(r.InvalidToolCalls[i])))
	}
	m.countLeaks(r)
}

// countLeaks counts a result once for each kind of its leaks. Most have none.
func (m *Metrics) countLeaks(r *parsers.Result) {
	if len(r.Leaks) == 0 {
		return
	}
	family, _, _ := m.labels.Values(r.Family, "", "")
	var counted [parsers.LeakAnnounced + 1]bool
	for i := range r.Leaks {
		if kind := r.Leaks[i].Kind; !counted[kind] {
			counted[kind] = true
			m.leaks.WithLabelValues(family, strings.ToLower(kind.String())).Inc()
		}
	}
}

// Registry is where the metrics are, for others of the same program, and Labels are the labels that they have.
func (m *Metrics) Registry() (*prometheus.Registry, *metrics.Labels) { return m.registry, m.labels }

// Handler serves the metrics in the formats of Prometheus.
func (m *Metrics) Handler() http.Handler { return metrics.Handler(m.registry) }
