package proxy

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/openai"
	"github.com/toolparser/toolparser/gateway/openai/responses"
)

// An endpoint is a path, behind the version, whose responses can hold calls.
type endpoint struct {
	path string
	api  gateway.API
}

var endpoints = []endpoint{
	{"/chat/completions", openai.Chat{}},
	{"/responses", responses.API{}},
}

// apiOf is the API of a request; nil if its response holds no calls.
func apiOf(r *http.Request) gateway.API {
	if r.Method != http.MethodPost {
		return nil
	}
	for _, e := range endpoints {
		if strings.HasSuffix(r.URL.Path, e.path) {
			return e.api
		}
	}
	return nil
}

// version is what the paths of the proxy begin with; an upstream's base URL has its own.
const version = "/v1"

// target is the URL of a request at an upstream: what stands behind the version in the caller's
// path, joined to the base.
func target(base, caller *url.URL) *url.URL {
	u := *base
	path, raw := caller.Path, caller.EscapedPath()
	if path == version || strings.HasPrefix(path, version+"/") {
		path, raw = strings.TrimPrefix(path, version), strings.TrimPrefix(raw, version)
	}
	u.RawPath = strings.TrimSuffix(base.EscapedPath(), "/") + raw
	u.Path = strings.TrimSuffix(base.Path, "/") + path
	u.RawQuery = caller.RawQuery
	return &u
}
