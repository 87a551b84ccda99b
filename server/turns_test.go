package server

import (
	"context"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func turnsOf(slots int) *turns { return &turns{slots: slots, free: slots} }

// TestTurnsGoRound has one client with many calls, and two with a few.
func TestTurnsGoRound(t *testing.T) {
	turns := turnsOf(1)
	clients := map[string]*client{"a": {}, "b": {}, "c": {}}
	if turns.enter(clients["a"]) != nil {
		t.Fatal("the first turn has to be waited for")
	}
	type queued struct {
		name string
		w    *waiter
	}
	var all []queued
	for _, name := range []string{"a", "a", "a", "a", "b", "b", "c"} {
		all = append(all, queued{name, turns.enter(clients[name])})
	}
	order := ""
	for range all {
		turns.end()
		for i, q := range all {
			select {
			case <-q.w.ready:
				order += q.name
				all[i].w = &waiter{ready: make(chan struct{})}
			default:
			}
		}
	}
	if order != "abcabaa" {
		t.Errorf("the order is %s", order)
	}
	turns.end()
	if turns.free != 1 || turns.waiting.Load() != 0 || len(turns.round) != 0 {
		t.Errorf("in the end %d turns are free, %d wait", turns.free, turns.waiting.Load())
	}
}

func TestWaitingEndsWithItsCaller(t *testing.T) {
	turns := turnsOf(1)
	a, b := new(client), new(client)
	turns.enter(a)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := turns.wait(ctx, b); status.Code(err) != codes.Canceled {
		t.Errorf("error %v", err)
	}
	turns.end()
	if turns.free != 1 || turns.waiting.Load() != 0 || len(turns.round) != 0 {
		t.Error("a waiter that left is still waited for")
	}
}

// TestQueueIsBounded by what calls took, not by their number.
func TestQueueIsBounded(t *testing.T) {
	for _, test := range []struct {
		work      time.Duration
		most      int
		unbounded bool
	}{
		{work: 5 * time.Millisecond, most: 20},
		{work: 50 * time.Millisecond, most: 2},
		{work: time.Second, most: 2}, // as many as there are processors are always taken
		{work: 10 * time.Microsecond, unbounded: true},
	} {
		turns := turnsOf(2)
		for range 200 {
			turns.worked(test.work)
		}
		c, taken := new(client), 0
		for taken < 2000 && turns.begin(c, 50*time.Millisecond) {
			taken++
		}
		if test.unbounded != (taken == 2000) || (!test.unbounded && (taken < test.most || taken > test.most+2)) {
			t.Errorf("of calls of %v %d are taken", test.work, taken)
		}
		other := new(client)
		if !test.unbounded && !turns.begin(other, 50*time.Millisecond) && test.work < 20*time.Millisecond {
			t.Errorf("another client is not taken beside %d calls of %v", taken, test.work)
		}
		for range taken {
			turns.finish(c)
		}
		if !turns.begin(c, 50*time.Millisecond) {
			t.Error("nothing is taken after all have ended")
		}
	}
}

// TestOneLongCallShedsNothing: the mean forgets it.
func TestOneLongCallShedsNothing(t *testing.T) {
	turns := turnsOf(2)
	for range 100 {
		turns.worked(100 * time.Microsecond)
	}
	turns.worked(time.Minute)
	c := new(client)
	for range 50 {
		if !turns.begin(c, 50*time.Millisecond) {
			t.Fatal("calls are shed")
		}
	}
}

func TestProceedGivesTheTurnToWhoWaits(t *testing.T) {
	turns := turnsOf(1)
	first := turns.newTurn(context.Background())
	if err := first.begin(); err != nil {
		t.Fatal(err)
	}
	if err := first.proceed(); err != nil || !first.taken {
		t.Fatal("alone, it keeps its turn", err)
	}
	w := turns.enter(new(client))
	done := make(chan error)
	go func() { done <- first.proceed() }()
	<-w.ready
	turns.end()
	if err := <-done; err != nil {
		t.Error(err)
	}
	first.finish()
	if turns.free != 1 {
		t.Errorf("%d turns are free", turns.free)
	}
}
