package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

const (
	// deadline is that of every call under overload.
	deadline = 200 * time.Millisecond
	// shedWithin is how soon a call that isn't taken must be rejected.
	shedWithin = 50 * time.Millisecond
	// goodput is the least share of the capacity that is answered in time.
	goodput = 0.7
)

// A tally counts what became of the calls of one load.
type tally struct {
	inTime, late, shed, slowShed, unhinted, other atomic.Int64
}

// overload measures what the server answers in time at several times the load that
// it can take, of calls that take some milliseconds each.
func overload(ctx context.Context, t *target, duration time.Duration) error {
	text := workOf(5 * time.Millisecond)
	fmt.Printf("outputs of %d bytes, 5 ms each\n", len(text))
	failed := false
	for _, times := range []float64{1.5, 3, 10} {
		capacity, err := t.capacity(ctx, text, duration/4)
		if err != nil {
			return err
		}
		c := t.load(ctx, text, times*capacity, duration)
		held := t.settled()
		after, err := t.capacity(ctx, text, duration/4)
		if err != nil {
			return err
		}
		capacity = (capacity + after) / 2 // a shared machine gives more at one time than at another
		share := float64(c.inTime.Load()) / (capacity * duration.Seconds())
		fmt.Printf("%4.1f times %3.0f calls/s: %3.0f %% of capacity in time; late %d, shed %d (%d after more than %v, %d without RetryInfo), other %d; after it: %s\n",
			times, capacity, 100*share, c.late.Load(), c.shed.Load(), c.slowShed.Load(), shedWithin, c.unhinted.Load(), c.other.Load(), held)
		failed = failed || share < goodput || c.unhinted.Load() > 0 || 100*c.slowShed.Load() > c.shed.Load()
	}
	if failed {
		return fmt.Errorf("less than %.0f %% of capacity is answered in time, or calls are shed late or without RetryInfo", 100*goodput)
	}
	return nil
}

// capacity is how many calls the server answers in a second, when four wait at a time.
func (t *target) capacity(ctx context.Context, text string, duration time.Duration) (float64, error) {
	var answered atomic.Int64
	var wg sync.WaitGroup
	end := time.Now().Add(duration)
	var failure atomic.Value
	for i := range 4 {
		wg.Go(func() {
			for time.Now().Before(end) {
				if _, err := t.client(i).ParseToolCalls(ctx, workRequest(text)); err != nil {
					failure.Store(err)
					return
				}
				answered.Add(1)
			}
		})
	}
	wg.Wait()
	if err, ok := failure.Load().(error); ok {
		return 0, err
	}
	return float64(answered.Load()) / duration.Seconds(), nil
}

// load sends calls at a rate, whatever becomes of those before.
func (t *target) load(ctx context.Context, text string, rate float64, duration time.Duration) *tally {
	c := new(tally)
	var wg sync.WaitGroup
	begun := time.Now()
	for sent := 0; ; {
		elapsed := time.Since(begun)
		if elapsed > duration {
			break
		}
		for ; float64(sent) < rate*elapsed.Seconds(); sent++ {
			wg.Go(func() { c.call(ctx, t.client(sent), text) })
		}
		time.Sleep(time.Millisecond)
	}
	wg.Wait()
	return c
}

func (c *tally) call(ctx context.Context, client toolparserv1.ToolParserServiceClient, text string) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	begun := time.Now()
	_, err := client.ParseToolCalls(ctx, workRequest(text))
	took := time.Since(begun)
	switch status.Code(err) {
	case codes.OK:
		c.inTime.Add(1)
	case codes.DeadlineExceeded:
		c.late.Add(1)
	case codes.ResourceExhausted:
		c.shed.Add(1)
		if took > shedWithin {
			c.slowShed.Add(1)
		}
		if !hinted(err) {
			c.unhinted.Add(1)
		}
	default:
		c.other.Add(1)
	}
}

// hinted reports whether an error says when to try again.
func hinted(err error) bool {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.RetryInfo); ok {
			return info.GetRetryDelay().AsDuration() > 0
		}
	}
	return false
}
