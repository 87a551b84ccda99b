package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// doubt decides whether a repair of a quote, a bracket or a name makes the text a call.
type doubt struct {
	*below
	walk   *walk
	failed *failed

	search    *recovery.Search
	beyond    recovery.Beyond
	delimited bool // nothing may follow the call
	seeking   bool // the end of a string is searched for behind the complete unit
}

// doubt decides what the contradiction means. A quote before it may be misplaced. Otherwise the
// candidate failed.
func (j *doubt) doubt(e *body.Around) phase {
	switch found, more := j.failed.endAtMarker(e); {
	case more:
		return waiting
	case found:
		return failing
	}
	if next, ok := j.bracketFails(e); ok {
		return next
	}
	if !j.recoverable(e) {
		return failing
	}
	switch a := j.nextCall(e); {
	case a == match.More:
		return waiting
	case a.Yes():
		return failing
	}
	if j.searches(e) {
		return recovering
	}
	j.failed.failure.message = recovery.Twice // a key occurs twice, wherever the string ends
	return failing
}

// searches starts the search for the end of the string in doubt. It returns false if a key before
// it occurs twice.
func (j *doubt) searches(e *body.Around) bool {
	follows := recovery.Running
	switch {
	case j.given.tag != nil && !j.given.tag.Running:
		follows = recovery.Delimited
	case e.Prose.InFence():
		follows = recovery.Fenced
	}
	j.search = j.again.Search(&e.Window, &j.lex.s, j.failed.failure.at, follows, j.evidence(e), e.Costs.Fuel())
	if j.search == nil {
		return false
	}
	start := j.again.Suspect.Start
	if j.given.tag != nil {
		j.failed.stop.Markers = start
	}
	j.beyond, j.delimited = recovery.BeyondFrom(start+1), follows == recovery.Delimited
	return true
}

// maxBehind is how far behind a complete call the search for a misplaced quote goes, in bytes.
const maxBehind = 1024

// quoteBehind decides whether to search for a misplaced quote behind the complete unit. It does so
// if the unit ends with a string, and the text directly behind the unit may be part of a string. If
// the search finds nothing, the unit stays as it is. ok: the next phase is decided.
func (j *doubt) quoteBehind(e *body.Around) (next phase, ok bool) {
	u, end := &j.unit, j.lex.s.Pos()
	rest := e.Rest(end)
	if len(rest) == 0 || u.doubled || u.args.kind != objectArguments || u.name == "" {
		return next, false
	}
	if j.walk.closesNothing(e, rest[0]) { // a surplus closer
		if rest = rest[1:]; len(rest) == 0 {
			return waiting, !e.Final
		}
	}
	behind := recovery.QuoteBehind(&e.Window, u.start, end, e.Window.End()-len(rest)) && j.again.Seek()
	if !behind || j.again.Suspect.Start < u.nameStart { // a name contains no quotes
		return next, false
	}
	j.failed.setFailure(end, parsers.ReasonMalformed, "a quote is directly behind the call")
	if j.seeking = j.recoverable(e) && j.searches(e); !j.seeking {
		j.standsWhole()
	}
	return recovering, j.seeking
}

// standsWhole accepts the unit as it was read at first.
func (j *doubt) standsWhole() {
	j.failed.failure = failedCall{}
	j.again.NoSearch()
	j.seeking = false
}

// nextCall reports whether another call begins where the reading failed, ignoring a delimiter and
// white space. Then no quote is misplaced: the closers of the call before it are missing.
func (j *doubt) nextCall(e *body.Around) match.Answer {
	rest := e.Rest(j.failed.failure.at)
	head := rest[:min(len(rest), failure.MaxOpenerSpace)]
	rest = rest[len(head)-len(e.Visits.TrimLeft(head, "; \t\r\n")):]
	if a := match.Text("{", rest, e.Final); !a.Yes() {
		return a
	}
	if !j.walk.list {
		return failure.MatchOpener(e, j.failed.stop.Shape, rest, ';')
	}
	switch yes, _, more := failure.Opens(e, j.given.nextShape(e))(rest); {
	case yes:
		return 1
	case more:
		return match.End(e.Final)
	}
	return match.No
}

// evidence returns what is known of the unit that contains the string in doubt.
func (j *doubt) evidence(e *body.Around) recovery.Evidence {
	u := &j.unit
	evidence := recovery.Evidence{Opens: failure.Opens(e, j.given.nextShape(e))}
	evidence.Schema, evidence.Depth = j.says(e)
	if u.args.kind != noArguments && u.name == "" && !j.given.alone() {
		evidence.Wanted = func(key []byte, depth int) bool {
			f := u.shape.Field(key)
			return depth == u.args.depth && f != nil && f.Name != 0
		}
	}
	return evidence
}

func (j *doubt) recoverable(e *body.Around) bool {
	u := &j.unit
	if !e.Repairs() || !u.shown() || !j.again.Doubts(&j.lex.s, e.Costs.Fuel()) {
		return false
	}
	return !j.report.begun || j.again.Suspect.Start > max(u.args.start, u.nameStart)
}

// recover searches for the end of the string in doubt.
func (j *doubt) recover(e *body.Around) phase {
	inText := j.seeking && j.given.tag == nil && !e.Prose.InFence()
	for {
		at := j.failed.stop.Pos
		w := j.failed.stop.Window(e)
		if limit := j.failed.failure.at + maxBehind; inText && w.End() >= limit {
			w = w.UpTo(limit, true)
		}
		w = j.beyond.Before(w, &e.Window, j.failed.failure.at, failure.Opens(e, j.given.nextShape(e)))
		if j.beyond.Found() && j.delimited {
			return j.unrecovered()
		}
		switch j.search.Run(&w) {
		case recovery.Searching:
			if j.failed.stop.Pos == at {
				return waiting
			}
		case recovery.Found:
			j.search.SecondReading = j.search.SecondReading || inText
			j.walk.rewind(e, j.again.Suspect.Start)
			j.again.Found(&j.lex.s)
			return scanning
		case recovery.Failed:
			// Behind complete arguments, the reading didn't fail in a string.
			toEnd := j.search.ToEnd && !j.failed.stop.Found && !j.beyond.Found()
			j.failed.failure.open = toEnd && j.unit.args.end == 0
			return j.unrecovered()
		case recovery.Exhausted:
			j.failed.failure.message = "too many ways to read the quotes"
			return j.unrecovered()
		}
	}
}

// unrecovered continues without the end of the string.
func (j *doubt) unrecovered() phase {
	if !j.seeking {
		return failing
	}
	j.standsWhole()
	return ended
}

// bracketFails decides whether a missing bracket explains the contradiction. Then the unit is read
// again with this bracket, or fails, because strings of a list are never joined. ok: the next phase
// is decided.
func (j *doubt) bracketFails(e *body.Around) (next phase, ok bool) {
	if j.unit.args.end > 0 || !e.Repairs() {
		return next, false
	}
	says, depth := j.says(e)
	b, from, state, ok := j.again.MissingBracket(&e.Window, &j.lex.s, j.failed.failure.at, j.unit.args.start, says, depth)
	switch {
	case !ok:
		return next, false
	case state == recovery.Searching:
		return waiting, true
	case state == recovery.Failed:
		return failing, true
	}
	return j.readWith(e, b, from), true
}

// says returns what the tool's schema says about the arguments, and the depth of their members.
func (j *doubt) says(e *body.Around) (says *schema.Node, depth int) {
	if u := &j.unit; u.args.kind == objectArguments && u.name != "" {
		return e.Rules.Properties(u.name).Node(), u.argsDepth()
	}
	return nil, 0
}

// readWith reads the unit again, with a changed bracket. The reading changes from offset at on.
func (j *doubt) readWith(e *body.Around, b jsonscan.Bracket, at int) phase {
	if !j.again.Add(b) {
		return failing
	}
	j.failed.failure = failedCall{}
	j.walk.rewind(e, at)
	j.again.Restart(&j.lex.s, nil)
	return scanning
}

// closedEarly handles a surplus brace behind the unit. It reads the unit again if a brace may have
// closed the arguments before some of their members.
func (j *doubt) closedEarly(e *body.Around) (next phase, ok bool) {
	u := &j.unit
	if !u.strayed {
		return next, false
	}
	at := u.args.end - 1
	j.failed.setFailure(at, parsers.ReasonMalformed, "the arguments contain a superfluous brace")
	return j.readWith(e, jsonscan.Bracket{At: at, Kind: jsonscan.Surplus}, at), true
}

// movedName is a name that became the last member of the arguments before it, because their closer
// is missing.
type movedName struct {
	field *grammar.Field
	name  string
	start int // of the name's string
	end   int // of the member before it, where the closer is missing
}

// moved looks for the name in complete arguments that no name follows. It reads the arguments once
// more.
func (j *doubt) moved(e *body.Around) (m movedName, ok bool) {
	u := &j.unit
	if j.given.alone() || u.nameKey || u.args.kind != objectArguments || u.args.end == 0 || !j.lex.s.Closable() {
		return m, false
	}
	var s jsonscan.Scanner
	s.Start(u.args.start, e.Rules.MaxDepth(), tolerance(e), nil)
	last, ok := recovery.LastMember(&e.Window, &s)
	if !ok {
		return m, false
	}
	m = movedName{field: u.shape.Field(e.Slice(last.Key.Start, last.Key.End)), start: last.Value.Start - 1, end: last.End}
	m.name = string(j.lex.log.Decode(&e.Window, last.Value))
	return m, m.name != "" && m.field != nil && m.field.Name&u.args.field.Arguments != 0
}
