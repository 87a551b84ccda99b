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

// Find looks on, up to offset limit: the failed candidate reaches at least up
// to end; found tells that it ends there, and that a call which begins there
// costs 0.3, see [Engine.Penalize]. An end before limit that wasn't found
// takes more bytes to decide.
func (x *Extent) Find(e *Engine, limit int) (end int, found bool) {
	x.stop.advance(e, limit)
	return x.stop.pos, x.stop.found
}
