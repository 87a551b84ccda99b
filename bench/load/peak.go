package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"
)

const (
	// shortCall is what unary calls parse.
	shortCall = `Let me look. {"name": "get_weather", "parameters": {"city": "Zürich"}}`
	// peakCallers keep that many calls, or streams, open at a time.
	peakCallers = 32
	// peakRounds are as many turns of the server and of the echo.
	peakRounds = 5
	// restingStreams are open at a time, and wait.
	restingStreams = 2000
	// settling is how long an idle server takes to give memory back.
	settling = 11 * time.Second
)

// peak has the server and an echo of its answers, a bare gRPC server, answer as much as
// they can, in turns, so that what else the machine does hits both; then it has both
// keep streams open.
func peak(ctx context.Context, t *target, duration time.Duration) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	e, err := startTarget(ctx, &target{binary: self, echo: true, launch: t.launch}, len(t.conns))
	if err != nil {
		return err
	}
	turn := duration / (2 * 2 * peakRounds)
	for _, way := range []struct {
		name string
		call func(context.Context, *target, int) (int, error)
	}{{"unary", peakUnary}, {"streams", peakStream}} {
		var ours, theirs stint
		for range peakRounds {
			err = errors.Join(err, ours.add(ctx, t, turn, way.call), theirs.add(ctx, e, turn, way.call))
		}
		fmt.Printf("%-8s %s\n%-8s %s\n%-8s %.2f of the echo's requests a second, %.2f times its CPU\n",
			way.name, &ours, "  echo", &theirs, "", ours.rate()/theirs.rate(), ours.cost()/theirs.cost())
	}
	if err == nil {
		err = rest(ctx, t, e)
	}
	return errors.Join(err, e.stop())
}

func peakUnary(ctx context.Context, t *target, n int) (int, error) {
	response, err := t.client(n).ParseToolCalls(ctx, request(shortCall))
	return 1, errors.Join(err, wantOneCall(response))
}

// peakStream is one request a message.
func peakStream(ctx context.Context, t *target, n int) (int, error) {
	tokens := cut(deltaText, deltaSize)
	return len(tokens) + 2, streamOutput(ctx, t.client(n), tokens)
}

// A stint is what became of a load, in all its turns.
type stint struct {
	requests  int
	took, cpu time.Duration
	latencies []time.Duration
}

// add loads a target for a while.
func (s *stint) add(ctx context.Context, t *target, d time.Duration, call func(context.Context, *target, int) (int, error)) error {
	var mu sync.Mutex
	var failure error
	var wg sync.WaitGroup
	cpu, begun := t.cpu(), time.Now()
	for caller := range peakCallers {
		wg.Go(func() {
			requests, latencies := 0, []time.Duration{}
			var err error
			for err == nil && time.Since(begun) < d {
				sent := time.Now()
				var answered int
				answered, err = call(ctx, t, caller)
				requests += answered
				latencies = append(latencies, time.Since(sent)/time.Duration(answered))
			}
			mu.Lock()
			defer mu.Unlock()
			s.requests += requests
			s.latencies = append(s.latencies, latencies...)
			failure = errors.Join(failure, err)
		})
	}
	wg.Wait()
	s.took += time.Since(begun)
	s.cpu += t.cpu() - cpu
	return failure
}

func (s *stint) rate() float64 { return float64(s.requests) / s.took.Seconds() }

// cost is the server's CPU a request, in µs.
func (s *stint) cost() float64 { return s.cpu.Seconds() * 1e6 / float64(s.requests) }

// String describes the stint.
func (s *stint) String() string {
	slices.Sort(s.latencies)
	quantile := func(q float64) time.Duration {
		return s.latencies[int(q*float64(len(s.latencies)-1))].Round(time.Microsecond)
	}
	return fmt.Sprintf("%6.0f requests/s, %5.1f µs of server CPU each, p50 %v, p99 %v", s.rate(), s.cost(), quantile(.5), quantile(.99))
}

// rest compares what streams take that are open and wait.
func rest(ctx context.Context, t, e *target) error {
	ours, err := t.resting(ctx)
	if err != nil {
		return err
	}
	theirs, err := e.resting(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%-8s %.1f KiB each, the echo %.1f KiB: %.2f times\n", "resting", ours, theirs, ours/theirs)
	return nil
}

// resting is how much memory a stream takes that waits after its first piece, in KiB.
func (t *target) resting(ctx context.Context) (float64, error) {
	time.Sleep(settling) // what the load before took is given back
	before := t.rss()
	var open []*exchange
	for n := range restingStreams {
		e, err := openExchange(ctx, t.client(n))
		if err == nil {
			err = e.rawDelta("Let ")
		}
		if err != nil {
			return 0, err
		}
		open = append(open, e)
	}
	time.Sleep(settling) // and what opening them took
	taken := float64(t.rss()-before) / 1024 / restingStreams
	for _, e := range open {
		if err := e.stream.CloseSend(); err != nil {
			return 0, err
		}
	}
	return taken, nil
}
