package proxy_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// The base URL may be a host alone: the caller's path stays, unless the host doesn't know it. Then its API is at its root.
func TestABaseWithoutAPath(t *testing.T) {
	for name, test := range map[string]struct {
		knows string   // the paths that the host knows begin with it
		want  []string // paths, of three requests
	}{
		"below the version": {"/v1/", []string{"/v1/chat/completions", "/v1/chat/completions", "/v1/models"}},
		"at the root":       {"/chat", []string{"/v1/chat/completions", "/chat/completions", "/chat/completions", "/models"}},
		"nowhere":           {"/x", []string{"/v1/chat/completions", "/chat/completions", "/v1/chat/completions", "/chat/completions", "/v1/models", "/models"}},
	} {
		t.Run(name, func(t *testing.T) {
			var paths []string
			s := start(t, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				paths = append(paths, r.URL.Path+strings.TrimPrefix(r.URL.RawQuery, "x=1"))
				if r.Method == http.MethodPost && string(body) != apitest.Ask {
					t.Errorf("the body is %q", body)
				}
				if !strings.HasPrefix(r.URL.Path, test.knows) {
					w.WriteHeader(http.StatusNotFound)
				}
				sends(asJSON, apitest.Called)(w, r)
			}, func(c *proxy.Config) { c.Upstreams[0].URL = strings.TrimSuffix(c.Upstreams[0].URL, "/api/v1") })
			for range 2 {
				s.text(s.do(http.MethodPost, "/v1/chat/completions?x=1", apitest.Ask))
			}
			s.text(s.do(http.MethodGet, "/v1/models", ""))
			if !slices.Equal(paths, test.want) {
				t.Errorf("the upstream got %v, want %v", paths, test.want)
			}
		})
	}
}
