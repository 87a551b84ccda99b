package main

import (
	"log/slog"

	"github.com/toolparser/toolparser/gateway/extproc"
	"github.com/toolparser/toolparser/gateway/proxy"
	proxymetrics "github.com/toolparser/toolparser/gateway/proxy/metrics"
	"github.com/toolparser/toolparser/server"
	"github.com/toolparser/toolparser/server/metrics"
)

// envoyName is the name of the route and of the upstream in the metrics of the external processor: those are Envoy's.
const envoyName = "envoy"

// envoyMetrics counts responses in Envoy in the metrics of the proxy. It is an extproc.Observer.
type envoyMetrics struct{ proxy *proxymetrics.Metrics }

// ObserveResponse implements extproc.Observer.
func (m envoyMetrics) ObserveResponse(o *extproc.Outcome) {
	method := o.Report.Method.String()
	switch {
	case o.Left:
		method = proxy.MethodLeft
	case o.Failed:
		method = proxy.MethodError
	}
	m.proxy.ObserveOutcome(&proxy.Outcome{
		Route: envoyName, Upstream: envoyName, Method: method, Report: o.Report, FirstByte: o.FirstByte, Added: o.Added,
	})
}

// ObserveHealed implements extproc.Observer.
func (m envoyMetrics) ObserveHealed() { m.proxy.ObserveHealed(envoyName, envoyName) }

// extProcOption adds Envoy's external processor, which obeys the limits of other streams, and counts what it does in m.
func (s *serveCommand) extProcOption(log *slog.Logger, m *metrics.Metrics) server.Option {
	return extproc.Option(extproc.Config{
		Policy: s.extProcPolicy, History: s.extProcHistory, MaxRequestBytes: s.config.MaxRequestBytes, MaxResponseBytes: s.config.MaxStreamBytes,
		Observer: envoyMetrics{proxymetrics.In(m.Registry())},
	}, log)
}
