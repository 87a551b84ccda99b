package look

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// look is the second look at a call.
type look struct {
	env  *body.Env
	last bool // the next call ends: what follows the last call is at hand
}

// Reset makes the notes ready for another output.
func Reset(env *body.Env) {
	if n := env.Notes; n != nil {
		n.Forget()
		n.Watch.On, n.Last = false, body.Last{}
	}
}

// Whole looks at a plain call, and notes in how what it finds. The call ends at offset end. args are its arguments, which
// are JSON.
func Whole(env *body.Env, end int, b *parsers.Begin, args []byte, how *parsers.End) {
	lk := look{env: env}
	lk.known(b.Name, args, how)
	lk.demands(b.Name, empty(args), how)
	alone := env.Notes != nil && env.Notes.Alone
	lk.follows(end, body.Watch{Empty: empty(args), Format: b.Format, Text: alone}, how)
	if alone {
		env.Notes.Forget()
	}
}

// End looks at the call that ends at offset end, and notes in how what it finds.
// See docs/models/formats, "The second look".
func End(env *body.Env, end int, how *parsers.End) {
	n, lk := env.Notes, look{env: env}
	if n == nil {
		return
	}
	repaired := len(how.Repairs) > 0
	var args []byte
	if n.Args.End > n.Args.Start {
		args = env.Slice(n.Args.Start, n.Args.End)
	}
	named := n.Decoded
	if named == nil {
		named = args
	}
	lk.known(n.Name, named, how)
	lk.demands(n.Name, n.Empty || empty(args) || string(args) == ")", how)
	how.SecondReading = how.SecondReading || lk.parted()
	n.Last = body.Last{Name: n.Name, End: end, Bare: n.Empty && n.Args.End == 0, Open: opens(end, how.Repairs)}
	if !how.SecondReading {
		how.SecondReading = len(n.Values) > 0 && lk.structured(repaired) ||
			repaired && args != nil && (lk.misquoted(n.Args, how.Repairs) || lk.misplaced(n.Args, how.Repairs) || lk.trails(end, how.Repairs) ||
				lk.commaless(n.Args, how.Repairs) || lk.mixed(n.Args, how.Repairs))
	}
	due := repaired && args != nil && lk.memberDue(how.Repairs)
	// In a list of strings, and in a vendor's response, what follows the call directly isn't its own.
	apart := !due && (repaired && lk.inString(how.Repairs) || n.Alone && (len(args) == 0 || args[0] != '{'))
	lk.follows(end, body.Watch{Empty: n.Empty || empty(args), Format: n.Format, Joined: due, Text: n.Alone && !due, Around: apart}, how)
	n.Forget()
}

// maxParted is how far the parts of a call are from each other, in bytes: a line's end.
const maxParted = 2

// parted reports whether the call and the one directly before it may be one call, whose marker in the middle is damaged: the name is
// that of no tool, and the call before it has no arguments; or the same call was opened again, and has no arguments.
func (lk look) parted() bool {
	n := lk.env.Notes
	if last := &n.Last; last.End > 0 && n.At-last.End <= maxParted {
		return last.Bare && lk.env.Config.Tools.Given() && !lk.env.Declared(n.Name) || last.Open && n.Empty && last.Name == n.Name
	}
	return false
}

// opens reports whether the closer of the call is missing at offset end.
func opens(end int, repairs []parsers.Repair) bool {
	return slices.ContainsFunc(repairs, func(r parsers.Repair) bool {
		return (r.Kind == repair.MissingCloser || r.Kind == repair.MissingMarker) && end-r.Offset <= maxParted
	})
}

// inString reports whether the call is the text of a string, in a list of such strings: what follows it there is the string's end.
func (lk look) inString(repairs []parsers.Repair) bool {
	return slices.ContainsFunc(repairs, func(r parsers.Repair) bool {
		return r.Kind == repair.QuoteStyle && r.Offset < lk.env.Notes.Args.Start
	})
}

// empty reports whether the arguments are an object without members.
func empty(args []byte) bool {
	return len(args) > 0 && args[0] == '{' && match.SpaceLen(args[1:]) == len(args)-2
}

// demands asks whether the call has no arguments at all, and its tool requires some.
func (lk look) demands(name string, none bool, how *parsers.End) {
	if none && !how.Weak && len(lk.env.Rules.Properties(name).Required()) > 0 {
		how.FreeText = true
	}
}

// known asks what the name and the beginning of the arguments say.
func (lk look) known(name string, args []byte, how *parsers.End) {
	if lk.misnamed(name) {
		how.Flaw = parsers.FlawName
		return
	}
	again, same := false, false
	if len(args) > 0 {
		again, same = lk.namesAgain(name, args)
	}
	if same {
		how.Flaw = parsers.FlawNamedAgain
	} else {
		how.SecondReading = how.SecondReading || again && !lk.env.Declared(name) || lk.resembles(name)
	}
}

// follows asks what follows the call, which ends at offset end. If that isn't at hand, it is watched. A quoted call isn't
// made anyway.
func (lk look) follows(end int, w body.Watch, how *parsers.End) {
	if lk.env.Rules.Nested || how.Flaw != parsers.FlawNone || how.SecondReading && !w.Empty {
		return
	}
	w.At, w.End = end, end
	lk.know(&w)
	switch lk.behind(&w) {
	case argument:
		how.Followed = !how.SecondReading
		how.SecondReading, how.Flaw = true, flaw(&w)
	case quoteEnd:
		how.Followed = !how.SecondReading
		how.SecondReading = true
	case unread:
		if how.Watched = parsers.WatchDoubt; w.Empty && (!w.Text || lk.env.Words.Of(w.Format).Tagged()) {
			how.Watched = parsers.WatchAll
		}
		w.On = true
		lk.env.Watches(w)
	}
}

// flaw is why a call is malformed that an argument follows. If it has arguments, it is only doubtful.
func flaw(w *body.Watch) parsers.Flaw {
	if w.Empty {
		return parsers.FlawFollowed
	}
	return parsers.FlawNone
}

// Follow reads on behind the last call, if that is watched, and reports what follows it once that is known. last: the next
// call ends, or the output does.
func Follow(env *body.Env, last bool) {
	if !env.Notes.Watching() {
		return
	}
	w := &env.Notes.Watch
	found := look{env, last}.behind(w)
	if found == unread && !last {
		return
	}
	w.On = false
	switch found {
	case argument:
		env.Handler.Followed(true, flaw(w))
	case quoteEnd:
		env.Handler.Followed(true, parsers.FlawNone)
	default:
		env.Handler.Followed(false, parsers.FlawNone)
	}
}
