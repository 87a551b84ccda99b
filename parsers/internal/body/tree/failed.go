package tree

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// failed decides where a call fails, and where one that failed ends.
type failed struct {
	given *given
	args  *args
	text  *text
	failure.Failing
	fault fault
}

// A fault is why the call fails, and where if no marker in the string before ended it.
type fault struct {
	at       int
	searched int // up to where no marker is
	reason   parsers.Reason
	message  string // empty: there is no fault
}

// opens begins with a call that hasn't failed.
func (f *failed) opens() { f.Failing, f.fault = failure.Failing{}, fault{} }

// found reports whether the call has failed, or will once it is known where.
func (f *failed) found() bool { return f.Failed || f.fault.message != "" }

// fail says that the call failed at offset at. If that is in or right behind a
// string that holds a marker, that ended the call: it has failed once that is known.
func (f *failed) fail(at int, reason parsers.Reason, message string) {
	f.fault = fault{at: at, searched: f.text.start, reason: reason, message: message}
}

// read reads on in a call that failed, or fails, from the position on.
func (f *failed) read(e *place.Around, pos *int) (more bool) {
	if f.Failed {
		return f.leave(e, pos)
	}
	return f.failing(e, pos)
}

// failing reports the fault; more: it must first be known whether a marker ended the call.
func (f *failed) failing(e *place.Around, pos *int) (more bool) {
	t := &f.fault
	end, a := f.marker(e, t.searched, t.at)
	switch {
	case a == match.More:
		t.searched = end
		return true
	case a == match.No:
		end = t.at
	}
	f.failAt(e, end, t.reason, t.message)
	*pos = end
	return false
}

// failAt reports that the call failed at offset at, where the reading goes on.
func (f *failed) failAt(e *place.Around, at int, reason parsers.Reason, message string) {
	f.FailAt(e, at, f.args.inner, parsers.Invalid{
		Name: f.args.name, Format: f.given.format(), Reason: reason, Message: message, FreeText: f.given.bare, Repairs: f.given.repairs,
	})
}

// outputEnds fails the call where the output ends or, before that, where a marker in its
// last string cut it off. It returns where that is; whole: it needn't fail, being cut off
// behind a value.
func (f *failed) outputEnds(e *place.Around) (at int, whole bool) {
	end := e.Base + len(e.Win)
	if at, a := f.marker(e, f.text.start, end); a.Yes() {
		failure.CutString(e, f.text.start, at)
		f.failAt(e, at, parsers.ReasonMalformed, "a string isn't closed")
		return at, false
	}
	if !e.Config.Options.AcceptIncomplete || !f.args.begun || f.args.whole == 0 {
		f.failAt(e, end, parsers.ReasonIncomplete, failure.CutOff)
		return end, false
	}
	return end, true
}

// marker is where the first marker is in the string that was read last, from an offset up to
// another; more: what is there may be one.
func (f *failed) marker(e *place.Around, at, end int) (found int, a match.Answer) {
	if f.text.start < 0 {
		return 0, match.No
	}
	for ; at < end; at++ {
		n := bytetable.Index(e.Slice(at, end), 0, e.Firsts)
		e.Visits.Add(n)
		if at += n; at == end {
			break
		}
		if a := f.given.stops(e, at); a != match.No {
			return at, a
		}
	}
	return 0, match.No
}

// leave looks for the end of the call that failed: its end, or before what
// begins another one; without its tokens, where its brackets balance.
func (f *failed) leave(e *place.Around, pos *int) (more bool) {
	defer e.Visits.Passed(*pos, pos)
	for ; *pos < e.Base+len(e.Win); *pos++ {
		b := e.Rest(*pos)[0]
		if e.Firsts[b] {
			a := f.given.stops(e, *pos)
			if a == match.More {
				return true
			}
			if a.Yes() {
				end := *pos
				if match.Text(f.given.g.Markers.Closer(), e.Rest(end), true).Yes() && !f.given.bare {
					end += len(f.given.g.Markers.Closer())
				}
				f.LeaveAt(end)
				return false
			}
		}
		switch {
		case !f.given.bare:
		case b == '{' || b == '[' || b == '(':
			f.args.nest(b)
		case b == '}' || b == ']' || b == ')':
			if f.args.unnest(); len(f.args.stack) == 0 {
				*pos++
				f.LeaveAt(*pos)
				return false
			}
		}
	}
	if e.Final {
		f.LeaveAt(*pos)
		return false
	}
	return true
}
