package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// bracketFails decides whether a missing bracket explains the contradiction. Then the unit is read
// again with this bracket, or fails, because strings of a list are never joined. ok: the next phase
// is decided.
func (j *doubt) bracketFails(e *place.Around) (next phase, ok bool) {
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
func (j *doubt) says(e *place.Around) (says *schema.Node, depth int) {
	if u := j.unit; u.args.kind == objectArguments && u.name != "" {
		return e.Rules.Properties(u.name).Node(), u.argsDepth()
	}
	return nil, 0
}

// readWith reads the unit again, with a changed bracket. The reading changes from offset at on.
func (j *doubt) readWith(e *place.Around, b jsonscan.Bracket, at int) phase {
	if !j.again.Add(b) {
		return failing
	}
	j.failed.forget()
	j.walk.rewind(e, at)
	j.again.Restart(&j.lex.s, nil)
	return scanning
}

// closedEarly handles a surplus brace behind the unit. It reads the unit again if a brace may have
// closed the arguments before some of their members.
func (j *doubt) closedEarly(e *place.Around) (next phase, ok bool) {
	u := j.unit
	if !u.strayed {
		return next, false
	}
	at := u.args.end - 1
	j.failed.setFailure(at, parsers.ReasonMalformed, "the arguments contain a superfluous brace")
	return j.readWith(e, jsonscan.Bracket{At: at, Kind: jsonscan.Surplus}, at), true
}
