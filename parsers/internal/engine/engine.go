package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// An Engine is a parser for one grammar. It implements [parsers.Parser].
type Engine struct {
	grammar  *Grammar
	triggers *triggers
	breaks   func(b []byte, final bool) int // breakAt
	h        parsers.Handler
	cfg      *parsers.Config
	maxDepth int

	win    []byte // the output from base on
	buf    []byte // holds win between pieces
	base   int
	pos    int
	mark   int
	final  bool
	reason parsers.FinishReason

	candidate Candidate
	json      *jsonCall       // the one JSON candidate at a time, reused
	document  *documentReader // so is that for a document; nil: there was none yet
	quote     quotation
	started   bool // something but white space and tags was seen
	special   int  // behind a special token: JSON here counts in <think> too
	cutOff    bool // a call was accepted that the end of the output cut off
	lead      int  // what the grammar's Start was tried at last
	after     afterCall
	penalty   int // a call that starts here costs 0.3; -1: nowhere
	noJSON    bool
	before    lastBytes // before the window
	textCalls int       // calls in running text and in fences
	braces    int       // openings in running text that nothing closed yet
	brackets  int
	option    optionWatch
	fuel      quotes.Fuel
	reaches   reaches
	schemas   schemas
}

// New returns a parser for the grammar.
func New(g *Grammar) *Engine {
	e := &Engine{grammar: g, triggers: newTriggers(g), json: &jsonCall{log: new(jsonscan.Log)}}
	e.breaks = e.breakAt
	return e
}

// Reset implements [parsers.Parser].
func (e *Engine) Reset(cfg *parsers.Config, h parsers.Handler) {
	buf := e.buf[:0]
	if cap(buf) > 1<<16 {
		buf = nil
	}
	*e = Engine{
		grammar: e.grammar, triggers: e.triggers, breaks: e.breaks, h: h, cfg: cfg,
		buf: buf, penalty: -1, lead: -1, special: -1, json: e.json, document: e.document,
		schemas: e.schemas.of(cfg.Tools),
	}
	e.maxDepth = cfg.Limits.Depth
	if e.maxDepth <= 0 {
		e.maxDepth = parsers.DefaultDepth
	}
	e.maxDepth = min(e.maxDepth, parsers.MaxDepth)
}

// Parse implements [parsers.Parser].
func (e *Engine) Parse(piece []byte) {
	if e.prose(piece) {
		return
	}
	if len(e.buf) == 0 {
		e.win = piece
	} else {
		e.buf = append(e.buf, piece...)
		e.win = e.buf
	}
	e.run()
	e.keep()
}

// prose reports a piece of plain prose at once: most pieces are that.
func (e *Engine) prose(piece []byte) bool {
	if e.candidate != nil || len(e.buf) > 0 || !e.started || e.after.active || !e.quote.none() {
		return false
	}
	table := &e.triggers.plain
	for _, c := range piece {
		if table[c] {
			return false
		}
	}
	e.h.Text(e.mark, piece)
	e.mark += len(piece)
	e.base, e.pos = e.mark, e.mark
	if e.triggers.words {
		e.before = e.before.then(piece)
	}
	return true
}

// Finish implements [parsers.Parser].
func (e *Engine) Finish(reason parsers.FinishReason) {
	e.win, e.final, e.reason = e.buf, true, reason
	e.run()
	e.Text(e.base + len(e.win))
	e.endQuotation()
}

// keep copies what is undecided into the buffer.
func (e *Engine) keep() {
	held := e.win[e.mark-e.base:]
	before := e.before.then(e.win[:e.mark-e.base])
	switch {
	case len(held) == 0:
		e.buf = e.buf[:0]
	case len(e.buf) == 0:
		e.buf = append(e.buf, held...)
	case e.mark-e.base > len(e.win)/2:
		e.buf = e.buf[:copy(e.buf, held)]
	default:
		e.win = nil
		return
	}
	e.base, e.win, e.before = e.mark, nil, before
}

func (e *Engine) run() {
	for {
		if e.candidate == nil {
			if !e.text() {
				return
			}
			continue
		}
		if !e.candidate.Step(e) {
			return
		}
		e.candidate = nil
	}
}

// Window is the output at hand.
func (e *Engine) Window() jsonscan.Window {
	return jsonscan.Window{B: e.win, Base: e.base, Final: e.final}
}

// Pos is the offset of the next byte to be read.
func (e *Engine) Pos() int { return e.pos }

// Seek sets the position.
func (e *Engine) Seek(pos int) { e.pos = pos }

// Mark is the offset up to which everything was reported.
func (e *Engine) Mark() int { return e.mark }

// Config is how the output is to be parsed.
func (e *Engine) Config() *parsers.Config { return e.cfg }

// Handler receives the events.
func (e *Engine) Handler() parsers.Handler { return e.h }

// MaxDepth is how deep JSON may nest.
func (e *Engine) MaxDepth() int { return e.maxDepth }

// Final tells whether the output has ended, and why.
func (e *Engine) Final() (bool, parsers.FinishReason) { return e.final, e.reason }

// CutOff tells whether the call that the output ended in was accepted: what
// it lacks at its end is no repair.
func (e *Engine) CutOff() bool { return e.cutOff }

// InFence tells whether the position is in a fence.
func (e *Engine) InFence() bool { return e.quote.fence > 0 }

// Slice is the output from start to end.
func (e *Engine) Slice(start, end int) []byte { return e.win[start-e.base : end-e.base] }

// Rest is the output at hand from offset at on.
func (e *Engine) Rest(at int) []byte { return e.win[at-e.base:] }

// Text reports what is held back, up to end, as text.
func (e *Engine) Text(end int) {
	if end > e.mark {
		e.h.Text(e.mark, e.Slice(e.mark, end))
		e.mark = end
	}
}

// Special says that a special token begins what stands at the position: JSON
// there counts in <think> too.
func (e *Engine) Special() { e.special = e.pos }

// AtStart tells whether only white space and tags stand before offset at.
func (e *Engine) AtStart(at int) bool { return e.lead == at }

// Restart says of a tag at the start of the output that what can only stand
// there may stand behind it.
func (e *Engine) Restart() { e.started = false }

// Markup reports what is held back, up to end, as markup.
func (e *Engine) Markup(end int, role parsers.Role) {
	if end > e.mark || role == parsers.RoleClose {
		e.h.Markup(e.mark, e.Slice(e.mark, end), role)
		e.mark = end
	}
}

// Called says that a call ended at the position: what may follow one is looked for.
func (e *Engine) Called() { e.after = afterCall{active: true} }

// EndCall reports the call that ends at end, and drops it from the window.
func (e *Engine) EndCall(end int, c parsers.End) {
	c.Raw = e.Slice(e.mark, end)
	e.h.EndCall(c)
	e.mark = end
	e.quote.called = true
}

// Invalid reports the failed call from the mark to end.
func (e *Engine) Invalid(end int, c parsers.Invalid) {
	c.At, c.Raw = e.mark, e.Slice(e.mark, end)
	e.h.InvalidCall(c)
	e.mark = end
}

// InvalidText reports more text of the failed call, up to end.
func (e *Engine) InvalidText(end int) {
	if end > e.mark {
		e.h.InvalidText(e.Slice(e.mark, end))
		e.mark = end
	}
}

// Penalize makes a call that starts at offset at cost 0.3: it stood in a
// candidate that failed.
func (e *Engine) Penalize(at int) { e.penalty = at }

// Penalized tells whether a call that starts at offset at costs 0.3.
func (e *Engine) Penalized(at int) bool { return e.penalty == at }

// DisableJSON makes JSON in text, from the position on, content.
func (e *Engine) DisableJSON() { e.noJSON = true }

// TextCalls is the number of calls found as JSON in text.
func (e *Engine) TextCalls() int { return e.textCalls }

// Declared tells whether a tool of this name was offered.
func (e *Engine) Declared(name string) bool { return e.cfg.Tools.Declared(name) }

// Repairs tells whether repairs may be made.
func (e *Engine) Repairs() bool { return !e.cfg.Options.DisableRepair }
