package server

import (
	"context"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/logthin"
)

// A lifetime bounds how long a multiplexed stream and its outputs live, and counts
// them. An output ends when it is idle or old, as a stream does. The stream that
// carries them would live as long as its caller; when it is old, or the server stops,
// it takes no new outputs, and ends with the last one that it has.
type lifetime struct {
	service *Service
	// admission and stream are nil where the gRPC server isn't ours; nothing is bounded
	// or counted then.
	admission *admit.Admission
	stream    *admit.Stream
	// idle and age bound outputs; 0 for none.
	idle, age time.Duration

	// When the stream started, when its last request came, and when late outputs were last
	// looked for.
	begun, now, looked time.Time
	// open are the outputs.
	open  atomic.Int64
	stops []func() bool
}

// times are those of an output.
type times struct{ begun, used time.Time }

func newLifetime(ctx context.Context, s *Service) *lifetime {
	now := time.Now()
	l := &lifetime{service: s, admission: admit.Of(ctx), stream: admit.StreamOf(ctx), begun: now, now: now, looked: now}
	if l.admission == nil || l.stream == nil {
		return l
	}
	l.idle, l.age = l.admission.StreamLimits()
	l.stops = append(l.stops, context.AfterFunc(l.admission.Stopping(), func() { l.endUnused(stopping) }))
	if l.age > 0 {
		l.stops = append(l.stops, time.AfterFunc(l.age, func() { l.endUnused(l.tooOld()) }).Stop)
	}
	return l
}

// step begins a request.
func (l *lifetime) step() { l.now = time.Now() }

// revoked is why the call ends at a new output; nil while its caller may make calls.
func (l *lifetime) revoked() error { return l.admission.Revoked() }

// take counts a new output, or says why there can't be one.
func (l *lifetime) take() error {
	l.open.Add(1) // before looking, so that endUnused, on the other side, sees it or is seen
	err := l.over()
	if err == nil {
		err = l.admission.TakeStream()
	}
	if err != nil {
		l.open.Add(-1)
	}
	return err
}

// give takes it out of the count.
func (l *lifetime) give() {
	l.open.Add(-1)
	l.admission.GiveStream()
}

var stopping = status.New(codes.Unavailable, "the server is stopping: open another stream")

func (l *lifetime) tooOld() *status.Status {
	return status.Newf(codes.Unavailable, "the stream is older than %v: open another", l.age)
}

// over says why the stream takes no new outputs; nil while it does.
func (l *lifetime) over() error {
	switch {
	case l.admission == nil:
		return nil
	case l.admission.Stopping().Err() != nil:
		return stopping.Err()
	case l.age > 0 && time.Since(l.begun) > l.age:
		return l.tooOld().Err()
	default:
		return nil
	}
}

// ended is over for a stream that has no outputs left, which ends by it.
func (l *lifetime) ended() error {
	if l.open.Load() > 0 {
		return nil
	}
	return l.over()
}

// endUnused is ended for a stream that waits for its caller.
func (l *lifetime) endUnused(why *status.Status) {
	if l.open.Load() == 0 {
		l.stream.End(why)
	}
}

// due tells, now and then, that it is time to look for outputs that are late.
func (l *lifetime) due() bool {
	shortest := l.idle
	if l.age > 0 {
		shortest = min(shortest, l.age)
	}
	if shortest == 0 || l.now.Sub(l.looked) < shortest/4 {
		return false
	}
	l.looked = l.now
	return true
}

// late says why an output is to end; nil if it may stay.
func (l *lifetime) late(t times) error {
	switch {
	case l.now.Sub(t.used) > l.idle:
		l.admission.CountIdle()
		return status.Errorf(codes.DeadlineExceeded, "no input for %v", l.idle)
	case l.age > 0 && l.now.Sub(t.begun) > l.age:
		return status.Errorf(codes.DeadlineExceeded, "the output is older than %v", l.age)
	default:
		return nil
	}
}

// failed counts and logs an output that ended with an error: the stream goes on, and
// says nothing of it when it ends.
func (l *lifetime) failed(ctx context.Context, err error) {
	if l.admission == nil {
		return
	}
	st := status.Convert(err)
	if int(st.Code()) < len(l.service.failed) {
		l.service.failed[st.Code()].Add(1)
	}
	l.admission.CountNoMemory(err)
	level := admit.Level(st.Code())
	if !l.service.log.Enabled(ctx, level) {
		return
	}
	if skipped, ok := admit.PickLine(ctx, level); ok {
		method, _ := grpc.Method(ctx)
		logCall(ctx, l.service.log, level, "failed output", method, st, logthin.Skipped(skipped))
	}
}

// end ends what watches over the stream.
func (l *lifetime) end() {
	for _, stop := range l.stops {
		stop()
	}
}
