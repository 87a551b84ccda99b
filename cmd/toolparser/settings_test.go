package main

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toolparser/toolparser/families"
)

// TestSettings: a flag wins over its variable, and that over the file.
func TestSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	file := `
max-calls: 11
max-streams: 12
max-tools: 13
stream-idle-timeout: 90s
disable-argument-validation: true
max-queue-time: 0s
max-invalid-calls: 0
listen: ["127.0.0.1:1", "unix:a.sock"]
http-listen: ["127.0.0.1:2"]
`
	if err := os.WriteFile("c.yaml", []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TOOLPARSER_CONFIG", "c.yaml")
	t.Setenv("TOOLPARSER_MAX_STREAMS", "22")
	t.Setenv("TOOLPARSER_MAX_TOOLS", "23")
	t.Setenv("TOOLPARSER_LOG_LEVEL", "warn")
	t.Setenv("TOOLPARSER_HTTP_ORIGINS", "https://a.example,https://b.example")
	got := execute(t, []string{"serve", "--max-tools", "33", "--check-config"}, "")
	if got["exit"] != "" {
		t.Fatal(got)
	}
	for _, want := range []string{
		"max-calls: 11", "max-streams: 22", "max-tools: 33", "stream-idle-timeout: 1m30s", "log-level: warn",
		"disable-argument-validation: true", "listen:\n    - 127.0.0.1:1\n    - unix:a.sock", "shutdown-timeout: 10s",
		"max-queue-time: 50ms", "max-invalid-calls: 256", "max-response-bytes: 0",
		"http-listen:\n    - 127.0.0.1:2", "http-origins:\n    - https://a.example\n    - https://b.example",
	} {
		if !strings.Contains(got["stdout"], want+"\n") {
			t.Errorf("no %q in\n%s", want, got["stdout"])
		}
	}
	if err := os.WriteFile("effective.yaml", []byte(got["stdout"]), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TOOLPARSER_CONFIG", "effective.yaml")
	if again := execute(t, []string{"serve", "--max-tools", "33", "--check-config"}, ""); again["stdout"] != got["stdout"] {
		t.Errorf("what it prints isn't what it reads:\n%s", again["stdout"]+again["stderr"])
	}
}

// TestEmptyVariables: a variable for a file that is empty is no variable that isn't set, unless the flag says what that means.
func TestEmptyVariables(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TOOLPARSER_TOKENS", "")
	t.Setenv("TOOLPARSER_FAMILY_FILE", "")
	const want = "toolparser: TOOLPARSER_FAMILY_FILE \"\": want a path, or leave it out\nTOOLPARSER_TOKENS \"\": want a path, or leave it out\n"
	if got := execute(t, []string{"serve", "--check-config"}, ""); got["exit"] != "2\n" || !strings.HasPrefix(got["stderr"], want) {
		t.Error(got)
	}
	if got := execute(t, []string{"serve", "--check-config", "--tokens=", "--log-level=none"}, ""); !strings.Contains(got["stderr"], "--log-level \"none\": want") || !strings.Contains(got["stderr"], "--tokens \"\": want a path") {
		t.Error(got)
	}
	t.Setenv("TOOLPARSER_LOG_OUTPUTS", "")
	if got := execute(t, []string{"proxy", "--upstream=http://a", "--check-config"}, ""); strings.Contains(got["stderr"], "TOOLPARSER_LOG_OUTPUTS") {
		t.Error("an empty folder means none:", got)
	}
}

func TestSettingsErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct{ file, variable, says string }{
		{"nope: 1", "", `no setting "nope"`},
		{"max_calls: 1", "", "no setting \"max_calls\"; write max-calls\n"},
		{"TOOLPARSER_MAX_CALLS: 1", "", "; write max-calls\n"},
		{"--max-calls: 1", "", "; write max-calls\n"},
		{"check_config: true", "", "no setting \"check_config\"\n"},
		{"max-calls: many", "", "whole number"},
		{"max-calls: {a: b}", "", "config c.yaml: max-calls has no settings of its own: want a value\n"},
		{"max-calls: [1]", "", "config c.yaml: max-calls is no list"},
		{"max-calls:", "", "config c.yaml: max-calls needs a value"},
		{"c: 1\na: 1\nb: 1", "", "no setting \"a\"\nconfig c.yaml: no setting \"b\"\nconfig c.yaml: no setting \"c\"\n"},
		{"listen: [~]", "", "config c.yaml: listen: each item needs a value"},
		{"client-names: [a, [b]]", "", "config c.yaml: client-names: each item needs a value"},
		{"allow-override: true", "", "--allow-override needs --family-file"},
		{"max-connection-age-grace: 5s", "", "--max-connection-age-grace needs --max-connection-age"},
		{"trace-ratio: 1", "", "--trace-ratio needs --otlp-url"},
		{"- max-calls", "", "config c.yaml: want settings by their names, such as max-calls: 1000\n"},
		{"max-calls", "", "config c.yaml: want settings by their names"},
		{"max-calls: 1\n---\nmax-calls: 2", "", "config c.yaml: want one document"},
		{"check-config: true", "", `no setting "check-config"`},
		{"max-calls: -1", "", "--max-calls -1: want 1 to "},
		{"a: [", "", "yaml"},
		{"", "many", "TOOLPARSER_MAX_CALLS"},
		{"", "99999999999999999999", "want a whole number of 18 digits at most\n"},
		{"http-listen: [\"0.0.0.0:1\"]", "", "0.0.0.0:1"},
		{"http-origins: [https://a.example]", "", "--http-origins needs --http-listen"},
		{"admin-listen: 0.0.0.0:1", "", `--admin-listen "0.0.0.0:1": other machines reach it, and it never has TLS: want an address such as 127.0.0.1:1, or --insecure-listen`},
		{"admin-listen: 0.0.0.0:1\ntls-cert: c.pem\ntls-key: k.pem", "", `--admin-listen "0.0.0.0:1": other machines`},
		{"metrics-listen: \":9464\"", "", `--metrics-listen ":9464": other machines`},
		{"metrics-listen: 9464", "", `--metrics-listen "9464": want host:port`},
		{"metrics-listen: unix:/tmp/m", "", `--metrics-listen "unix:/tmp/m": want host:port`},
		{"metrics-listen: localhost:94640", "", `--metrics-listen "localhost:94640": want host:port`},
		{"listen: unix:/" + strings.Repeat("x", 200), "", `x": a socket's path has at most 1`},
		{"listen: localhost:94640", "", `--listen "localhost:94640": want host:port or unix:PATH`},
		{"http-listen: 127.0.0.1:50051", "", `--http-listen "127.0.0.1:50051": --listen "127.0.0.1:50051" has that address, too: want one for each`},
		{"admin-listen: 127.0.0.1:http\nmetrics-listen: 127.0.0.1:80", "", `--metrics-listen "127.0.0.1:80": --admin-listen "127.0.0.1:http" has that address`},
		{"listen: [unix:/a, 'unix:///b/../a']", "", `--listen "unix:///b/../a": --listen "unix:/a" has that address`},
		{"listen: [':50051', '127.0.0.1:50051']\ninsecure-listen: true", "", `--listen "127.0.0.1:50051": --listen ":50051" has that address`},
		{"listen: '[::1]:50051'\nhttp-listen: 0.0.0.0:50051\ninsecure-listen: true", "", `--http-listen "0.0.0.0:50051": --listen "[::1]:50051" has that address`},
		{"listen: ['[::1]:50051', '[0::1]:50051']", "", `--listen "[0::1]:50051": --listen "[::1]:50051" has that address`},
		{"admin-pprof: true", "", "--admin-pprof needs --admin-listen"},
		{"admin-channelz: true", "", "--admin-channelz needs --admin-listen"},
		{"client-ca: ca.pem", "", "--client-ca needs --tls-cert"},
		{"client-names: a", "", "--client-names needs --client-ca"},
		{"client-names: 'a,'\nclient-ca: ca.pem\ntls-cert: c.pem\ntls-key: k.pem", "", `--client-names "": want names`},
		{"client-names: 'a, b'\nclient-ca: ca.pem\ntls-cert: c.pem\ntls-key: k.pem", "", `--client-names " b": want names`},
		{"tls-cert: c.pem", "", "--tls-cert needs --tls-key"},
		{"otlp-url: foo\ntrace-ratio: 1.5\nmax-depth: 900", "", "--max-depth 900: want 1 to 512, or 0 for the default\n--otlp-url \"foo\": want http"},
		{"trace-ratio: .nan", "", "--trace-ratio NaN: want 0 to 1"},
	} {
		if err := os.WriteFile("c.yaml", []byte(test.file), 0o600); err != nil {
			t.Fatal(err)
		}
		if test.variable != "" {
			t.Setenv("TOOLPARSER_MAX_CALLS", test.variable)
		}
		got := execute(t, []string{"serve", "--config", "c.yaml", "--check-config"}, "")
		if got["exit"] != "2\n" || !strings.Contains(got["stderr"], test.says) {
			t.Errorf("%q: exit %q, %s", test.file+test.variable, got["exit"], got["stderr"])
		}
		_ = os.Unsetenv("TOOLPARSER_MAX_CALLS")
	}
}

// TestUnknownVariablesAreLogged: each variable that looks like a setting and sets no flag has a warning.
func TestUnknownVariablesAreLogged(t *testing.T) {
	for name, value := range map[string]string{
		"TOOLPARSER_MAX_CALL":      "1000",           // misspelled
		"TOOLPARSER_CHECK_CONFIG":  "true",           // only a flag
		"TOOLPARSER_LOG_LEVEL":     "warn",           // of both commands
		"TOOLPARSER_CLIENT_TARGET": "unix:/a",        // of the plugins
		"TOOLPARSER_EMPTY":         "",               // unset in effect
		"TOOLPARSER_UPSTREAM":      "http://a.test/", // of the proxy alone
	} {
		t.Setenv(name, value)
	}
	for command, want := range map[string][]string{
		"serve": {"TOOLPARSER_CHECK_CONFIG", "TOOLPARSER_MAX_CALL", "TOOLPARSER_UPSTREAM"},
		"proxy": {"TOOLPARSER_CHECK_CONFIG", "TOOLPARSER_MAX_CALL"},
	} {
		got := execute(t, []string{command, "--check-config"}, "")
		lines := strings.Split(strings.TrimSuffix(got["stderr"], "\n"), "\n")
		if got["exit"] != "" || len(lines) != len(want) {
			t.Fatalf("%s: %v", command, got)
		}
		for i, line := range lines {
			if !strings.Contains(line, "level=WARN") || !strings.Contains(line, "no flag of "+command) || !strings.HasSuffix(line, " variable="+want[i]) {
				t.Errorf("%s: %q is no warning of %s", command, line, want[i])
			}
		}
	}
}

// TestMissingFiles: all files that can't be read are reported, each with what it was for, and are
// no wrong usage, wherever they are named.
func TestMissingFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	const family = "read the family file: stat nope: no such file or directory\n"
	for line, want := range map[string]string{
		"serve --config nope":                                   "config: open nope: no such file or directory\n",
		"serve --check-config --tokens nope":                    "tokens: open nope: no such file or directory\n",
		"serve --check-config --family-file nope --tokens none": family + "tokens: open none: no such file or directory\n",
		"serve --listen unix:a --family-file nope":              family,
		"serve --listen unix:a --tls-cert nope --tls-key nope":  "tls certificate: nope and nope: open nope: no such file or directory\n",
		"parse --family llama3 nope":                            "read the output: open nope: no such file or directory\n",
		"parse --family llama3 --tools nope":                    "read tools: open nope: no such file or directory\n",
		"parse --family llama3 --family-file nope":              family,
		"families --family-file nope":                           family,
		"check nope":                                            family,
		"batch nope":                                            "read the items: open nope: no such file or directory\n",
		"batch --family-file nope":                              family,
		"import-template nope":                                  "read the template: open nope: no such file or directory\n",
		"infer-template nope":                                   "read the template: open nope: no such file or directory\n",
		"healthcheck --tls-ca nope":                             "read the authorities: open nope: no such file or directory\n",
	} {
		if got := execute(t, strings.Fields(line), ""); got["exit"] != "1\n" || got["stderr"] != "toolparser: "+want {
			t.Errorf("%s: %v", line, got)
		}
	}
}

// TestNegativeSettings: each number and duration is reported by the name of its flag.
func TestNegativeSettings(t *testing.T) {
	registry := families.Registry()
	for _, command := range []struct {
		*cobra.Command
		args []string
	}{
		{newServeCommand(registry), []string{"serve"}},
		{newProxyCommand(registry), []string{"proxy", "--upstream", "http://127.0.0.1:1"}},
	} {
		command.Flags().VisitAll(func(f *pflag.Flag) {
			value := map[string]string{"int": "-1", "int64": "-1", "duration": "-1s", "float64": "-1"}[f.Value.Type()]
			if value == "" {
				return
			}
			got := execute(t, append(command.args, "--"+f.Name, value), "")
			if want := "toolparser: --" + f.Name + " " + value + ": want "; got["exit"] != "2\n" || !strings.HasPrefix(got["stderr"], want) {
				t.Errorf("%s --%s %s: %v", command.Name(), f.Name, value, got)
			}
		})
	}
}

// TestMetricsNeedLeave: they are plain HTTP, even if the service uses TLS.
func TestMetricsNeedLeave(t *testing.T) {
	for address, local := range map[string]bool{"127.0.0.1:1": true, "localhost:1": true, "[::1]:0": true, ":1": false, "0.0.0.0:1": false} {
		for _, flag := range []string{"--metrics-listen", "--admin-listen"} {
			if got := execute(t, []string{"serve", "--check-config", flag, address}, ""); (got["exit"] == "") != local {
				t.Errorf("%s %s: %s", flag, address, got["stderr"])
			}
			if got := execute(t, []string{"serve", "--check-config", flag, address, "--insecure-listen"}, ""); got["exit"] != "" {
				t.Errorf("%s %s, allowed: %s", flag, address, got["stderr"])
			}
		}
	}
}

// TestAllWrongSettingsAtOnce: one error a setting, wherever it was set.
func TestAllWrongSettingsAtOnce(t *testing.T) {
	t.Setenv("TOOLPARSER_MAX_TOOLS", "some")
	got := execute(t, []string{"serve", "--max-calls=x", "--log-level=loud", "--max-streams=y"}, "")
	want := `toolparser: --log-level "loud": want debug, info, warn or error
--max-calls "x": want a whole number
--max-streams "y": want a whole number
TOOLPARSER_MAX_TOOLS: --max-tools "some": want a whole number
see 'toolparser serve --help'
`
	if got["stderr"] != want || got["exit"] != "2\n" {
		t.Errorf("got %v", got)
	}
}
