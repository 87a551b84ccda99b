package proxy

import (
	"sync"
	"time"
)

// signs sends signs of life to clients whose stream waits, with one ticker for all of them.
type signs struct {
	quiet time.Duration // that a stream may be, as far as a tick can tell
	stop  chan struct{}

	mu     sync.Mutex
	bodies map[*liveBody]bool
}

// newSigns starts to look after streams. A client gets a sign before it has had nothing for the time. Nil, for no time: nothing is sent.
func newSigns(after time.Duration) *signs {
	if after <= 0 {
		return nil
	}
	const ticks = 10 // within the time
	s := &signs{quiet: after - after/ticks, stop: make(chan struct{}), bodies: map[*liveBody]bool{}}
	go s.run(max(after/ticks, time.Millisecond))
	return s
}

func (s *signs) run(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-ticker.C:
			s.tick()
		}
	}
}

// tick sends the signs that are due. A client that reads slowly holds up its own alone.
func (s *signs) tick() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for b := range s.bodies {
		if b.events.Quiet(s.quiet) {
			go b.sign(s.quiet)
		}
	}
}

// add looks after a stream, until remove.
func (s *signs) add(b *liveBody) {
	if s != nil {
		s.mu.Lock()
		s.bodies[b] = true
		s.mu.Unlock()
	}
}

func (s *signs) remove(b *liveBody) {
	if s != nil {
		s.mu.Lock()
		delete(s.bodies, b)
		s.mu.Unlock()
	}
}

// close ends it.
func (s *signs) close() {
	if s != nil {
		close(s.stop)
	}
}

// sign sends a sign of life, if it is still due. The handler of the request waits for the upstream meanwhile, and doesn't write.
func (b *liveBody) sign(quiet time.Duration) {
	w := b.attempt.x.writer
	b.events.Sign(quiet, func(text []byte) {
		if _, err := w.Write(text); err == nil {
			_ = w.FlushError() // the client may have left
		}
	})
}
