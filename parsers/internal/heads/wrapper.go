package heads

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// A wrapper is the tag or token around calls in tags, while it is open.
type wrapper struct {
	t      *tagTable // nil: none is open
	prefix string
	called bool // a call ended in it
	last   int  // where that call ended
	cut    bool // that call was cut off by the end of the output, and accepted all the same
	wrong  bool // its opening tag isn't a right one, and no call counted that yet
	at     int  // where that tag is
	tokens bool // it is a token, and each call in it has some
	whole  bool // values in it keep a newline at their end
	free   bool // it was in a call that failed: each call in it has a penalty of 0.3
}

// optional reports whether there is a wrapper that need not be there, but has both of
// its tags or none.
func (t *tagTable) optional() bool {
	return len(t.Wrappers) > 0 && t.Bare.Native() && t.WrapperDue
}

// suffix is the prefix that was read with a tag, if the grammar's tags bear it as a suffix.
func (t *tagTable) suffix(prefix string) string {
	if t.Brackets.Affix != grammar.Suffixed {
		return ""
	}
	return prefix
}

// setWrapper sets the wrapper that is open.
func (ar *around) setWrapper(w wrapper) {
	ar.tags.wrapper = w
	ar.marks.Outside.InWrapper(w.t != nil)
}

// takes reports whether a tag with this prefix may belong to a call here, and
// which prefix its tags have.
func (w *wrapper) takes(prefix []byte, bare bool) (string, bool) {
	if bare || w.prefix == "" {
		return intern(prefix), true
	}
	return w.prefix, len(prefix) == 0 || string(prefix) == w.prefix
}

// intern is a prefix as a string that stays.
func intern(prefix []byte) string {
	const usual = "antml"
	if string(prefix) == usual {
		return usual
	}
	return strings.Clone(string(prefix))
}

// holds notes that a call ended in the wrapper, at the position.
func (w *wrapper) holds(hd *Heads, cut bool) {
	w.called, w.cut, w.last, w.wrong = true, cut, hd.cur.Pos, false
}

// settles ends the wrapper, behind a call, where what follows isn't part of it;
// false if more bytes are needed.
func (w *wrapper) settles(hd *Heads) bool {
	at, more := hd.cur.Space(hd.cur.Pos)
	if more {
		return false
	}
	goesOn, a := w.goesOn(hd, hd.cur.Rest(at), hd.cur.Final)
	if a == match.More {
		return false
	}
	if !goesOn {
		w.end(hd)
	}
	return true
}

// goesOn reports whether the wrapper's closer, or another call in it, begins b.
func (w *wrapper) goesOn(hd *Heads, b []byte, final bool) (bool, match.Answer) {
	t := w.table()
	a := t.MatchWrapperEnd(hd.cur.Visits, b, final)
	if a == match.No {
		a = t.MatchCall(hd.cur, b, final)
	}
	if a == match.No && t.optional() { // JSON may be in the call's tags
		r := t.Counting(hd.cur.Visits)
		_, a = r.Brackets.Opens(b, t.Call.Word, final)
	}
	return a.Yes(), a
}

// open reports whether the wrapper is open and need not be there.
func (w *wrapper) open() bool { return w.t != nil && w.t.optional() }

// table is how tags in the wrapper are written.
func (w *wrapper) table() *tagTable {
	if w.t.Brackets.Affix != grammar.Suffixed {
		return w.t
	}
	return &tagTable{marks.NewTagTable(w.t.Read.Within(w.prefix))}
}

// foreign reports whether a call with this suffix, or none, can't be in the wrapper.
func (w *wrapper) foreign(suffix string) bool {
	return w.t != nil && w.t.suffix(w.prefix) != suffix
}

// end ends the wrapper, whose closer is missing, before what isn't part of it.
func (w *wrapper) end(hd *Heads) {
	w.lacksCloser(&hd.around)
	hd.cur.Markup(hd.cur.Mark, parsers.RoleClose)
	hd.around.setWrapper(wrapper{})
}

// lacksCloser reports the missing closer as a repair of the last call.
func (w *wrapper) lacksCloser(ar *around) {
	if w.called && !w.cut && !ar.costs.CutOff() {
		ar.cur.Handler.Amend(parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: w.last})
	}
}

// openWrapper waits for what follows the tag that opens a wrapper: a tag that text follows
// is text.
func (t *tagTable) openWrapper(hd *Heads, at int) Candidate {
	r := t.Counting(hd.cur.Visits)
	prefix, n := r.OpensWrapper(hd.cur.Rest(at), true)
	hd.around.tags.opening = wrapperOpening{t: t, prefix: intern(prefix), start: at, end: at + int(n)}
	return &hd.around.tags.opening
}

// wrapperOpening is the candidate for the tag that opens a wrapper.
type wrapperOpening struct {
	t          *tagTable
	prefix     string
	start, end int // of the tag
}

// Step implements [Candidate].
func (o *wrapperOpening) Step(hd *Heads) bool {
	follower, more := hd.around.Follows(o.end)
	if more {
		return false
	}
	if follower == FollowedByText {
		if yes, more := hd.marks.Decline(o.start); yes || more {
			return yes
		}
		if named, more := hd.around.nameFollows(o.start); more {
			return false
		} else if named {
			follower = FollowedByJSON
		}
	}
	hd.cur.Seek(o.end)
	free := hd.costs.Penalized(o.start)
	if free { // the call behind the tag has the penalty of the tag
		hd.costs.Penalize(hd.around.ahead.pos)
	}
	switch {
	case follower == FollowedByCall:
		o.enter(hd, free)
	case follower == FollowedByText && hd.around.fenceFollows() && hd.blockAt(o.start) && !hd.between.Exact():
		if c := hd.inWrapper(); c != nil {
			return hd.goOn(c)
		}
	case follower == FollowedByText: // the openings between the tag and the text are text, too
		hd.cur.Seek(max(o.end, hd.around.ahead.last))
	case follower == FollowedByJSON && o.t.Bare.Framed() && !hd.marks.Outside.Calls && !hd.cur.Config.Tools.Given(): // without tools, JSON outside of a message to a tool is text
	case follower == FollowedByJSON && hd.blockAt(o.start):
		if o.t.Bare.Framed() && !hd.marks.Outside.Calls {
			hd.between.Strays()
		}
		if c := hd.inWrapper(); c != nil {
			return hd.goOn(c)
		}
	case follower == FollowedByOpening, follower == FollowedByJSON && hd.rules.Grammar.JSON != nil:
		hd.cur.Markup(o.end, parsers.RoleLead) // the calls behind it are in another group, or in none
	}
	return true
}

// blockAt opens the block whose opener is at offset at. The opener is a wrapper's tag, too.
func (hd *Heads) blockAt(at int) bool {
	for i := range hd.rules.Grammar.Blocks {
		b := &hd.rules.Grammar.Blocks[i]
		if n := match.AnySpelling(hd.cur.Visits, b.Markers.Open, hd.cur.Rest(at), true, b.Plain()); n.Yes() && hd.cur.Config.Counts(b.Format) {
			hd.between.Open(hd.place, hd.object(), b, at, at+int(n))
			return true
		}
	}
	return false
}

// nameFollows reports whether the wrapper's tag at offset at opens a block, too, and the name
// of a tool follows the openings that were looked at last, as models write it there.
func (ar *around) nameFollows(at int) (yes, more bool) {
	for i := range ar.rules.Grammar.Blocks {
		b := &ar.rules.Grammar.Blocks[i]
		if b.Own() && match.AnySpelling(ar.cur.Visits, b.Markers.Open, ar.cur.Rest(at), true, b.Plain()).Yes() {
			a := object.NamesBare(ar.place, ar.cur.Rest(ar.ahead.pos))
			return a.Yes(), a == match.More
		}
	}
	return false, false
}

// inWrapper makes the candidate for the block that was opened, which may be in a wrapper
// that need not be there; nil if it can't be in the one that is open.
func (hd *Heads) inWrapper() Candidate {
	if hd.around.tags == nil {
		return hd.Read(hd.between)
	}
	if w := &hd.around.tags.wrapper; w.open() && w.foreign(hd.between.Suffix()) {
		return nil
	}
	hd.around.tags.block = wrappedBlock{}
	return &hd.around.tags.block
}

// wrappedBlock is the candidate for a block in a wrapper, and for what ends the wrapper
// where its closer is missing.
type wrappedBlock struct{ behind bool }

// Step implements [Candidate].
func (c *wrappedBlock) Step(hd *Heads) bool {
	w := &hd.around.tags.wrapper
	if !c.behind {
		if !hd.between.Step(hd.place) {
			return false
		}
		c.behind = true
		c.called(hd)
	}
	return !w.open() || w.settles(hd)
}

// called notes that calls ended in the block, if some did.
func (c *wrappedBlock) called(hd *Heads) {
	if !hd.between.Called() {
		return
	}
	b := hd.between
	hd.around.tags.callEnded(hd.costs.LastCall, b.Suffix(), hd.around.closesAny(b.Closer()), b.List())
	if w := &hd.around.tags.wrapper; w.open() {
		w.holds(hd, hd.costs.CutOff())
	}
}

// closesAny reports whether the text is the closer of a wrapper.
func (ar *around) closesAny(text string) bool {
	for i := range ar.rules.Grammar.Tags {
		t := marks.NewTagTable(tags.New(&ar.rules.Grammar.Tags[i]))
		if t.MatchWrapperEnd(ar.cur.Visits, []byte(text), true).Yes() {
			return true
		}
	}
	return false
}

// enter opens the group of the calls in the wrapper. Text in it is text.
func (o *wrapperOpening) enter(hd *Heads, free bool) {
	hd.around.sections.leave()
	if hd.around.tags.wrapper.t != nil {
		hd.cur.Markup(o.start, parsers.RoleClose)
	}
	tag := hd.cur.Slice(o.start, o.end)
	hd.around.setWrapper(wrapper{
		t: o.t, prefix: o.prefix, at: o.start, wrong: o.t.Read.WrongWrapper(tag), whole: o.t.Read.Untrimmed(tag),
		free: free,
	})
	hd.cur.Markup(o.end, parsers.RoleOpen)
}

// closesWrapper opens what closeWrapper makes.
func (t *tagTable) closesWrapper(hd *Heads, at int) Candidate { return t.closeWrapper(&hd.around, at) }

// closeWrapper closes the group; without one the tag belongs to the call before it.
func (t *tagTable) closeWrapper(ar *around, at int) Candidate {
	r := t.Counting(ar.cur.Visits)
	prefix, n := r.ClosesWrapper(ar.cur.Rest(at), true)
	end := at + int(n)
	w := &ar.tags.wrapper
	if t.Read.WrongCloser(ar.cur.Slice(at, end)) {
		if w.t != t {
			return nil
		}
		w.lacksCloser(ar)
	}
	switch {
	case w.t != t && t.optional() && t.suffix(string(prefix)) != ar.tags.suffix:
		return nil
	case w.t != t:
		if t.lacksOpener(ar, at) {
			if ar.tags.settled && (!ar.cur.Repairs() || ar.cur.Config.Options.MinConfidence > 0) {
				return nil // whether the call is accepted mustn't depend on it any more
			}
			ar.cur.Handler.Amend(missingMarker(ar.costs.LastCall))
		}
		ar.closeTag(end, parsers.RoleTrail)
		return nothing{}
	case len(prefix) > 0 && string(prefix) != w.prefix:
		return nil
	case t.WrapperDue:
		ar.tags.closing = wrapperClosing{pos: end, end: end}
		return &ar.tags.closing
	}
	ar.setWrapper(wrapper{})
	ar.closeTag(end, parsers.RoleClose)
	return nothing{}
}

// lacksOpener reports whether a wrapper that need not be there wasn't opened, though its closer
// is at offset at. That shows only here, and is a repair of the call before it.
func (t *tagTable) lacksOpener(ar *around, at int) bool {
	return t.optional() && ar.prose.CallEndedAt(at) && ar.tags.ended == ar.costs.LastCall && ar.tags.closed != at && !ar.tags.whole && ar.cur.Failed <= ar.costs.LastCall
}

// closesWrapper closes the open wrapper, if its closer is at offset at. It may be a block's
// closer, too, if the block has the same markers.
func (ar *around) closesWrapper(at int) Candidate {
	if ar.tags == nil || ar.tags.wrapper.t == nil || !ar.tags.wrapper.t.MatchWrapperEnd(ar.cur.Visits, ar.cur.Rest(at), true).Yes() {
		return nil
	}
	return ar.tags.wrapper.t.closeWrapper(ar, at)
}

// closeTag reports what closes calls, up to end.
func (ar *around) closeTag(end int, role parsers.Role) {
	ar.cur.Seek(end)
	ar.cur.Markup(end, role)
	ar.prose.BehindCall(end)
	ar.tags.closed = end
}

// wrapperClosing is the candidate for the closer of a wrapper, and for a
// second one behind it, which is one too many.
type wrapperClosing struct{ pos, end int }

// Step implements [Candidate].
func (c *wrapperClosing) Step(hd *Heads) bool {
	w := &hd.around.tags.wrapper
	at, more := hd.cur.Space(c.pos)
	c.pos = at
	if more {
		return false
	}
	t := w.table()
	n := t.MatchWrapperEnd(hd.cur.Visits, hd.cur.Rest(at), hd.cur.Final)
	if n == match.More {
		return false
	}
	if n.Yes() && w.called {
		hd.cur.Handler.Amend(parsers.Repair{Kind: parsers.RepairExtraCloser, Offset: at})
		c.end = at + int(n)
	}
	hd.around.setWrapper(wrapper{})
	hd.around.closeTag(c.end, parsers.RoleClose)
	return true
}

// callEnded notes a call in tags, or in a block, that ended.
func (c *tagCalls) callEnded(at int, suffix string, whole, settled bool) {
	c.ended, c.suffix, c.whole, c.settled = at, suffix, whole, settled
}
