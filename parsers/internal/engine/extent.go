package engine

// An Extent finds where a failed candidate that isn't JSON ends before its own
// end: at a line start or directly after a ';', before what begins another call.
type Extent struct{ stop stopScan }

// ExtentFrom starts to look at offset at.
func (e *Engine) ExtentFrom(at int) Extent {
	x := Extent{stop: stopScan{pos: at}}
	if at > e.base {
		x.stop.prev = e.win[at-1-e.base]
	}
	x.stop.last = x.stop.prev
	return x
}

// Find looks on, as far as the window reaches: the failed candidate reaches at
// least up to end; found tells that it ends there, and that a call which
// begins there costs 0.3, see [Engine.Penalize].
func (x *Extent) Find(e *Engine) (end int, found bool) {
	x.stop.advance(e, e.base+len(e.win))
	return x.stop.pos, x.stop.found
}
