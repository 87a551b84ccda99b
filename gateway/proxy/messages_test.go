package proxy_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

const (
	messageTools = `"tools":[{"name":"get_weather","input_schema":{"type":"object","properties":{"city":{"type":"string"}}}}]`
	askMessage   = `{"model":"qwen3","max_tokens":9,"messages":[],` + messageTools + `}`
	liveMessage  = `{"model":"qwen3","max_tokens":9,"stream":true,"messages":[],` + messageTools + `}`

	messageCalled = `{"type":"message","content":[{"type":"text","text":"` + apitest.CallText + `"}],"stop_reason":"end_turn"}`
	messageStart  = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"qwen3\"}}\n\n"
	messageHello  = "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n" +
		"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hello\"}}\n\n"
	messageCall = "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"" + apitest.CallText + "\"}}\n\n"
	messageEnd  = "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n" +
		"event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":2}}\n\n" +
		"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"
)

// postMessage sends a request as Anthropic's clients do.
func (s *setup) postMessage(body string) *http.Response {
	s.Helper()
	return s.do(http.MethodPost, "/v1/messages?beta=true", body, "Anthropic-Version", "2023-06-01", "X-Api-Key", "secret")
}

func TestCallInTheTextOfAMessageBecomesOne(t *testing.T) {
	s := start(t, sends(asJSON, messageCalled), nil)
	r := s.postMessage(askMessage)
	got := s.text(r)
	if !strings.HasPrefix(got, `{"type":"message","content":[{"type":"tool_use","id":"toolu_`) || !strings.HasSuffix(got, `"name":"get_weather","input":{"city": "Oslo"}}],"stop_reason":"tool_use"}`) {
		t.Errorf("got %s", got)
	}
	if method := r.Header.Get("X-Toolparser-Method"); method != "parsed" {
		t.Errorf("the method is %q", method)
	}
}

func TestStreamedCallInTheTextOfAMessageBecomesOne(t *testing.T) {
	s := start(t, sends(asEvents, messageStart, messageHello, messageCall, messageEnd), nil)
	got := s.text(s.postMessage(liveMessage))
	if !strings.HasPrefix(got, messageStart+messageHello) || !strings.HasSuffix(got, "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n") ||
		!strings.Contains(got, `"type":"tool_use","id":"toolu_`) || !strings.Contains(got, `"stop_reason":"tool_use"`) || strings.Contains(got, "<tool_call>") {
		t.Errorf("got %s", got)
	}
}

func TestMessagesThatNeedNoFixPassThrough(t *testing.T) {
	for name, test := range map[string]struct{ path, contentType, body, request string }{
		"a stream of text":         {"/v1/messages", asEvents, messageStart + messageHello + messageEnd, liveMessage},
		"without tools":            {"/v1/messages", asJSON, messageCalled, `{"model":"qwen3"}`},
		"with a server's tools":    {"/v1/messages", asJSON, messageCalled, `{"tools":[{"type":"web_search_20250305","name":"web_search"}]}`},
		"without a choice":         {"/v1/messages", asJSON, messageCalled, `{` + messageTools + `,"tool_choice":{"type":"none"}}`},
		"an error with status 200": {"/v1/messages", asJSON, `{"type":"error","error":{"type":"overloaded_error","message":"x"}}`, askMessage},
		"an error in a stream":     {"/v1/messages", asEvents, messageStart + "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}}\n\n", liveMessage},
		"a count of tokens":        {"/v1/messages/count_tokens", asJSON, `{"input_tokens": 7}`, askMessage},
		"a batch":                  {"/v1/messages/batches", asJSON, messageCalled, askMessage},
		"chat completions":         {"/v1/chat/completions", asJSON, apitest.Called, askMessage}, // it is no request of that API
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, sends(test.contentType, test.body), nil)
			if got := s.text(s.do(http.MethodPost, test.path, test.request, "Anthropic-Version", "2023-06-01")); got != test.body {
				t.Errorf("got %s", got)
			}
		})
	}
}

// The base of an upstream may be OpenAI's, with the version, or Anthropic's, to which clients add it.
func TestMessagesReachAnyBase(t *testing.T) {
	for _, test := range []struct{ base, path, header, want string }{
		{"/api/v1", "/v1/messages", "", "/api/v1/messages"},
		{"/api/v1/", "/v1/messages", "", "/api/v1/messages"},
		{"/api", "/v1/messages", "", "/api/v1/messages"},
		{"", "/v1/messages", "", "/v1/messages"},
		{"/api", "/v1/messages/count_tokens", "", "/api/v1/messages/count_tokens"},
		{"/api", "/v1/models", "2023-06-01", "/api/v1/models"},
		{"/api", "/v1/models", "", "/api/models"},
		{"/api", "/messages", "", "/api/messages"},
	} {
		var got, key string
		s := start(t, func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			got, key = r.URL.Path, r.Header.Get("X-Api-Key")
		}, func(c *proxy.Config) {
			c.Upstreams[0].URL = strings.TrimSuffix(c.Upstreams[0].URL, "/api/v1") + test.base
		})
		headers := []string{"X-Api-Key", "secret"}
		if test.header != "" {
			headers = append(headers, "Anthropic-Version", test.header)
		}
		s.text(s.do(http.MethodPost, test.path, askMessage, headers...))
		if got != test.want || key != "secret" {
			t.Errorf("base %q, path %s: the upstream got %s, with the key %q, want %s", test.base, test.path, got, key, test.want)
		}
	}
}

// An upstream that fails is reported in the shape of the API, whatever the request is about.
func TestAnUpstreamOfMessagesThatFails(t *testing.T) {
	for _, path := range []string{"/v1/messages", "/v1/messages/count_tokens"} {
		s := start(t, nil, func(c *proxy.Config) { c.Upstreams[0].URL = "http://127.0.0.1:1" })
		r := s.do(http.MethodPost, path, askMessage)
		const want = `{"type":"error","error":{"type":"api_error","message":"upstream http://127.0.0.1:1 can't be reached: connection refused"}}`
		if got := s.text(r); r.StatusCode != http.StatusBadGateway || got != want {
			t.Errorf("%s: got %d %s", path, r.StatusCode, got)
		}
	}
}
