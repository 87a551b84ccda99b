package admit

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// paced has a pace of two places that are taken, and a way to give them back.
func paced() (p *Pace, give func()) {
	p = NewPace(2)
	p.places.enter(new(client), TurnBytes)
	p.places.enter(new(client), TurnBytes)
	return p, func() {
		p.places.end()
		p.places.end()
	}
}

// callOf is the context of a call of a client.
func callOf(c *client) context.Context {
	return context.WithValue(context.Background(), admissionKey{}, &Admission{client: c})
}

// TestPace: a body that is read alone never waits. Of many, as many as there are places go on at a time.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, c := time.Now(), callOf(new(client))
		NewPace(2).Yield(c, TurnBytes)
		if waited := time.Since(begun); waited != 0 {
			t.Errorf("a body alone waits for %v", waited)
		}
		p, give := paced()
		done := make(chan time.Duration, 7)
		for range cap(done) {
			go func() {
				p.Yield(c, TurnBytes)
				done <- time.Since(begun)
			}()
		}
		synctest.Wait()
		if n := len(done); n > 0 {
			t.Errorf("%d bodies go on without a place", n)
		}
		give()
		for i := range cap(done) {
			// No one waits for the last one's place.
			if got, want := <-done, time.Duration(min(i/2+1, 3))*crowdedPause; got != want {
				t.Errorf("body %d goes on after %v, want %v", i, got, want)
			}
		}
	})
}

// TestPaceGoesRound among clients: the body of one that has one waits for a place, and for none of the many that
// another client's bodies wait for.
func TestPaceGoesRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, give := paced()
		begun, many, one := time.Now(), callOf(new(client)), callOf(new(client))
		done := make(chan struct{}, 100)
		for range cap(done) {
			go func() {
				p.Yield(many, TurnBytes)
				done <- struct{}{}
			}()
		}
		synctest.Wait()
		alone := make(chan time.Duration, 1)
		go func() {
			p.Yield(one, TurnBytes)
			alone <- time.Since(begun)
		}()
		synctest.Wait()
		give()
		if waited := <-alone; waited > crowdedPause {
			t.Errorf("it goes on after %v, and %d of the other client's", waited, len(done))
		}
		for range cap(done) {
			<-done
		}
	})
}

// TestPaceEndsWithItsCaller: a body whose caller has left takes no place.
func TestPaceEndsWithItsCaller(t *testing.T) {
	p, give := paced()
	ctx, cancel := context.WithCancel(callOf(new(client)))
	cancel()
	p.Yield(ctx, TurnBytes)
	give()
	if p.places.free != 2 || p.places.waiting.Load() != 0 {
		t.Errorf("%d places are free, %d wait", p.places.free, p.places.waiting.Load())
	}
}
