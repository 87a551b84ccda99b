// Command proxy measures toolparser proxy next to httputil.ReverseProxy alone, in front of the same upstream and
// in one run: requests per second, the median time of a request, and the processor time of a request, which
// what else the machine does changes least. The two take turns, and the median of the turns' ratios
// counts. Client, upstream and proxy are one process. Last, it opens many streams at once, checks that nothing is lost,
// and compares the memory of a stream. With -litellm, it compares the proxy with LiteLLM instead.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/gateway/proxy"
)

const (
	tools    = `"tools":[{"type":"function","function":{"name":"get_weather","description":"The weather of a city.","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}}]`
	ask      = `{"model":"qwen3","messages":[{"role":"user","content":"How is the weather in Oslo?"}],` + tools + `}`
	askPlain = `{"model":"qwen3","messages":[{"role":"user","content":"How is the weather in Oslo?"}]}`
	call     = `<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</tool_call>`
)

// A scenario is one kind of request.
type scenario struct {
	name, request, contentType, response string
	events                               int
	atLeast                              float64 // of ReverseProxy's requests per second
}

func scenarios() []scenario {
	words := strings.Repeat("The weather in Oslo is fine today, and so it was. ", 80) // 4 KiB
	body := func(content string) string {
		return `{"id":"x","object":"chat.completion","model":"qwen3","choices":[{"index":0,"message":{"role":"assistant","content":"` + content + `"},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":900}}`
	}
	return []scenario{
		{"no tools, 4 KiB", askPlain, "application/json", body(words), 0, 0.95},
		{"tools, 4 KiB of text", ask, "application/json", body(words), 0, 0.7},
		{"tools, 4 KiB and a call", ask, "application/json", body(words + call), 0, 0.7},
		{"no tools, 1000 events", askPlain, "text/event-stream", strings.Repeat(event("word "), 1000) + stop, 1000, 0.95},
		{"tools, 1000 events", ask, "text/event-stream", strings.Repeat(event("word "), 1000) + stop, 1000, 0},
	}
}

func main() {
	rounds := flag.Int("rounds", 15, "turns of each")
	turn := flag.Duration("turn", 300*time.Millisecond, "time of a turn")
	clients := flag.Int("clients", 4, "clients that ask at once")
	profile := flag.String("cpuprofile", "", "file for a profile of the proxy's turns of -only")
	only := flag.String("only", "", "part of a scenario's name, or streams for those that are open at once")
	c := crowd{}
	flag.IntVar(&c.streams, "streams", 100, "streams that are open at once")
	flag.IntVar(&c.events, "events", 100, "events of each of these streams")
	litellm := flag.String("litellm", "", "path of LiteLLM's program, to compare with it alone")
	flag.Parse()
	var err error
	if *litellm != "" {
		err = compareLiteLLM(*litellm, *rounds, *clients, *turn)
	} else if err = measureAll(*only, *rounds, *clients, *turn, *profile); err == nil && strings.Contains("streams", *only) {
		err = measureCrowd(c)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measureAll measures the scenarios whose name has a text.
func measureAll(only string, rounds, clients int, turn time.Duration, profile string) error {
	header := "| scenario | requests/s | ReverseProxy | ratio | by processor time | wanted | p50 | added | added per event |\n|---|---|---|---|---|---|---|---|---|"
	for _, s := range scenarios() {
		if !strings.Contains(s.name, only) {
			continue
		}
		if header != "" {
			fmt.Println(header)
			header = ""
		}
		if err := measure(&s, rounds, clients, turn, profile); err != nil {
			return err
		}
	}
	return nil
}

// sides are the proxy and ReverseProxy, in front of the same upstream.
type sides struct {
	proxy, reverse *httptest.Server
	idle           func() // closes connections to the upstream that aren't in use
}

func (s *sides) close() {
	s.proxy.Close()
	s.reverse.Close()
	s.idle()
}

// between starts both.
func between(upstream string) (*sides, error) {
	target, err := url.Parse(upstream)
	if err != nil {
		return nil, err
	}
	p, err := proxy.New(families.Registry(), proxy.Config{Upstreams: []proxy.Upstream{{URL: upstream}}}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		return nil, err
	}
	reverse := &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: &http.Transport{MaxIdleConnsPerHost: 1024, DisableCompression: true},
	}
	alone := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).EnableFullDuplex() // without it, it loses responses
		reverse.ServeHTTP(w, r)
	})
	s := &sides{proxy: httptest.NewServer(p), reverse: httptest.NewServer(alone)}
	s.idle = func() {
		reverse.Transport.(*http.Transport).CloseIdleConnections()
		p.Close()
	}
	return s, nil
}

// measure measures one scenario, and prints its row.
func measure(s *scenario, rounds, clients int, turn time.Duration, profile string) error {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", s.contentType)
		_, _ = io.WriteString(w, s.response)
	}))
	defer upstream.Close()
	both, err := between(upstream.URL)
	if err != nil {
		return err
	}
	defer both.close()
	servers := []*httptest.Server{both.proxy, both.reverse}
	var times [2][]time.Duration
	var rates [2][]float64
	var ratios, ratiosCPU []float64
	for round := range rounds + 1 {
		var rate, cpu [2]float64
		for i := range servers {
			at := (i + round) % 2
			if profile != "" && at == 0 && round == 1 {
				file, err := os.Create(profile)
				if err != nil {
					return err
				}
				_ = pprof.StartCPUProfile(file)
			}
			before := processorTime()
			took, elapsed, err := load(servers[at].URL, s.request, clients, turn)
			if profile != "" && at == 0 {
				pprof.StopCPUProfile()
			}
			if err != nil {
				return err
			}
			if round == 0 { // both are warm then
				continue
			}
			cpu[at] = float64(processorTime()-before) / float64(len(took))
			rate[at] = float64(len(took)) / elapsed.Seconds()
			times[at] = append(times[at], took...)
			rates[at] = append(rates[at], rate[at])
		}
		if round > 0 {
			ratios = append(ratios, rate[0]/rate[1])
			ratiosCPU = append(ratiosCPU, cpu[1]/cpu[0])
		}
	}
	added := median(times[0]) - median(times[1])
	perEvent := "–"
	if s.events > 0 {
		perEvent = (added / time.Duration(s.events)).String()
	}
	wanted := "–"
	if s.atLeast > 0 {
		wanted = fmt.Sprintf("≥ %.2f", s.atLeast)
	}
	fmt.Printf("| %s | %.0f | %.0f | %.2f | %.2f | %s | %v | %v | %s |\n", s.name, median(rates[0]), median(rates[1]), median(ratios), median(ratiosCPU), wanted,
		median(times[0]).Round(time.Microsecond), added.Round(time.Microsecond), perEvent)
	return nil
}

// processorTime is what the process has used.
func processorTime() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage) // it doesn't fail for the process itself
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func median[T float64 | time.Duration](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}

// load asks for a time, and returns how long each request took.
func load(base, request string, clients int, turn time.Duration) (took []time.Duration, elapsed time.Duration, err error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients, DisableCompression: true}}
	defer client.CloseIdleConnections()
	var mu sync.Mutex
	var wait sync.WaitGroup
	started := time.Now()
	for range clients {
		wait.Go(func() {
			var own []time.Duration
			var failed error
			buffer := make([]byte, 64<<10)
			for failed == nil && time.Since(started) < turn {
				begun := time.Now()
				failed = exchange(client, base, request, buffer)
				own = append(own, time.Since(begun))
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, own...)
			if failed != nil {
				err = failed
			}
		})
	}
	wait.Wait()
	return took, time.Since(started), err
}

func exchange(client *http.Client, base, request string, buffer []byte) error {
	r, err := client.Post(base+"/v1/chat/completions", "application/json", bytes.NewReader([]byte(request))) //nolint:noctx // a benchmark
	if err != nil {
		return err
	}
	defer r.Body.Close() //nolint:errcheck // it was read
	for {
		if _, err = r.Body.Read(buffer); err == io.EOF { //nolint:errorlint // a body's own
			return nil
		} else if err != nil {
			return err
		}
	}
}
