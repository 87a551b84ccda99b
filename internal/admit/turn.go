package admit

import (
	"context"
	"runtime"
	"time"
)

// A Turn is what one call has of the turns.
type Turn struct {
	turns  *Turns
	client *client
	ctx    context.Context
	// taken: a turn is under way. spent is its work so far, in bytes.
	taken bool
	spent int
	// Timed: the work of a call counts for the mean. The turns of a stream are too many
	// for a look at the clock at both ends, and have no end to count at.
	Timed bool
	begun time.Time
	work  time.Duration
}

// Turn is what a call has of the turns, before its first.
func (t *Turns) Turn(ctx context.Context) *Turn {
	return &Turn{turns: t, client: t.clientOf(ctx), ctx: ctx}
}

// clientOf is whose turns a call has.
func (t *Turns) clientOf(ctx context.Context) *client {
	if a := Of(ctx); a != nil {
		return a.client
	}
	return &t.anyone
}

// For is what a call has of the turns for what can't be interrupted and takes as long as looking at n bytes: a turn or, if
// that is longer than one, a long turn.
func (t *Turns) For(ctx context.Context, n int) *Turn {
	if n > TurnBytes {
		return t.LongTurn(ctx)
	}
	return t.Turn(ctx)
}

// Do does, for a call that has no turn under way, what can't be interrupted and takes as long as looking at n bytes. It takes
// a turn, see For, unless it is short. It fails when the caller leaves before.
func (t *Turns) Do(ctx context.Context, n int, do func()) error {
	return t.doFor(ctx, t.clientOf(ctx), n, do)
}

// doFor is Do for a call of a client.
func (t *Turns) doFor(ctx context.Context, c *client, n int, do func()) error {
	if n <= shortTurn {
		do()
		return nil
	}
	turn := &Turn{turns: t, client: c, ctx: ctx}
	if n > TurnBytes {
		turn = t.longTurn(ctx, c)
	}
	if err := turn.BeginFor(n); err != nil {
		return err
	}
	defer turn.End() // do may panic
	do()
	return nil
}

// LongTurn is what a call has of the turns for what takes long and can't be interrupted:
// one has it at a time, so that together they take one processor at most, and the turns of
// other work go on.
func (t *Turns) LongTurn(ctx context.Context) *Turn {
	return t.longTurn(ctx, t.clientOf(ctx))
}

// longTurn is LongTurn for a call of a client.
func (t *Turns) longTurn(ctx context.Context, c *client) *Turn {
	return &Turn{turns: t.long, client: c.ofLongTurns(), ctx: ctx}
}

// Context is that of the call.
func (t *Turn) Context() context.Context { return t.ctx }

// Begin waits for the first turn, or the next.
func (t *Turn) Begin() error { return t.BeginFor(TurnBytes) }

// BeginFor is Begin for a turn of so many bytes.
func (t *Turn) BeginFor(length int) error {
	if err := t.turns.wait(t.ctx, t.client, length); err != nil {
		return err
	}
	t.taken = true
	if t.Timed {
		t.begun = time.Now()
	}
	t.spent = 0
	return nil
}

// Spend counts work that comes next, and takes as long as looking at n bytes. If the turn were longer than
// TurnBytes with it, it proceeds before. So work in small parts, each counted, is as many turns as it is long.
// It fails as Proceed does.
func (t *Turn) Spend(n int) error {
	if t.spent > 0 && t.spent+n > TurnBytes {
		if err := t.Proceed(); err != nil {
			return err
		}
	}
	t.spent += n
	return nil
}

// Spent is how much the turn has counted.
func (t *Turn) Spent() int { return t.spent }

// Long does what can't be interrupted and takes longer than a turn, in a long turn: see Turns.LongTurn. Then it waits
// for the next turn. It fails, without one, when the caller has left, whether before or after do. In a long turn it does it at
// once.
func (t *Turn) Long(do func()) error {
	if t.turns.long == nil {
		do()
		return nil
	}
	t.End()
	long := t.turns.LongTurn(t.ctx)
	if err := long.Begin(); err != nil {
		return err
	}
	func() {
		defer long.End() // do may panic
		do()
	}()
	return t.Begin()
}

// Do does what can't be interrupted and takes as long as looking at n bytes: in this turn, or as Long does if that is
// longer than a turn. It fails as Spend and Long do.
func (t *Turn) Do(n int, do func()) error {
	if n > TurnBytes {
		return t.Long(do)
	}
	if err := t.Spend(n); err != nil {
		return err
	}
	do()
	return nil
}

// Proceed gives the turn to whoever waits, and waits for another. It fails when
// the caller has left.
func (t *Turn) Proceed() error {
	if err := CallError(t.ctx); err != nil {
		return err
	}
	runtime.Gosched() // to who reads and writes the connections
	if t.turns.waiting.Load() == 0 {
		t.spent = 0 // its own is the next
		t.turns.begun.Add(1)
		return nil
	}
	t.End()
	return t.Begin()
}

// End ends the turn. Without one it does nothing.
func (t *Turn) End() {
	if !t.taken {
		return
	}
	if t.Timed {
		t.work += time.Since(t.begun)
	}
	t.taken = false
	t.turns.end()
}

// Finish ends the call's last turn.
func (t *Turn) Finish() {
	t.End()
	t.turns.worked(t.work)
}
