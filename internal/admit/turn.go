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
	// taken: a turn is under way.
	taken bool
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

// LongTurn is what a call has of the turns for what takes long and can't be interrupted:
// one has it at a time, so that together they take one processor at most, and the turns of
// other work go on.
func (t *Turns) LongTurn(ctx context.Context) *Turn {
	long := t.long.Turn(ctx)
	long.client = long.client.ofLongTurns()
	return long
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
	t.turns.begun.Add(1)
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
