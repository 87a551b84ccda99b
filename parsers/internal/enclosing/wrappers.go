package enclosing

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// A Wrapper is the tag or token around calls in tags, while it is open.
type Wrapper struct {
	Table  *markers.TagTable // nil: none is open
	Prefix string
	Called bool // a call ended in it
	last   int  // where that call ended
	cut    bool // that call was cut off by the end of the output, and accepted all the same
	Wrong  bool // its opening tag isn't a right one, and no call counted that yet
	At     int  // where that tag is
	Tokens bool // it is a token, and each call in it has some
	Whole  bool // values in it keep a newline at their end
	Free   bool // it was in a call that failed: each call in it has a penalty of 0.3
}

// A Shell is what was before the call at an offset.
type Shell struct {
	Table  *markers.TagTable // of its tokens
	At     int               // the offset; -1: there is none
	Stands bool              // some token was there
	Lacks  bool              // another one is missing
	Other  bool              // its type is unknown
}

// Wrappers decides which wrapper is open around calls in tags, and which of its tags are missing. It knows
// what is before a call, too.
type Wrappers struct {
	_ buffers.NoCopy
	below

	Open    Wrapper // its zero value: none is open
	BareRun int     // behind a call without a wrapper: another one here is of the same run
	closed  int     // behind a wrapper's closer
	ended   int     // the last call in tags, or in a block, begins here
	Suffix  string  // of the tags of the call that ended last
	whole   bool    // that call was JSON in a wrapper's own tags
	settled bool    // the call was accepted when it ended: it is too late to report repairs
	Shell   Shell   // before the call that was seen last
}

// reset makes the state ready for another output.
func (ws *Wrappers) reset() {
	if ws != nil {
		ws.Open, ws.BareRun, ws.closed, ws.ended, ws.Suffix = Wrapper{}, -1, -1, -1, ""
		ws.whole, ws.settled = false, false
		ws.Shell = Shell{At: -1}
	}
}

// setWrapper sets the wrapper that is open.
func (ws *Wrappers) setWrapper(w Wrapper) {
	ws.Open = w
	ws.Markers.Outside.Wrapped = w.Table != nil
}

// Enter opens the wrapper, whose opening ends at end. One that is open ends before it.
func (ws *Wrappers) Enter(w Wrapper, end int) {
	if ws.Open.Table != nil {
		ws.Cur.Markup(w.At, parsers.RoleClose)
	}
	ws.setWrapper(w)
	ws.Cur.Markup(end, parsers.RoleOpen)
}

// Exit closes the wrapper that is open. Its closer ends at end.
func (ws *Wrappers) Exit(end int) {
	ws.setWrapper(Wrapper{})
	ws.CloseTag(end, parsers.RoleClose)
}

// Takes reports whether a tag with this prefix may belong to a call here, and
// which prefix its tags have.
func (ws *Wrappers) Takes(prefix []byte, bare bool) (string, bool) {
	if bare || ws.Open.Prefix == "" {
		return Intern(prefix), true
	}
	return ws.Open.Prefix, len(prefix) == 0 || string(prefix) == ws.Open.Prefix
}

// Intern is a prefix as a string that stays.
func Intern(prefix []byte) string {
	const usual = "antml"
	if string(prefix) == usual {
		return usual
	}
	return strings.Clone(string(prefix))
}

// NoteCall notes that a call ended in the wrapper, at the position.
func (ws *Wrappers) NoteCall(cut bool) {
	w := &ws.Open
	w.Called, w.cut, w.last, w.Wrong = true, cut, ws.Cur.Pos, false
}

// CallEnded notes the last call, which was in tags, or in a block.
func (ws *Wrappers) CallEnded(suffix string, whole, settled bool) {
	ws.ended, ws.Suffix, ws.whole, ws.settled = ws.Penalties.LastCall, suffix, whole, settled
}

// LeaveIfOver ends the wrapper, behind a call, where what follows isn't part of it;
// false if more bytes are needed.
func (ws *Wrappers) LeaveIfOver() bool {
	at, more := ws.Cur.Space(ws.Cur.Pos)
	if more {
		return false
	}
	a := ws.goesOn(ws.Cur.Rest(at), ws.Cur.Final)
	if a == match.More {
		return false
	}
	if !a.Yes() {
		ws.lacksCloser()
		ws.Leave()
	}
	return true
}

// goesOn reports whether the wrapper's closer, or another call in it, begins b.
func (ws *Wrappers) goesOn(b []byte, final bool) match.Answer {
	t := ws.Table()
	a := t.MatchWrapperEnd(ws.Cur.Visits, b, final)
	if a == match.No {
		a = t.MatchCall(&ws.Cur, b, final)
	}
	if a == match.No && t.Optional() { // JSON may be in the call's tags
		r := t.Counting(ws.Cur.Visits)
		_, a = r.Brackets.Opens(b, t.Call.Word, final)
	}
	return a
}

// Optional reports whether the wrapper is open and need not be there.
func (ws *Wrappers) Optional() bool { return ws.Open.Table != nil && ws.Open.Table.Optional() }

// Table is how tags in the wrapper are written.
func (ws *Wrappers) Table() *markers.TagTable {
	t := ws.Open.Table
	if t.Brackets.Affix != grammar.Suffixed {
		return t
	}
	return markers.NewTagTable(t.Read.Within(ws.Open.Prefix))
}

// Foreign reports whether a call with this suffix, or none, can't be in the wrapper.
func (ws *Wrappers) Foreign(suffix string) bool {
	w := &ws.Open
	return w.Table != nil && w.Table.Suffix(w.Prefix) != suffix
}

// Leave ends the wrapper at the mark, if one is open.
func (ws *Wrappers) Leave() {
	if ws.Open.Table != nil {
		ws.Cur.Markup(ws.Cur.Mark, parsers.RoleClose)
		ws.setWrapper(Wrapper{})
	}
}

// lacksCloser reports the missing closer as a repair of the last call.
func (ws *Wrappers) lacksCloser() {
	if w := &ws.Open; w.Called && !w.cut && !ws.Penalties.CutOff() {
		ws.Cur.Handler.Amend(MissingMarker(w.last))
	}
}

// ClosesAny reports whether the text is the closer of a wrapper.
func (ws *Wrappers) ClosesAny(text string) bool {
	for i := range ws.Rules.Grammar.Tags {
		t := markers.NewTagTable(tags.New(&ws.Rules.Grammar.Tags[i]))
		if t.MatchWrapperEnd(ws.Cur.Visits, []byte(text), true).Yes() {
			return true
		}
	}
	return false
}

// CloseWrapper closes the group of the table's wrapper at its closer, at offset at; without one the tag belongs to
// the call before it. It reports whether the tag is markup. If another one may follow, it closes nothing yet, and
// end is where the tag ends; else 0.
func (ws *Wrappers) CloseWrapper(t *markers.TagTable, at int) (end int, closes bool) {
	r := t.Counting(ws.Cur.Visits)
	prefix, n := r.ClosesWrapper(ws.Cur.Rest(at), true)
	end = at + int(n)
	w := &ws.Open
	if t.Read.WrongCloser(ws.Cur.Slice(at, end)) {
		if w.Table != t {
			return 0, false
		}
		ws.lacksCloser()
	}
	switch {
	case w.Table != t && t.Optional() && t.Suffix(string(prefix)) != ws.Suffix:
		return 0, false
	case w.Table != t:
		if ws.lacksOpener(t, at) {
			if ws.settled && (!ws.Cur.Repairs() || ws.Cur.Config.Options.MinConfidence > 0) {
				return 0, false // whether the call is accepted mustn't depend on it any more
			}
			ws.Cur.Handler.Amend(MissingMarker(ws.Penalties.LastCall))
		}
		ws.CloseTag(end, parsers.RoleTrail)
		return 0, true
	case len(prefix) > 0 && string(prefix) != w.Prefix:
		return 0, false
	case t.WrapperDue:
		return end, true
	}
	ws.Exit(end)
	return 0, true
}

// lacksOpener reports whether a wrapper that need not be there wasn't opened, though its closer
// is at offset at. That shows only here, and is a repair of the call before it.
func (ws *Wrappers) lacksOpener(t *markers.TagTable, at int) bool {
	return t.Optional() && ws.prose.CallEndedAt(at) && ws.ended == ws.Penalties.LastCall && ws.closed != at && !ws.whole && ws.Cur.Failed <= ws.Penalties.LastCall
}

// CloseTag reports what closes calls, up to end.
func (ws *Wrappers) CloseTag(end int, role parsers.Role) {
	ws.Cur.MarkupTo(end, role)
	ws.prose.CallsEnded(end)
	ws.closed = end
}

// ShellOf is the shell of the call at offset at.
func (ws *Wrappers) ShellOf(t *markers.TagTable, at int) Shell {
	switch {
	case t.Shell == nil:
		return Shell{}
	case ws.Shell.At == at:
		return ws.Shell
	case ws.Open.Table == t && ws.Open.Tokens:
		return Shell{At: at, Stands: true, Lacks: true}
	}
	return Shell{}
}
