// Package metrics has what the metrics of all of the program's services share: the registry, and labels
// whose values are closed sets.
package metrics

import (
	"net/http"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/toolparser/toolparser/internal/buildinfo"
)

// NewRegistry has the metrics of the Go runtime, the process and the build.
func NewRegistry() *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(buildInfo(buildinfo.Read()),
		collectors.NewGoCollector(),
		collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return registry
}

// Handler serves the metrics in the formats of Prometheus.
func Handler(registry *prometheus.Registry) http.Handler {
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{Registry: registry})
}

// buildInfo is always 1: its labels say what the program was built from.
func buildInfo(built buildinfo.Info) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "toolparser_build_info", Help: "Always 1. The labels are the version of this program, its commit, the commit's date, and whether there were changes that weren't committed.",
		ConstLabels: prometheus.Labels{"version": built.Version, "revision": built.Revision, "date": built.Date, "modified": modified(built)},
	}, func() float64 { return 1 })
}

// modified is empty where the build recorded no commit.
func modified(built buildinfo.Info) string {
	if built.Revision == "" {
		return ""
	}
	return strconv.FormatBool(built.Modified)
}
