package proxy

import (
	"net/url"
	"strings"
)

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
