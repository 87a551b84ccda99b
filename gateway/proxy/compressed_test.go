package proxy_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

var codings = []string{"gzip", "zstd", "br"}

// got is what an upstream gets of a request.
type got struct{ coding, body string }

// keeps is an upstream that keeps its requests.
func keeps(requests *[]got, response string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*requests = append(*requests, got{r.Header.Get("Content-Encoding"), string(body)})
		w.Header().Set("Content-Type", asJSON)
		_, _ = io.WriteString(w, response)
	}
}

// A compressed request is read, and leaves as it came.
func TestACompressedRequestLeavesAsItCame(t *testing.T) {
	for _, coding := range codings {
		var requests []got
		s := start(t, keeps(&requests, apitest.Called), nil)
		body := compressed(coding, apitest.Ask)
		if text := s.text(s.post(body, "Content-Encoding", coding)); !strings.Contains(text, `"tool_calls"`) {
			t.Errorf("%s: the client got %s", coding, text)
		}
		if want := (got{coding, body}); len(requests) != 1 || requests[0] != want {
			t.Errorf("%s: the upstream got %q", coding, requests)
		}
	}
}

// A compressed request in which something is changed leaves as text.
func TestACompressedRequestThatIsChangedLeavesAsText(t *testing.T) {
	for _, coding := range codings {
		var requests []got
		s := start(t, keeps(&requests, apitest.Plain), nil)
		s.text(s.post(compressed(coding, fmt.Sprintf(histories[0].broken, "")), "Content-Encoding", coding))
		if want := (got{"", healed(0, "")}); len(requests) != 1 || requests[0] != want {
			t.Errorf("%s: the upstream got %q", coding, requests)
		}
	}
}

// What can't be decompressed, or is too long then, passes as it came.
func TestACompressedRequestThatCannotBeReadPasses(t *testing.T) {
	const most = 1 << 16
	for name, request := range map[string]got{
		"another coding":  {"deflate", "x"},
		"two codings":     {"gzip, zstd", compressed("gzip", compressed("zstd", apitest.Ask))},
		"not compressed":  {"gzip", apitest.Ask},
		"not zstd":        {"zstd", apitest.Ask},
		"not br":          {"br", apitest.Ask},
		"half of it":      {"gzip", compressed("gzip", apitest.Ask)[:50]},
		"too long as br":  {"br", compressed("br", apitest.Ask+strings.Repeat(" ", most))},
		"too long, gzip":  {"gzip", compressed("gzip", apitest.Ask+strings.Repeat(" ", 64<<20))},
		"too long, zstd":  {"zstd", compressed("zstd", apitest.Ask+strings.Repeat(" ", 64<<20))},
		"an empty text":   {"gzip", compressed("gzip", "")},
		"an empty string": {"zstd", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var requests []got
			s := start(t, keeps(&requests, apitest.Called), func(c *proxy.Config) { c.MaxRequestBytes = most })
			if text := s.text(s.post(request.body, "Content-Encoding", request.coding)); text != apitest.Called {
				t.Errorf("the client got %s", text)
			}
			if len(requests) != 1 || requests[0] != request {
				t.Errorf("the upstream got %.200q", requests)
			}
		})
	}
}

// Credentials are found in a compressed body, too.
func TestCredentialsInACompressedBodyAreWithheld(t *testing.T) {
	for where, member := range withCredentials {
		for _, coding := range codings {
			var requests []got
			s := chain(t, nil, fails(500), keeps(&requests, apitest.Called))
			s.text(s.post(compressed(coding, `{"model":"x",`+member+`}`), "Content-Encoding", coding))
			if len(requests) > 0 {
				t.Errorf("%s, %s: the second upstream got %q", where, coding, requests)
			}
		}
	}
}

// A response that is compressed in a way that wasn't asked for is read as well, streamed or not.
func TestAResponseIsReadHoweverItIsCompressed(t *testing.T) {
	for _, coding := range codings {
		sent := func(kind, text string) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Encoding", coding)
				sends(kind, compressed(coding, text))(w, r)
			}
		}
		s := start(t, sent(asJSON, apitest.Called), nil)
		if text := s.text(s.post(apitest.Ask)); !strings.Contains(text, `"tool_calls"`) {
			t.Errorf("%s: got %q", coding, text)
		}
		s = start(t, sent(asEvents, apitest.LiveCall+apitest.LiveStop+apitest.LiveDone), nil)
		if text := s.text(s.post(apitest.AskLive)); !strings.Contains(text, `"tool_calls"`) {
			t.Errorf("%s, streamed: got %q", coding, text)
		}
	}
}
