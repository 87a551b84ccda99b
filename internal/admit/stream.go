package admit

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// A Stream ends when its client has sent nothing for a while, or when it is
// old: by itself it would last as long as the client answers pings.
type Stream struct {
	grpc.ServerStream
	gate      *Gate
	transport transport
	admission *Admission
	ctx       context.Context
	// made is how many calls the connection of a health watch had made when the timer was
	// last set: others keep it alive, since its client sends nothing. -1 for other streams.
	made int64
	// repeated: its client sends any number of messages.
	repeated bool

	// heard is how many messages have come, modulo 2^32. The timer compares it with noticed, what it was at quiet:
	// to look at the clock for every message would take longer.
	heard atomic.Uint32

	mu      sync.Mutex
	noticed uint32
	quiet   time.Time
	idle    *time.Timer
	age     *time.Timer
	wait    time.Duration
	stopped bool
	// over says why the stream was ended.
	over *status.Status
}

// idleLooks is how often it is looked for messages while a stream may be idle. So a stream that is idle ends an eighth of that
// time later, at most.
const idleLooks = 8

type timedKey struct{}

// timed has a stream end when it is idle, and when it is old unless it is a carrier.
func (g *Gate) timed(stream grpc.ServerStream, via transport, a *Admission, info *grpc.StreamServerInfo) *Stream {
	t := &Stream{ServerStream: stream, gate: g, transport: via, admission: a, made: -1, quiet: time.Now(), wait: g.config.StreamIdleTimeout, repeated: info.IsClientStream}
	t.ctx = context.WithValue(stream.Context(), timedKey{}, t)
	a.list()
	a.reply.admission, a.reply.stream = a, via
	if info.IsClientStream {
		g.awaited.remove(a) // it may wait for its client
	}
	if info.FullMethod == healthv1.Health_Watch_FullMethodName {
		t.made = a.connection.made.Load()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.idle = time.AfterFunc(t.wait/idleLooks, t.endIdle)
	if age := g.config.MaxStreamAge; age > 0 && a.kind == Streaming {
		t.age = time.AfterFunc(age, func() {
			t.End(status.Newf(codes.DeadlineExceeded, "the stream is older than %v", age))
		})
	}
	return t
}

// Context is that of the stream, and leads to t.
func (t *Stream) Context() context.Context { return t.ctx }

// RecvMsg receives a message, unless the caller may send none any more.
func (t *Stream) RecvMsg(m any) error {
	err := t.receive(m)
	if t.heard.Load() == 0 {
		if late := t.admission.Received(); late != nil {
			return late
		}
	}
	if err != nil {
		return t.reason(t.gate.readError(err))
	}
	t.heard.Add(1)
	if t.admission.kind == Carrier {
		return nil // the carrier decides at each new output
	}
	return t.admission.Revoked()
}

func (t *Stream) receive(m any) error {
	if t.admission.kind.side() {
		return t.admission.receiveShort(t.transport, m, !t.repeated)
	}
	return t.ServerStream.RecvMsg(m)
}

// receiveShort receives a message of a call of kind Side or Watch.
func (a *Admission) receiveShort(t transport, m any, only bool) error {
	if over := a.ending(); over != nil {
		return over
	}
	err := receiveShort(t, m, only)
	if status.Code(err) == codes.ResourceExhausted {
		a.gate.config.Memory.lose()
	}
	return err
}

// SendMsg sends one.
func (t *Stream) SendMsg(m any) error {
	if _, encoded := m.(*grpc.PreparedMsg); !encoded {
		t.admission.reply.message = m
		m = &t.admission.reply
	}
	err := t.ServerStream.SendMsg(m)
	if err == nil {
		return nil
	}
	if failed := t.admission.reply.failed; failed != nil {
		err = failed
	}
	return t.reason(err)
}

// reason is why the stream was ended, if it was, in place of err.
func (t *Stream) reason(err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over != nil {
		return t.over.Err()
	}
	return err
}

func (t *Stream) endIdle() {
	if wait, idle := t.isIdle(); idle {
		t.gate.idleEnds.Add(1)
		t.End(status.Newf(codes.DeadlineExceeded, "no message for %v", wait))
	}
}

// isIdle reports whether no message has come for as long as the stream may wait; if one
// has, the timer goes on.
func (t *Stream) isIdle() (wait time.Duration, idle bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	if heard := t.heard.Load(); heard != t.noticed {
		t.noticed, t.quiet = heard, now
	}
	left := t.wait - now.Sub(t.quiet)
	if c := t.admission.connection; left <= 0 && t.made >= 0 && (c.open.Load() > 0 || c.made.Load() != t.made) {
		t.made, t.quiet, left = c.made.Load(), now, t.wait
	}
	if left > 0 && !t.stopped {
		t.idle.Reset(min(left, t.wait/idleLooks))
	}
	return t.wait, left <= 0 && !t.stopped
}

// End ends the stream with a status at once, whatever its handler does: it may be
// waiting for a client that neither sends nor reads.
func (t *Stream) End(st *status.Status) {
	t.mu.Lock()
	t.over = st
	t.mu.Unlock()
	_ = t.transport.WriteStatus(st) // the client may be gone
}

func (t *Stream) stop() {
	t.mu.Lock()
	t.stopped = true
	t.mu.Unlock()
	t.idle.Stop()
	if t.age != nil {
		t.age.Stop()
	}
}

// StreamOf is the stream of a call; nil where the gRPC server has no gate.
func StreamOf(ctx context.Context) *Stream {
	t, _ := ctx.Value(timedKey{}).(*Stream)
	return t
}

// EndSoon shortens the time for a stream that has nothing more to tell.
func EndSoon(ctx context.Context) {
	if t := StreamOf(ctx); t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.wait = min(t.wait, finishedTimeout)
		t.idle.Reset(t.wait / idleLooks)
	}
}
