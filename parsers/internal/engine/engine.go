package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/namelines"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/body/tree"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// An Engine is a parser for one grammar. It implements [parsers.Parser].
type Engine struct {
	cursor.Cursor
	family   *table
	grammar  *grammar.Grammar // the table's
	triggers *triggers
	owns     []any        // what hooks keep
	place    place.Around // what bodies know
	nested   bool         // reads quoted text for another parser
	maxDepth int
	schemas  schemas
	search   search

	reading  reading         // the candidate for a body, reused
	json     *object.Call    // the one body for JSON at a time, reused; nil: there was none yet
	tags     *tagCalls       // so is that for tags; nil: the grammar has none
	opened   *openedCall     // so is this
	between  *object.Between // that for a block, which the former reads for
	document *documentChoice // so is that for a document; nil: there was none yet
	quoted   *quotedCall     // and this
	sections *sections       // and this, of a grammar that has some
	frames   *frames         // and this
	to       *recipientCall  // and this; nil: there was none yet
	tree     *tree.Call      // and that for a tree; nil: there was none yet
	calls    *pythonCalls    // and that for Python calls; nil: there were none yet
	token    *tokenCall      // and this

	nameLines *namelines.Body // and that for names on their lines; nil: there was none yet

	newlines *newlines // what they mean; nil: there was no need yet

	output
}

// Reset implements [parsers.Parser].
func (e *Engine) Reset(cfg *parsers.Config, h parsers.Handler) {
	if e.triggers == nil {
		e.triggers = e.family.triggers()
		e.place = place.Around{Cursor: &e.Cursor, Place: e, Breaks: e.breaks, Firsts: &e.triggers.tags, Ends: &e.triggers.ends}
	}
	e.Cursor.Reset(cfg, h)
	e.place.Own = nil
	o := &e.output
	*o = output{} // in place: a literal would be made elsewhere, and copied
	o.penalty, o.quotedCall, o.behind, o.lead, o.line, o.special, o.asked.at, o.declined.at, o.quotedFirst.at, o.outside.shellAt = -1, -1, -1, -1, -1, -1, -1, -1, -1, -1
	o.noJSON = e.grammar.ToolsOnly && !cfg.Tools.Given()
	if len(cfg.Options.Formats) > 0 {
		o.gates = newGates(e.grammar, cfg)
	}
	e.sections.again()
	e.frames.again()
	e.json.Leave()
	e.between.Forget()
	e.tree.Forget()
	e.search.stops, e.search.near = nil, true
	e.schemas = e.schemas.of(cfg.Tools)
	e.tags.reset()
	e.opened.reset()
	e.maxDepth = cfg.Limits.Depth
	o.python.reset(e)
	e.plain = &e.triggers.plain
	if e.python.inText {
		e.plain = &e.triggers.lines
	}
	if e.maxDepth <= 0 {
		e.maxDepth = parsers.DefaultDepth
	}
	e.maxDepth = min(e.maxDepth, parsers.MaxDepth)
}

// Parse implements [parsers.Parser].
func (e *Engine) Parse(piece []byte) { e.Pass(piece) }

// Pass implements [parsers.Passer].
func (e *Engine) Pass(piece []byte) *parsers.Tells {
	if e.flow != nil && e.passProse(piece) {
		return e.flow
	}
	e.Feed(piece)
	if e.Holds() && (e.tags != nil || e.json.Inside()) && e.pass() {
		return nil // Feed has kept the piece
	}
	e.run()
	e.keep()
	if e.flow = e.flowing(len(piece)); e.flow != nil && e.line == e.Pos {
		return &e.triggers.tells.lineBegin
	}
	return e.flow
}

// pass lets a body read on in a long value without a step.
func (e *Engine) pass() bool {
	if call, ok := e.candidate.(*tagCall); ok {
		return call.pass(e)
	}
	return e.json.Pass(&e.place)
}

// flowing is what means something where the next piece begins; nil if it
// must be fed to what is going on. This one had n bytes.
func (e *Engine) flowing(n int) *parsers.Tells {
	switch {
	case e.Holds() || !e.started:
		return nil
	case e.frames.streams(e.candidate):
		return &e.triggers.tells.body
	case e.candidate != nil || e.after.active || e.lineDue() && !e.lineTells():
		return nil
	case e.quote.quoted():
		return e.flowingQuoted(n)
	case e.quote.think != 0:
		return &e.triggers.think.tells
	case e.plain.in['\n'] && e.dullLines():
		return e.dullTells()
	}
	return &e.plain.tells
}

// flowingQuoted is flowing in a fence and in inline code: most are too short for a long piece.
func (e *Engine) flowingQuoted(n int) *parsers.Tells {
	if n >= bytetable.Enough || e.lineDue() || e.special == e.Pos || e.quote.phase != fenceBody {
		return nil
	}
	return &e.stops().tells
}

// passProse reports a piece of plain prose at once: most pieces are that.
func (e *Engine) passProse(piece []byte) bool {
	if e.line == e.Pos && !e.passLine(piece) {
		return false
	}
	e.Visits.Add(len(piece))
	if e.flow.In(piece) {
		return false
	}
	e.Handler.Text(e.Mark, piece)
	e.Skip(piece)
	return true
}

// Skip implements [parsers.Passer].
func (e *Engine) Skip(text []byte) {
	line := e.flow != nil && e.flow.Line != nil && len(text) > 0 && text[len(text)-1] == '\n'
	e.flow = nil // what comes next isn't prose: it needn't be looked at for that
	e.Mark += len(text)
	e.Base, e.Pos = e.Mark, e.Mark
	if line {
		e.LineBegins()
	}
	if e.candidate != nil {
		e.frames.body.pos = e.Mark
	}
	if e.triggers.words {
		e.before = e.before.then(text)
	}
}

// Finish implements [parsers.Parser].
func (e *Engine) Finish(reason parsers.FinishReason) { e.ParseLast(nil, reason) }

// ParseLast implements [parsers.LastParser].
func (e *Engine) ParseLast(piece []byte, reason parsers.FinishReason) {
	e.Feed(piece)
	e.End(reason)
	e.run()
	e.Text(e.Base + len(e.Win))
	e.endQuotation()
	e.leaveSection()
}

// keep keeps what is undecided for the next piece.
func (e *Engine) keep() {
	if e.Mark == e.Base && e.Holds() {
		return // Feed has kept the piece
	}
	e.opened.forget()
	before := e.before.then(e.Win[:e.Mark-e.Base])
	if e.Keep() {
		e.before = before
	}
}

func (e *Engine) run() {
	for !e.over {
		if e.candidate == nil {
			if !e.text() {
				return
			}
			continue
		}
		if !e.candidate.Step(e) {
			return
		}
		e.candidate, e.place.Own = e.resume(), nil
	}
}
