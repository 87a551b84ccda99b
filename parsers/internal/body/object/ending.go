package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// unexpected handles a byte that can't follow: what stands there may end the
// JSON, or a quote may have gone astray.
func (j *Call) unexpected(e *place.Around, t jsonscan.Token) (more, done bool) {
	if !j.lex.s.InString() {
		ending, more := j.given.endingAt(e, t.Start)
		if more {
			return true, false
		}
		if ending != place.EndsNothing {
			return j.endOfInput(e, ending)
		}
		if j.walk.betweenElements() {
			return j.onward.brokenList(e, t.Start)
		}
		if opens, more := j.failed.markerOpens(e, t.Start); opens || more {
			return more, false
		}
		if j.walk.doublesArguments(e, t.Start) || j.walk.doublesElement(e, t.Start) {
			return false, false
		}
	}
	j.failed.trouble(t.Start, j.lex.s.Message())
	return false, false
}

// markerOpens fails the call at the marker whose first byte, a bracket before
// offset at, was read as that of an array.
func (j *failed) markerOpens(e *place.Around, at int) (opens, more bool) {
	at--
	if !j.given.alone() || !e.Firsts['['] || at < j.unit.start || e.Win[at-e.Base] != '[' {
		return false, false
	}
	if opens, more = stopsAt(e, at); opens {
		j.endsAt(at, at, parsers.ReasonMalformed, "the call ends before its arguments do")
	}
	return opens, more
}

// betweenElements tells whether the scanner stands in a list, not in an element.
func (j *walk) betweenElements() bool {
	return j.list && j.n > 0 && j.frames[j.n-1].list
}

// endOfInput handles the end of the output, of the fence or of the block.
func (j *Call) endOfInput(e *place.Around, ending place.Ending) (more, done bool) {
	if ending != place.EndsOutput {
		if quoted, more := j.failed.markerQuoted(e); quoted || more {
			return more, false
		}
	}
	switch {
	case j.walk.betweenElements(), j.walk.list && j.walk.n == 1:
		return j.onward.brokenList(e, max(j.lex.s.PrevEnd(), e.Mark))
	case j.unit.completes(e, ending):
		return j.onward.complete(e)
	case j.lex.s.InString() && j.doubt.entityAtEnd(e):
		return false, false
	case !j.unit.shown():
		return j.cutOffText(e)
	case ending == place.EndsArguments && j.given.alone() && j.unit.args.kind == noArguments:
		return j.finishHeader(e, j.lex.s.Pos())
	case j.lex.s.InString() && j.failed.stringEnds(e):
		return false, false
	case ending == place.EndsOutput && j.onward.cut(e):
		return false, true
	}
	if m, ok := j.unit.moved(e); ok {
		return j.endMoved(e, &m)
	}
	if ending != place.EndsOutput && j.given.tag != nil && j.given.tag.StringsEnd {
		j.failed.endsAt(j.lex.s.Pos(), j.lex.s.Pos(), parsers.ReasonMalformed, "the call ends before its arguments do")
		return false, false
	}
	message := failure.CutOff
	if j.lex.s.InString() {
		message = "unexpected end of output inside a string"
	}
	end := j.lex.s.Pos()
	if ending == place.EndsOutput {
		end = e.Base + len(e.Win) // half an escape is not read yet
	}
	j.failed.endsAt(end, j.lex.s.Pos(), parsers.ReasonIncomplete, message)
	return false, false
}

// cutOffText leaves what looked like no call by the end of the output, of the fence or of
// the block.
func (j *Call) cutOffText(e *place.Around) (more, done bool) {
	at := j.lex.s.Pos()
	if j.lex.s.InString() {
		j.failed.setFailure(at, parsers.ReasonUnspecified, "")
		if j.failed.cutAtMarker(e) {
			at = j.failed.failure.end
		}
	}
	return j.onward.noCandidate(e, at)
}

// endingAt is the Place's, but between markers what ends a block ends arguments
// unless they are exact, and the fence around them does.
func (j *given) endingAt(e *place.Around, at int) (ending place.Ending, more bool) {
	if j.marked() && j.tag.Fence > 0 && e.Rest(at)[0] == '`' {
		n := e.RunLength(at)
		if int(n) >= j.tag.Fence {
			return place.EndsArguments, false
		}
		return place.EndsNothing, n == match.More
	}
	ending, more = e.EndingAt(at)
	if j.marked() && ending == place.EndsBlock && (!j.tag.Exact || j.tag.closes(e.Rest(at))) {
		ending = place.EndsArguments
	}
	return ending, more
}

// markerQuoted fails the call at a marker with a quote directly behind it: it stands in a
// string whose quotes weren't escaped.
func (j *failed) markerQuoted(e *place.Around) (quoted, more bool) {
	at := j.lex.s.Pos()
	if j.lex.s.InString() {
		return false, false
	}
	_, n := e.MarkAt(at)
	if !n.Yes() {
		return false, n == match.More
	}
	behind := e.Rest(at + n.Len())
	if len(behind) == 0 {
		return false, !e.Final
	}
	start, text := j.lex.s.LastString()
	text = text && start >= e.Mark && j.lex.s.PrevEnd() == at && behind[0] == e.Win[start-e.Base]
	if !text && behind[0] != '"' && behind[0] != '\\' {
		return false, false
	}
	j.endsAt(at, at, parsers.ReasonMalformed, "a marker stands between quotes")
	return true, false
}

// doublesArguments starts again at offset at if there the arguments' second
// '{' follows the first: one is too many if two close them.
func (j *walk) doublesArguments(e *place.Around, at int) bool {
	u := j.unit
	if !j.given.alone() || j.doubled || !e.Repairs() || e.Win[at-e.Base] != '{' || u.args.start != at-1 {
		return false
	}
	if u.flushed > u.args.start {
		e.Handler.RewindArguments(0)
	}
	j.doubled = true
	u.args, u.flushed = arguments{}, 0
	j.skip, j.field = 0, &headerField
	j.lex.s.Start(at, e.MaxDepth(), tolerance(e), j.lex.log)
	j.again.resume = j.lex.s
	return true
}

// doublesElement passes over the second '{' of a list's element, at offset at:
// one is too many if two close it.
func (j *walk) doublesElement(e *place.Around, at int) bool {
	u := j.unit
	if !j.betweenOpening() || u.doubled || !e.Repairs() || e.Win[at-e.Base] != '{' || u.start != at-1 {
		return false
	}
	u.doubled = true
	return j.lex.s.SkipByte(repair.Unspecified)
}

// betweenOpening tells whether an element of a list was just opened.
func (j *walk) betweenOpening() bool {
	return j.list && j.n == j.listAt+1 && j.skip == 0 && j.unit.empty()
}
