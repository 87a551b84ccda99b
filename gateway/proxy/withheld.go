package proxy

import (
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// What an upstream gets that doesn't get the caller's credentials: any other header, and any other parameter of the query, may be one.
var (
	plainHeaders = []string{
		"Content-Type", "Content-Encoding", "Accept", "User-Agent", "Idempotency-Key", "Traceparent", "Tracestate",
		"Anthropic-Version", "Anthropic-Beta", "Openai-Beta",
		// Those of the connection itself. Sec-WebSocket-Protocol isn't one of them: clients send keys in it.
		"Connection", "Upgrade", "Te", "Sec-Websocket-Key", "Sec-Websocket-Version", "Sec-Websocket-Extensions",
	}
	plainQuery = []string{"beta", "api-version", "alt"}
)

// plainPrefix begins the headers in which SDKs describe themselves.
const plainPrefix = "X-Stainless-"

// headers are the headers that the upstream gets.
func (s *stop) headers(all http.Header) http.Header {
	if s.forwards {
		return all
	}
	plain := http.Header{}
	for name, values := range all {
		if strings.HasPrefix(name, plainPrefix) || slices.Contains(plainHeaders, name) || slices.Contains(s.upstream.forwardHeaders, name) {
			plain[name] = values
		}
	}
	return plain
}

// query is the query that the upstream gets. Some servers end a parameter at a semicolon, too, so none with one is certain to be plain.
func (s *stop) query(all string) string {
	if s.forwards || all == "" {
		return all
	}
	var plain []string
	for parameter := range strings.SplitSeq(all, "&") {
		name, _, _ := strings.Cut(parameter, "=")
		name, err := url.QueryUnescape(name)
		if err == nil && !strings.Contains(parameter, ";") && (slices.Contains(plainQuery, name) || slices.Contains(s.upstream.forwardQuery, name)) {
			plain = append(plain, parameter)
		}
	}
	return strings.Join(plain, "&")
}

// withheld is the failure of an upstream that can't be sent the request, since its body has somebody's credentials; nil if it can.
func (x *exchange) withheld(s *stop) *failure {
	if s.forwards || s.forwardsBody || !x.whole {
		return nil
	}
	where := credentialsIn(x.text)
	if where == "" {
		return nil
	}
	return &failure{
		upstream: s.upstream.name, status: http.StatusBadRequest, why: ReasonCredentials,
		what: "doesn't get credentials of callers, and the request has some, in " + where + "; remove them, or set forward-credentials of the upstream",
	}
}

// credentialsIn is where the body of a request has credentials; empty if it has none.
func credentialsIn(body string) string {
	for key, value := range jsonedit.Read(body).Members() {
		switch key.Str {
		case "api_key", "api_base", "mcp_servers":
			if says(value) {
				return key.Str
			}
		case "tools":
			for tool := range value.Items() {
				for key, value := range tool.Members() {
					if (key.Str == "headers" || key.Str == "authorization") && says(value) {
						return "the " + key.Str + " of a tool"
					}
				}
			}
		}
	}
	return ""
}

// says reports whether a value is neither null nor empty.
func says(value jsonedit.Value) bool {
	switch value.Type {
	case jsonedit.Null:
		return false
	case jsonedit.String:
		return value.Str != ""
	default:
		inner := strings.Trim(value.Raw, "{[]} \t\r\n")
		return inner != ""
	}
}

// canonical are the names of headers as a request has them.
func canonical(names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = textproto.CanonicalMIMEHeaderKey(name)
	}
	return list
}
