package server

import (
	"context"
	"runtime"
	"time"
)

// A turn is what one call has of the turns.
type turn struct {
	turns  *turns
	client *client
	ctx    context.Context
	// taken: a turn is under way.
	taken bool
	// timed: the work of a call counts for the mean. The turns of a stream are too many
	// for a look at the clock at both ends, and have no end to count at.
	timed bool
	begun time.Time
	work  time.Duration
}

// newTurn is what a call has of the turns, before its first.
func (t *turns) newTurn(ctx context.Context) *turn {
	return &turn{turns: t, client: t.clientOf(ctx), ctx: ctx}
}

// clientOf is whose turns a call has.
func (t *turns) clientOf(ctx context.Context) *client {
	if a := admissionOf(ctx); a != nil {
		return a.client
	}
	return &t.anyone
}

// longTurn is what a call has of the turns for what takes long and can't be interrupted:
// one has it at a time, so that together they take one processor at most, and the turns of
// parsing go on.
func (s *Service) longTurn(ctx context.Context) *turn {
	t := s.longTurns.newTurn(ctx)
	t.client = t.client.ofLongTurns()
	return t
}

// begin waits for the first turn, or the next.
func (t *turn) begin() error { return t.beginFor(turnBytes) }

// beginFor is begin for a turn of so many bytes.
func (t *turn) beginFor(length int) error {
	if err := t.turns.wait(t.ctx, t.client, length); err != nil {
		return err
	}
	t.taken = true
	if t.timed {
		t.begun = time.Now()
	}
	t.turns.begun.Add(1)
	return nil
}

// proceed gives the turn to whoever waits, and waits for another. It fails when
// the caller has left.
func (t *turn) proceed() error {
	if err := callError(t.ctx); err != nil {
		return err
	}
	runtime.Gosched() // to who reads and writes the connections
	if t.turns.waiting.Load() == 0 {
		return nil
	}
	t.end()
	return t.begin()
}

// end ends the turn. Without one it does nothing.
func (t *turn) end() {
	if !t.taken {
		return
	}
	if t.timed {
		t.work += time.Since(t.begun)
	}
	t.taken = false
	t.turns.end()
}

// finish ends the call's last turn.
func (t *turn) finish() {
	t.end()
	t.turns.worked(t.work)
}
