package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// failed decides where a failed call ends.
type failed struct {
	*below
	walk *walk

	failure failedCall
	stop    failure.Stop
}

// failedCall is what is known of a candidate that failed.
type failedCall struct {
	at       int // where it failed
	end      int // where it ends; 0: this isn't known yet
	message  string
	reason   parsers.Reason
	reported bool
	open     bool // all of the output was searched for the end of a string

	extent failure.Extent
	clear  int // no marker begins before it in the string that failed; 0: not searched yet
}

// trouble handles a contradiction at offset at.
func (j *failed) trouble(at int, message string) phase {
	j.setFailure(at, parsers.ReasonMalformed, message)
	return doubting
}

// endsAt is setFailure for a candidate whose end is known.
func (j *failed) endsAt(end, at int, reason parsers.Reason, message string) phase {
	j.setFailure(at, reason, message)
	j.failure.end = end
	return failing
}

// setFailure notes that the candidate failed at offset at.
func (j *failed) setFailure(at int, reason parsers.Reason, message string) phase {
	depth := j.lex.s.Nesting.Depth() - j.walk.outer()
	if j.given.alone() && depth == 0 && (!j.given.tag.Prose || j.unit.args.kind != noArguments) {
		depth = 1 // only a marker ends it
	}
	j.failure = failedCall{at: at, reason: reason, message: message}
	j.failure.extent = failure.Extent{Pos: at, Nests: &jsonscan.Nests, Depth: depth, Tagged: j.given.tag != nil}
	if j.lex.s.InString() {
		j.failure.extent.Quote = j.lex.s.Quote().Lead()
	}
	if depth <= 0 {
		j.failure.end = at
	}
	j.stop = failure.Stop{Pos: max(j.unit.start, j.given.jsonAt) + 1, Prev: '{', Last: '{', Shape: j.given.others()}
	return failing
}

// passing is setFailure for a definition. The rest of the definition, from offset at on, is
// skipped.
func (j *failed) passing(e *body.Around, at int) phase {
	j.setFailure(at, parsers.ReasonUnspecified, "")
	j.stop = failure.Stop{Pos: at, Shape: j.given.others()}
	if at > e.Mark {
		j.stop.Prev = e.Win[at-1-e.Base]
	}
	j.stop.Last = j.stop.Prev
	return failing
}

// overrun reports whether the object whose key is at offset at begins another call, at the start of
// a line. If the candidate failed later, it would end here, and the text behind here would be read
// again. The fuel for that is spent, so the candidate fails at once.
func (j *failed) overrun(e *body.Around, at int) bool {
	before := e.Slice(max(e.Base, at-failure.MaxOpenerSpace), at)
	n := e.Visits.LastIndexByte(before, '\n') + 1
	if n == 0 || n == len(before) || before[n] != '{' {
		return false
	}
	at -= len(before) - n
	if at <= max(j.unit.start, j.given.jsonAt) || !failure.MatchOpener(e, j.given.others(), e.Rest(at), 0).Yes() {
		return false
	}
	j.setFailure(at, parsers.ReasonMalformed, "another call begins in the call, and too much of the output was read twice")
	return true
}

const endsEarly = "the call ends before its arguments do"

// markerOpens ends the call at a marker that begins with a bracket. The bracket, directly before
// offset at, was read as the bracket of an array.
func (j *failed) markerOpens(e *body.Around, at int) (next phase, ok bool) {
	at--
	if !j.given.alone() || !e.Firsts['['] || at < j.unit.start || e.Win[at-e.Base] != '[' {
		return next, false
	}
	switch a := e.StopsAt(at); {
	case a.Yes():
		return j.endsAt(at, at, parsers.ReasonMalformed, endsEarly), true
	case a == match.More:
		return waiting, true
	}
	return next, false
}

// markerQuoted ends the call at a marker with a quote directly behind it. Such a marker is in a
// string whose quotes weren't escaped.
func (j *failed) markerQuoted(e *body.Around) (next phase, ok bool) {
	at := j.lex.s.Pos()
	_, n := e.Markers.MarkAt(at)
	if !n.Yes() {
		return waiting, n == match.More
	}
	behind := e.Rest(at + n.Len())
	if len(behind) == 0 {
		return waiting, !e.Final
	}
	start, text := j.lex.s.LastString()
	text = text && start >= e.Mark && j.lex.s.PrevEnd() == at && behind[0] == e.Win[start-e.Base]
	if !text && behind[0] != '"' && behind[0] != '\\' {
		return next, false
	}
	return j.endsAt(at, at, parsers.ReasonMalformed, "a marker is between quotes"), true
}

// findEnd looks for the end of the failed candidate. more: the end isn't in the window yet, but the
// text before end belongs to the candidate.
func (j *failed) findEnd(e *body.Around) (end int, balanced, more bool) {
	for {
		at := j.stop.Pos
		w := j.stop.Window(e)
		limit := w.End()
		end, balanced, wait := j.failure.extent.Scan(e, limit)
		switch {
		case balanced:
			return end, true, false
		case j.stop.Found && !wait:
			return limit, false, false
		case wait || j.stop.Pos == at:
			return min(end, limit), false, !e.Final || wait
		}
	}
}

// reportFailure reports the failed candidate, or the next part of its text, up to end.
func (j *failed) reportFailure(e *body.Around, end int) {
	f := &j.failure
	if f.reason == parsers.ReasonUnspecified || j.unit.name == "" && j.unit.def.schema != "" {
		e.Text(end) // a definition
		return
	}
	if f.reported {
		e.InvalidText(end)
		return
	}
	if end == e.Mark { // the element before it reached up to the marker
		return
	}
	f.reported = true
	e.Invalid(end, j.report.invalid(e, end, f.reason, f.message))
}

// stringsEnd reports whether a marker ends the string that the JSON failed in, if it is in the
// string or directly behind it. Between markers, StringsEnd decides this. In running text, a marker
// ends the string of an object without a name and arguments: such an object may be prose, with an
// unclosed brace and quote.
func (j *failed) stringsEnd(e *body.Around) bool {
	if j.given.tag != nil {
		return j.given.tag.StringsEnd
	}
	return j.unit.name == "" && !j.unit.argsKey && e.Prose.MarkersCount()
}

// breaks tells the lexer what ends a string that isn't delimited by '"'. A string that nothing closes
// would be read to the end of the output, and again from a marker in it on, or from a line that begins
// with another call, where the failed call ends. Once the fuel for that is spent, the string ends there.
func (j *failed) breaks(e *body.Around) {
	stop, spent := &j.lex.s.Given.Break, e.Costs.Fuel().Spent()
	switch {
	case j.given.tag != nil && j.given.tag.StringsEnd:
		stop.At, stop.Firsts = e.Breaks, e.Firsts
	case j.given.tag == nil && spent:
		stop.Firsts = e.Firsts
		stop.At = func(b []byte, final bool) match.Answer {
			if !j.stringsEnd(e) {
				return match.No
			}
			return e.Breaks(b, final)
		}
	}
	if spent {
		stop.Line = func(b []byte, final bool) match.Answer {
			switch {
			case len(b) == 0:
				return match.End(final)
			case b[0] == '{':
				return failure.MatchOpener(e, j.given.others(), b, 0)
			case e.Firsts[b[0]]:
				return e.Breaks(b, final)
			}
			return match.No
		}
	}
}

// endAtMarker ends the failed candidate at the first marker in the string that the JSON failed in,
// or directly behind it. It returns false if there is none. more: one may begin there.
func (j *failed) endAtMarker(e *body.Around) (found, more bool) {
	if !j.stringsEnd(e) {
		return false, false
	}
	start, ok := j.lex.s.LastString()
	if !ok {
		return false, false
	}
	// A string that can't contain a marker ends before it, so the marker may be at Pos.
	end := min(j.lex.s.Pos()+1, e.Base+len(e.Win))
	from := max(start, j.failure.clear, e.Mark)
	e.Visits.Add(max(end-from, 0))
	for at := from; at < end; at++ {
		if !e.Firsts[e.Win[at-e.Base]] {
			continue
		}
		switch stops, more := e.Markers.CutsString(at); {
		case more:
			j.failure.clear = at
			return false, true
		case stops && j.given.tag == nil && quotesCall(e, at, j.lex.s.PrevEnd()-1):
			return false, false
		case stops:
			j.failure.end = at
			if at < j.lex.s.PrevEnd() && !failure.ClosesMore(e, start, at) {
				e.Costs.MayQuote(at)
				if j.given.tag == nil {
					e.Costs.PenalizeTo(j.lex.s.PrevEnd())
				}
			}
			return true, false
		}
	}
	return false, false
}

// quotesCall reports whether the string quotes a complete call. The string continues with the
// marker at offset at. Its closing quote is at offset quote. It quotes a call if it ends with a
// marker that begins nothing.
func quotesCall(e *body.Around, at, quote int) bool {
	e.Visits.Add(max(quote-at, 0))
	for at++; at < quote; at++ {
		if !e.Firsts[e.Win[at-e.Base]] {
			continue
		}
		m, n := e.Markers.MarkAt(at)
		if !n.Yes() || m.Begins {
			continue
		}
		at += n.Len() - 1
		if behind := e.Slice(at+1, max(at+1, quote)); match.SpaceLen(behind) == len(behind) {
			return true
		}
	}
	return false
}

// stringEnds reports whether something ends the candidate in the string in which the output ended.
// This is a marker, or any other text that ends a failed candidate.
func (j *failed) stringEnds(e *body.Around) bool {
	j.setFailure(j.lex.s.Pos(), parsers.ReasonMalformed, "a string isn't closed")
	if j.cutAtMarker(e) {
		return true
	}
	for at := -1; at != j.stop.Pos && !j.stop.Found; {
		at = j.stop.Pos
		j.stop.Window(e)
	}
	if !j.stop.Found {
		j.failure = failedCall{}
	}
	return j.stop.Found
}

// cutAtMarker ends the candidate at a marker in the string in which the output ended.
func (j *failed) cutAtMarker(e *body.Around) bool {
	found, _ := j.endAtMarker(e)
	if found {
		start, _ := j.lex.s.LastString()
		failure.CutString(e, start, j.failure.end)
	}
	return found
}
