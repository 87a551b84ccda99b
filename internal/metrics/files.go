package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/toolparser/toolparser/internal/reload"
)

// Files adds the metrics of files that are read again when they change. loads are by the kind of the files, all of
// which are there from the start.
func Files(registry *prometheus.Registry, loads func() map[string]reload.Load) {
	for kind := range loads() {
		labels := prometheus.Labels{"file_kind": kind}
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "toolparser_file_reload_timestamp_seconds", Help: "When the files of a kind were last read and took over, since the epoch.", ConstLabels: labels,
		}, func() float64 { return float64(loads()[kind].Last.UnixNano()) / 1e9 }))
		registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "toolparser_file_reload_failures_total", Help: "How often changed files of a kind could not be read, or were wrong, so that what they said before stayed.", ConstLabels: labels,
		}, func() float64 { return float64(loads()[kind].Failures) }))
	}
}

// TLS adds the metrics of TLS: when the certificate expires, zero without one, and how many handshakes have failed.
func TLS(registry *prometheus.Registry, expires func() time.Time, failed func() uint64) {
	registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "toolparser_certificate_expires_seconds", Help: "When the TLS certificate expires, since the epoch; 0 without TLS.",
	}, func() float64 { return float64(max(expires().Unix(), 0)) }))
	registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "toolparser_tls_handshakes_failed_total", Help: "TLS handshakes that failed, so that no connection came of them.",
	}, func() float64 { return float64(failed()) }))
}
