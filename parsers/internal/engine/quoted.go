package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/openings"
	"github.com/toolparser/toolparser/parsers/internal/quoting"
)

// quotedCall is the candidate for what a marker begins where calls don't count, or count
// only if nothing but more of them follows. A parser of its own reads it up to the next
// text. A complete call is reported as quoted, and all else is text.
// See docs/models/formats, "Calls in thoughts".
type quotedCall struct {
	parser  parsers.Parser // nested: it reads what its markers begin, and nothing else
	nested  *Engine        // the same parser
	cfg     parsers.Config
	e       *Engine
	thought bool // the first marker is in a thought, where calls may count
	draft   bool // in a thought: calls that nothing but more of them follows end that
	token   bool // the first marker is a special token
	broken  bool // what failed is reported: nothing follows it in the thought

	start int // of the first marker
	skip  int // behind it
	fed   int // up to here the parser got the output
	scan  int // up to here the quotation goes on
	limit int // the end of a thought that is a section; 0: not yet
	inner int // thoughts that were opened behind the first marker, and not closed
	line  int // where the first line ends; 0: not yet

	groups int  // that are open
	known  int  // up to here the parser reported markers and calls
	calls  int  // of a draft: complete calls
	failed int  // of a draft: calls that failed with arguments, or were cut off; later, where the last reported one of them ended
	text   bool // something else follows
	plain  int  // up to here nothing but text was found, from the first marker on

	call parsers.Begin
	args []byte
}

// readQuoted makes the candidate for what the marker at the position, n bytes
// long, begins. Draft: in a thought, where it may count.
func (e *Engine) readQuoted(m *markers.Marker, n int, draft bool) openings.Candidate {
	e.Cur.Text(e.Cur.Pos)
	c := buffers.Made(&e.others).quoted
	if c == nil {
		nested := newEngine(e.openings.Table)
		nested.Rules.Nested = true
		c = &quotedCall{parser: nested, nested: nested}
		e.others.quoted = c
	}
	*c = quotedCall{
		parser: c.parser, nested: c.nested, cfg: *e.Cur.Config, e: e, token: m.Think, args: c.args[:0],
		start: e.Cur.Pos, skip: e.Cur.Pos + n,
	}
	c.cfg.ReasoningOpen, c.cfg.Options.AcceptIncomplete = false, false // only complete calls are quoted or count
	c.thought, c.draft = draft, draft && !e.Penalties.Budget().Exhausted()
	c.begin()
	return c
}

// begin begins to read, from the first marker on. The parser shares the budget, so that not each
// one begins with a full tank.
func (c *quotedCall) begin() {
	c.fed, c.scan, c.known = c.start, c.skip, c.start
	c.text, c.limit, c.inner, c.line, c.groups = false, 0, 0, 0, 0
	c.parser.Reset(&c.cfg, c)
	*c.nested.Penalties.Budget() = c.e.Penalties.Budget().Behind(c.start)
	c.nested.Prose.Nest(c.thought, c.e.Prose.Quote.Think)
}

// ends notes that nothing more is to be read. The parser leaves the rest of what it was handed: how
// much that is depends on how the output was cut, and more may be quoted in the rest.
func (c *quotedCall) ends() {
	if !c.nested.over {
		c.nested.over = true
		*c.e.Penalties.Budget() = c.nested.Penalties.Budget().Behind(-c.start)
	}
}

// skipOpeners passes over the openers that follow the first one directly, and
// that were read as text with it: each would be read up to the same place.
func (c *quotedCall) skipOpeners(e *Engine) {
	for e.Cur.Pos < c.plain && e.Prose.Quote.Inline == 0 {
		at, _ := e.Cur.Space(e.Cur.Pos)
		if at >= c.plain {
			return
		}
		m, n := e.Markers.MarkerAt(at)
		if !n.Yes() || !m.MayBeText && !m.Section || at+int(n) > c.plain {
			return
		}
		e.Cur.Seek(at + int(n))
	}
}

// again reads drafts anew, as calls that don't count.
func (c *quotedCall) again(e *Engine) bool {
	c.draft, c.broken, c.calls, c.failed = false, !c.text, 0, 0
	c.begin()
	return c.Step(&e.openings)
}

// Step implements [Candidate].
func (c *quotedCall) Step(*openings.Openings) bool {
	e, more := c.e, false
	for !more && !c.nested.over {
		more = c.read(e)
	}
	switch {
	case !c.nested.over:
		if !c.draft {
			e.Cur.Text(c.known)
		}
		return false
	case c.calls > 0 && !c.text:
		if !c.token {
			e.Penalties.PenalizeTo(c.known)
		}
		e.Cur.Seek(c.start)
		e.Quoting.LeaveThought()
		return true
	case c.draft && c.calls > 0, c.draft && c.failed > 0 && !c.text:
		return c.again(e)
	}
	if c.limit > 0 {
		c.known = min(c.known, c.limit)
	}
	e.Cur.Text(c.known)
	e.Cur.Seek(max(c.known, c.skip))
	c.skipOpeners(e)
	if 0 < c.line && c.line < e.Cur.Pos {
		e.Prose.Quote.FenceLineRead()
	}
	return true
}

// read hands more of the output to the parser; more: there is none yet. The chunks grow, so
// that a short quoted call doesn't take as much work as the complete output.
func (c *quotedCall) read(e *Engine) (more bool) {
	limit := min(c.fed+max(failure.Step, c.fed-c.start), e.Cur.Base+len(e.Cur.Win))
	closed, more := c.quotation(e, limit)
	if c.scan > c.fed {
		from := c.fed
		if c.fed = c.scan; !closed {
			c.fed = min(c.scan, limit)
		}
		c.parser.Parse(e.Cur.Slice(from, c.fed))
	}
	switch {
	case c.nested.over:
	case closed:
		c.finish(parsers.FinishStop)
	case e.Cur.Final && c.fed == e.Cur.Base+len(e.Cur.Win):
		c.finish(e.Cur.Reason)
		if c.draft {
			e.Penalties.Budget().Spend(draftCost*(c.fed-c.start), c.fed)
		}
	default:
		return more || limit == e.Cur.Base+len(e.Cur.Win)
	}
	return false
}

// draftCost is how many steps each byte of a draft counts as, if the draft was read up to the
// output's end, though a thought closed before. The next draft may be read as far.
const draftCost = 5

// finish ends what is read at the end of the quotation, or of the output.
func (c *quotedCall) finish(reason parsers.FinishReason) {
	c.parser.Finish(reason)
	c.ends()
}

// quotation looks, up to offset limit, for the end of what is quoted: the
// closing fence, or in a thought the closer, and a token that counts.
func (c *quotedCall) quotation(e *Engine, limit int) (closed, more bool) {
	from := c.scan
	defer func() { e.Cur.Visits.Passed(from, &c.scan) }()
	q := &e.Prose.Quote
	for c.scan < limit {
		e.Cur.Visits.Passing(&from, c.scan)
		n := 1
		switch b := e.Cur.Win[c.scan-e.Cur.Base]; {
		case b == '\n' && c.line == 0:
			c.line = c.scan
		case fence.Begins[b] && q.InFence():
			run, waits := e.Cur.Run(c.scan)
			if waits {
				return false, true
			}
			n = run.Len
			closed, more = e.Prose.ClosesFence(c.scan, run, q.Opening && c.line == 0)
		case q.Think != 0 && e.Markers.Triggers.Ends[b]:
			closed, more = c.endsIn(e)
		case e.Prose.SectionThought == quoting.ThoughtWaits && e.Markers.Triggers.Ends[b]:
			closed, more = c.endsFrame(e)
		}
		if closed || more {
			return closed, more
		}
		c.scan += n
	}
	return false, false
}

// endsIn reports whether a marker that ends what is quoted in a thought is where the scan
// is. What special tokens begin has an end of its own. Otherwise, a thought may be
// opened and closed in a value.
func (c *quotedCall) endsIn(e *Engine) (yes, more bool) {
	if c.token && c.draft {
		return false, false
	}
	m, n := e.Markers.MarkerAt(c.scan)
	switch {
	case !n.Yes():
		return false, n == match.More
	case m.Think && !c.token && !c.draft && !e.Prose.InFence(): // it may count
		return true, false
	case m.OpensThoughts != 0:
		c.inner++
		return false, false
	case m.ClosesThoughts != 0 && c.inner > 0:
		c.inner--
		return false, false
	}
	return m.ClosesThoughts&e.Prose.Quote.Think != 0, false
}

// endsFrame reports whether a marker that ends the thought around what is quoted is where the
// scan is. The marker may end the call, too.
func (c *quotedCall) endsFrame(e *Engine) (yes, more bool) {
	m, n := e.Markers.MarkerAt(c.scan)
	if !n.Yes() || m.Frame != markers.FrameEnd || m.Mentioned {
		return false, n == match.More
	}
	c.limit = c.scan
	if c.draft {
		c.scan += n.Len()
	}
	return true, false
}

// reported notes that the parser has reported the output up to offset end.
func (c *quotedCall) reported(end int) {
	if !c.nested.over {
		c.known = max(c.known, end)
	}
}

// Text implements [parsers.Handler]. Text in a section ends nothing if the section is in a fence:
// the fence ends the section.
func (c *quotedCall) Text(at int, text []byte) {
	if c.groups > 0 && c.e.Prose.InFence() {
		c.reported(c.start + at + len(text))
	} else if n := match.SpaceLen(text); n < len(text) {
		c.goesOn()
		if at == 0 {
			c.plain = c.start + max(len(text), c.nested.Enclosing.Ahead.TextFollows())
		}
	}
}

// goesOn notes that other text follows.
func (c *quotedCall) goesOn() {
	c.text = c.text || !c.nested.over
	c.ends()
}

// Decoded implements [parsers.Handler].
func (c *quotedCall) Decoded(raw parsers.Span, _ []byte) { c.reported(c.start + raw.End) }

// Markup implements [parsers.Handler].
func (c *quotedCall) Markup(at int, text []byte, role parsers.Role) {
	switch role {
	case parsers.RoleOpen:
		c.groups++
	case parsers.RoleClose:
		c.groups--
	case parsers.RoleThought: // another opener is text of the thought
		c.goesOn()
	case parsers.RoleThoughtEnd:
		c.ends()
	case parsers.RoleFrame:
		if c.e.Prose.SectionThought == quoting.ThoughtWaits {
			c.ends()
		}
	}
	c.reported(c.start + at + len(text))
}

// BeginCall implements [parsers.Handler].
func (c *quotedCall) BeginCall(b parsers.Begin) { c.call, c.args = b, c.args[:0] }

// Arguments implements [parsers.Handler].
func (c *quotedCall) Arguments(piece []byte) {
	if !c.nested.over {
		c.e.Cur.Visits.Add(len(piece))
		c.args = append(c.args, piece...)
	}
}

// RewindArguments implements [parsers.Handler].
func (c *quotedCall) RewindArguments(n int) { c.args = c.args[:min(n, len(c.args))] }

// EndCall implements [parsers.Handler]: the call is complete.
func (c *quotedCall) EndCall(how parsers.End) {
	start := c.start + c.call.At
	end := start + len(how.Raw)
	if c.draft && !c.nested.over && how.Flaw == parsers.FlawNone && c.cfg.Counts(c.call.Format) {
		c.calls++
	}
	if c.nested.over || c.draft {
		c.reported(end)
		return
	}
	e := c.e
	e.Cur.Text(start)
	b := c.call
	b.At, b.Quoted, b.Mergeable, b.Merges = start, true, false, false
	how.Raw, how.Pending, how.Repairs = e.Cur.Slice(start, end), false, c.moved(how.Repairs)
	e.Enclosing.Follow(true)
	e.Cur.Handler.Call(b, c.args, how)
	e.Cur.Mark = end
	c.reported(end)
}

// Call implements [parsers.Handler].
func (c *quotedCall) Call(b parsers.Begin, arguments []byte, how parsers.End) {
	c.BeginCall(b)
	c.Arguments(arguments)
	c.EndCall(how)
}

// InvalidCall implements [parsers.Handler].
func (c *quotedCall) InvalidCall(inv parsers.Invalid) {
	start := c.start + inv.At
	end := start + len(inv.Raw)
	shows := c.token && (len(inv.Arguments) > 0 || inv.Reason == parsers.ReasonIncomplete)
	switch {
	case c.nested.over || !shows || !c.cfg.Counts(inv.Format):
	case c.draft:
		c.failed++
	case c.broken:
		c.e.Cur.Text(start)
		if inv.Repairs = c.moved(inv.Repairs); inv.FailedAt > 0 {
			inv.FailedAt += c.start
		}
		c.e.Cur.Invalid(end, inv)
		c.failed = end
	}
	c.reported(end)
}

// InvalidText implements [parsers.Handler].
func (c *quotedCall) InvalidText(text []byte) {
	end := c.known + len(text)
	if c.broken && !c.nested.over && c.failed == c.known {
		c.e.Cur.InvalidText(end)
		c.failed = end
	}
	c.reported(end)
}

// moved are repairs that the parser made, with their offsets in the output.
func (c *quotedCall) moved(repairs []parsers.Repair) []parsers.Repair {
	repairs = slices.Clone(repairs)
	for i := range repairs {
		repairs[i].Offset += c.start
	}
	return repairs
}

// Amend implements [parsers.Handler].
func (c *quotedCall) Amend(parsers.Repair) {}

// Followed implements [parsers.Handler].
func (c *quotedCall) Followed(bool, parsers.Flaw) {}

// Quoted implements [parsers.Handler].
func (c *quotedCall) Quoted(bool) {}

// OnLine implements [parsers.Handler].
func (c *quotedCall) OnLine(bool) {}
