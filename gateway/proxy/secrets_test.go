package proxy_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
	"github.com/toolparser/toolparser/gateway/proxy/metrics"
)

// Keys and tokens, of the caller and of the operator, are in no log, whatever its level, no metric, no logged output and nothing that the
// client gets, whatever becomes of the request.
func TestKeysAreNowhere(t *testing.T) {
	const token, key, other = "a-token-with-s3cret", "upstreams-s3cret", "callers-s3cret"
	secure := httptest.NewUnstartedServer(nil)
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	secure.StartTLS()
	defer secure.Close()
	for name, first := range map[string]http.Handler{
		"fixed":                   sends(asJSON, apitest.Called),
		"streamed":                sends(asEvents, apitest.LiveHello, apitest.LiveCall, apitest.LiveStop, apitest.LiveDone),
		"leaked":                  sends(asJSON, says(leakedText)),
		"refused":                 fails(401),
		"an error":                fails(500),
		"an error as 200":         sends(asJSON, `{"error":{"message":"no"}}`),
		"HTML":                    sends("text/html", "<html>"),
		"reset":                   http.HandlerFunc(resets),
		"broken within a body":    http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { sends(asJSON, apitest.Called[:30], "")(w, r); breaks(w) }),
		"broken within a stream":  http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { sends(asEvents, apitest.LiveHello, "")(w, r); breaks(w) }),
		"an upgrade to something": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusSwitchingProtocols) }),
		"another protocol":        nil, // it speaks TLS, which no one expects
	} {
		for credentials, sent := range map[string][]string{
			"the caller's own": {"Authorization", "Bearer " + other, "X-Api-Key", other, "Api-Key", other, "Cookie", other, "Proxy-Authorization", other},
			"a token":          {"Authorization", "Bearer " + token, "X-Api-Key", other},
			"a wrong token":    {"Authorization", "Bearer wrong-s3cret"},
		} {
			t.Run(name+", with "+credentials, func(t *testing.T) {
				counted, log, folder := metrics.New(apitest.Registry()), &apitest.Log{}, t.TempDir()
				config := proxy.Config{LogOutputs: folder}
				for i, handler := range []http.Handler{first, fails(503)} {
					u := proxy.Upstream{Name: string(rune('a' + i)), URL: strings.Replace(secure.URL, "https:", "http:", 1)}
					if handler != nil {
						upstream := httptest.NewServer(handler)
						defer upstream.Close()
						u.URL = upstream.URL
					}
					if strings.HasSuffix(credentials, "token") {
						u.APIKeyFile, config.TokensFile = keyFile(t, key), keyFile(t, "agent "+token)
					}
					config.Upstreams = append(config.Upstreams, u)
				}
				p, err := proxy.New(apitest.Registry(), config, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})), counted)
				if err != nil {
					t.Fatal(err)
				}
				defer p.Close()
				front := httptest.NewServer(p)
				defer front.Close()
				var out strings.Builder
				for _, one := range [][2]string{{"/v1/chat/completions", apitest.Ask}, {"/v1/chat/completions", `{"model":"x"}`}, {"/v1/messages", askMessage}, {"/v1/responses", askLiveResponse}, {"/v1/models", ""}} {
					r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, front.URL+one[0]+"?key="+other, strings.NewReader(one[1]))
					if err != nil {
						t.Fatal(err)
					}
					for i := 0; i < len(sent); i += 2 {
						r.Header.Set(sent[i], sent[i+1])
					}
					response, err := front.Client().Do(r)
					if err != nil {
						t.Fatal(err)
					}
					_ = response.Header.Write(&out)
					_, _ = io.Copy(&out, response.Body)
					_ = response.Body.Close()
				}
				scraped := httptest.NewRecorder()
				counted.Handler().ServeHTTP(scraped, httptest.NewRequest(http.MethodGet, "/metrics", nil))
				records, err := os.ReadFile(filepath.Join(folder, "outputs.jsonl"))
				if err != nil {
					t.Fatal(err)
				}
				if answered := credentials != "a wrong token"; answered && (len(records) == 0 || !strings.Contains(scraped.Body.String(), `toolparser_proxy_responses_total{`) || log.String() == "") {
					t.Error("nothing is recorded")
				}
				for sink, text := range map[string]string{"the client": out.String(), "the log": log.String(), "the metrics": scraped.Body.String(), "a logged output": string(records)} {
					if strings.Contains(text, "s3cret") {
						t.Errorf("%s has a key: %s", sink, text)
					}
				}
			})
		}
	}
}

// A file of a key that can't be used is reported without what it holds.
func TestAKeyThatCannotBeUsedIsNotQuoted(t *testing.T) {
	for _, text := range []string{"s3cret\nand more", "s3cret\x00", "s3crét", " \n"} {
		_, err := proxy.New(apitest.Registry(), proxy.Config{Upstreams: []proxy.Upstream{{URL: "http://a", APIKeyFile: keyFile(t, text)}}}, slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), "want one line with the key, in ASCII") || strings.Contains(err.Error(), "s3cr") {
			t.Errorf("%q: the error is %v", text, err)
		}
	}
}
