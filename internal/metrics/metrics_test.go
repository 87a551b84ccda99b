package metrics

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/toolparser/toolparser/internal/buildinfo"
)

// TestBuildInfo: the labels say what the program was built from.
func TestBuildInfo(t *testing.T) {
	for want, built := range map[string]buildinfo.Info{
		`{date="2026-11-30T06:48:34Z",modified="true",revision="0123abc",version="v1.2.3"}`: {Version: "v1.2.3", Revision: "0123abc", Date: "2026-11-30T06:48:34Z", Modified: true},
		`{date="",modified="",revision="",version="v1.2.3"}`:                                {Version: "v1.2.3"},
	} {
		registry := prometheus.NewRegistry()
		registry.MustRegister(buildInfo(built))
		response := httptest.NewRecorder()
		Handler(registry).ServeHTTP(response, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		if got := response.Body.String(); !strings.Contains(got, "toolparser_build_info"+want+" 1\n") {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
