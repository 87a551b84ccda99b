package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

const (
	// soakStreams are open at a time.
	soakStreams = 1000
	// soakGrowth is how much of memory and goroutines may be added from a fifth of the
	// time on.
	soakGrowth = 1.25
	// soakSlack is added to that, in bytes, for what the collector hasn't collected yet.
	soakSlack = 16 << 20
)

// soakOutputs are what the streams send, cut anywhere; none has an id made at random.
var soakOutputs = []string{
	"No call at all, but some { braces } and `quotes`.\n",
	strings.Repeat("A long text without a call. ", 200),
	`Sure. {"name": "get_weather", "parameters": {"city": "Oslo"`,
	`{"name": "broken", "parameters": {"a": ]}} and more text`,
}

// soak has a thousand streams at a time, each of an output in small pieces, and checks
// that their results are those of unary calls, and that memory stays flat.
func soak(ctx context.Context, t *target, duration time.Duration) error {
	want := make([]*toolparserv1.ParseToolCallsResponse, len(soakOutputs))
	for i, text := range soakOutputs {
		var err error
		if want[i], err = t.client(0).ParseToolCalls(ctx, request(text)); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, duration)
	defer cancel()
	var wg sync.WaitGroup
	var streams, wrong atomic.Int64
	failures := make(chan error, soakStreams)
	for n := range soakStreams {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := rand.IntN(len(soakOutputs))
				result, err := stream(ctx, t.client(n), soakOutputs[i])
				switch {
				case ctx.Err() != nil:
					return
				case hinted(err):
					time.Sleep(time.Second) // it was shed, as it should be
					continue
				case err != nil:
					failures <- err
					return
				case !equalResults(result, want[i]):
					wrong.Add(1)
				}
				streams.Add(1)
			}
		})
	}
	flat := t.watch(ctx, duration)
	wg.Wait()
	fmt.Printf("%d streams, %d results that differ from unary\n", streams.Load(), wrong.Load())
	var failure error
	select {
	case failure = <-failures:
	default:
	}
	if wrong.Load() > 0 {
		failure = errors.Join(failure, fmt.Errorf("%d results differ", wrong.Load()))
	}
	return errors.Join(failure, flat)
}

// stream sends an output in chunks of up to 40 bytes, as a model does, and returns the
// result.
func stream(ctx context.Context, client toolparserv1.ToolParserServiceClient, text string) (*toolparserv1.ParseToolCallsResponse, error) {
	e, err := openExchange(ctx, client)
	for err == nil && text != "" {
		n := min(len(text), 1+rand.IntN(40))
		err = e.delta(text[:n])
		text = text[n:]
		time.Sleep(time.Duration(rand.IntN(int(200 * time.Millisecond))))
	}
	if err != nil {
		return nil, err
	}
	return e.finish()
}

// equalResults compares but for the attempts, which a stream has none of.
func equalResults(a, b *toolparserv1.ParseToolCallsResponse) bool {
	if a == nil || b == nil {
		return false
	}
	a, b = proto.CloneOf(a), proto.CloneOf(b)
	a.Diagnostics.Attempts, b.Diagnostics.Attempts = nil, nil
	return proto.Equal(a, b)
}

// watch samples memory and goroutines until ctx is done, and says whether the last
// third needed more than the second.
func (t *target) watch(ctx context.Context, duration time.Duration) error {
	var samples []sample
	ticker := time.NewTicker(duration / 30)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return flat(samples)
		case <-ticker.C:
			samples = append(samples, t.sample())
		}
	}
}

// A sample is what the server needs at a moment.
type sample struct{ rss, goroutines float64 }

func (t *target) sample() sample {
	s := sample{rss: float64(t.rss())}
	response, err := http.Get("http://" + t.admin + "/metrics")
	if err != nil {
		return s
	}
	defer response.Body.Close() //nolint:errcheck // it was only read
	text, _ := io.ReadAll(response.Body)
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "go_goroutines "); ok {
			s.goroutines, _ = strconv.ParseFloat(strings.TrimSpace(value), 64)
		}
	}
	return s
}

// flat compares the peaks of the second and the last third.
func flat(samples []sample) error {
	if len(samples) < 6 {
		return errors.New("too short to see whether memory is flat")
	}
	third := len(samples) / 3
	peak := func(part []sample) (most sample) {
		for _, s := range part {
			most.rss, most.goroutines = max(most.rss, s.rss), max(most.goroutines, s.goroutines)
		}
		return most
	}
	before, after := peak(samples[third:2*third]), peak(samples[2*third:])
	fmt.Printf("memory %.0f MiB, then %.0f MiB; goroutines %.0f, then %.0f\n",
		before.rss/(1<<20), after.rss/(1<<20), before.goroutines, after.goroutines)
	if after.rss > soakGrowth*before.rss+soakSlack || after.goroutines > soakGrowth*before.goroutines {
		return errors.New("memory or goroutines grow")
	}
	return nil
}
