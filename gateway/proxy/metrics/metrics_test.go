package metrics_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/proxy"
	"github.com/toolparser/toolparser/gateway/proxy/metrics"
)

func exported(m *metrics.Metrics) string {
	recorder := httptest.NewRecorder()
	m.Handler().ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return recorder.Body.String()
}

func TestAnOutcomeIsCounted(t *testing.T) {
	m := metrics.New(families.Registry())
	m.ObserveOutcome(&proxy.Outcome{
		Route: "r", Upstream: "u", Method: "parsed", Cost: 2.5, FirstByte: time.Second, Added: time.Millisecond, Reason: proxy.ReasonLeaked,
		Report: gateway.Report{
			Family: "hermes", Repairs: 2, Results: 3, Markup: true,
			Found: []gateway.Found{{Format: "hermes/tool_call", Confidence: 1}, {Format: "hermes/tool_call", Confidence: 0.95}, {Format: "hermes/tool_call", Confidence: 0.3}},
		},
	})
	m.ObserveHealed("r", "u")
	m.ObserveRefused()
	m.WatchMemory(func() int64 { return 7 })
	got := exported(m)
	for _, want := range []string{
		`histories_healed_total{route="r",upstream="u"} 1`,
		`refused_total 1`,
		`bytes_held 7`,
		`responses_total{family="hermes",method="parsed",route="r",upstream="u"} 1`,
		`calls_total{confidence="1",family="hermes",format="hermes/tool_call",route="r",upstream="u"} 1`,
		`calls_total{confidence="0.9",family="hermes",format="hermes/tool_call",route="r",upstream="u"} 1`,
		`calls_total{confidence="0",family="hermes",format="hermes/tool_call",route="r",upstream="u"} 1`,
		`repairs_total{family="hermes",route="r",upstream="u"} 2`,
		`results_cut_total{family="hermes",route="r",upstream="u"} 3`,
		`leaks_total{family="hermes",route="r",upstream="u"} 1`,
		`fallbacks_total{reason="leaked",route="r",upstream="u"} 1`,
		`cost_total{route="r",upstream="u"} 2.5`,
		`first_byte_seconds_sum{route="r",upstream="u"} 1`,
		`added_seconds_sum{route="r",upstream="u"} 0.001`,
	} {
		if !strings.Contains(got, "\ntoolparser_proxy_"+want+"\n") {
			t.Errorf("no %s", want)
		}
	}
}

// No upstream can make a time series of its own.
func TestLabelsAreClosed(t *testing.T) {
	m := metrics.New(families.Registry())
	m.ObserveOutcome(&proxy.Outcome{Report: gateway.Report{Family: "invented", Found: []gateway.Found{{Format: "invented/x"}}}})
	m.ObserveOutcome(&proxy.Outcome{Report: gateway.Report{Family: "hermes", Found: []gateway.Found{{Format: "invented/y"}}}})
	m.ObserveOutcome(&proxy.Outcome{})
	got := exported(m)
	if strings.Contains(got, "invented") {
		t.Error("an unknown name is a label")
	}
	for _, want := range []string{`family="other",format="other"`, `family="hermes",format="other"`, `responses_total{family="none"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s", want)
		}
	}
}
