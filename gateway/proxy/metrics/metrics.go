// Package metrics counts what a proxy does, for Prometheus. All labels have closed sets of values: the
// routes and upstreams of the configuration, the registered families and their formats, methods, reasons,
// and steps of confidence. docs/connect/proxy-reference.md describes them.
package metrics

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/toolparser/toolparser/gateway/proxy"
	"github.com/toolparser/toolparser/internal/metrics"
	"github.com/toolparser/toolparser/internal/reload"
	"github.com/toolparser/toolparser/internal/tlsfiles"
	"github.com/toolparser/toolparser/parsers"
)

// Metrics are the metrics of one proxy. It is a proxy.Observer.
type Metrics struct {
	registry *prometheus.Registry
	labels   *metrics.Labels

	responses, calls, repairs, results, leaks, fallbacks, cost, healed *prometheus.CounterVec
	firstByte, added                                                   *prometheus.HistogramVec
	refused                                                            prometheus.Counter
}

var _ proxy.Observer = (*Metrics)(nil)

// The upper bounds, in seconds, of the histograms: a model thinks for up to minutes, the proxy works for
// microseconds.
var (
	firstByteBuckets = []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300}
	addedBuckets     = []float64{.00001, .000025, .00005, .0001, .00025, .0005, .001, .0025, .005, .01, .1, 1}
)

// New returns metrics for a proxy with the registry's families.
func New(families *parsers.Registry) *Metrics {
	return In(metrics.NewRegistry(), metrics.NewLabels(families))
}

// In returns metrics that are in the registry of others, with their labels.
func In(registry *prometheus.Registry, labels *metrics.Labels) *Metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: "toolparser_proxy_" + name, Help: help}, append([]string{"route", "upstream"}, labels...))
	}
	histogram := func(name, help string, buckets []float64) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "toolparser_proxy_" + name, Help: help, Buckets: buckets}, []string{"route", "upstream"})
	}
	m := &Metrics{
		registry:  registry,
		labels:    labels,
		responses: counter("responses_total", "Responses to requests that offer tools, by how they got their calls.", "family", "method"),
		calls:     counter("calls_total", "Calls found in text, by format and by the lower bound of their confidence.", "family", "format", "confidence"),
		repairs:   counter("repairs_total", "Repairs of calls that clients got.", "family"),
		results:   counter("results_cut_total", "Tools' results that a model invented after calls in text. They are cut.", "family"),
		leaks:     counter("leaks_total", "Responses whose text holds markup of a call, or a call that can't be read.", "family"),
		fallbacks: counter("fallbacks_total", "Responses after which another upstream was asked, by the reason.", "reason"),
		cost:      counter("cost_total", "Cost of all attempts."),
		healed:    counter("histories_healed_total", "Requests in which the calls of earlier turns were healed, so that the upstream can read them."),
		refused:   prometheus.NewCounter(prometheus.CounterOpts{Name: "toolparser_proxy_refused_total", Help: "Requests that were refused because there was no memory for them."}),
		firstByte: histogram("first_byte_seconds", "Time until the first byte for the client was there, in seconds.", firstByteBuckets),
		added:     histogram("added_seconds", "Time that the proxy itself worked on a response, in seconds.", addedBuckets),
	}
	m.registry.MustRegister(m.responses, m.calls, m.repairs, m.results, m.leaks, m.fallbacks, m.cost, m.healed, m.refused, m.firstByte, m.added)
	return m
}

// Handler serves the metrics in the formats of Prometheus.
func (m *Metrics) Handler() http.Handler { return metrics.Handler(m.registry) }

// Watch adds the metrics of the files that a program reads again when they change, and of its TLS.
func (m *Metrics) Watch(files reload.All, pair *tlsfiles.Files, handshakes *tlsfiles.Handshakes) {
	metrics.Files(m.registry, files.Loads)
	metrics.TLS(m.registry, pair.Expires, handshakes.Failed)
}

// WatchMemory adds the metric of the bytes that requests hold.
func (m *Metrics) WatchMemory(held func() int64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "toolparser_proxy_bytes_held", Help: "Bytes that count for --max-memory."},
		func() float64 { return float64(held()) }))
}

// ObserveRefused counts a request for which there is no memory.
func (m *Metrics) ObserveRefused() { m.refused.Inc() }

// ObserveOutcome counts one attempt.
func (m *Metrics) ObserveOutcome(o *proxy.Outcome) {
	family, _, _ := m.labels.Values(o.Report.Family, "", "")
	m.responses.WithLabelValues(o.Route, o.Upstream, family, o.Method).Inc()
	m.cost.WithLabelValues(o.Route, o.Upstream).Add(o.Cost)
	m.added.WithLabelValues(o.Route, o.Upstream).Observe(o.Added.Seconds())
	for _, call := range o.Report.Found {
		_, format, _ := m.labels.Values(o.Report.Family, call.Format, "")
		m.calls.WithLabelValues(o.Route, o.Upstream, family, format, confidence(call.Confidence)).Inc()
	}
	if o.Report.Repairs > 0 {
		m.repairs.WithLabelValues(o.Route, o.Upstream, family).Add(float64(o.Report.Repairs))
	}
	if o.Report.Results > 0 {
		m.results.WithLabelValues(o.Route, o.Upstream, family).Add(float64(o.Report.Results))
	}
	if o.Report.Invalid > 0 || o.Report.Markup {
		m.leaks.WithLabelValues(o.Route, o.Upstream, family).Inc()
	}
	if o.Reason != proxy.NoReason {
		m.fallbacks.WithLabelValues(o.Route, o.Upstream, o.Reason.String()).Inc()
	}
	if o.FirstByte > 0 {
		m.firstByte.WithLabelValues(o.Route, o.Upstream).Observe(o.FirstByte.Seconds())
	}
}

// ObserveHealed counts a request whose history was healed.
func (m *Metrics) ObserveHealed(route, upstream string) {
	m.healed.WithLabelValues(route, upstream).Inc()
}

// confidence is the label of a confidence: the highest step that isn't above it.
func confidence(value float64) string {
	for _, step := range []struct {
		least float64
		label string
	}{{1, "1"}, {0.9, "0.9"}, {0.7, "0.7"}, {0.5, "0.5"}} {
		if value >= step.least {
			return step.label
		}
	}
	return "0"
}
