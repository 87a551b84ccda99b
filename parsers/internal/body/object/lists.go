package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// bracketFails decides whether the contradiction is that of a bracket which is missing: then
// the unit is read anew with it, or fails, since strings of a list are never joined.
// ok: it is decided what is read next.
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

// says is what the schema of the tool says of the arguments, whose members are at the depth.
func (j *doubt) says(e *place.Around) (says *schema.Node, depth int) {
	if u := j.unit; u.args.kind == objectArguments && u.name != "" {
		return e.Rules.Properties(u.name).Node(), u.argsDepth()
	}
	return nil, 0
}

// readWith reads the unit anew, with a bracket that was wrong; what it says from offset at on
// is new.
func (j *doubt) readWith(e *place.Around, b jsonscan.Bracket, at int) phase {
	if !j.again.Add(b) {
		return failing
	}
	j.failed.forget()
	j.walk.rewind(e, at)
	j.again.Restart(&j.lex.s, nil)
	return scanning
}

// closedEarly reads the unit, behind which a brace is one too many, anew, if that may have
// closed the arguments before members of theirs.
func (j *doubt) closedEarly(e *place.Around) (next phase, ok bool) {
	u := j.unit
	if !u.strayed {
		return next, false
	}
	at := u.args.end - 1
	j.failed.setFailure(at, parsers.ReasonMalformed, "a brace too many stands in the arguments")
	return j.readWith(e, jsonscan.Bracket{At: at, Kind: jsonscan.Surplus}, at), true
}
