package openings

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/enclosing"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// openWrapper waits for what follows the tag that opens a wrapper: a tag that text follows
// is text.
func (tt tagTable) openWrapper(hd *Openings, at int) Candidate {
	r := tt.Counting(hd.Cur.Visits)
	prefix, n := r.OpensWrapper(hd.Cur.Rest(at), true)
	b := buffers.Made(&hd.tags)
	b.opening = wrapperOpening{t: tt, prefix: enclosing.Intern(prefix), start: at, end: at + int(n)}
	return &b.opening
}

// wrapperOpening is the candidate for the tag that opens a wrapper.
type wrapperOpening struct {
	t          tagTable
	prefix     string
	start, end int // of the tag
}

// Step implements [Candidate].
func (wo *wrapperOpening) Step(hd *Openings) bool {
	follower, more := hd.Enclosing.Follows(wo.end)
	if more {
		return false
	}
	if follower == enclosing.FollowedByText {
		if yes, more := hd.Markers.Decline(wo.start); yes || more {
			return yes
		}
		if named, more := nameFollows(hd, wo.start); more {
			return false
		} else if named {
			follower = enclosing.FollowedByJSON
		}
	}
	hd.Cur.Seek(wo.end)
	free := hd.Penalties.Penalized(wo.start)
	if free { // the call behind the tag has the penalty of the tag
		hd.Penalties.Penalize(hd.Enclosing.Ahead.Pos)
	}
	switch {
	case follower == enclosing.FollowedByCall:
		wo.enter(hd, free)
	case follower == enclosing.FollowedByText && hd.Enclosing.FenceFollows() && hd.blockAt(wo.start) && !hd.between.Exact():
		if c := hd.inWrapper(); c != nil {
			return hd.goOn(c)
		}
	case follower == enclosing.FollowedByText: // the openings between the tag and the text are text, too
		hd.Cur.Seek(max(wo.end, hd.Enclosing.Ahead.Last))
	case follower == enclosing.FollowedByJSON && wo.t.Bare.Framed() && !hd.Markers.Outside.Calls && !hd.Cur.Config.Tools.Given(): // without tools, JSON outside of a message to a tool is text
	case follower == enclosing.FollowedByJSON && hd.blockAt(wo.start):
		if wo.t.Bare.Framed() && !hd.Markers.Outside.Calls {
			hd.between.Strays()
		}
		if c := hd.inWrapper(); c != nil {
			return hd.goOn(c)
		}
	case follower == enclosing.FollowedByOpening, follower == enclosing.FollowedByJSON && hd.Rules.Grammar.JSON != nil:
		hd.Cur.Markup(wo.end, parsers.RoleLead) // the calls behind it are in another group, or in none
	}
	return true
}

// blockAt opens the block whose opener is at offset at. The opener is a wrapper's tag, too.
func (op *Openings) blockAt(at int) bool {
	for i := range op.Rules.Grammar.Blocks {
		b := &op.Rules.Grammar.Blocks[i]
		if n := opensBlock(op, b, at); n.Yes() && op.Cur.Config.Counts(b.Format) {
			buffers.Made(&op.between).Open(&op.Place, op.object(), b, at, at+int(n))
			return true
		}
	}
	return false
}

// nameFollows reports whether the wrapper's tag at offset at opens a block, too, and the name
// of a tool follows the openings that were looked at last, as models write it there.
func nameFollows(hd *Openings, at int) (yes, more bool) {
	for i := range hd.Rules.Grammar.Blocks {
		b := &hd.Rules.Grammar.Blocks[i]
		if b.Own() && opensBlock(hd, b, at).Yes() {
			a := object.NamesBare(&hd.Place, hd.Cur.Rest(hd.Enclosing.Ahead.Pos))
			return a.Yes(), a == match.More
		}
	}
	return false, false
}

// inWrapper makes the candidate for the block that was opened, which may be in a wrapper
// that need not be there; nil if it can't be in the one that is open.
func (op *Openings) inWrapper() Candidate {
	if op.Enclosing.Wrappers == nil {
		return op.Read(op.between)
	}
	if ws := op.Enclosing.Wrappers; ws.Optional() && ws.Foreign(op.between.Suffix()) {
		return nil
	}
	b := buffers.Made(&op.tags)
	b.block = wrappedBlock{}
	return &b.block
}

// wrappedBlock is the candidate for a block in a wrapper, and for what ends the wrapper
// where its closer is missing.
type wrappedBlock struct{ behind bool }

// Step implements [Candidate].
func (wb *wrappedBlock) Step(hd *Openings) bool {
	ws := hd.Enclosing.Wrappers
	if !wb.behind {
		b := hd.between
		if !b.Step(&hd.Place) {
			return false
		}
		wb.behind = true
		if b.Called() {
			ws.CallEnded(b.Suffix(), ws.ClosesAny(b.Closer()), b.List())
		}
		if b.Called() && ws.Optional() {
			ws.NoteCall(hd.Penalties.CutOff())
		}
	}
	return !ws.Optional() || ws.LeaveIfOver()
}

// enter opens the group of the calls in the wrapper. Text in it is text.
func (wo *wrapperOpening) enter(hd *Openings, free bool) {
	hd.Enclosing.Sections.Leave()
	tag := hd.Cur.Slice(wo.start, wo.end)
	hd.Enclosing.Wrappers.Enter(enclosing.Wrapper{
		Table: wo.t.TagTable, Prefix: wo.prefix, At: wo.start, Wrong: wo.t.Read.WrongWrapper(tag), Whole: wo.t.Read.Untrimmed(tag),
		Free: free,
	}, wo.end)
}

// closeWrapper makes the candidate for the closer of a wrapper at offset at; nil if it is text.
func (tt tagTable) closeWrapper(hd *Openings, at int) Candidate {
	end, closes := hd.Enclosing.Wrappers.CloseWrapper(tt.TagTable, at)
	switch {
	case !closes:
		return nil
	case end == 0:
		return nothing{}
	}
	c := &buffers.Made(&hd.tags).closing
	c.end = end
	return c
}

// closesOpenWrapper closes the open wrapper, if its closer is at offset at. It may be a block's
// closer, too, if the block has the same markers.
func closesOpenWrapper(hd *Openings, at int) Candidate {
	ws := hd.Enclosing.Wrappers
	if ws == nil || ws.Open.Table == nil || !ws.Open.Table.MatchWrapperEnd(hd.Cur.Visits, hd.Cur.Rest(at), true).Yes() {
		return nil
	}
	return tagTable{ws.Open.Table}.closeWrapper(hd, at)
}

// wrapperClosing is the candidate for the closer of a wrapper, and for a
// second one behind it, which is one too many.
type wrapperClosing struct{ end int }

// Step implements [Candidate].
func (wc *wrapperClosing) Step(hd *Openings) bool {
	ws := hd.Enclosing.Wrappers
	at, more := hd.Cur.Space(wc.end)
	if more {
		return false
	}
	n := ws.Table().MatchWrapperEnd(hd.Cur.Visits, hd.Cur.Rest(at), hd.Cur.Final)
	if n == match.More {
		return false
	}
	if n.Yes() && ws.Open.Called {
		hd.Cur.Handler.Amend(parsers.Repair{Kind: parsers.RepairExtraCloser, Offset: at})
		wc.end = at + int(n)
	}
	ws.Exit(wc.end)
	return true
}
