package proxy_test

import (
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// BenchmarkProxy compares the proxy with httputil.ReverseProxy alone, before the same upstream.
func BenchmarkProxy(b *testing.B) {
	words := strings.Repeat("The weather in Oslo is fine today, and so it was. ", 80)
	text := strings.Replace(apitest.Plain, "Hello", words, 1)
	call := strings.Replace(apitest.Called, `"content":"`, `"content":"`+words, 1)
	events := strings.Repeat(apitest.LiveHello, 1000) + apitest.LiveStop + apitest.LiveDone
	for _, test := range []struct{ name, contentType, request, response string }{
		{"without tools", asJSON, `{"model":"qwen3"}`, text},
		{"text", asJSON, apitest.Ask, text},
		{"call", asJSON, apitest.Ask, call},
		{"1000 events", asEvents, apitest.AskLive, events},
	} {
		upstream := httptest.NewServer(sends(test.contentType, test.response))
		target, err := url.Parse(upstream.URL)
		if err != nil {
			b.Fatal(err)
		}
		p, err := proxy.New(apitest.Registry(), proxy.Config{Upstreams: one(upstream.URL)}, slog.New(slog.DiscardHandler))
		if err != nil {
			b.Fatal(err)
		}
		reverse, alone := reverseProxy(target)
		b.Run(test.name+"/reverse proxy", func(b *testing.B) { exchanges(b, alone, test.request) })
		b.Run(test.name+"/proxy", func(b *testing.B) { exchanges(b, p, test.request) })
		p.Close()
		reverse.Transport.(*http.Transport).CloseIdleConnections()
		upstream.Close()
	}
}

// reverseProxy is httputil.ReverseProxy, and its handler.
func reverseProxy(target *url.URL) (*httputil.ReverseProxy, http.Handler) {
	reverse := &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: &http.Transport{MaxIdleConnsPerHost: 1024, DisableCompression: true},
	}
	return reverse, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).EnableFullDuplex() // without it, it loses responses
		reverse.ServeHTTP(w, r)
	})
}

// mostAdded is how many times more memory may be allocated for a response that passes than by httputil.ReverseProxy alone: buffers
// are used again, and most of the rest is one allocation for each thing that the proxy knows of a request.
const mostAdded = 30

func TestWithoutToolsLittleIsAllocated(t *testing.T) {
	upstream := httptest.NewServer(sends(asJSON, apitest.Plain))
	defer upstream.Close()
	target, err := url.Parse(upstream.URL)
	if err != nil {
		t.Fatal(err)
	}
	p, err := proxy.New(apitest.Registry(), proxy.Config{Upstreams: one(upstream.URL)}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	reverse, alone := reverseProxy(target)
	defer reverse.Transport.(*http.Transport).CloseIdleConnections()
	if own, others := allocated(t, p), allocated(t, alone); own > others+mostAdded {
		t.Errorf("%v allocations, and %v without the proxy: want at most %v more", own, others, mostAdded)
	}
}

// allocated is how many times memory is allocated for a request, by all that take part in it. Other goroutines may add to that, so the
// least of some counts.
func allocated(t *testing.T, handler http.Handler) float64 {
	s := httptest.NewServer(handler)
	defer s.Close()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	least := math.Inf(1)
	for range 5 {
		least = min(least, testing.AllocsPerRun(20, func() {
			if err := exchange(client, s.URL, `{"model":"qwen3"}`); err != nil {
				t.Fatal(err)
			}
		}))
	}
	return least
}

// exchanges asks a proxy for completions.
func exchanges(b *testing.B, handler http.Handler, request string) {
	s := httptest.NewServer(handler)
	defer s.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1024, DisableCompression: true}}
	defer client.CloseIdleConnections()
	b.ReportAllocs()
	for b.Loop() {
		if err := exchange(client, s.URL, request); err != nil {
			b.Fatal(err)
		}
	}
}

func exchange(client *http.Client, base, request string) error {
	r, err := client.Post(base+"/v1/chat/completions", asJSON, strings.NewReader(request)) //nolint:noctx // a benchmark
	if err != nil {
		return err
	}
	defer r.Body.Close() //nolint:errcheck // it was read
	_, err = io.Copy(io.Discard, r.Body)
	return err
}
