package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
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

// peak has the server and an echo of its answers, a bare gRPC server, keep streams open,
// while neither has memory left from a load; then it has them answer as much as they
// can, and then half of that, in turns, so that what else the machine does hits both.
func peak(ctx context.Context, t *target, duration time.Duration) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	e, err := startTarget(ctx, &target{binary: self, echo: true, launch: t.launch}, len(t.conns))
	if err != nil {
		return err
	}
	if err := rest(ctx, t, e); err != nil {
		return err
	}
	turn := duration / (2 * 2 * 2 * peakRounds)
	for _, way := range []struct {
		name string
		call peakCall
	}{{"unary", peakUnary}, {"streams", peakStream}} {
		var ours, theirs, oursHalf, theirsHalf stint
		for range peakRounds {
			err = errors.Join(err, ours.add(ctx, t, turn, way.call), theirs.add(ctx, e, turn, way.call))
		}
		fmt.Printf("%-8s %s\n%-8s %s\n%-8s %.2f of the echo's requests a second, %.2f times its CPU\n",
			way.name, &ours, "  echo", &theirs, "", ours.rate()/theirs.rate(), ours.cost()/theirs.cost())
		every := 2 * ours.took / time.Duration(len(ours.latencies))
		for range peakRounds {
			err = errors.Join(err, oursHalf.addOpen(ctx, t, turn, every, way.call), theirsHalf.addOpen(ctx, e, turn, every, way.call))
		}
		fmt.Printf("%-8s %s\n%-8s %s\n%-8s %.2f times the echo's p99\n", "  half", &oursHalf, "  echo", &theirsHalf, "",
			float64(oursHalf.quantile(.99))/float64(theirsHalf.quantile(.99)))
	}
	return errors.Join(err, e.stop())
}

// A peakCall makes a call, on the n-th connection, and says how many requests it had.
type peakCall func(ctx context.Context, t *target, n int) (int, error)

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

// addOpen loads a target for a while with calls that come at random, every so often on
// average, whether those before are answered or not. Their time begins when they are due.
func (s *stint) addOpen(ctx context.Context, t *target, d, every time.Duration, call peakCall) error {
	var mu sync.Mutex
	var failure error
	var wg sync.WaitGroup
	cpu, begun := t.cpu(), time.Now()
	due := begun
	for n := 0; due.Sub(begun) < d; n++ {
		due = due.Add(time.Duration(rand.ExpFloat64() * float64(every)))
		time.Sleep(time.Until(due))
		asked := due
		wg.Go(func() {
			answered, err := call(ctx, t, n)
			mu.Lock()
			defer mu.Unlock()
			failure = errors.Join(failure, err)
			s.requests += answered
			s.latencies = append(s.latencies, time.Since(asked)/time.Duration(answered))
		})
	}
	wg.Wait()
	s.took += time.Since(begun)
	s.cpu += t.cpu() - cpu
	return failure
}

// add loads a target for a while, with peakCallers at a time.
func (s *stint) add(ctx context.Context, t *target, d time.Duration, call peakCall) error {
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
	return fmt.Sprintf("%6.0f requests/s, %5.1f µs of server CPU each, p50 %v, p99 %v", s.rate(), s.cost(), s.quantile(.5), s.quantile(.99))
}

func (s *stint) quantile(q float64) time.Duration {
	slices.Sort(s.latencies)
	return s.latencies[int(q*float64(len(s.latencies)-1))].Round(time.Microsecond)
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
	time.Sleep(settling)
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
