package page_test

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/server/page"
)

func get(path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	page.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// TestPolicy: no part is served without what keeps text from becoming script.
func TestPolicy(t *testing.T) {
	for path, contentType := range map[string]string{"/": "text/html", "/page/main.js": "text/javascript", "/page/page.css": "text/css", "/page/icon.svg": "image/svg+xml"} {
		w := get(path)
		policy := w.Header().Get("Content-Security-Policy")
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), contentType) || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
		if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") || !strings.Contains(policy, "trusted-types 'none'") {
			t.Errorf("%s: %s", path, policy)
		}
	}
	for _, path := range []string{"/page/nope.js", "/page/../page.go", "/else"} {
		if w := get(path); w.Code == http.StatusOK {
			t.Errorf("%s is served", path)
		}
	}
}

// documentation is the page's only link to another host: the browser follows it when someone clicks it.
const documentation = `<a href="https://github.com/toolparser/toolparser#readme" rel="noreferrer">`

// TestNothingFromElsewhere: the parts load nothing from another host, hold no script or style in
// the page itself, and have no way to make HTML of a string.
func TestNothingFromElsewhere(t *testing.T) {
	static := os.DirFS("static")
	files, err := fs.Glob(static, "*")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	bad := regexp.MustCompile(`(?i)https?://(?:[^w]|w[^w])|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|style=|<script(?: type="module" src="/page/main\.js")?>.*[^>]</script>`)
	for _, name := range files {
		text, err := fs.ReadFile(static, name)
		if err != nil {
			t.Fatal(err)
		}
		if found := bad.FindString(strings.Replace(string(text), documentation, "", 1)); found != "" {
			t.Errorf("%s has %q", name, found)
		}
	}
}
