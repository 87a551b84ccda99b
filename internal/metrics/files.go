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
			Name: "toolparser_file_reload_timestamp_seconds", Help: "Time at which the files of a kind were last read without an error, in seconds since 1970.", ConstLabels: labels,
		}, func() float64 { return float64(loads()[kind].Last.UnixNano()) / 1e9 }))
		registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "toolparser_file_reload_failures_total", Help: "Number of times that changed files of a kind could not be read, or had an error. Their earlier content stays in use.", ConstLabels: labels,
		}, func() float64 { return float64(loads()[kind].Failures) }))
	}
}

// TLS adds the metrics of TLS: when the certificate expires, zero without one, and how many handshakes have failed.
func TLS(registry *prometheus.Registry, expires func() time.Time, failed func() uint64) {
	registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "toolparser_certificate_expires_seconds", Help: "Time at which the TLS certificate expires, in seconds since 1970. 0 without TLS.",
	}, func() float64 { return float64(max(expires().Unix(), 0)) }))
	registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "toolparser_tls_handshakes_failed_total", Help: "TLS handshakes that failed.",
	}, func() float64 { return float64(failed()) }))
}
