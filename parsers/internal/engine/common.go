package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/openings"
	"github.com/toolparser/toolparser/parsers/internal/quoting"
)

// commons is where calls in the common formats may begin in this output; nil: none are read.
func (e *Engine) commons(cfg *parsers.Config) *markers.Common {
	if e.others != nil && e.others.common != nil {
		e.others.common.from = 0
	}
	t := e.openings.Table
	if t.Common == nil || !e.outer || !cfg.Tools.Given() || cfg.Options.NativeOnly {
		return nil
	}
	if chosen := cfg.Options.Formats; len(chosen) > 0 && !slices.ContainsFunc(chosen, t.OnlyCommon) {
		return nil
	}
	return t.Commons()
}

// lineWatched is what means something in the next chunk, at the start of a line.
func (e *Engine) lineWatched() *bytetable.Watched {
	if co := quoting.Common(&e.Prose); co != nil {
		return &co.LineWatched
	}
	return &e.Markers.Triggers.LineWatched
}

// commonFrom is the offset up to which the output was looked at for calls in common formats, in vain.
func (e *Engine) commonFrom() int {
	if e.others == nil || e.others.common == nil {
		return 0
	}
	return e.others.common.from
}

// commonOpens reports whether a call in a common format may begin at the position, where the family has nothing
// of its own.
func (e *Engine) commonOpens() match.Answer {
	if quoting.Common(&e.Prose) == nil || e.Cur.Pos < e.commonFrom() {
		return match.No
	}
	return quoting.CommonOpens(&e.Prose, e.Cur.Rest(e.Cur.Pos), e.Cur.Pos, true)
}

// commonInside reports whether a call in a common format may begin at the position, where marker m of the family is, n bytes long:
// an element that isn't the family's follows the marker directly.
func (e *Engine) commonInside(m *markers.Marker, n int) match.Answer {
	if quoting.Common(&e.Prose) == nil || !m.Opens() || !e.Prose.Quote.None() || e.Cur.Pos < e.commonFrom() {
		return match.No
	}
	at, more := e.Cur.Space(e.Cur.Pos + n)
	if more {
		return match.More
	}
	rest := e.Cur.Rest(at)
	if len(rest) == 0 || !e.Markers.Triggers.Tags[rest[0]] {
		return match.No
	}
	word := 1 + match.WordLen(rest[1:])
	if word == len(rest) {
		return match.End(e.Cur.Final)
	}
	if word == 1 {
		return match.No
	}
	if tag := e.Cur.Rest(e.Cur.Pos); !m.MayBeText && !m.Section && (rest[word] != '>' || !namesInAttribute(tag[:n])) {
		return match.No
	}
	if _, a := e.Markers.MarkerAt(at); a != match.No {
		return min(a, match.No)
	}
	return quoting.CommonOpens(&e.Prose, e.Cur.Rest(e.Cur.Pos), e.Cur.Pos, false)
}

// namesInAttribute reports whether a tag has a word and attributes.
func namesInAttribute(tag []byte) bool {
	n := 1 + match.WordLen(tag[1:])
	return n > 1 && n < len(tag) && match.IsSpace(tag[n])
}

// declined has what a candidate of the family left as text read as a common format, if it may be one.
func (e *Engine) declined() {
	at, behind := int(e.opened), e.Cur.Pos
	if behind == at || at < e.commonFrom() || quoting.CommonOpens(&e.Prose, e.Cur.Rest(at), at, false) == match.No {
		return
	}
	e.Cur.Seek(at)
	e.openCommon(1)
	e.others.common.behind = behind
}

// openCommon opens the candidate for what may begin, by the answer of commonOpens; false if more bytes are needed.
func (e *Engine) openCommon(a match.Answer) bool {
	if a == match.More {
		return false
	}
	if e.Penalties.Undecided() {
		e.Penalties.AtMarker(e.Cur.Pos, e.Cur.Pos+a.Len(), false)
	}
	e.Cur.Text(e.Cur.Pos)
	c := buffers.Made(&e.others).common
	if c == nil {
		nested := newEngine(e.openings.Table.Common)
		nested.Place.Notes = &body.Notes{Outer: &e.Place}
		c = &commonCall{parser: nested, nested: nested, e: e}
		e.others.common = c
	}
	c.begin()
	e.openings.Begin(c)
	return true
}

// commonCall is the candidate for calls in a common format: in a format of another family, or in one that is no family's. A parser of
// these formats reads it, up to the first text. What it reports are calls of declared tools, each with a penalty of 0.3. The
// family goes on at the text, with its own formats first.
// See docs/models/formats, "Common formats".
type commonCall struct {
	parser parsers.Parser // nested
	nested *Engine        // the same parser
	cfg    parsers.Config
	e      *Engine
	from   int // up to here the output was looked at for calls in common formats, in vain

	behind                  int       // of what the family left as text: it reads on here
	start                   int       // where the candidate begins
	fed                     int       // up to here the parser got the output
	waiting                 []waiting // markup before the first call
	groups                  int       // that are open
	open                    bool      // a call was reported, and not its end
	failed                  bool      // a failed call was reported last
	called                  bool      // a call has ended
	over                    bool      // text follows: nothing more is reported
	follows, quotes, onLine bool      // what follows the last call may still change it
}

// waiting is markup up to offset end. If no call follows, the family reads it.
type waiting struct {
	end  int
	role parsers.Role
}

// mostWaiting is how much markup may come before the first call. All of it is held back.
const mostWaiting = 16

// begin begins to read at the position.
func (c *commonCall) begin() {
	e := c.e
	*c = commonCall{parser: c.parser, nested: c.nested, cfg: *e.Cur.Config, e: e, from: c.from, waiting: c.waiting[:0], start: e.Cur.Pos, fed: e.Cur.Pos}
	c.cfg.ReasoningOpen, c.cfg.ToolChoice = false, parsers.ToolChoice{}
	searched := c.nested.Markers.Searched()
	c.parser.Reset(&c.cfg, c)
	if c.from > 0 { // in the same output
		c.nested.Markers.GoOn(searched)
	}
	cursor.StartAt(&c.nested.Cur, c.start, e.Cur.Before(c.start))
	*c.nested.Penalties.Budget() = *e.Penalties.Budget()
	c.nested.Prose.Starts()
	c.nested.Prose.LineBegins()
}

// done reports whether nothing more is to be read.
func (c *commonCall) done() bool { return c.over && !c.follows && !c.quotes && !c.onLine }

// Step implements [openings.Candidate].
func (c *commonCall) Step(*openings.Openings) bool {
	for !c.done() {
		if more := c.read(); more {
			return false
		}
	}
	e := c.e
	*e.Penalties.Budget() = *c.nested.Penalties.Budget()
	for ; c.groups > 0; c.groups-- {
		e.Cur.Markup(e.Cur.Mark, parsers.RoleClose)
	}
	if c.from = max(c.from, e.Cur.Mark, c.start+1); e.Cur.Mark == c.start {
		e.Cur.Seek(max(c.start, c.behind)) // the family reads it
		return true
	}
	e.Cur.Seek(e.Cur.Mark)
	e.Prose.LineBegins()
	return true
}

// read hands more of the output to the parser; more: there is none yet. The chunks grow, as those of a quoted call do.
func (c *commonCall) read() (more bool) {
	e := c.e
	end := e.Cur.Window.End()
	limit := min(c.fed+max(failure.Step, c.fed-c.start), end)
	if limit > c.fed {
		piece := e.Cur.Slice(c.fed, limit)
		c.fed = limit
		c.parser.Parse(piece)
	}
	switch {
	case limit < end || c.done():
		return false
	case !e.Cur.Final:
		return true
	}
	c.parser.Finish(e.Cur.Reason)
	c.leave(limit)
	c.follows, c.quotes, c.onLine = false, false, false
	return false
}

// leave says that what follows isn't a call, up to offset end at least.
func (c *commonCall) leave(end int) {
	if !c.over {
		c.over, c.from = true, max(c.from, end)
		c.stop()
	}
}

// stop stops the parser, if nothing more is to be read.
func (c *commonCall) stop() { c.nested.over = c.nested.over || c.done() }

// another reports whether something of another call begins, which the family is asked for first.
func (c *commonCall) another() bool { return c.called && c.groups == 0 && !c.open }

// Text implements [parsers.Handler]. White space is reported with what follows it.
func (c *commonCall) Text(at int, text []byte) {
	if match.SpaceLen(text) < len(text) {
		c.leave(at + len(text))
	}
}

// Decoded implements [parsers.Handler].
func (c *commonCall) Decoded(raw parsers.Span, _ []byte) { c.leave(raw.Start) }

// Markup implements [parsers.Handler].
func (c *commonCall) Markup(at int, text []byte, role parsers.Role) {
	if c.over {
		return
	}
	switch role {
	case parsers.RoleOpen, parsers.RoleLead:
		if c.another() {
			c.leave(at)
			return
		}
	case parsers.RoleClose, parsers.RoleTrail, parsers.RoleAdjacent, parsers.RoleBetween:
	default:
		c.leave(at)
		return
	}
	if c.failed = false; !c.called && !c.open {
		if len(c.waiting) == mostWaiting {
			c.leave(at)
			return
		}
		c.waiting = append(c.waiting, waiting{at + len(text), role})
		return
	}
	c.e.Cur.Text(at)
	c.markup(at+len(text), role)
}

// markup reports markup up to offset end.
func (c *commonCall) markup(end int, role parsers.Role) {
	switch role {
	case parsers.RoleOpen:
		c.groups++
	case parsers.RoleClose:
		c.groups--
	}
	c.e.Cur.Markup(end, role)
}

// callsAt says that a call, or a failed one, begins at offset at.
func (c *commonCall) callsAt(at int) {
	for _, w := range c.waiting {
		c.markup(w.end, w.role) // white space in between is part of it
	}
	c.waiting = c.waiting[:0]
	c.e.Cur.Text(at)
}

// BeginCall implements [parsers.Handler].
func (c *commonCall) BeginCall(b parsers.Begin) {
	switch {
	case c.over:
		return
	case c.another():
		c.leave(b.At)
		return
	case b.Quoted, b.Held, c.e.openings.Table.Native(b.Format), !c.cfg.Tools.Declared(b.Name):
		c.leave(b.At + 1)
		return
	}
	c.callsAt(b.At)
	b.FreeText, b.Mergeable, b.Merges = true, false, false
	c.open, c.failed = true, false
	c.e.Cur.Handler.BeginCall(b)
}

// Arguments implements [parsers.Handler].
func (c *commonCall) Arguments(piece []byte) {
	if c.open {
		c.e.Cur.Handler.Arguments(piece)
	}
}

// RewindArguments implements [parsers.Handler].
func (c *commonCall) RewindArguments(n int) {
	if c.open {
		c.e.Cur.Handler.RewindArguments(n)
	}
}

// EndCall implements [parsers.Handler].
func (c *commonCall) EndCall(how parsers.End) {
	if !c.open {
		return
	}
	e := c.e
	e.Enclosing.Follow(true)
	c.open, c.called = false, true
	c.follows, c.quotes, c.onLine = how.Watched != parsers.WatchNothing, how.Inner, how.OnLine
	end := e.Cur.Mark + len(how.Raw)
	how.Raw = e.Cur.Slice(e.Cur.Mark, end)
	e.Cur.Handler.EndCall(how)
	e.Cur.Mark, e.Cur.Called = end, end
}

// Call implements [parsers.Handler].
func (c *commonCall) Call(b parsers.Begin, arguments []byte, how parsers.End) {
	c.BeginCall(b)
	c.Arguments(arguments)
	c.EndCall(how)
}

// InvalidCall implements [parsers.Handler]. What failed is reported if it was cut off, or has the structure of arguments. Otherwise, it
// may be prose.
func (c *commonCall) InvalidCall(inv parsers.Invalid) {
	e := c.e
	switch {
	case c.over:
		return
	case !c.open && c.another():
		c.leave(inv.At)
		return
	case c.reports(&inv):
		c.open, c.failed, c.called = false, true, true
		c.callsAt(inv.At)
		inv.FreeText = true
		e.Cur.Invalid(inv.At+len(inv.Raw), inv)
		return
	case c.open: // it is withdrawn, and the family reads its text
		c.open = false
		e.Cur.Handler.InvalidCall(parsers.Invalid{At: inv.At, Format: inv.Format, Message: inv.Message})
	}
	if inv.Reason == parsers.ReasonIncomplete { // up to the end of the output
		end := e.Cur.Window.End()
		c.nested.Penalties.Budget().SpendInVain(end-inv.At, end)
	}
	c.leave(left(&inv))
}

// left is up to where a failed call that isn't reported is text. How much of the text is there by now depends on how the output was cut.
func left(inv *parsers.Invalid) int {
	if inv.Reason == parsers.ReasonUnspecified {
		return inv.At + len(inv.Raw) // which is all of it
	}
	return max(inv.At+1, inv.FailedAt)
}

// reports is whether a failed call is reported.
func (c *commonCall) reports(inv *parsers.Invalid) bool {
	if inv.Reason == parsers.ReasonUnspecified || c.e.openings.Table.Native(inv.Format) || !c.cfg.Tools.Declared(inv.Name) {
		return false
	}
	rest := c.e.Cur.Visits.TrimLeft(inv.Arguments, " \t\r\n")
	return len(rest) > 0 && (inv.Reason == parsers.ReasonIncomplete || rest[0] == '{' || rest[0] == '[' || c.e.Markers.Triggers.Tags[rest[0]])
}

// InvalidText implements [parsers.Handler].
func (c *commonCall) InvalidText(text []byte) {
	if c.failed && !c.over {
		c.e.Cur.InvalidText(c.e.Cur.Mark + len(text))
	}
}

// Amend implements [parsers.Handler].
func (c *commonCall) Amend(r parsers.Repair) {
	if c.called && !c.over {
		c.e.Cur.Handler.Amend(r)
	}
}

// Followed implements [parsers.Handler].
func (c *commonCall) Followed(doubtful bool, flaw parsers.Flaw) {
	if c.follows {
		c.follows = false
		c.e.Cur.Handler.Followed(doubtful, flaw)
		c.stop()
	}
}

// Quoted implements [parsers.Handler].
func (c *commonCall) Quoted(yes bool) {
	if c.quotes {
		c.quotes = false
		c.e.Cur.Handler.Quoted(yes)
		c.stop()
	}
}

// OnLine implements [parsers.Handler].
func (c *commonCall) OnLine(text bool) {
	if c.onLine {
		c.onLine = false
		c.e.Cur.Handler.OnLine(text)
		c.stop()
	}
}
