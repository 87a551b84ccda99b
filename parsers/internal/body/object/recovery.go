package object

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/fence"
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

// endsTwice is the search for the quote and the closers with which the unit ends, in the text directly behind it.
type endsTwice struct {
	from, pos int // of the text, and up to where it was searched
	depth     int // of the brackets that are open in it
	found     bool
}

// doubt decides what the contradiction means. A quote before it may be misplaced. Otherwise the
// candidate failed.
func (dt *doubt) doubt(env *body.Env) phase {
	switch found, more := dt.failed.endAtMarker(env); {
	case more:
		return waiting
	case found:
		return failing
	}
	if next, ok := dt.bracketFails(env); ok {
		return next
	}
	if !dt.recoverable(env) {
		return failing
	}
	switch a := dt.nextCall(env); {
	case a == match.More:
		return waiting
	case a.Yes():
		return failing
	}
	if dt.searches(env) {
		return recovering
	}
	dt.failed.failure.message = recovery.Twice // a key occurs twice, wherever the string ends
	return failing
}

// searches starts the search for the end of the string in doubt. It returns false if a key before
// it occurs twice.
func (dt *doubt) searches(env *body.Env) bool {
	follows := recovery.Running
	switch {
	case dt.opening.tag != nil && !dt.opening.tag.Running:
		follows = recovery.Delimited
	case env.Prose.InFence():
		follows = recovery.Fenced
	}
	dt.search = dt.again.Search(&env.Window, &dt.lex.s, dt.failed.failure.at, follows, dt.evidence(env), env.Penalties.Budget())
	if dt.search == nil {
		return false
	}
	start := dt.again.Suspect.Start
	if dt.opening.tag != nil {
		dt.failed.stop.Markers = start
	}
	dt.beyond, dt.delimited = recovery.BeyondFrom(start+1), follows == recovery.Delimited
	return true
}

// maxBehind is how far behind a complete call the search for a misplaced quote goes, in bytes.
const maxBehind = 1024

// quoteBehind decides whether to search for a misplaced quote behind the complete unit. It does so
// if the unit ends with a string, and the text directly behind the unit may be part of a string. If
// the search finds nothing, the unit stays as it is. ok: the next phase is decided.
func (dt *doubt) quoteBehind(env *body.Env) (next phase, ok bool) {
	u, end := &dt.unit, dt.lex.s.Pos()
	rest := env.Rest(end)
	if len(rest) == 0 || u.doubled || u.args.kind != objectArguments || u.name == "" || env.Penalties.Quoted(u.start) {
		return next, false // a quote behind a call that a failed one may quote belongs to that one
	}
	if dt.walk.closesNothing(env, rest[0]) { // a surplus closer
		if rest = rest[1:]; len(rest) == 0 {
			return waiting, !env.Final
		}
	}
	at := env.Window.End() - len(rest)
	behind := recovery.QuoteBehind(&env.Window, u.start, end, at)
	if !behind && at == end {
		var more bool
		if behind, more = dt.endsTwice(env, end); more {
			return waiting, true
		}
	}
	if !behind || !dt.again.Seek() || dt.again.Suspect.Start < u.nameStart || !dt.recoverable(env) { // a name contains no quotes
		return next, false
	}
	message := "a quote is directly after the call"
	if dt.endedTwice() {
		message = "the call ends twice"
	}
	dt.failed.setFailure(end, parsers.ReasonMalformed, message)
	if dt.seeking = dt.searches(env); !dt.seeking {
		dt.standsWhole()
	}
	return recovering, dt.seeking
}

// endsTwice reports whether the text directly behind the unit, which ends at offset end, has the same quote and closers
// again as the unit ends with, before another call, a marker, and an empty line. Then the first ones may be part of the
// unit's last string.
func (dt *doubt) endsTwice(env *body.Env, end int) (yes, more bool) {
	text := env.Slice(dt.unit.start, end)
	closers := len(env.Visits.TrimRight(text, "}]"))
	rest := env.Rest(end)
	if closers == 0 || text[closers-1] != '"' || !gluedText(rest[0]) {
		return false, false
	}
	tw := &buffers.Made(&dt.lex.rare).twice
	if tw.from != end {
		*tw = endsTwice{from: end, pos: end}
	}
	ends := text[closers-1:]
	opens := failure.Opens(env, dt.opening.nextShape(env))
	from := tw.pos
	defer func() { env.Visits.Passed(from, &tw.pos) }()
	for limit := end + maxBehind; tw.pos < min(env.Window.End(), limit); tw.pos++ {
		rest = env.Rest(tw.pos)
		a := match.No
		if tw.depth == 0 {
			a = match.Text(string(ends), rest, env.Final)
		}
		switch {
		case a == match.More:
			return false, true
		case a.Yes():
			tw.found = true
			return true, false
		case rest[0] == '{':
			if yes, _, more := opens(rest); yes || more {
				return false, more && !env.Final
			}
		case rest[0] == '\n' && len(rest) == 1 && !env.Final:
			return false, true // what is on the next line
		case rest[0] == '\n' && len(rest) > 1 && rest[1] == '\n':
			return false, false
		case env.Firsts[rest[0]]:
			if a := env.StopsAt(tw.pos); a != match.No {
				return false, a == match.More
			}
		}
		tw.depth += int(jsonscan.Nests[rest[0]])
	}
	return false, !env.Final && tw.pos < end+maxBehind
}

// endedTwice reports whether these were found.
func (dt *doubt) endedTwice() bool { return dt.lex.rare != nil && dt.lex.rare.twice.found }

// gluedText reports whether c, directly behind a call, is text and no delimiter, bracket or marker.
func gluedText(c byte) bool {
	return !match.IsSpace(c) && strings.IndexByte(",;{}[]()<"+string(fence.Code), c) < 0
}

// standsWhole accepts the unit as it was read at first.
func (dt *doubt) standsWhole() {
	dt.failed.failure = failedCall{}
	dt.again.NoSearch()
	dt.seeking = false
}

// nextCall reports whether another call begins where the reading failed, ignoring a delimiter and
// white space. Then no quote is misplaced: the closers of the call before it are missing.
func (dt *doubt) nextCall(env *body.Env) match.Answer {
	rest := env.Rest(dt.failed.failure.at)
	head := rest[:min(len(rest), failure.MaxOpenerSpace)]
	rest = rest[len(head)-len(env.Visits.TrimLeft(head, "; \t\r\n")):]
	if a := match.Text("{", rest, env.Final); !a.Yes() {
		return a
	}
	if !dt.walk.list {
		return failure.MatchOpener(env, dt.failed.stop.Shape, rest, ';')
	}
	switch yes, _, more := failure.Opens(env, dt.opening.nextShape(env))(rest); {
	case yes:
		return 1
	case more:
		return match.End(env.Final)
	}
	return match.No
}

// evidence returns what is known of the unit that contains the string in doubt.
func (dt *doubt) evidence(env *body.Env) recovery.Evidence {
	u := &dt.unit
	evidence := recovery.Evidence{Opens: failure.Opens(env, dt.opening.nextShape(env))}
	evidence.Schema, evidence.Depth = dt.says(env)
	if u.args.kind != noArguments && u.name == "" && !dt.opening.alone() {
		evidence.Wanted = func(key []byte, depth int) bool {
			f := u.shape.Field(key)
			return depth == u.args.depth && f != nil && f.Name != 0
		}
	}
	return evidence
}

func (dt *doubt) recoverable(env *body.Env) bool {
	u := &dt.unit
	if !env.Repairs() || !u.shown() || !dt.again.Doubts(&dt.lex.s, env.Penalties.Budget()) {
		return false
	}
	return !dt.report.begun || dt.again.Suspect.Start > max(u.args.start, u.nameStart)
}

// recover searches for the end of the string in doubt.
func (dt *doubt) recover(env *body.Env) phase {
	inText := dt.seeking && dt.opening.tag == nil && !env.Prose.InFence()
	for {
		at := dt.failed.stop.Pos
		w := dt.failed.stop.Window(env)
		if limit := dt.failed.failure.at + maxBehind; inText && w.End() >= limit {
			w = w.UpTo(limit, true)
		}
		w = dt.beyond.Before(w, &env.Window, dt.failed.failure.at, failure.Opens(env, dt.opening.nextShape(env)))
		if dt.beyond.Found() && dt.delimited {
			return dt.unrecovered()
		}
		switch dt.search.Run(&w) {
		case recovery.Searching:
			if dt.failed.stop.Pos == at {
				return waiting
			}
		case recovery.Found:
			if dt.endedTwice() && dt.search.Ends[0].End < dt.failed.failure.at { // the unit, as it was read
				return dt.unrecovered()
			}
			dt.search.SecondReading = dt.search.SecondReading || inText || dt.endedTwice()
			dt.walk.rewind(env, dt.again.Suspect.Start)
			dt.again.Found(&dt.lex.s)
			return scanning
		case recovery.Failed:
			// Behind complete arguments, the reading didn't fail in a string.
			toEnd := dt.search.ToEnd && !dt.failed.stop.Found && !dt.beyond.Found()
			dt.failed.failure.open = toEnd && dt.unit.args.end == 0
			return dt.unrecovered()
		case recovery.Exhausted:
			dt.failed.failure.message = "too many ways to read the quotes"
			return dt.unrecovered()
		}
	}
}

// unrecovered continues without the end of the string.
func (dt *doubt) unrecovered() phase {
	if !dt.seeking || dt.endedTwice() && dt.opening.tag != nil {
		return failing
	}
	dt.standsWhole()
	return ended
}

// bracketFails decides whether a missing bracket explains the contradiction. Then the unit is read
// again with this bracket, or fails, because strings of a list are never joined. ok: the next phase
// is decided.
func (dt *doubt) bracketFails(env *body.Env) (next phase, ok bool) {
	if dt.unit.args.end > 0 || !env.Repairs() {
		return next, false
	}
	says, depth := dt.says(env)
	b, from, state, ok := dt.again.MissingBracket(&env.Window, &dt.lex.s, dt.failed.failure.at, dt.unit.args.start, says, depth)
	switch {
	case !ok:
		return next, false
	case state == recovery.Searching:
		return waiting, true
	case state == recovery.Failed:
		return failing, true
	}
	return dt.readWith(env, b, from), true
}

// says returns what the tool's schema says about the arguments, and the depth of their members.
func (dt *doubt) says(env *body.Env) (says *schema.Node, depth int) {
	if u := &dt.unit; u.args.kind == objectArguments && u.name != "" {
		return env.Rules.Properties(u.name).Node(), u.argsDepth()
	}
	return nil, 0
}

// readWith reads the unit again, with a changed bracket. The reading changes from offset at on.
func (dt *doubt) readWith(env *body.Env, b jsonscan.Bracket, at int) phase {
	if !dt.again.Add(b) {
		return failing
	}
	dt.failed.failure = failedCall{}
	dt.walk.rewind(env, at)
	dt.again.Restart(&dt.lex.s, nil)
	return scanning
}

// closedEarly handles a surplus brace behind the unit. It reads the unit again if a brace may have
// closed the arguments before some of their members.
func (dt *doubt) closedEarly(env *body.Env) (next phase, ok bool) {
	u := &dt.unit
	if !u.strayed {
		return next, false
	}
	at := u.args.end - 1
	dt.failed.setFailure(at, parsers.ReasonMalformed, "the arguments contain a superfluous brace")
	return dt.readWith(env, jsonscan.Bracket{At: at, Kind: jsonscan.Surplus}, at), true
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
func (dt *doubt) moved(env *body.Env) (m movedName, ok bool) {
	u := &dt.unit
	if dt.opening.alone() || u.nameKey || u.args.kind != objectArguments || u.args.end == 0 || !dt.lex.s.Closable() {
		return m, false
	}
	var s jsonscan.Scanner
	s.Start(u.args.start, env.Rules.MaxDepth(), tolerance(env), nil)
	last, ok := recovery.LastMember(&env.Window, &s)
	if !ok {
		return m, false
	}
	m = movedName{field: u.shape.Field(env.Slice(last.Key.Start, last.Key.End)), start: last.Value.Start - 1, end: last.End}
	m.name = string(dt.lex.log.Decode(&env.Window, last.Value))
	return m, m.name != "" && m.field != nil && m.field.Name&u.args.field.Arguments != 0
}
