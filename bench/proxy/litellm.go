package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// compareLiteLLM measures the proxy next to LiteLLM, whose program is at a path. The two and the upstream itself take turns.
func compareLiteLLM(path string, rounds, clients int, turn time.Duration) error {
	var asked atomic.Pointer[scenario]
	asked.Store(&scenarios()[0]) // LiteLLM asks while it starts
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		s := asked.Load()
		w.Header().Set("Content-Type", s.contentType)
		_, _ = io.WriteString(w, s.response)
	}))
	defer upstream.Close()
	p, err := proxy.New(families.Registry(), proxy.Config{Upstreams: []proxy.Upstream{{URL: upstream.URL}}}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer p.Close()
	own := httptest.NewServer(p)
	defer own.Close()
	lite, stop, err := startLiteLLM(path, upstream.URL)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Println("\n| scenario | requests/s | LiteLLM | ratio | added p50 | LiteLLM | ratio |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, s := range scenarios() {
		if s.events > 0 {
			continue
		}
		asked.Store(&s)
		if err := works(lite, s.request); err != nil {
			return err
		}
		bases := []string{own.URL, lite, upstream.URL}
		times, rates := make([][]time.Duration, len(bases)), make([][]float64, len(bases))
		var ratios []float64
		for round := range rounds + 1 {
			rate := make([]float64, len(bases))
			for i := range bases {
				at := (i + round) % len(bases)
				took, elapsed, err := load(bases[at], s.request, clients, turn)
				if err != nil {
					return err
				}
				rate[at] = float64(len(took)) / elapsed.Seconds()
				if round > 0 { // all are warm then
					times[at] = append(times[at], took...)
					rates[at] = append(rates[at], rate[at])
				}
			}
			if round > 0 {
				ratios = append(ratios, rate[0]/rate[1])
			}
		}
		direct := median(times[2])
		added, addedLite := median(times[0])-direct, median(times[1])-direct
		fmt.Printf("| %s | %.0f | %.0f | %.0f | %v | %v | %.0f |\n", s.name, median(rates[0]), median(rates[1]), median(ratios),
			added.Round(time.Microsecond), addedLite.Round(time.Microsecond), float64(addedLite)/float64(added))
	}
	return nil
}

// startLiteLLM starts the program in front of an upstream, and waits until it serves.
func startLiteLLM(path, upstream string) (base string, stop func(), err error) {
	dir, err := os.MkdirTemp("", "litellm")
	if err != nil {
		return "", nil, err
	}
	config := filepath.Join(dir, "config.yaml")
	model := fmt.Sprintf("model_list:\n- model_name: qwen3\n  litellm_params: {model: openai/qwen3, api_base: %s/v1, api_key: none}\n", upstream)
	if err := os.WriteFile(config, []byte(model), 0o600); err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	free, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // a benchmark
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	host, port, _ := net.SplitHostPort(free.Addr().String())
	_ = free.Close()
	ctx, cancel := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, path, "--config", config, "--host", host, "--port", port)
	command.Dir = dir
	// As for development: no keys, as the proxy has none, and nothing is fetched.
	command.Env = append(os.Environ(), "LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY=true",
		"LITELLM_LOCAL_MODEL_COST_MAP=True", "LITELLM_TELEMETRY=False", "LITELLM_LOG=ERROR")
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	if err := command.Start(); err != nil {
		cancel()
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	stop = func() {
		cancel()
		<-ended //nolint:errcheck // it was killed
		_ = os.RemoveAll(dir)
	}
	base = "http://" + net.JoinHostPort(host, port)
	for started := time.Now(); time.Since(started) < 2*time.Minute; time.Sleep(200 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- err
			stop()
			return "", nil, fmt.Errorf("LiteLLM ended: %w\n%s", err, output.String())
		default:
		}
		if r, err := http.Get(base + "/health/liveliness"); err == nil { //nolint:noctx // a benchmark
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return base, stop, nil
			}
		}
	}
	stop()
	return "", nil, fmt.Errorf("LiteLLM doesn't serve after 2 minutes\n%s", output.String())
}

// works makes sure that an answer is the upstream's, and not an error, which would be fast.
func works(base, request string) error {
	r, err := http.Post(base+"/v1/chat/completions", "application/json", strings.NewReader(request)) //nolint:noctx // a benchmark
	if err != nil {
		return err
	}
	defer r.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(r.Body)
	if err == nil && !strings.Contains(string(body), "The weather in Oslo is fine today") {
		err = fmt.Errorf("LiteLLM answers %s: %.500s", r.Status, body)
	}
	return err
}
