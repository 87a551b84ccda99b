package proxy

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/anthropic"
	"github.com/toolparser/toolparser/gateway/openai"
)

// apiOf is the API that a request is to, and whether its response can hold calls. What isn't known is
// taken for OpenAI's.
func apiOf(r *http.Request) (api gateway.API, calls bool) {
	post := r.Method == http.MethodPost
	if isAnthropic(r) {
		return anthropic.Messages{}, post && strings.HasSuffix(r.URL.Path, messages)
	}
	return openai.Chat{}, post && strings.HasSuffix(r.URL.Path, "/chat/completions")
}

// messages is the path of Anthropic's Messages API behind the version. There are others below it.
const messages = "/messages"

// isAnthropic reports whether a request is one to Anthropic's API, whatever it is about: its clients
// say so in a header.
func isAnthropic(r *http.Request) bool {
	path := strings.TrimPrefix(r.URL.Path, version)
	return r.Header.Get("Anthropic-Version") != "" || path == messages || strings.HasPrefix(path, messages+"/")
}

// version is what the paths of the proxy begin with; an upstream's base URL has its own.
const version = "/v1"

// target is the URL of a request at an upstream: what is behind the version in the caller's path,
// joined to the base. A base of Anthropic's API has no version, and its clients add it.
func target(base *url.URL, r *http.Request) *url.URL {
	u, caller := *base, r.URL
	path, raw := caller.Path, caller.EscapedPath()
	hasVersion := path == version || strings.HasPrefix(path, version+"/")
	keeps := isAnthropic(r) && !strings.HasSuffix(strings.TrimSuffix(base.Path, "/"), version)
	if hasVersion && !keeps {
		path, raw = strings.TrimPrefix(path, version), strings.TrimPrefix(raw, version)
	}
	u.RawPath = strings.TrimSuffix(base.EscapedPath(), "/") + raw
	u.Path = strings.TrimSuffix(base.Path, "/") + path
	u.RawQuery = caller.RawQuery
	return &u
}
