package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/around"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// openWrapper waits for what follows the tag that opens a wrapper: a tag that text follows
// is text.
func (t tagTable) openWrapper(hd *Heads, at int) Candidate {
	r := t.Counting(hd.cur.Visits)
	prefix, n := r.OpensWrapper(hd.cur.Rest(at), true)
	hd.tags.opening = wrapperOpening{t: t, prefix: around.Intern(prefix), start: at, end: at + int(n)}
	return &hd.tags.opening
}

// wrapperOpening is the candidate for the tag that opens a wrapper.
type wrapperOpening struct {
	t          tagTable
	prefix     string
	start, end int // of the tag
}

// Step implements [Candidate].
func (o *wrapperOpening) Step(hd *Heads) bool {
	follower, more := hd.around.Follows(o.end)
	if more {
		return false
	}
	if follower == around.FollowedByText {
		if yes, more := hd.marks.Decline(o.start); yes || more {
			return yes
		}
		if named, more := nameFollows(hd, o.start); more {
			return false
		} else if named {
			follower = around.FollowedByJSON
		}
	}
	hd.cur.Seek(o.end)
	free := hd.costs.Penalized(o.start)
	if free { // the call behind the tag has the penalty of the tag
		hd.costs.Penalize(hd.around.Ahead.Pos)
	}
	switch {
	case follower == around.FollowedByCall:
		o.enter(hd, free)
	case follower == around.FollowedByText && hd.around.FenceFollows() && hd.blockAt(o.start) && !hd.between.Exact():
		if c := hd.inWrapper(); c != nil {
			return hd.goOn(c)
		}
	case follower == around.FollowedByText: // the openings between the tag and the text are text, too
		hd.cur.Seek(max(o.end, hd.around.Ahead.Last))
	case follower == around.FollowedByJSON && o.t.Bare.Framed() && !hd.marks.Outside.Calls && !hd.cur.Config.Tools.Given(): // without tools, JSON outside of a message to a tool is text
	case follower == around.FollowedByJSON && hd.blockAt(o.start):
		if o.t.Bare.Framed() && !hd.marks.Outside.Calls {
			hd.between.Strays()
		}
		if c := hd.inWrapper(); c != nil {
			return hd.goOn(c)
		}
	case follower == around.FollowedByOpening, follower == around.FollowedByJSON && hd.rules.Grammar.JSON != nil:
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
func nameFollows(hd *Heads, at int) (yes, more bool) {
	for i := range hd.rules.Grammar.Blocks {
		b := &hd.rules.Grammar.Blocks[i]
		if b.Own() && match.AnySpelling(hd.cur.Visits, b.Markers.Open, hd.cur.Rest(at), true, b.Plain()).Yes() {
			a := object.NamesBare(hd.place, hd.cur.Rest(hd.around.Ahead.Pos))
			return a.Yes(), a == match.More
		}
	}
	return false, false
}

// inWrapper makes the candidate for the block that was opened, which may be in a wrapper
// that need not be there; nil if it can't be in the one that is open.
func (hd *Heads) inWrapper() Candidate {
	if hd.around.Wrappers == nil {
		return hd.Read(hd.between)
	}
	if ws := hd.around.Wrappers; ws.MayLack() && ws.Foreign(hd.between.Suffix()) {
		return nil
	}
	hd.tags.block = wrappedBlock{}
	return &hd.tags.block
}

// wrappedBlock is the candidate for a block in a wrapper, and for what ends the wrapper
// where its closer is missing.
type wrappedBlock struct{ behind bool }

// Step implements [Candidate].
func (c *wrappedBlock) Step(hd *Heads) bool {
	ws := hd.around.Wrappers
	if !c.behind {
		if !hd.between.Step(hd.place) {
			return false
		}
		c.behind = true
		c.called(hd)
	}
	return !ws.MayLack() || ws.Settles()
}

// called notes that calls ended in the block, if some did.
func (c *wrappedBlock) called(hd *Heads) {
	if !hd.between.Called() {
		return
	}
	b, ws := hd.between, hd.around.Wrappers
	ws.CallEnded(b.Suffix(), ws.ClosesAny(b.Closer()), b.List())
	if ws.MayLack() {
		ws.Holds(hd.costs.CutOff())
	}
}

// enter opens the group of the calls in the wrapper. Text in it is text.
func (o *wrapperOpening) enter(hd *Heads, free bool) {
	hd.around.Sections.Leave()
	if hd.around.Wrappers.Open.Table != nil {
		hd.cur.Markup(o.start, parsers.RoleClose)
	}
	tag := hd.cur.Slice(o.start, o.end)
	hd.around.Wrappers.SetWrapper(around.Wrapper{
		Table: o.t.TagTable, Prefix: o.prefix, At: o.start, Wrong: o.t.Read.WrongWrapper(tag), Whole: o.t.Read.Untrimmed(tag),
		Free: free,
	})
	hd.cur.Markup(o.end, parsers.RoleOpen)
}

// closesWrapper closes the wrapper at its closer.
func (t tagTable) closesWrapper(hd *Heads, at int) Candidate { return closeWrapper(hd, t.TagTable, at) }

// closeWrapper makes the candidate for the closer of a wrapper at offset at; nil if it is text.
func closeWrapper(hd *Heads, t *marks.TagTable, at int) Candidate {
	end, closes := hd.around.Wrappers.CloseWrapper(t, at)
	switch {
	case !closes:
		return nil
	case end == 0:
		return nothing{}
	}
	hd.tags.closing = wrapperClosing{pos: end, end: end}
	return &hd.tags.closing
}

// closesOpenWrapper closes the open wrapper, if its closer is at offset at. It may be a block's
// closer, too, if the block has the same markers.
func closesOpenWrapper(hd *Heads, at int) Candidate {
	ws := hd.around.Wrappers
	if ws == nil || ws.Open.Table == nil || !ws.Open.Table.MatchWrapperEnd(hd.cur.Visits, hd.cur.Rest(at), true).Yes() {
		return nil
	}
	return closeWrapper(hd, ws.Open.Table, at)
}

// wrapperClosing is the candidate for the closer of a wrapper, and for a
// second one behind it, which is one too many.
type wrapperClosing struct{ pos, end int }

// Step implements [Candidate].
func (c *wrapperClosing) Step(hd *Heads) bool {
	at, more := hd.cur.Space(c.pos)
	c.pos = at
	if more {
		return false
	}
	ws := hd.around.Wrappers
	n := ws.Table().MatchWrapperEnd(hd.cur.Visits, hd.cur.Rest(at), hd.cur.Final)
	if n == match.More {
		return false
	}
	if n.Yes() && ws.Open.Called {
		hd.cur.Handler.Amend(parsers.Repair{Kind: parsers.RepairExtraCloser, Offset: at})
		c.end = at + int(n)
	}
	ws.SetWrapper(around.Wrapper{})
	ws.CloseTag(c.end, parsers.RoleClose)
	return true
}
