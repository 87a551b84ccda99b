package proxy

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/toolparser/toolparser/internal/regularfile"
	"github.com/toolparser/toolparser/internal/reload"
)

// newKey reads the API key of an upstream, and again whenever its file changes.
func newKey(upstream, path string) (*reload.Files[string], error) {
	return reload.New("api key of "+upstream, func() (string, error) {
		key, err := readKey(path)
		if err != nil {
			return "", fmt.Errorf("api key of %s: %w", upstream, err)
		}
		return key, nil
	}, path)
}

// readKey reads a key. Errors have nothing of the file's text.
func readKey(path string) (string, error) {
	text, err := regularfile.Read(path)
	if err != nil {
		return "", err
	}
	key := strings.TrimSpace(strings.TrimPrefix(string(text), "\ufeff"))
	if key == "" || strings.IndexFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) >= 0 {
		return "", fmt.Errorf("%s: want one line with the key, in ASCII", path)
	}
	return key, nil
}

// The headers in which APIs have keys.
const (
	authorization = "Authorization"
	apiKeyHeader  = "X-Api-Key"
	azureHeader   = "Api-Key"
)

// credentials are the headers that have nothing but a caller's credentials.
var credentials = []string{authorization, apiKeyHeader, azureHeader, "X-Goog-Api-Key", "Cookie"}

// authorize gives the headers of a request the upstream's own key, if it has one. inHeader says that the API has a header of its
// own for keys, where the caller sent none.
func (s *stop) authorize(h, caller http.Header, inHeader bool) {
	if s.upstream.key == nil {
		return
	}
	for _, name := range credentials {
		h.Del(name)
	}
	switch {
	case s.upstream.keyHeader != "":
		setKey(h, s.upstream.keyHeader, *s.upstream.key.Get())
	case inHeader || caller.Get(apiKeyHeader) != "":
		setKey(h, apiKeyHeader, *s.upstream.key.Get())
	case caller.Get(azureHeader) != "":
		setKey(h, azureHeader, *s.upstream.key.Get())
	default:
		setKey(h, authorization, *s.upstream.key.Get())
	}
}

// setKey sets a header, which may be written with the scheme that goes before the key, as in "Authorization: Bearer".
func setKey(h http.Header, header, key string) {
	name, scheme := splitKeyHeader(header)
	if scheme != "" {
		key = scheme + " " + key
	}
	h.Set(name, key)
}

// splitKeyHeader is the name of a header, and the scheme in it. That of Authorization is Bearer by default.
func splitKeyHeader(header string) (name, scheme string) {
	name, scheme, _ = strings.Cut(header, ":")
	name, scheme = strings.TrimSpace(name), strings.TrimSpace(scheme)
	if scheme == "" && strings.EqualFold(name, authorization) {
		scheme = "Bearer"
	}
	return name, scheme
}
