package admit

import (
	"context"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func turnsOf(slots int) *Turns { return &Turns{slots: slots, free: slots} }

// TestTurnsGoRound has clients with many calls, and with a few, whose turns are long, or short.
func TestTurnsGoRound(t *testing.T) {
	for _, test := range []struct {
		name    string
		calls   string // the clients, in the order in which they queue
		lengths map[byte]int
		order   string
	}{
		{name: "long ones", calls: "aaaabbc", order: "abcabaa"},
		{name: "short ones of a client go together", calls: "aabbbc", lengths: map[byte]int{'b': 4}, order: "abbbca"},
		{name: "up to the length of a long one", calls: "aabbbbbc", lengths: map[byte]int{'b': TurnBytes / 2}, order: "abbcabbb"},
		{name: "and not beyond it", calls: "aabbc", lengths: map[byte]int{'b': TurnBytes/2 + 1}, order: "abcab"},
	} {
		t.Run(test.name, func(t *testing.T) {
			turns := turnsOf(1)
			clients := map[byte]*client{'a': {}, 'b': {}, 'c': {}}
			if turns.enter(clients['a'], TurnBytes) != nil {
				t.Fatal("the first turn has to be waited for")
			}
			var waiting []*waiter
			for _, name := range []byte(test.calls) {
				length, short := test.lengths[name]
				if !short {
					length = TurnBytes
				}
				waiting = append(waiting, turns.enter(clients[name], length))
			}
			order := ""
			for range waiting {
				turns.end()
				for i, w := range waiting {
					select {
					case <-w.ready:
						order += test.calls[i : i+1]
						waiting[i] = &waiter{ready: make(chan struct{})}
					default:
					}
				}
			}
			if order != test.order {
				t.Errorf("the order is %s, want %s", order, test.order)
			}
			turns.end()
			if turns.free != 1 || turns.waiting.Load() != 0 || len(turns.round) != 0 {
				t.Errorf("in the end %d turns are free, %d wait", turns.free, turns.waiting.Load())
			}
		})
	}
}

func TestWaitingEndsWithItsCaller(t *testing.T) {
	turns := turnsOf(1)
	a, b := new(client), new(client)
	turns.enter(a, TurnBytes)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := turns.wait(ctx, b, TurnBytes); status.Code(err) != codes.Canceled {
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
			t.Errorf("another client is not admitted in addition to %d calls of %v", taken, test.work)
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
	first := turns.Turn(context.Background())
	if err := first.Begin(); err != nil {
		t.Fatal(err)
	}
	if err := first.Proceed(); err != nil || !first.taken {
		t.Fatal("alone, it keeps its turn", err)
	}
	w := turns.enter(new(client), TurnBytes)
	done := make(chan error)
	go func() { done <- first.Proceed() }()
	<-w.ready
	turns.end()
	if err := <-done; err != nil {
		t.Error(err)
	}
	first.Finish()
	if turns.free != 1 {
		t.Errorf("%d turns are free", turns.free)
	}
}

// TestSpendMakesTurns: work in parts is as many turns as it is long, also where no one waits.
func TestSpendMakesTurns(t *testing.T) {
	turns := turnsOf(1)
	for _, test := range []struct {
		parts []int
		want  uint64
	}{
		{[]int{TurnBytes}, 1},
		{[]int{TurnBytes / 2, TurnBytes / 2}, 1},
		{[]int{TurnBytes / 2, TurnBytes/2 + 1}, 2},
		{[]int{1, TurnBytes, 1}, 3},
		{[]int{5 * TurnBytes, 1, 1}, 2}, // one part may be longer than a turn
	} {
		turn, before := turns.Turn(context.Background()), turns.Count()
		if err := turn.Begin(); err != nil {
			t.Fatal(err)
		}
		for _, n := range test.parts {
			if err := turn.Spend(n); err != nil {
				t.Fatal(err)
			}
		}
		turn.Finish()
		if got := turns.Count() - before; got != test.want {
			t.Errorf("parts of %v are %d turns, want %d", test.parts, got, test.want)
		}
	}
}

func TestSpendGivesWay(t *testing.T) {
	turns := turnsOf(1)
	ctx, cancel := context.WithCancel(context.Background())
	turn := turns.Turn(ctx)
	if err := turn.Begin(); err != nil {
		t.Fatal(err)
	}
	w := turns.enter(new(client), TurnBytes)
	done := make(chan error, 1)
	go func() {
		_ = turn.Spend(TurnBytes)
		done <- turn.Spend(1)
	}()
	select {
	case <-w.ready: // the other one has its turn meanwhile
	case err := <-done:
		t.Fatal("it keeps its turn", err)
	}
	cancel()
	if err := <-done; status.Code(err) != codes.Canceled {
		t.Errorf("error %v", err)
	}
	turn.Finish()
	turns.end()
	if turns.free != 1 {
		t.Errorf("%d turns are free", turns.free)
	}
}

// TestLongLeavesTurnsToOthers, and the long one to the next, whatever happens in it.
func TestLongLeavesTurnsToOthers(t *testing.T) {
	turns := NewTurns(1)
	turn := turns.Turn(context.Background())
	if err := turn.Begin(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		err := turn.Long(func() {
			other := turns.Turn(context.Background())
			if err := other.Begin(); err != nil {
				t.Error(err)
			}
			other.Finish()
			if turns.long.free != 0 {
				t.Error("another one could have a long turn")
			}
		})
		if err != nil || !turn.taken {
			t.Errorf("error %v, a turn afterwards: %v", err, turn.taken)
		}
	}
	func() {
		defer func() { _ = recover() }()
		_ = turn.Long(func() { panic("as a library might") })
	}()
	turn.Finish()
	if turns.free != 1 || turns.long.free != 1 {
		t.Errorf("%d turns are free, %d long ones", turns.free, turns.long.free)
	}
}
