package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

const (
	// crowdStreams have crowdDeltas each, all at a time.
	crowdStreams, crowdDeltas = 1000, 1000
	// crowdMemory bounds what the server takes for them, in bytes.
	crowdMemory = 150 << 20
	// idleStreams are open and say nothing.
	idleStreams = 5000
	// idleMemory bounds what the server takes for them.
	idleMemory = 250 << 20
)

// crowd has a thousand streams of a thousand deltas at a time: all results are those
// of unary calls.
func crowd(ctx context.Context, t *target, _ time.Duration) error {
	text := strings.Repeat("A token ", crowdDeltas-1) + `{"name": "broken", "parameters": {]}}`
	want, err := t.client(0).ParseToolCalls(ctx, request(text))
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	var wrong, failed atomic.Int64
	for n := range crowdStreams {
		wg.Go(func() {
			result, err := evenStream(ctx, t.client(n), text, len(text)/crowdDeltas)
			for hinted(err) { // it was shed, as it should be
				time.Sleep(time.Second)
				result, err = evenStream(ctx, t.client(n), text, len(text)/crowdDeltas)
			}
			switch {
			case err != nil:
				failed.Add(1)
			case !equalResults(result, want):
				wrong.Add(1)
			}
		})
	}
	peak, done := 0, make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for running := true; running; peak = max(peak, t.rss()) {
		select {
		case <-done:
			running = false
		case <-time.After(100 * time.Millisecond):
		}
	}
	fmt.Printf("%d streams of %d deltas: %d failed, %d differ; %d MiB\n", crowdStreams, crowdDeltas, failed.Load(), wrong.Load(), peak>>20)
	if wrong.Load()+failed.Load() > 0 || peak > crowdMemory {
		return errors.New("streams failed, or took too much memory")
	}
	return nil
}

// evenStream sends an output in chunks of one size, without a pause.
func evenStream(ctx context.Context, client toolparserv1.ToolParserServiceClient, text string, size int) (*toolparserv1.ParseToolCallsResponse, error) {
	e, err := openExchange(ctx, client)
	for ; err == nil && text != ""; text = text[min(size, len(text)):] {
		err = e.delta(text[:min(size, len(text))])
	}
	if err != nil {
		return nil, err
	}
	return e.finish()
}

// idle opens streams that say nothing, and waits for the server to end them.
func idle(ctx context.Context, t *target, _ time.Duration) error {
	var streams []*exchange
	for n := range idleStreams {
		e, err := openExchange(ctx, t.client(n))
		if err == nil {
			err = e.delta("Some text.\n")
		}
		if err != nil {
			return err
		}
		streams = append(streams, e)
	}
	open := t.rss()
	for _, e := range streams {
		if _, err := e.stream.Recv(); err == nil {
			return errors.New("an idle stream got an answer")
		}
	}
	fmt.Printf("%d idle streams: %d MiB; all ended, then %d MiB\n", idleStreams, open>>20, t.rss()>>20)
	if open > idleMemory {
		return errors.New("they took too much memory")
	}
	return nil
}
