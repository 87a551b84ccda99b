package proxy_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
	"github.com/toolparser/toolparser/parsers"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("gopkg.in/natefinch/lumberjack%2ev2.(*Logger).millRun")) // which never ends
}

// A setup is a client's way through a proxy to an upstream.
type setup struct {
	*testing.T
	proxy    *httptest.Server
	upstream *httptest.Server
	log      *apitest.Log
	client   *http.Client
}

// start starts a proxy before the upstream; base is the path of its API.
func start(t *testing.T, upstream http.HandlerFunc, change func(*proxy.Config)) *setup {
	t.Helper()
	return startWith(t, apitest.Registry(), upstream, change)
}

func startWith(t *testing.T, registry *parsers.Registry, upstream http.HandlerFunc, change func(*proxy.Config)) *setup {
	t.Helper()
	s := &setup{T: t, log: &apitest.Log{}, upstream: httptest.NewServer(upstream)}
	config := proxy.Config{Upstreams: []proxy.Upstream{{URL: s.upstream.URL + "/api/v1"}}}
	if change != nil {
		change(&config)
	}
	p, err := proxy.New(registry, config, slog.New(slog.NewTextHandler(s.log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	s.proxy = httptest.NewServer(p)
	s.client = &http.Client{Transport: &http.Transport{DisableCompression: true}, Timeout: 30 * time.Second}
	t.Cleanup(func() {
		s.client.CloseIdleConnections()
		s.proxy.Close()
		p.Close()
		s.upstream.CloseClientConnections()
		s.upstream.Close()
	})
	return s
}

// post sends a request for chat completions.
func (s *setup) post(body string, headers ...string) *http.Response {
	s.Helper()
	return s.do(http.MethodPost, "/v1/chat/completions", body, headers...)
}

func (s *setup) do(method, path, body string, headers ...string) *http.Response {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), method, s.proxy.URL+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = response.Body.Close() })
	return response
}

// text is all of a body.
func (s *setup) text(r *http.Response) string {
	s.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		s.Fatalf("%v, behind %q", err, text)
	}
	return string(text)
}

// sends is an upstream that sends the body as it is.
func sends(contentType string, pieces ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", contentType)
		for _, piece := range pieces {
			_, _ = io.WriteString(w, piece)
			if len(pieces) > 1 {
				_ = http.NewResponseController(w).Flush()
			}
		}
	}
}

// breaks closes the connection within the response.
func breaks(w http.ResponseWriter) {
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

const (
	asJSON   = "application/json"
	asEvents = "text/event-stream"
)

// The same in the Responses API.
const (
	responseTools   = `"tools":[{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]`
	askResponse     = `{"model":"qwen3","input":"Hi",` + responseTools + `}`
	askLiveResponse = `{"model":"qwen3","input":"Hi","stream":true,` + responseTools + `}`

	callMessage = `{"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"` + apitest.CallText + `"}]}`
	responded   = `{"id":"resp_1","status":"completed","output":[` + callMessage + `],"x":1.50}`
	liveCreated = "event: response.created\ndata: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_1\",\"output\":[]}}\n\n"
	liveItem    = "event: response.output_item.added\ndata: {\"type\":\"response.output_item.added\",\"sequence_number\":1,\"output_index\":0,\"item\":{\"type\":\"message\",\"id\":\"msg_1\",\"content\":[]}}\n\n"
	liveText    = "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":2,\"item_id\":\"msg_1\",\"output_index\":0,\"content_index\":0,\"delta\":\"" + apitest.CallText + "\"}\n\n"
	liveEnd     = "event: response.completed\ndata: {\"type\":\"response.completed\",\"sequence_number\":3,\"response\":" + responded + "}\n\n"
)
