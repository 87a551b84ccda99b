package web

import (
	"testing"
	"testing/synctest"
	"time"
)

// A body that is read alone never waits. Of many, as many as there are places go on at a time.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, begun := make(pace, 2), time.Now()
		p.yield()
		if waited := time.Since(begun); waited != 0 {
			t.Errorf("a body alone waits for %v", waited)
		}
		p <- struct{}{}
		p <- struct{}{}
		done := make(chan time.Duration, 6)
		for range cap(done) {
			go func() {
				p.yield()
				done <- time.Since(begun)
			}()
		}
		synctest.Wait()
		if n := len(done); n > 0 {
			t.Errorf("%d bodies go on without a place", n)
		}
		<-p
		<-p
		for i := range cap(done) {
			if got, want := <-done, time.Duration(i/2+1)*crowdedPause; got != want {
				t.Errorf("body %d goes on after %v, want %v", i, got, want)
			}
		}
	})
}
