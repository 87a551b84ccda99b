package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// quotedCall is the candidate for what a marker begins where calls of its kind
// don't count, or count only if they are some. A parser of its own reads it up
// to the next text: a whole call is reported as quoted, all else is text.
type quotedCall struct {
	parser *Engine // nested: it reads what its markers begin, and nothing else
	cfg    parsers.Config
	e      *Engine
	trial  bool // in a thought: what counts as a call ends that
	draft  bool // in a thought: so do calls that nothing but more of them follows
	token  bool // the first marker is a special token

	start int // of the first marker
	skip  int // behind it
	fed   int // up to here the parser got the output
	scan  int // up to here the quotation goes on
	line  int // where the first line ends; 0: not yet

	groups int  // that are open
	known  int  // up to here the parser reported markers and calls
	over   bool // text follows, or the quotation ends
	found  bool // of a trial: a call
	drafts int  // calls, whole ones
	text   bool // something else follows
	plain  int  // up to here nothing but text was found, from the first marker on

	call parsers.Begin
	args []byte
}

// readQuoted makes the candidate for what the marker at the position, n bytes
// long, begins.
func (e *Engine) readQuoted(m *Marker, n int, trial bool) Candidate {
	e.Text(e.Pos)
	c := e.quoted
	if c == nil {
		c = &quotedCall{parser: newNested(e.family)}
		e.quoted = c
	}
	*c = quotedCall{
		parser: c.parser, cfg: *e.Config, e: e, trial: trial, token: m.Think, args: c.args[:0],
		start: e.Pos, skip: e.Pos + n, fed: e.Pos, scan: e.Pos + n, known: e.Pos,
	}
	c.cfg.ReasoningOpen, c.cfg.Options.AcceptIncomplete = false, false
	c.reset()
	return c
}

// reset makes the parser ready. It shares the fuel, lest each one begins with a full tank.
func (c *quotedCall) reset() {
	c.parser.Reset(&c.cfg, c)
	c.parser.fuel = c.e.fuel.Behind(c.start)
}

// ends says that nothing more is to be read: what the parser does with the rest of what it
// was handed doesn't count, since how much that is depends on how the output was cut.
func (c *quotedCall) ends() {
	if !c.over {
		c.over = true
		c.e.fuel = c.parser.fuel.Behind(-c.start)
	}
}

// readDrafts makes the candidate for calls in a thought that the marker at the
// position, n bytes long, begins: text behind them makes them drafts.
func (e *Engine) readDrafts(m *Marker, n int) Candidate {
	c := e.readQuoted(m, n, false)
	e.quoted.draft = true
	return c
}

// skipOpeners passes over the openers that follow the first one directly, and
// that were read as text with it: each would be read up to the same place.
func (c *quotedCall) skipOpeners(e *Engine) {
	for e.Pos < c.plain && e.quote.inline == 0 {
		at, _ := e.Space(e.Pos)
		if at >= c.plain {
			return
		}
		m, n := e.MarkerAt(at)
		if !n.Yes() || !m.opener && !m.Section || at+int(n) > c.plain {
			return
		}
		e.Pos = at + int(n)
	}
}

// again reads drafts anew: calls that don't count.
func (c *quotedCall) again() {
	c.draft, c.drafts, c.text, c.over = false, 0, false, false
	c.fed, c.scan, c.known, c.line, c.groups = c.start, c.skip, c.start, 0, 0
	c.reset()
}

// Step implements [Candidate].
func (c *quotedCall) Step(e *Engine) bool {
	more := false
	for !more && !c.over {
		more = c.read(e)
	}
	if c.over && c.drafts > 0 {
		if c.text {
			c.again()
			return c.Step(e)
		}
		c.found = true
		e.PenalizeTo(c.fed)
	}
	if c.found {
		e.Pos = c.start
		e.leaveThought()
		return true
	}
	if c.over || !c.trial && !c.draft {
		e.Text(c.known)
	}
	if c.over {
		e.Pos = max(c.known, c.skip)
		c.skipOpeners(e)
		e.quote.opening = e.quote.opening && (c.line == 0 || c.line >= e.Pos)
	}
	return c.over
}

// read hands more of the output to the parser; more: there is none yet. The
// pieces grow, so that what is short doesn't cost what the whole output costs.
func (c *quotedCall) read(e *Engine) (more bool) {
	limit := min(c.fed+max(failure.Step, c.fed-c.start), e.Base+len(e.Win))
	closed, more := c.quotation(e, limit)
	if c.scan > c.fed {
		from := c.fed
		c.fed = min(c.scan, limit)
		c.parser.Parse(e.Slice(from, c.fed))
	}
	switch {
	case c.over:
	case closed:
		c.finish(parsers.FinishStop)
	case e.Final && c.fed == e.Base+len(e.Win):
		c.finish(e.Reason)
	default:
		return more || limit == e.Base+len(e.Win)
	}
	return false
}

// finish ends what is read at the end of the quotation, or of the output.
func (c *quotedCall) finish(reason parsers.FinishReason) {
	c.parser.Finish(reason)
	c.ends()
}

// quotation looks, up to offset limit, for the end of what is quoted: the
// closing fence, or in a thought the closer, and a token that counts.
func (c *quotedCall) quotation(e *Engine, limit int) (closed, more bool) {
	defer e.Visits.Passed(c.scan, &c.scan)
	q := &e.quote
	for c.scan < limit {
		n := 1
		switch b := e.Win[c.scan-e.Base]; {
		case b == '\n' && c.line == 0:
			c.line = c.scan
		case b == '`' && q.fence > 0:
			run := e.RunLength(c.scan)
			if run == match.More {
				return false, true
			}
			n = int(run)
			closed, more = e.closesFence(c.scan, n, q.opening && c.line == 0)
		case q.think != 0 && !c.trial && e.triggers.ends[b]:
			closed, more = c.endsIn(e)
		}
		if closed || more {
			return closed, more
		}
		c.scan += n
	}
	return false, false
}

// endsIn tells whether a marker that ends what is quoted in a thought stands
// where the scan is.
func (c *quotedCall) endsIn(e *Engine) (yes, more bool) {
	m, n := e.MarkerAt(c.scan)
	token := n.Yes() && m.Think && !c.token && !e.InFence() && (m.Begins || !c.draft)
	yes = n.Yes() && m.closes&e.quote.think != 0 || token
	return yes, n == match.More
}

// reported notes that the parser has reported the output up to offset end.
func (c *quotedCall) reported(end int) {
	if !c.over {
		c.known = max(c.known, end)
	}
}

// Text implements [parsers.Handler]. In a section it ends nothing where a fence
// ends the section.
func (c *quotedCall) Text(at int, text []byte) {
	if c.groups > 0 && c.e.InFence() {
		c.reported(c.start + at + len(text))
	} else if match.SpaceLen(text) < len(text) {
		c.ends()
		c.text = true
		if at == 0 {
			c.plain = c.start + max(len(text), c.parser.ahead.textFollows())
		}
	}
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
	}
	c.reported(c.start + at + len(text))
}

// BeginCall implements [parsers.Handler].
func (c *quotedCall) BeginCall(b parsers.Begin) {
	c.try(b.Format)
	c.call, c.args = b, c.args[:0]
}

// try ends a trial that came upon a call.
func (c *quotedCall) try(format string) {
	if c.trial && !c.over && c.cfg.Counts(format) {
		c.ends()
		c.found = true
	}
}

// Arguments implements [parsers.Handler].
func (c *quotedCall) Arguments(piece []byte) {
	if !c.over {
		c.e.Visits.Add(len(piece))
		c.args = append(c.args, piece...)
	}
}

// RewindArguments implements [parsers.Handler].
func (c *quotedCall) RewindArguments(n int) { c.args = c.args[:min(n, len(c.args))] }

// EndCall implements [parsers.Handler]: the call is whole.
func (c *quotedCall) EndCall(how parsers.End) {
	start := c.start + c.call.At
	end := start + len(how.Raw)
	if c.draft && !c.over {
		c.drafts++
	}
	if c.over || c.trial || c.draft {
		c.reported(end)
		return
	}
	e := c.e
	e.Text(start)
	b := c.call
	b.At, b.Quoted, b.Mergeable, b.Merges = start, true, false, false
	how.Raw, how.Pending, how.Repairs = e.Slice(start, end), false, slices.Clone(how.Repairs)
	for i := range how.Repairs {
		how.Repairs[i].Offset += c.start
	}
	e.Handler.Call(b, c.args, how)
	e.Mark = end
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
	c.try(inv.Format)
	c.reported(c.start + inv.At + len(inv.Raw))
}

// InvalidText implements [parsers.Handler].
func (c *quotedCall) InvalidText(text []byte) { c.reported(c.known + len(text)) }

// Amend implements [parsers.Handler].
func (c *quotedCall) Amend(parsers.Repair) {}
