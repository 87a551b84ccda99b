package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const routesFile = `
listen: 127.0.0.1:8099
hold: all
upstreams:
  router: {url: https://router.example/api/v1, api-key-file: key, cost: 1}
  direct: {url: https://vendor.example/v1, cost: 28, models: {kimi-k2: kimi-k2-0905-preview}, forward-credentials: true}
  last: {url: https://other.example/v1, cost: 170, models: {"*": big-model}, family: hermes}
routes:
  - models: ["*kimi*"]
    try: [router, direct, last]
    fall-back-on: [error, rejected, leaked, invalid, timeout]
    min-confidence: 0.7
    budget: 200
    stick: 10m
  - try: [router]
`

func TestProxyConfigFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"proxy.yaml": routesFile, "key": "s3cret"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("TOOLPARSER_STALL_TIMEOUT", "7s")
	got := execute(t, []string{"proxy", "--config", "proxy.yaml", "--check-config", "--listen", "127.0.0.1:8091"}, "")
	if got["exit"] != "" {
		t.Fatal(got)
	}
	for _, want := range []string{"listen: 127.0.0.1:8091\n", "hold: all\n", "stall-timeout: 7s\n", "router: {url: 'https://router.example/api/v1', api-key-file: key, cost: 1}", "stick: 10m"} {
		if !strings.Contains(got["stdout"], want) {
			t.Errorf("no %q in\n%s", want, got["stdout"])
		}
	}
	if strings.Contains(got["stdout"], "s3cret") {
		t.Error("it prints a key")
	}
	if err := os.WriteFile("effective.yaml", []byte(got["stdout"]), 0o600); err != nil {
		t.Fatal(err)
	}
	if again := execute(t, []string{"proxy", "--config", "effective.yaml", "--check-config"}, ""); again["stdout"] != got["stdout"] {
		t.Errorf("what it prints isn't what it reads:\n%s", again["stdout"]+again["stderr"])
	}
}

func TestProxyConfigErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	const one = "upstreams: {a: {url: http://a}}\n"
	for _, test := range []struct {
		file  string
		flags []string
		says  []string
	}{
		{"upstreams: {a: {url: http://a, cots: 1, cost: cheap}}", nil, []string{
			"config c.yaml: upstreams.a.cots (line 1): no such setting; want one of api-key-file, api-key-header, cost, empty-arguments, family, forward-credentials, forward-headers, forward-query, history, models, url\n",
			"config c.yaml: upstreams.a.cost (line 1): want a number\n",
		}},
		{"upstreams: {a: {url: http://a, history: mend, empty-arguments: {}}}\nhistory: no", nil, []string{
			"config c.yaml: upstreams.a.history (line 1): want heal, pass or complete\n", "config c.yaml: upstreams.a.empty-arguments (line 1): want pass or object\n", "heal, pass or complete\n",
		}},
		{"upstreams: [a]", nil, []string{"config c.yaml: upstreams: want names with their settings"}},
		{"upstreams: {a: http://a}", nil, []string{"config c.yaml: upstreams.a (line 1): want settings: api-key-file, api-key-header, "}},
		{one + "routes: {a: b}", nil, []string{"config c.yaml: routes: want a list"}},
		{one + "routes: [{stick: soon, fall-back-on: [never], models: kimi}]", nil, []string{
			"routes[0].stick (line 2): want a duration such as 10s", "routes[0].fall-back-on (line 2): want a list of some of credentials, error, invalid, leaked, rejected, timeout", "routes[0].models (line 2): want a list",
		}},
		{one + "routes: [{try: [b]}]\nnope: 1", nil, []string{`config c.yaml: no setting "nope"`}},
		{one + "routes: [{try: [b], budget: -1}]", []string{"--stall-timeout", "-1s", "--listen", "x", "--tls-cert", "c"}, []string{
			`config c.yaml: routes[0].try: there is no upstream "b"; want a`, "config c.yaml: routes[0].budget -1: want 0 or more", "config c.yaml: upstreams.a: no route tries it",
			"--stall-timeout -1s: want", `--listen "x": want host:port`, "--tls-cert needs --tls-key",
		}},
		{one, []string{"--upstream", "http://b"}, []string{"--upstream: config c.yaml has upstreams, too; want one of them"}},
		{"upstreams: {a: {url: http://a, api-key-file: none}}", nil, []string{"api key of a: open none: no such file"}},
		{"upstreams: {a: {url: http://a:b@c}}", []string{"--tokens", "none"}, []string{"config c.yaml: upstreams.a.url: the URL has a user or a password", "upstreams.a.api-key-file: missing; with tokens", "tokens: open none: no such file"}},
		{"", []string{"--upstream", "http://a", "--tokens", "none"}, []string{"--api-key-file: missing; with tokens"}},
		{"", nil, []string{"--upstream: missing"}},
		{"", []string{"--upstream", "http://m\xfcller"}, []string{`--upstream "http://m\xfcller": want UTF-8 without control characters`}},
		{one + "routes: [{models: [!!binary TfxsbGVy]}]", nil, []string{`config c.yaml: routes[0].models "M\xfcller": want UTF-8 without control characters`}},
		{one, []string{"--admin-listen", "127.0.0.1:8090", "--admin-pprof"}, []string{`--admin-listen "127.0.0.1:8090": --listen "127.0.0.1:8090" has that address`}},
		{one + "routes: [{min-confidence: 0.5}]", []string{"--safe", "--min-confidence", "0.8"}, []string{"--min-confidence 0.8: --safe means 0.9 at least", "config c.yaml: routes[0].min-confidence 0.5: --safe means 0.9 at least"}},
		{one, []string{"--max-memory", "5"}, []string{"--max-memory 5: want 1048576 or more, or 0 for the default"}},
		{one, []string{"--max-memory", "-5"}, []string{"--max-memory -5: want 0 or more"}},
		{one, []string{"--max-connections", "-1", "--drain-delay", "-1s", "--admin-pprof"}, []string{"--max-connections -1: want", "--drain-delay -1s: want", "--admin-pprof needs --admin-listen"}},
	} {
		if err := os.WriteFile("c.yaml", []byte(test.file), 0o600); err != nil {
			t.Fatal(err)
		}
		got := execute(t, append([]string{"proxy", "--config", "c.yaml", "--check-config"}, test.flags...), "")
		for _, want := range test.says {
			if got["exit"] == "" || !strings.Contains(got["stderr"], want) {
				t.Errorf("%s: exit %q, no %q in %s", test.file, got["exit"], want, got["stderr"])
			}
		}
		if strings.Contains(got["stderr"], "a:b") {
			t.Errorf("the error has a password: %s", got["stderr"])
		}
	}
}

// A family from a file reads the texts of the proxy's models, and the settings may name it.
func TestProxyFamilyFile(t *testing.T) {
	file, err := filepath.Abs("../../familyfile/testdata/sorrel/sorrel.txtpb")
	if err != nil {
		t.Fatal(err)
	}
	command := []string{"proxy", "--upstream", "http://127.0.0.1:1", "--family", "sorrel", "--check-config"}
	if got := execute(t, command, ""); got["exit"] == "" || !strings.Contains(got["stderr"], `no family is named "sorrel"`) {
		t.Errorf("without the file: exit %q, %s", got["exit"], got["stderr"])
	}
	if got := execute(t, append(command, "--family-file", file), ""); got["exit"] != "" || !strings.Contains(got["stdout"], "family: sorrel") {
		t.Errorf("with the file: exit %q, %s%s", got["exit"], got["stdout"], got["stderr"])
	}
	if got := execute(t, append(command, "--family-file", "missing.txtpb"), ""); got["exit"] == "" || !strings.Contains(got["stderr"], "missing.txtpb") {
		t.Errorf("with a file that is missing: exit %q, %s", got["exit"], got["stderr"])
	}
}
