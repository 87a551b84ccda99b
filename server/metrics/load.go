package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/codes"

	"github.com/toolparser/toolparser/internal/metrics"
	"github.com/toolparser/toolparser/server"
)

// Watch adds the metrics of what the server has in hand.
func (m *Metrics) Watch(s *server.Server) {
	gauge := func(name, help string, labels prometheus.Labels, value func(server.Load) float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels},
			func() float64 { return value(s.Load()) }))
	}
	counter := func(name, help string, labels prometheus.Labels, value func(server.Load) uint64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels},
			func() float64 { return float64(value(s.Load())) }))
	}
	gauge("toolparser_connections", "Open connections.", nil, func(l server.Load) float64 { return float64(l.Connections) })
	gauge("toolparser_calls_in_flight", "Unary calls in flight.", nil, func(l server.Load) float64 { return float64(l.Calls) })
	gauge("toolparser_streams_open", "Open streams, including batches. Each output of a multiplexed stream counts as a stream.", nil, func(l server.Load) float64 { return float64(l.Streams) })
	gauge("toolparser_calls_waiting", "Calls and streams that wait for a processor.", nil, func(l server.Load) float64 { return float64(l.Waiting) })
	gauge("toolparser_bytes_held", "Estimated bytes that calls and streams hold. They count for --max-memory.", nil, func(l server.Load) float64 { return float64(l.Bytes) })
	counter("toolparser_streams_idle_ended_total", "Streams and outputs that the server ended because their client sent nothing.", nil,
		func(l server.Load) uint64 { return l.IdleEnds })
	counter("toolparser_connections_memory_ended_total", "Connections that the server closed because their calls sent more than the memory allows.", nil,
		func(l server.Load) uint64 { return l.MemoryEnds })
	counter("toolparser_calls_late_ended_total", "Calls that the server ended because their message did not arrive in time.", nil,
		func(l server.Load) uint64 { return l.LateEnds })
	counter("toolparser_connections_unread_ended_total", "Connections that the server closed because their client did not read a response in time.", nil,
		func(l server.Load) uint64 { return l.UnreadEnds })
	counter("toolparser_connections_refused_total", "Connections that the server closed because too many were open: new ones, and unused ones that made room.", nil,
		func(l server.Load) uint64 { return l.ConnectionsRefused })
	counter("toolparser_log_lines_skipped_total", "Log lines about failed calls that were left out because one caller had too many.", nil,
		func(l server.Load) uint64 { return l.LinesSkipped })
	counter("toolparser_connections_filled_total", "Number of times that a connection reached its maximum of open calls.", nil,
		func(l server.Load) uint64 { return l.Filled })
	metrics.TLS(m.registry, func() time.Time { return s.Load().CertificateExpires }, func() uint64 { return s.Load().FailedHandshakes })
	metrics.Files(m.registry, func() map[string]server.FileLoad { return s.Load().Files })
	m.labels.Follow(s.Families)
	for _, name := range s.Identities() {
		m.calls.identities.WithLabelValues(name, codes.OK.String()) // so that it is there from the start
	}
	for code := range s.Load().Refused {
		counter("toolparser_refused_total", "Calls that failed before their method was known, by their code.",
			prometheus.Labels{"grpc_code": code}, func(l server.Load) uint64 { return l.Refused[code] })
	}
	for code := range s.Load().FailedOutputs {
		counter("toolparser_failed_outputs_total", "Outputs of multiplexed streams that ended with an error, by the code of the error.",
			prometheus.Labels{"grpc_code": code}, func(l server.Load) uint64 { return l.FailedOutputs[code] })
	}
	for reason := range s.Load().Shed {
		counter("toolparser_shed_total", "Calls that were refused or ended for load, by the limit that was reached.",
			prometheus.Labels{"reason": reason}, func(l server.Load) uint64 { return l.Shed[reason] })
	}
}
