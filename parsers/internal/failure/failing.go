package failure

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// Messages of calls that failed, whatever reads them.
const (
	CutOff  = "unexpected end of output inside a tool call"
	TooDeep = "JSON nests deeper than allowed"
)

// CutString handles a string that begins at start and goes on to the output's end. Its first marker
// is at offset at. If that marker begins a call, and the text before it closes nothing, the
// string may quote the calls in it, which get a penalty.
func CutString(env *body.Env, start, at int) {
	if m, _ := env.Markers.MarkAt(at); m.Begins && !ClosesMore(env, start, at) {
		env.Penalties.PenalizeTo(env.Window.End())
	}
}

// ClosesMore reports whether the text from start to end closes more brackets than it opens. Then
// the arguments were over, and the text was no string in them.
func ClosesMore(env *body.Env, start, end int) bool {
	env.Visits.Add(end - start)
	depth := 0
	for _, c := range env.Slice(start, end) {
		depth += int(jsonscan.Nests[c])
	}
	return depth < 0
}

// Failing is the state of a failed call in tags, and part of the call's candidate. The call is read
// on to its own end, or to where something else ends it before.
// See docs/models/formats, "Where a failed call ends".
type Failing struct {
	Failed  bool
	Open    int  // the brackets that are open where it failed
	leaving bool // its own end was found
	end     int  // its own end
	whole   bool // nothing else ends it
	from    int  // where it failed
	limit   int  // it is read up to here before the next search for something else that ends it
	asked   int  // that search has got this far, at least
	stop    Stop
	hidden  []hidden
}

// hidden is where a value is in the failed call. Nothing in a value ends the call.
type hidden struct {
	start, end int // end is 0 as long as it isn't known
}

// Hide notes that a value of the call begins at offset at.
func (f *Failing) Hide(at int) {
	if n := len(f.hidden); f.Failed && (n == 0 || f.hidden[n-1].end > 0) {
		f.hidden = append(f.hidden, hidden{start: at})
	}
}

// ShowFrom notes that the value ends at offset at.
func (f *Failing) ShowFrom(at int) {
	if n := len(f.hidden); n > 0 && f.hidden[n-1].end == 0 {
		f.hidden[n-1].end = at
	}
}

// ReadWhole notes that the failed call is well-formed all the same. A call that begins
// in it is data, and doesn't end it.
func (f *Failing) ReadWhole() { f.whole = true }

// find looks for something else that ends the failed call, up to offset limit.
func (f *Failing) find(env *body.Env, limit int) (end int, found bool) {
	if f.whole {
		return limit, false
	}
	for len(f.hidden) > 0 && f.hidden[0].start < limit {
		h := f.hidden[0]
		if end, found = f.stop.Find(env, h.start); found || end < h.start {
			return end, found
		}
		if h.end == 0 || h.end > limit {
			return limit, false
		}
		f.stop = Stop{Pos: h.end}
		f.hidden = f.hidden[1:]
	}
	return f.stop.Find(env, limit)
}

// FailAt reports that the call failed at offset at. Its arguments began at inner. If inner is 0,
// they aren't reported.
func (f *Failing) FailAt(env *body.Env, at, inner int, invalid parsers.Invalid) {
	f.Failed, f.from, f.limit, f.asked = true, at, at+Step, at
	f.stop = StopFrom(env, at)
	if invalid.ArgumentsOpen = inner > 0; invalid.Reason == parsers.ReasonMalformed {
		invalid.FailedAt = at
	}
	if 0 < inner && inner < at {
		invalid.Arguments = env.Slice(inner, at)
	}
	env.Invalid(at, invalid)
}

// Reads reports whether the call is read as one: it hasn't failed, and its end wasn't found.
func (f *Failing) Reads() bool { return !f.Failed && !f.leaving }

// StepThrough reads on until the window ends or the call is left behind. pos
// is how far read has got. A failed call is read in steps, as if it came in chunks, so that
// it isn't read to the output's end where something else ends it soon.
func (f *Failing) StepThrough(env *body.Env, pos *int, read func() (more, done bool)) bool {
	for !f.leaving {
		var more, done, ahead bool
		if f.Failed {
			more, done, ahead = f.readOn(env, *pos, read)
		} else {
			more, done = read()
		}
		switch {
		case done:
			return true
		case !more && !(f.Failed && *pos >= f.asked+Step):
		case f.Failed && f.upTo(env, *pos, false):
			return true
		case more && !ahead:
			return false
		}
	}
	return f.upTo(env, f.end, true)
}

// readOn reads on from offset pos in a failed call. It returns ahead if more of the output is at hand.
func (f *Failing) readOn(env *body.Env, pos int, read func() (more, done bool)) (more, done, ahead bool) {
	if f.limit = max(f.limit, pos+Step); f.limit >= env.Window.End() {
		more, done = read()
		return more, done, false
	}
	whole := env.Window
	env.Window = env.UpTo(f.limit, false)
	more, done = read()
	env.Window = whole
	if more {
		f.limit += f.limit - f.from
	}
	return more, done, true
}

// LeaveAt notes where the call ends by itself.
func (f *Failing) LeaveAt(end int) { f.leaving, f.end = true, end }

// upTo reports the text of the failed call up to offset limit. last: the call ends there by itself. It returns true if
// the call has ended there or before.
func (f *Failing) upTo(env *body.Env, limit int, last bool) bool {
	f.asked = limit
	end, found := f.find(env, limit)
	if found {
		env.Penalties.Penalize(end)
	} else if last {
		end = min(end, limit)
	}
	env.InvalidText(end)
	if f.Open > 0 && (found || last) {
		env.Penalties.LeavesOpen(end, f.Open)
	}
	if !found && (!last || end < limit) {
		return false
	}
	env.Seek(end)
	return true
}
