package metrics_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/proxy"
	proxymetrics "github.com/toolparser/toolparser/gateway/proxy/metrics"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
	"github.com/toolparser/toolparser/server/metrics"
)

// TestDeployedQueries checks that every metric and label of the documentation,
// the rules and the dashboard exists.
func TestDeployedQueries(t *testing.T) {
	m := metrics.New(testRegistry(t))
	tokens := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(tokens, []byte("gateway a-token-of-the-gateway"), 0o600); err != nil {
		t.Fatal(err)
	}
	srv, err := server.New(testRegistry(t), append(m.Options(), server.WithConfig(server.Config{TokensFile: tokens}))...)
	if err != nil {
		t.Fatal(err)
	}
	m.InitializeMetrics(srv)
	m.Watch(srv)
	m.ObserveResult(context.Background(), &parsers.Result{Family: "toy", ToolCalls: []parsers.ToolCall{{Format: "toy/json"}}, Leaks: []parsers.Leak{{Kind: parsers.LeakMarker}}})
	recorder := httptest.NewRecorder()
	m.Handler().ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	exported := recorder.Body.String()
	p := proxymetrics.New(testRegistry(t))
	p.ObserveOutcome(&proxy.Outcome{Reason: proxy.ReasonError, Cost: 1, FirstByte: 1, Report: gateway.Report{Repairs: 1, Invalid: 1, Results: 1, Found: []gateway.Found{{}}}})
	p.ObserveHealed("", "")
	p.WatchMemory(func() int64 { return 0 })
	recorder = httptest.NewRecorder()
	p.Handler().ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	exported += recorder.Body.String()

	rules := readFile(t, "../../deploy/prometheus/toolparser.rules.yml")
	for _, file := range []string{"../../docs/run/monitoring.md", "../../docs/run/metrics.md", "../../docs/connect/proxy.md", "../../docs/connect/proxy-reference.md", "../../docs/run/alerts.md", "../../deploy/grafana/toolparser.json", "../../deploy/prometheus/toolparser.rules.yml"} {
		text := readFile(t, file)
		for _, name := range regexp.MustCompile(`\b(?:toolparser|grpc_server)_\w+`).FindAllString(text, -1) {
			if !strings.Contains(exported, "\n"+name) && !strings.Contains(rules, ":"+name+":") {
				t.Errorf("%s: no metric %s", file, name)
			}
		}
		for _, name := range regexp.MustCompile(`\b\w+:toolparser_\w+:\w+`).FindAllString(text, -1) {
			if !strings.Contains(rules, "record: "+name+"\n") {
				t.Errorf("%s: no recording rule %s", file, name)
			}
		}
		for _, by := range regexp.MustCompile(`\b(?:by|on) \(([\w, ]+)\)`).FindAllStringSubmatch(text, -1) {
			for _, label := range strings.Split(by[1], ", ") {
				known := []string{"family", "format", "shape", "outcome", "grpc_method", "grpc_code", "identity", "file_kind", "le", "reason", "instance", "job", "version", "revision", "route", "upstream", "method", "confidence", "kind"}
				if !slices.Contains(known, label) {
					t.Errorf("%s: no label %s", file, label)
				}
			}
		}
	}
	if dashboard := readFile(t, "../../deploy/grafana/toolparser.json"); !json.Valid([]byte(dashboard)) {
		t.Error("the dashboard is no JSON")
	}
}

// TestAlertsHaveARunbook: every alert has a severity, and a heading of docs/run/alerts.md.
func TestAlertsHaveARunbook(t *testing.T) {
	runbook := readFile(t, "../../docs/run/alerts.md")
	alerts := strings.Split(readFile(t, "../../deploy/prometheus/toolparser.rules.yml"), "- alert: ")[1:]
	if len(alerts) < 9 {
		t.Fatalf("%d alerts", len(alerts))
	}
	for _, alert := range alerts {
		name, rest, _ := strings.Cut(alert, "\n")
		if !regexp.MustCompile(`labels: \{severity: (critical|warning|info)\}`).MatchString(rest) {
			t.Errorf("%s has no severity", name)
		}
		if !strings.Contains(rest, "/docs/run/alerts.md#"+strings.ToLower(name)+"\n") {
			t.Errorf("%s has no runbook_url of its own", name)
		}
		if !strings.Contains(runbook, "\n## "+name+"\n") {
			t.Errorf("docs/run/alerts.md has no section %s", name)
		}
	}
}

// TestPanelsAreExplained: every panel of the dashboard has a row of docs/run/monitoring.md,
// which names no other panels.
func TestPanelsAreExplained(t *testing.T) {
	var dashboard struct {
		Panels []struct{ Type, Title string }
	}
	if err := json.Unmarshal([]byte(readFile(t, "../../deploy/grafana/toolparser.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	var panels []string
	for _, panel := range dashboard.Panels {
		if panel.Type != "row" {
			panels = append(panels, panel.Title)
		}
	}
	_, page, _ := strings.Cut(readFile(t, "../../docs/run/monitoring.md"), "\n### The dashboard\n")
	page, _, _ = strings.Cut(page, "\n## ")
	var rows []string
	for _, row := range regexp.MustCompile(`(?m)^\| ([A-Z][^|]*) \|`).FindAllStringSubmatch(page, -1) {
		rows = append(rows, row[1])
	}
	if len(panels) == 0 || !slices.Equal(rows, panels) {
		t.Errorf("docs/run/monitoring.md has the rows\n%q\nand the dashboard the panels\n%q", rows, panels)
	}
}

// TestRunbookSaysTheSeverity: docs/run/alerts.md has the severity of each alert.
func TestRunbookSaysTheSeverity(t *testing.T) {
	runbook := readFile(t, "../../docs/run/alerts.md")
	alerts := regexp.MustCompile(`(?s)- alert: (\w+)\n.*?severity: (\w+)`).FindAllStringSubmatch(readFile(t, "../../deploy/prometheus/toolparser.rules.yml"), -1)
	if len(alerts) == 0 {
		t.Fatal("no alert has a severity")
	}
	for _, alert := range alerts {
		if want := "\n## " + alert[1] + "\n\nSeverity: " + alert[2] + ".\n"; !strings.Contains(runbook, want) {
			t.Errorf("docs/run/alerts.md has no %q", want)
		}
	}
}

// TestRunbookSaysTheMinimum: docs/run/alerts.md has the number of calls, outputs or responses that an alert needs.
func TestRunbookSaysTheMinimum(t *testing.T) {
	runbook := readFile(t, "../../docs/run/alerts.md")
	times := map[string]string{"5m": "5 minutes", "15m": "15 minutes", "1h": "1 hour", "1d": "1 day"}
	minimum := regexp.MustCompile(`\[(\w+)\]\)+ >= (\d+)\n`)
	found := 0
	for _, alert := range strings.Split(readFile(t, "../../deploy/prometheus/toolparser.rules.yml"), "- alert: ")[1:] {
		name, rule, _ := strings.Cut(alert, "\n")
		least := minimum.FindStringSubmatch(rule)
		if least == nil {
			continue
		}
		found++
		row := regexp.MustCompile(`(?m)^\|[^|]*\b` + name + `\b[^|]*\| ` + least[2] + ` .* in ` + times[least[1]] + ` \|$`)
		if !row.MatchString(runbook) {
			t.Errorf("docs/run/alerts.md has no minimum of %s: %s in %s", name, least[2], times[least[1]])
		}
	}
	if found < 5 {
		t.Errorf("%d alerts have a minimum", found)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.ReplaceAll(text, []byte("_bucket"), nil))
}
