package server

import (
	"context"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A timedStream ends when its client has sent nothing for a while, or when it is
// old: by itself it would last as long as the client answers pings.
type timedStream struct {
	grpc.ServerStream
	gate *gate
	ctx  context.Context

	mu   sync.Mutex
	idle *time.Timer
	age  *time.Timer
	wait time.Duration
	// over says why the stream was ended.
	over *status.Status
}

type timedKey struct{}

// timed has a stream end when it is idle, and if aging when it is old.
func (g *gate) timed(stream grpc.ServerStream, aging bool) *timedStream {
	t := &timedStream{ServerStream: stream, gate: g, wait: g.config.StreamIdleTimeout}
	t.ctx = context.WithValue(stream.Context(), timedKey{}, t)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.idle = time.AfterFunc(t.wait, t.endIdle)
	if age := g.config.MaxStreamAge; aging && age > 0 {
		t.age = time.AfterFunc(age, func() {
			t.end(status.Newf(codes.DeadlineExceeded, "the stream is older than %v", age))
		})
	}
	return t
}

// Context is that of the stream, and leads to t.
func (t *timedStream) Context() context.Context { return t.ctx }

// RecvMsg receives a message.
func (t *timedStream) RecvMsg(m any) error {
	if err := t.ServerStream.RecvMsg(m); err != nil {
		return t.reason(err)
	}
	t.idle.Reset(t.wait)
	return nil
}

// SendMsg sends one.
func (t *timedStream) SendMsg(m any) error { return t.reason(t.ServerStream.SendMsg(m)) }

// reason is why the stream was ended, if it was, in place of err.
func (t *timedStream) reason(err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil && t.over != nil {
		return t.over.Err()
	}
	return err
}

func (t *timedStream) endIdle() {
	t.gate.idleEnds.Add(1)
	t.mu.Lock()
	wait := t.wait
	t.mu.Unlock()
	t.end(status.Newf(codes.DeadlineExceeded, "no message for %v", wait))
}

// end ends the stream with a status at once, whatever its handler does: it may be
// waiting for a client that neither sends nor reads.
func (t *timedStream) end(st *status.Status) {
	t.mu.Lock()
	t.over = st
	t.mu.Unlock()
	writer, ok := grpc.ServerTransportStreamFromContext(t.ctx).(interface {
		WriteStatus(*status.Status) error
	})
	if ok {
		_ = writer.WriteStatus(st) // the client may be gone
	}
}

func (t *timedStream) stop() {
	t.idle.Stop()
	if t.age != nil {
		t.age.Stop()
	}
}

// timedOf is the timed stream of a call; nil where the gRPC server isn't ours.
func timedOf(ctx context.Context) *timedStream {
	t, _ := ctx.Value(timedKey{}).(*timedStream)
	return t
}

// endSoon shortens the time for a stream that has nothing more to tell.
func endSoon(ctx context.Context) {
	if t := timedOf(ctx); t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.wait = min(t.wait, finishedTimeout)
		t.idle.Reset(t.wait)
	}
}
