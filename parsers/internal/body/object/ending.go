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
	if !j.s.InString() {
		ending, more := j.endingAt(e, t.Start)
		if more {
			return true, false
		}
		if ending != place.EndsNothing {
			return j.endOfInput(e, ending)
		}
		if j.betweenElements() {
			return j.brokenList(e, t.Start)
		}
		if opens, more := j.markerOpens(e, t.Start); opens || more {
			return more, false
		}
		if j.doublesArguments(e, t.Start) || j.doublesElement(e, t.Start) {
			return false, false
		}
	}
	j.trouble(t.Start, j.s.Message())
	return false, false
}

// markerOpens fails the call at the marker whose first byte, a bracket before
// offset at, was read as that of an array.
func (j *Call) markerOpens(e *place.Around, at int) (opens, more bool) {
	at--
	if !j.alone() || !e.Firsts['['] || at < j.unit.start || e.Win[at-e.Base] != '[' {
		return false, false
	}
	if opens, more = stopsAt(e, at); opens {
		j.setFailure(at, parsers.ReasonMalformed, "the call ends before its arguments do")
		j.failure.end = at
	}
	return opens, more
}

// betweenElements tells whether the scanner stands in a list, not in an element.
func (j *Call) betweenElements() bool {
	return j.list && j.n > 0 && j.frames[j.n-1].list
}

// endOfInput handles the end of the output, of the fence or of the block.
func (j *Call) endOfInput(e *place.Around, ending place.Ending) (more, done bool) {
	if ending != place.EndsOutput {
		if quoted, more := j.markerQuoted(e); quoted || more {
			return more, false
		}
	}
	switch {
	case j.betweenElements(), j.list && j.n == 1:
		return j.brokenList(e, max(j.s.PrevEnd(), e.Mark))
	case j.completes(e, ending):
		return j.complete(e)
	case !j.unit.shown():
		return j.cutOffText(e)
	case ending == place.EndsArguments && j.alone() && j.unit.args.kind == noArguments:
		return j.finishHeader(e, j.s.Pos())
	case j.s.InString() && j.stringEnds(e):
		return false, false
	case ending == place.EndsOutput && j.cut(e):
		return false, true
	}
	if m, ok := j.moved(e); ok {
		return j.endMoved(e, &m)
	}
	if ending != place.EndsOutput && j.tag != nil && j.tag.StringsEnd {
		j.setFailure(j.s.Pos(), parsers.ReasonMalformed, "the call ends before its arguments do")
		j.failure.end = j.s.Pos()
		return false, false
	}
	message := failure.CutOff
	if j.s.InString() {
		message = "unexpected end of output inside a string"
	}
	j.setFailure(j.s.Pos(), parsers.ReasonIncomplete, message)
	j.failure.end = j.s.Pos()
	if ending == place.EndsOutput {
		j.failure.end = e.Base + len(e.Win) // half an escape is not read yet
	}
	return false, false
}

// cutOffText leaves what looked like no call by the end of the output, of the fence or of
// the block.
func (j *Call) cutOffText(e *place.Around) (more, done bool) {
	at := j.s.Pos()
	if j.s.InString() {
		j.setFailure(at, parsers.ReasonUnspecified, "")
		if j.cutAtMarker(e) {
			at = j.failure.end
		}
	}
	return j.noCandidate(e, at)
}

// endingAt is the Place's, but between markers what ends a block ends arguments
// unless they are exact, and the fence around them does.
func (j *Call) endingAt(e *place.Around, at int) (ending place.Ending, more bool) {
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
func (j *Call) markerQuoted(e *place.Around) (quoted, more bool) {
	at := j.s.Pos()
	if j.s.InString() {
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
	start, text := j.s.LastString()
	text = text && start >= e.Mark && j.s.PrevEnd() == at && behind[0] == e.Win[start-e.Base]
	if !text && behind[0] != '"' && behind[0] != '\\' {
		return false, false
	}
	j.setFailure(at, parsers.ReasonMalformed, "a marker stands between quotes")
	j.failure.end = at
	return true, false
}

// doublesArguments starts again at offset at if there the arguments' second
// '{' follows the first: one is too many if two close them.
func (j *Call) doublesArguments(e *place.Around, at int) bool {
	u := &j.unit
	if !j.alone() || j.doubled || !e.Repairs() || e.Win[at-e.Base] != '{' || u.args.start != at-1 {
		return false
	}
	if u.flushed > u.args.start {
		e.Handler.RewindArguments(0)
	}
	j.doubled = true
	u.args, u.flushed = arguments{}, 0
	j.skip, j.field = 0, &headerField
	j.s.Start(at, e.MaxDepth(), tolerance(e), j.log)
	j.resume = j.s
	return true
}

// doublesElement passes over the second '{' of a list's element, at offset at:
// one is too many if two close it.
func (j *Call) doublesElement(e *place.Around, at int) bool {
	u := &j.unit
	if !j.betweenOpening() || u.doubled || !e.Repairs() || e.Win[at-e.Base] != '{' || u.start != at-1 {
		return false
	}
	u.doubled = true
	return j.s.SkipByte(repair.Unspecified)
}

// betweenOpening tells whether an element of a list was just opened.
func (j *Call) betweenOpening() bool {
	return j.list && j.n == j.listAt+1 && j.skip == 0 && j.unit.empty()
}
