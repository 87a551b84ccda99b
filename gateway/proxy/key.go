package proxy

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/toolparser/toolparser/internal/regular"
	"github.com/toolparser/toolparser/internal/watched"
)

// newKey reads the API key of an upstream, and again whenever its file changes.
func newKey(upstream, path string) (*watched.Files[string], error) {
	return watched.New("api key of "+upstream, func() (string, error) {
		key, err := readKey(path)
		if err != nil {
			return "", fmt.Errorf("api key of %s: %w", upstream, err)
		}
		return key, nil
	}, path)
}

// readKey reads a key. Errors have nothing of the file's text.
func readKey(path string) (string, error) {
	text, err := regular.Read(path)
	if err != nil {
		return "", err
	}
	key := strings.TrimSpace(strings.TrimPrefix(string(text), "\ufeff"))
	if key == "" || strings.IndexFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) >= 0 {
		return "", fmt.Errorf("%s: want one line with the key, in ASCII", path)
	}
	return key, nil
}

// The headers with a caller's credentials.
const (
	authorization = "Authorization"
	apiKeyHeader  = "X-Api-Key"
)

var credentials = []string{authorization, apiKeyHeader, "Api-Key", "X-Goog-Api-Key", "Cookie"}

// authorize gives a request the credentials that the upstream is to get: its own key, in the header
// in which the caller sent one, or the caller's, or none. If the caller sent no key, inHeader says
// that the API has one of its own for it.
func (s *stop) authorize(h http.Header, inHeader bool) {
	if s.forwards {
		return
	}
	inHeader = inHeader || h.Get(apiKeyHeader) != ""
	for _, name := range credentials {
		h.Del(name)
	}
	switch {
	case s.key == nil:
	case inHeader:
		h.Set(apiKeyHeader, *s.key.Get())
	default:
		h.Set(authorization, "Bearer "+*s.key.Get())
	}
}
