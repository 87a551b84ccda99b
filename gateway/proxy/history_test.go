package proxy_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/history"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// The history of each API, with arguments; want is what they become.
var histories = []struct{ path, broken, want string }{
	{"/v1/chat/completions", `{"model":"m","messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{"}}]}]%s}`, `"arguments":"{\"invalid_arguments\": \"{\"}"`},
	{"/v1/responses", `{"model":"m","input":[{"type":"function_call","call_id":"a","name":"f","arguments":"{"}]%s}`, `"arguments":"{\"invalid_arguments\": \"{\"}"`},
	{"/v1/messages", `{"model":"m","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":"{"}]}]%s}`, `"input":{"invalid_arguments": "{"}`},
}

// asked is an upstream that keeps the bodies of its requests.
func asked(bodies *[]string, status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if int64(len(body)) != r.ContentLength {
			body = fmt.Appendf(nil, "%d bytes, not %d", len(body), r.ContentLength)
		}
		*bodies = append(*bodies, string(body))
		w.Header().Set("Content-Type", asJSON)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, apitest.Plain)
	}
}

// healed is a body of histories as an upstream gets it.
func healed(i int, more string) string {
	h := histories[i]
	body := fmt.Sprintf(h.broken, more)
	for _, key := range []string{`"arguments"`, `"input"`} {
		body = strings.Replace(body, key+`:"{"`, h.want, 1)
	}
	return body
}

// Each request has its history healed, with tools and without, and a request in which nothing is wrong stays as it is.
func TestHistoriesAreHealed(t *testing.T) {
	var bodies []string
	s := start(t, asked(&bodies, http.StatusOK), nil)
	var want []string
	for i, h := range histories {
		for _, more := range []string{"", `,"tools":[]`, "," + apitest.Tools, ` , "x":1.50`} {
			s.text(s.do(http.MethodPost, h.path, fmt.Sprintf(h.broken, more)))
			want = append(want, healed(i, more))
		}
		fine := fmt.Sprintf(strings.Replace(h.broken, `"{"`, `"{ }"`, 1), " ")
		s.text(s.do(http.MethodPost, h.path, fine))
		want = append(want, fine)
	}
	if !slices.Equal(bodies, want) {
		t.Errorf("the upstream got\n%s\nwant\n%s", strings.Join(bodies, "\n"), strings.Join(want, "\n"))
	}
}

// What isn't a request to an API, or is too long to be read, passes.
func TestHistoriesOfOtherRequestsPass(t *testing.T) {
	var bodies []string
	chat := fmt.Sprintf(histories[0].broken, "")
	s := start(t, asked(&bodies, http.StatusOK), func(c *proxy.Config) {
		c.MaxRequestBytes = len(chat)
		c.Upstreams[0].Models = map[string]string{"m": "m"} // so that other requests are read, too
	})
	s.text(s.do(http.MethodPost, "/v1/embeddings", chat, "Content-Type", asJSON))
	s.text(s.do(http.MethodPost, "/v1/chat/completions", chat+" "))
	s.text(s.do(http.MethodPost, "/v1/chat/completions", chat))
	if want := []string{chat, chat + " ", healed(0, "")}; !slices.Equal(bodies, want) {
		t.Errorf("the upstream got %q", bodies)
	}
}

// Each upstream gets the history as its settings say, and each healed one is counted.
func TestEachUpstreamHasItsHistory(t *testing.T) {
	var first, second, third []string
	servers := []*httptest.Server{httptest.NewServer(asked(&first, http.StatusBadGateway)), httptest.NewServer(asked(&second, http.StatusBadGateway)), httptest.NewServer(asked(&third, http.StatusOK))}
	config := proxy.Config{History: history.Pass, Upstreams: []proxy.Upstream{
		{Name: "first"}, {Name: "second", History: history.Heal, EmptyArguments: history.EmptyObject, Models: map[string]string{"m": "other"}}, {Name: "third", History: history.Complete},
	}}
	for i, server := range servers {
		t.Cleanup(server.Close)
		config.Upstreams[i].URL = server.URL
	}
	observer, log := &observing{}, &apitest.Log{}
	p, err := proxy.New(apitest.Registry(), config, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})), observer)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	body := `{"model":"m","messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{"}},{"id":"b","function":{"name":"f","arguments":""}}]}],` + apitest.Tools + `}`
	p.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/chat/completions", strings.NewReader(body)))
	broken := strings.Replace(body, `"{"`, `"{\"invalid_arguments\": \"{\"}"`, 1)
	result := func(id string) string {
		return `,{"role":"tool","tool_call_id":"` + id + `","content":"The call was interrupted; there is no result."}`
	}
	for _, test := range []struct {
		name, want string
		got        []string
	}{
		{"first", body, first},
		{"second", strings.NewReplacer(`"m"`, `"other"`, `""`, `"{}"`).Replace(broken), second},
		{"third", strings.Replace(broken, `}]}],"tools"`, `}]}`+result("a")+result("b")+`],"tools"`, 1), third},
	} {
		if len(test.got) != 1 || test.got[0] != test.want {
			t.Errorf("%s got %s\nwant %s", test.name, test.got, test.want)
		}
	}
	if want := []string{"default second", "default third"}; !slices.Equal(observer.healed, want) {
		t.Errorf("healed were %q", observer.healed)
	}
	for _, want := range []string{"level=DEBUG msg=history route=default upstream=second calls=2 answered=0 dropped=0", "msg=history route=default upstream=third calls=1 answered=2 dropped=0"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %q in the log %s", want, log)
		}
	}
	if strings.Contains(log.String(), "invalid_arguments") {
		t.Errorf("the log has what was healed: %s", log)
	}
}
