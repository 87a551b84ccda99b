package proxy_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// toolsLogged are the lines of the log about the tools of a request that goes to two upstreams, the first of which fails.
func toolsLogged(t *testing.T, level slog.Level, tools string) []string {
	t.Helper()
	failing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }))
	defer failing.Close()
	upstream := httptest.NewServer(sends(asJSON, apitest.Plain))
	defer upstream.Close()
	log := &apitest.Log{}
	config := proxy.Config{Upstreams: []proxy.Upstream{{Name: "a", URL: failing.URL}, {Name: "b", URL: upstream.URL}}}
	p, err := proxy.New(apitest.Registry(), config, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: level})))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	body := `{"model":"qwen3","messages":[],"tools":[` + tools + `]}`
	p.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/chat/completions", strings.NewReader(body)))
	return regexp.MustCompile(`level=\w+ msg=tools.*`).FindAllString(log.String(), -1)
}

// Tools that aren't understood cost only their own calls. At the level debug, one line a request says that there are some.
func TestToolsThatAreNotUnderstoodAreLoggedOnce(t *testing.T) {
	const fine = `{"type":"function","function":{"name":"f"}}`
	for _, c := range []struct {
		tools string
		want  []string
	}{
		{`null`, []string{`level=DEBUG msg=tools not_understood=1 first="tools[0].name: `}},
		{`{"type":"function","function":{}},null,` + fine, []string{`level=DEBUG msg=tools not_understood=2 first="tools[0].function.name: `}},
		{fine + `,{"type":"function","function":{"name":"f","parameters":7}}`, []string{`level=DEBUG msg=tools not_understood=1 first="tools[1].function.parameters: `}},
		{`{"type":"` + strings.Repeat("x", 1000) + `","function":{"name":"f"}}`, []string{`level=DEBUG msg=tools not_understood=1 first="tools[0].type: `}},
		{fine + `,{"type":"web_search"}`, nil},
	} {
		got := toolsLogged(t, slog.LevelDebug, c.tools)
		if !slices.EqualFunc(got, c.want, strings.HasPrefix) || slices.ContainsFunc(got, func(line string) bool { return len(line) > 300 }) {
			t.Errorf("with the tools %.100s the log has %q, want %q", c.tools, got, c.want)
		}
		if got := toolsLogged(t, slog.LevelInfo, c.tools); len(got) > 0 {
			t.Errorf("with the tools %.100s the log has %q at the level info", c.tools, got)
		}
	}
}
