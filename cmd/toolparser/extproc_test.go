package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/extproc"
	proxymetrics "github.com/toolparser/toolparser/gateway/proxy/metrics"
	"github.com/toolparser/toolparser/server/metrics"
)

// TestEnvoyCountsAsTheProxy: responses in Envoy are in the server's metrics, as the proxy has it.
func TestEnvoyCountsAsTheProxy(t *testing.T) {
	m := metrics.New(families.Registry())
	e := envoyMetrics{proxymetrics.In(m.Registry())}
	e.ObserveResponse(&extproc.Outcome{Report: gateway.Report{Method: gateway.Repaired, Family: "hermes", Repairs: 3}, FirstByte: time.Second, Added: time.Millisecond})
	e.ObserveResponse(&extproc.Outcome{Report: gateway.Report{Family: "hermes"}, Left: true})
	e.ObserveResponse(&extproc.Outcome{Report: gateway.Report{Family: "hermes"}, Failed: true})
	e.ObserveHealed()
	recorder := httptest.NewRecorder()
	m.Handler().ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range []string{
		`responses_total{family="hermes",method="repaired",route="envoy",upstream="envoy"} 1`,
		`responses_total{family="hermes",method="left",route="envoy",upstream="envoy"} 1`,
		`responses_total{family="hermes",method="error",route="envoy",upstream="envoy"} 1`,
		`repairs_total{family="hermes",route="envoy",upstream="envoy"} 3`,
		`histories_healed_total{route="envoy",upstream="envoy"} 1`,
		`first_byte_seconds_sum{route="envoy",upstream="envoy"} 1`,
		`added_seconds_sum{route="envoy",upstream="envoy"} 0.001`,
	} {
		if !strings.Contains(recorder.Body.String(), "\ntoolparser_proxy_"+want+"\n") {
			t.Errorf("no %s", want)
		}
	}
}
