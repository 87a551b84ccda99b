package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// A wrapper is what stands around calls in tags, while it is open.
type wrapper struct {
	t      *tagTable // nil: none is open
	prefix string
	called bool // a call ended in it
	last   int  // there
	cut    bool // it was cut off by the end of the output, and accepted all the same
	wrong  bool // its opening tag isn't a right one, and no call counted that yet
	at     int  // where that tag stands
	tokens bool // it is a token, and each call in it has some
	whole  bool // values in it keep a newline at their end
	free   bool // it stood in a call that failed: each call in it costs 0.3
}

// setWrapper sets the wrapper that is open.
func (e *Engine) setWrapper(w wrapper) { e.tags.wrapper, e.outside.wrapped = w, w.t != nil }

// takes tells whether a tag with this prefix may belong to a call here, and
// which prefix its tags have.
func (w *wrapper) takes(prefix []byte, bare bool) (string, bool) {
	if bare || w.prefix == "" {
		return intern(prefix), true
	}
	return w.prefix, len(prefix) == 0 || string(prefix) == w.prefix
}

// holds notes that a call ended in the wrapper, at the position.
func (w *wrapper) holds(e *Engine, cut bool) {
	w.called, w.cut, w.last, w.wrong = true, cut, e.Pos, false
}

// settles ends the wrapper, behind a call, where what follows isn't part of it;
// false if more bytes must tell.
func (w *wrapper) settles(e *Engine) bool {
	at, more := e.Space(e.Pos)
	if more {
		return false
	}
	goesOn, a := w.goesOn(e, e.Rest(at), e.Final)
	if a == match.More {
		return false
	}
	if !goesOn {
		w.end(e)
	}
	return true
}

// goesOn tells whether the wrapper's closer, or another call in it, begins b.
func (w *wrapper) goesOn(e *Engine, b []byte, final bool) (bool, match.Answer) {
	t := w.table()
	a := t.matchWrapperEnd(e.Visits, b, final)
	if a == match.No {
		a = t.matchCall(e, b, final)
	}
	if a == match.No && t.optional() { // JSON may stand in the call's tags
		r := t.counting(e.Visits)
		_, a = r.Opens(b, t.Call.Word, final)
	}
	return a.Yes(), a
}

// open tells whether the wrapper is open, and one that need not be there.
func (w *wrapper) open() bool { return w.t != nil && w.t.optional() }

// table is how tags in the wrapper are written.
func (w *wrapper) table() *tagTable {
	if !w.t.Brackets.Suffix {
		return w.t
	}
	return &tagTable{w.t.Within(w.prefix)}
}

// foreign tells whether a call with this suffix, or none, can't stand in the wrapper.
func (w *wrapper) foreign(suffix string) bool {
	return w.t != nil && w.t.suffix(w.prefix) != suffix
}

// end ends the wrapper, whose closer is missing, before what isn't part of it.
func (w *wrapper) end(e *Engine) {
	w.lacksCloser(e)
	e.Markup(e.Mark, parsers.RoleClose)
	e.setWrapper(wrapper{})
}

// lacksCloser counts the closer that is missing on the last call.
func (w *wrapper) lacksCloser(e *Engine) {
	if w.called && !w.cut && !e.CutOff() {
		e.Handler.Amend(parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: w.last})
	}
}

// openWrapper waits for what follows the tag that opens a wrapper: one that
// text follows is text.
func (t *tagTable) openWrapper(e *Engine, at int) Candidate {
	r := t.counting(e.Visits)
	prefix, n := r.OpensWrapper(e.Rest(at), true)
	e.tags.opening = wrapperOpening{t: t, prefix: intern(prefix), start: at, end: at + int(n)}
	return &e.tags.opening
}

// wrapperOpening is the candidate for the tag that opens a wrapper.
type wrapperOpening struct {
	t          *tagTable
	prefix     string
	start, end int // of the tag
}

// Step implements [Candidate].
func (o *wrapperOpening) Step(e *Engine) bool {
	follower, more := e.Follows(o.end)
	if more {
		return false
	}
	if follower == FollowedByText {
		if yes, more := e.Decline(o.start); yes || more {
			return yes
		}
		if named, more := e.nameFollows(o.start); more {
			return false
		} else if named {
			follower = FollowedByJSON
		}
	}
	e.Seek(o.end)
	free := e.Penalized(o.start)
	if free {
		e.Penalize(e.ahead.pos)
	}
	switch {
	case follower == FollowedByCall:
		o.enter(e, free)
	case follower == FollowedByText && e.fenceFollows() && e.looseBlockAt(o.start):
		if c := e.inWrapper(); c != nil {
			return e.goOn(c)
		}
	case follower == FollowedByText: // so are those between
		e.Seek(max(o.end, e.ahead.last))
	case follower == FollowedByJSON && o.t.Framed && !e.outside.calls && !e.Config.Tools.Given(): // no tool is declared
	case follower == FollowedByJSON && e.blockAt(o.start):
		if o.t.Framed && !e.outside.calls {
			e.between.Strays()
		}
		if c := e.inWrapper(); c != nil {
			return e.goOn(c)
		}
	case follower == FollowedByOpening, follower == FollowedByJSON && e.grammar.JSON != nil:
		e.Markup(o.end, parsers.RoleLead) // the calls behind it are in another group, or in none
	}
	return true
}

// blockAt opens the block whose opener, which is a wrapper's tag too, stands at
// offset at.
func (e *Engine) blockAt(at int) bool {
	for i := range e.grammar.Blocks {
		b := &e.grammar.Blocks[i]
		if n := match.AnySpelling(e.Visits, b.Open, e.Rest(at), true, b.Plain); n.Yes() && e.Config.Counts(b.Format) {
			e.between.Open(&e.place, e.object(), b, at, at+int(n))
			return true
		}
	}
	return false
}

// nameFollows tells whether the wrapper's tag at offset at opens a block, too, and the name
// of a tool follows the openings that were looked at last, as models write it there.
func (e *Engine) nameFollows(at int) (yes, more bool) {
	for i := range e.grammar.Blocks {
		b := &e.grammar.Blocks[i]
		if b.Named && match.AnySpelling(e.Visits, b.Open, e.Rest(at), true, b.Plain).Yes() {
			a := object.NamesBare(&e.place, e.Rest(e.ahead.pos))
			return a.Yes(), a == match.More
		}
	}
	return false, false
}

// looseBlockAt is blockAt for a block whose JSON may stand in a fence.
func (e *Engine) looseBlockAt(at int) bool { return e.blockAt(at) && !e.between.Exact() }

// inWrapper makes the candidate for the block that was opened, which may stand in a
// wrapper that need not be there; nil if it can't stand in the one that is open.
func (e *Engine) inWrapper() Candidate {
	if e.tags == nil {
		return e.Read(e.between)
	}
	if w := &e.tags.wrapper; w.open() && w.foreign(e.between.Suffix()) {
		return nil
	}
	e.tags.block = wrappedBlock{}
	return &e.tags.block
}

// wrappedBlock is the candidate for a block in a wrapper, and for what ends that
// where its closer is missing.
type wrappedBlock struct{ behind bool }

// Step implements [Candidate].
func (c *wrappedBlock) Step(e *Engine) bool {
	w := &e.tags.wrapper
	if !c.behind {
		if !e.between.Step(&e.place) {
			return false
		}
		c.behind = true
		c.called(e)
	}
	return !w.open() || w.settles(e)
}

// called notes that calls ended in the block, if some did.
func (c *wrappedBlock) called(e *Engine) {
	if !e.between.Called() {
		return
	}
	e.tags.ended = e.called
	e.tags.suffix, e.tags.whole, e.tags.settled = e.between.Suffix(), e.closesAny(e.between.Closer()), e.between.List()
	if w := &e.tags.wrapper; w.open() {
		w.holds(e, e.cutOff)
	}
}

// closesAny tells whether the text is the closer of a wrapper.
func (e *Engine) closesAny(text string) bool {
	for i := range e.grammar.Tags {
		t := tagTable{tags.Reader{Tags: &e.grammar.Tags[i]}}
		if t.matchWrapperEnd(e.Visits, []byte(text), true).Yes() {
			return true
		}
	}
	return false
}

// enter opens the group of the calls in the wrapper. Text in it is text.
func (o *wrapperOpening) enter(e *Engine, free bool) {
	e.leaveSection()
	if e.tags.wrapper.t != nil {
		e.Markup(o.start, parsers.RoleClose)
	}
	tag := e.Slice(o.start, o.end)
	e.setWrapper(wrapper{
		t: o.t, prefix: o.prefix, at: o.start, wrong: o.t.WrongWrapper(tag), whole: o.t.Untrimmed(tag),
		free: free,
	})
	e.Markup(o.end, parsers.RoleOpen)
}

// closeWrapper closes the group; without one the tag belongs to the call before it.
func (t *tagTable) closeWrapper(e *Engine, at int) Candidate {
	r := t.counting(e.Visits)
	prefix, n := r.ClosesWrapper(e.Rest(at), true)
	end := at + int(n)
	w := &e.tags.wrapper
	if t.WrongCloser(e.Slice(at, end)) {
		if w.t != t {
			return nil
		}
		w.lacksCloser(e)
	}
	switch {
	case w.t != t && t.optional() && t.suffix(string(prefix)) != e.tags.suffix:
		return nil
	case w.t != t:
		if t.lacksOpener(e, at) {
			if e.tags.settled && (!e.Repairs() || e.Config.Options.MinConfidence > 0) {
				return nil // whether the call is accepted mustn't depend on it any more
			}
			e.Handler.Amend(missingMarker(e.called))
		}
		e.closeTag(end, parsers.RoleTrail)
		return nothing{}
	case len(prefix) > 0 && string(prefix) != w.prefix:
		return nil
	case t.WrapperDue:
		e.tags.closing = wrapperClosing{pos: end, end: end}
		return &e.tags.closing
	}
	e.setWrapper(wrapper{})
	e.closeTag(end, parsers.RoleClose)
	return nothing{}
}

// lacksOpener tells whether a wrapper which need not be there, and whose closer stands
// at offset at, wasn't opened: that shows only here, and counts on the call before.
func (t *tagTable) lacksOpener(e *Engine, at int) bool {
	return t.optional() && e.behind == at && e.tags.ended == e.called && e.tags.closed != at && !e.tags.whole && e.Failed <= e.called
}

// closesWrapper closes the open wrapper, if its closer stands at offset at: a block's,
// where that has the same markers.
func (e *Engine) closesWrapper(at int) Candidate {
	if e.tags == nil || e.tags.wrapper.t == nil || !e.tags.wrapper.t.matchWrapperEnd(e.Visits, e.Rest(at), true).Yes() {
		return nil
	}
	return e.tags.wrapper.t.closeWrapper(e, at)
}

// closeTag reports what closes calls, up to end.
func (e *Engine) closeTag(end int, role parsers.Role) {
	e.Seek(end)
	e.Markup(end, role)
	e.behind, e.tags.closed = end, end
}

// wrapperClosing is the candidate for the closer of a wrapper, and for a
// second one behind it, which is one too many.
type wrapperClosing struct{ pos, end int }

// Step implements [Candidate].
func (c *wrapperClosing) Step(e *Engine) bool {
	w := &e.tags.wrapper
	at, more := e.Space(c.pos)
	c.pos = at
	if more {
		return false
	}
	t := w.table()
	n := t.matchWrapperEnd(e.Visits, e.Rest(at), e.Final)
	if n == match.More {
		return false
	}
	if n.Yes() && w.called {
		e.Handler.Amend(parsers.Repair{Kind: parsers.RepairExtraCloser, Offset: at})
		c.end = at + int(n)
	}
	e.setWrapper(wrapper{})
	e.closeTag(c.end, parsers.RoleClose)
	return true
}
