package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// stringsEnd reports whether a marker ends the string that the JSON failed in, if it is in the
// string or directly behind it. Between markers, StringsEnd decides this. In running text, a marker
// ends the string of an object without a name and arguments: such an object may be prose, with an
// unclosed brace and quote.
func (j *failed) stringsEnd(e *place.Around) bool {
	if j.given.tag != nil {
		return j.given.tag.StringsEnd
	}
	return j.unit.name == "" && !j.unit.argsKey && e.Prose.Marks()
}

// breaks tells the lexer what ends a string that isn't delimited by '"'. A string that nothing closes
// would be read to the end of the output, and again from a marker in it on, or from a line that begins
// with another call, where the failed call ends. Once the fuel for that is spent, the string ends there.
func (j *failed) breaks(e *place.Around) {
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
func (j *failed) endAtMarker(e *place.Around) (found, more bool) {
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
func quotesCall(e *place.Around, at, quote int) bool {
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
func (j *failed) stringEnds(e *place.Around) bool {
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
func (j *failed) cutAtMarker(e *place.Around) bool {
	found, _ := j.endAtMarker(e)
	if found {
		start, _ := j.lex.s.LastString()
		failure.CutString(e, start, j.failure.end)
	}
	return found
}
