package proxy

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/toolparser/toolparser/gateway/httpfix"
)

// leavesBase reports whether a path, which is decoded, leaves the base that it is joined to: some servers take a backslash for
// a slash, and leave out what follows a semicolon.
func leavesBase(path string) bool {
	for segment := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '/' || r == '\\' }) {
		if segment, _, _ = strings.Cut(segment, ";"); segment == ".." {
			return true
		}
	}
	return false
}

// isHost reports whether the base is a host alone. Its API is below the version, or is not.
func (u *upstream) isHost() bool { return strings.Trim(u.base.Path, "/") == "" }

// target is the URL of a request at an upstream: what is behind the version in the caller's path,
// joined to the base. A base of Anthropic's API has no version, and its clients add it; bare: nor has this one.
func target(base *url.URL, bare bool, r *http.Request) *url.URL {
	u, caller := *base, r.URL
	path, raw := caller.Path, caller.EscapedPath()
	hasVersion := path == httpfix.Version || strings.HasPrefix(path, httpfix.Version+"/")
	keeps := bare || httpfix.IsAnthropic(path, r.Header) && !strings.HasSuffix(strings.TrimSuffix(base.Path, "/"), httpfix.Version)
	if hasVersion && !keeps {
		path, raw = strings.TrimPrefix(path, httpfix.Version), strings.TrimPrefix(raw, httpfix.Version)
	}
	u.RawPath = strings.TrimSuffix(base.EscapedPath(), "/") + raw
	u.Path = strings.TrimSuffix(base.Path, "/") + path
	u.RawQuery = caller.RawQuery
	return &u
}
