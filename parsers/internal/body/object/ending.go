package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// unexpected handles a byte that isn't allowed at its place. It may be the end of the JSON, or a
// quote before it may be in the wrong place.
func (j *Call) unexpected(e *place.Around, t jsonscan.Token) phase {
	if !j.lex.s.InString() {
		ending, more := j.given.endingAt(e, t.Start)
		if more {
			return waiting
		}
		if ending != place.EndsNothing {
			return j.endOfInput(e, ending)
		}
		if j.walk.betweenElements() {
			return j.onward.brokenList(e, t.Start)
		}
		if next, ok := j.failed.markerOpens(e, t.Start); ok {
			return next
		}
		if j.walk.doublesArguments(e, t.Start) || j.walk.doublesElement(e, t.Start) {
			return scanning
		}
	}
	return j.failed.trouble(t.Start, j.lex.s.Message())
}

// endOfInput handles the end of the output, of the fence or of the block.
func (j *Call) endOfInput(e *place.Around, ending place.Ending) phase {
	if ending != place.EndsOutput {
		if next, ok := j.failed.markerQuoted(e); ok {
			return next
		}
	}
	switch {
	case j.walk.betweenElements(), j.walk.list && j.walk.n == 1:
		return j.onward.brokenList(e, max(j.lex.s.PrevEnd(), e.Mark))
	case j.onward.completes(e, ending):
		return j.onward.complete(e)
	case !j.unit.shown():
		return j.cutOffText(e)
	case ending == place.EndsArguments && j.given.alone() && j.unit.args.kind == noArguments:
		return j.finishHeader(e, j.lex.s.Pos())
	case j.lex.s.InString() && j.failed.stringEnds(e):
		return failing
	case ending == place.EndsOutput && j.onward.cut(e):
		return done
	}
	if m, ok := j.doubt.moved(e); ok {
		return j.endMoved(e, &m)
	}
	if ending != place.EndsOutput && j.given.tag != nil && j.given.tag.StringsEnd {
		return j.failed.endsAt(j.lex.s.Pos(), j.lex.s.Pos(), parsers.ReasonMalformed, endsEarly)
	}
	message := failure.CutOff
	if j.lex.s.InString() {
		message = cutOffString
	}
	end := j.lex.s.Pos()
	if ending == place.EndsOutput {
		end = e.Base + len(e.Win) // an incomplete escape isn't read yet
	}
	return j.failed.endsAt(end, j.lex.s.Pos(), parsers.ReasonIncomplete, message)
}

// cutOffString is what is wrong about a call that the output's end cuts off in a string.
const cutOffString = "unexpected end of output inside a string"

// cutOffText reports text that doesn't look like a call at the end of the output, of the fence or
// of the block.
func (j *Call) cutOffText(e *place.Around) phase {
	at := j.lex.s.Pos()
	if j.lex.s.InString() {
		j.failed.setFailure(at, parsers.ReasonUnspecified, "")
		if j.failed.cutAtMarker(e) {
			at = j.failed.failure.end
		}
	}
	return j.onward.noCandidate(e, at)
}

// endMoved ends the unit whose name is missing, and adds the missing closer before the name.
func (j *Call) endMoved(e *place.Around, m *movedName) phase {
	// It is the call's name if the tool is declared, and has no argument with this key.
	if tool := e.Rules.Properties(m.name); !e.Repairs() || tool.Len() == 0 || tool.Names([]byte(m.field.Key)) {
		return j.failed.endsAt(j.lex.s.Pos(), j.lex.s.Pos(), parsers.ReasonMalformed, "the name is inside the arguments")
	}
	u := &j.unit
	u.name, u.named, u.args.end = m.name, m.field, m.end
	j.lex.log.Truncate(m.end)
	j.lex.note(repair.MissingCloser, m.end)
	j.lex.note(repair.ToolName, m.start)
	j.report.begin(e)
	j.report.flushTo(e, m.end)
	e.Handler.Arguments([]byte("}"))
	return j.onward.endLacking(e, j.lex.s.PrevEnd())
}

// listText continues in a string that is the first element of what may be a list.
func (j *Call) listText(e *place.Around) phase {
	w := e.Window
	end := j.lex.s.StringStart() + maxListText
	longer := w.End() > end
	if longer {
		w = w.UpTo(end, false)
	}
	t := j.lex.s.Next(&w)
	switch t.Kind {
	case jsonscan.More:
		if longer {
			return j.onward.noCandidate(e, j.lex.s.StringStart())
		}
		return waiting
	case jsonscan.String:
		return listTextEnded
	case jsonscan.End:
		return j.endOfInput(e, place.EndsOutput)
	default:
		j.phase = scanning // this is also the phase if more bytes are needed
		return j.unexpected(e, t)
	}
}

// behindListText accepts the string as an element, unless the byte directly behind it shows that it
// isn't one. Then the string may end at a marker in it.
func (j *Call) behindListText(e *place.Around) phase {
	at, end := j.lex.s.Pos(), e.Window.End()
	if at == end && !e.Final {
		return waiting
	}
	next, behind := j.lex.s, e.UpTo(min(at+1, end), false)
	if next.Next(&behind).Kind == jsonscan.Unexpected {
		return j.failed.trouble(at, next.Message())
	}
	j.onward.otherElement(e, j.lex.s.StringStart()) // in running text, no other value fails
	return scanning
}

// maxListText is the maximum length of such a string. In code, the quote that closes a string
// behind a bracket is often many lines away. Without a limit, all text between the quotes is held
// back.
const maxListText = 64
