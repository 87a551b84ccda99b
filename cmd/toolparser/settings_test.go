package main

import (
	"os"
	"strings"
	"testing"
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

func TestSettingsErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct{ file, variable, says string }{
		{"nope: 1", "", `no setting "nope"`},
		{"max-calls: many", "", "whole number"},
		{"max-calls: [1]", "", "max-calls is no list"},
		{"max-calls:", "", "max-calls needs a value"},
		{"check-config: true", "", `no setting "check-config"`},
		{"max-calls: -1", "", "max calls"},
		{"a: [", "", "yaml"},
		{"", "many", "TOOLPARSER_MAX_CALLS"},
		{"tokens: nope", "", "tokens"},
		{"http-listen: [\"0.0.0.0:1\"]", "", "0.0.0.0:1"},
		{"http-origins: [https://a.example]", "", "need an address"},
		{"admin-listen: 0.0.0.0:1", "", "0.0.0.0:1"},
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
