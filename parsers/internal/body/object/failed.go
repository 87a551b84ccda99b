package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// failed decides where a failed call ends.
// See docs/models/formats, "Where a failed call ends".
type failed struct {
	*below
	walk *walk

	failure failedCall
	stop    failure.Stop
	inLine  int // no line begins in the bytes before it, as far as overrun looks
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
func (fd *failed) trouble(at int, message string) phase {
	fd.setFailure(at, parsers.ReasonMalformed, message)
	return doubting
}

// endsAt is setFailure for a candidate whose end is known.
func (fd *failed) endsAt(end, at int, reason parsers.Reason, message string) phase {
	fd.setFailure(at, reason, message)
	fd.failure.end = end
	return failing
}

// setFailure notes that the candidate failed at offset at.
func (fd *failed) setFailure(at int, reason parsers.Reason, message string) phase {
	depth := fd.lex.s.Nesting.Depth() - fd.walk.outer()
	if fd.opening.alone() && depth == 0 && (!fd.opening.tag.Prose || fd.unit.args.kind != noArguments) {
		depth = 1 // only a marker ends it
	}
	fd.failure = failedCall{at: at, reason: reason, message: message}
	fd.failure.extent = failure.Extent{Pos: at, Nests: &jsonscan.Nests, Depth: depth, Tagged: fd.opening.tag != nil}
	if fd.lex.s.InString() {
		fd.failure.extent.Quote = fd.lex.s.Quote().Lead()
	}
	if depth <= 0 {
		fd.failure.end = at
	}
	fd.stop = failure.Stop{Pos: max(fd.unit.start, fd.opening.jsonAt) + 1, Prev: '{', Last: '{', Shape: fd.opening.others()}
	return failing
}

// passing is setFailure for a definition. The rest of the definition, from offset at on, is
// skipped.
func (fd *failed) passing(env *body.Env, at int) phase {
	fd.setFailure(at, parsers.ReasonUnspecified, "")
	fd.stop = failure.Stop{Pos: at, Shape: fd.opening.others()}
	if at > env.Mark {
		fd.stop.Prev = env.Win[at-1-env.Base]
	}
	fd.stop.Last = fd.stop.Prev
	return failing
}

// overrun reports whether the object whose key is at offset at begins another call, at the start of
// a line. If the candidate failed later, it would end here, and the text behind here would be read
// again. The budget for that is spent, so the candidate fails at once.
func (fd *failed) overrun(env *body.Env, at int) bool {
	from := max(env.Base, at-failure.MaxOpenerSpace)
	if fd.inLine <= at {
		from = max(from, fd.inLine)
	}
	before := env.Slice(from, at)
	n := env.Visits.LastIndexByte(before, '\n') + 1
	if n == 0 {
		fd.inLine = at
	}
	if n == 0 || n == len(before) || before[n] != '{' {
		return false
	}
	at -= len(before) - n
	if at <= max(fd.unit.start, fd.opening.jsonAt) || !failure.MatchOpener(env, fd.opening.others(), env.Rest(at), 0).Yes() {
		return false
	}
	fd.setFailure(at, parsers.ReasonMalformed, "another call begins in the call, and too much of the output was read twice")
	return true
}

const endsEarly = "the call ends before its arguments do"

// markerOpens ends the call at a marker that begins with a bracket. The bracket, directly before
// offset at, was read as the bracket of an array.
func (fd *failed) markerOpens(env *body.Env, at int) (next phase, ok bool) {
	at--
	if !fd.opening.alone() || !env.Firsts['['] || at < fd.unit.start || env.Win[at-env.Base] != '[' {
		return next, false
	}
	switch a := env.StopsAt(at); {
	case a.Yes():
		return fd.endsAt(at, at, parsers.ReasonMalformed, endsEarly), true
	case a == match.More:
		return waiting, true
	}
	return next, false
}

// markerQuoted ends the call at a marker with a quote directly behind it. Such a marker is in a
// string whose quotes weren't escaped.
func (fd *failed) markerQuoted(env *body.Env) (next phase, ok bool) {
	at := fd.lex.s.Pos()
	_, n := env.Markers.MarkAt(at)
	if !n.Yes() {
		return waiting, n == match.More
	}
	behind := env.Rest(at + n.Len())
	if len(behind) == 0 {
		return waiting, !env.Final
	}
	start, text := fd.lex.s.LastString()
	text = text && start >= env.Mark && fd.lex.s.PrevEnd() == at && behind[0] == env.Win[start-env.Base]
	if !text && behind[0] != '"' && behind[0] != '\\' {
		return next, false
	}
	return fd.endsAt(at, at, parsers.ReasonMalformed, "a marker is between quotes"), true
}

// findEnd looks for the end of the failed candidate. more: the end isn't in the window yet, but the
// text before end belongs to the candidate.
func (fd *failed) findEnd(env *body.Env) (end int, balanced, more bool) {
	for {
		at := fd.stop.Pos
		w := fd.stop.Window(env)
		limit := w.End()
		end, balanced, wait := fd.failure.extent.Scan(env, limit)
		switch {
		case balanced:
			return end, true, false
		case fd.stop.Found && !wait:
			return limit, false, false
		case wait || fd.stop.Pos == at:
			return min(end, limit), false, !env.Final || wait
		}
	}
}

// reportFailure reports the failed candidate, or the next part of its text, up to end.
func (fd *failed) reportFailure(env *body.Env, end int) {
	f := &fd.failure
	if f.reason == parsers.ReasonUnspecified || fd.unit.name == "" && fd.unit.def.schema != "" {
		env.Text(end) // a definition
		return
	}
	if f.reported {
		env.InvalidText(end)
		return
	}
	if end == env.Mark { // the element before it reached up to the marker
		return
	}
	f.reported = true
	invalid := fd.report.invalid(env, end, f.reason, f.message)
	if f.reason == parsers.ReasonMalformed {
		invalid.FailedAt = f.at
	}
	env.Invalid(end, invalid)
}

// stringsEnd reports whether a marker ends the string that the JSON failed in, if it is in the
// string or directly behind it. Between markers, StringsEnd decides this. In running text, a marker
// ends the string of an object without a name and arguments: such an object may be prose, with an
// unclosed brace and quote.
func (fd *failed) stringsEnd(env *body.Env) bool {
	if fd.opening.tag != nil {
		return fd.opening.tag.StringsEnd
	}
	return fd.unit.name == "" && !fd.unit.argsKey && env.Prose.MarkersCount()
}

// breaks tells the lexer what ends a string that isn't delimited by '"'. A string that nothing closes
// would be read to the end of the output, and again from a marker in it on, or from a line that begins
// with another call, where the failed call ends. Once the budget for that is spent, the string ends there.
func (fd *failed) breaks(env *body.Env) {
	stop, spent := &fd.lex.s.Corrections.Break, env.Penalties.Budget().Exhausted()
	switch {
	case fd.opening.tag != nil && fd.opening.tag.StringsEnd:
		stop.At, stop.Firsts = env.Breaks, env.Firsts
	case fd.opening.tag == nil && spent:
		stop.Firsts = env.Firsts
		stop.At = func(b []byte, final bool) match.Answer {
			if !fd.stringsEnd(env) {
				return match.No
			}
			return env.Breaks(b, final)
		}
	}
	if spent {
		stop.Line = func(b []byte, final bool) match.Answer {
			switch {
			case len(b) == 0:
				return match.End(final)
			case b[0] == '{':
				return failure.MatchOpener(env, fd.opening.others(), b, 0)
			case env.Firsts[b[0]]:
				return env.Breaks(b, final)
			}
			return match.No
		}
	}
}

// endAtMarker ends the failed candidate at the first marker in the string that the JSON failed in,
// or directly behind it. It returns false if there is none. more: one may begin there.
// See docs/models/formats, "Without a key for the name or the arguments".
func (fd *failed) endAtMarker(env *body.Env) (found, more bool) {
	if !fd.stringsEnd(env) {
		return false, false
	}
	start, ok := fd.lex.s.LastString()
	if !ok {
		return false, false
	}
	// A string that can't contain a marker ends before it, so the marker may be at Pos.
	end := min(fd.lex.s.Pos()+1, env.Base+len(env.Win))
	from := max(start, fd.failure.clear, env.Mark)
	env.Visits.Add(max(end-from, 0))
	for at := from; at < end; at++ {
		if !env.Firsts[env.Win[at-env.Base]] {
			continue
		}
		switch stops, more := env.Markers.CutsString(at); {
		case more:
			fd.failure.clear = at
			return false, true
		case stops && fd.opening.tag == nil && quotesCall(env, at, fd.lex.s.PrevEnd()-1):
			return false, false
		case stops:
			fd.failure.end = at
			if at < fd.lex.s.PrevEnd() && !failure.ClosesMore(env, start, at) {
				env.Penalties.MayQuote(at)
				if fd.opening.tag == nil {
					env.Penalties.PenalizeTo(fd.lex.s.PrevEnd())
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
func quotesCall(env *body.Env, at, quote int) bool {
	env.Visits.Add(max(quote-at, 0))
	for at++; at < quote; at++ {
		if !env.Firsts[env.Win[at-env.Base]] {
			continue
		}
		m, n := env.Markers.MarkAt(at)
		if !n.Yes() || m.Begins {
			continue
		}
		at += n.Len() - 1
		if behind := env.Slice(at+1, max(at+1, quote)); match.SpaceLen(behind) == len(behind) {
			return true
		}
	}
	return false
}

// stringEnds reports whether something ends the candidate in the string in which the output ended.
// This is a marker, or any other text that ends a failed candidate.
func (fd *failed) stringEnds(env *body.Env) bool {
	fd.setFailure(fd.lex.s.Pos(), parsers.ReasonMalformed, "a string isn't closed")
	if fd.cutAtMarker(env) {
		return true
	}
	for at := -1; at != fd.stop.Pos && !fd.stop.Found; {
		at = fd.stop.Pos
		fd.stop.Window(env)
	}
	if !fd.stop.Found {
		fd.failure = failedCall{}
	}
	return fd.stop.Found
}

// cutAtMarker ends the candidate at a marker in the string in which the output ended.
func (fd *failed) cutAtMarker(env *body.Env) bool {
	found, _ := fd.endAtMarker(env)
	if found {
		start, _ := fd.lex.s.LastString()
		failure.CutString(env, start, fd.failure.end)
	}
	return found
}
