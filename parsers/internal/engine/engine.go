package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/document"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
)

// An Engine is a parser for one grammar. It implements [parsers.Parser].
type Engine struct {
	cursor.Cursor
	family   *table
	grammar  *grammar.Grammar // the table's
	triggers *triggers
	own      any          // what hooks keep
	around   place.Around // what bodies know
	nested   bool         // reads quoted text for another parser
	maxDepth int
	schemas  schemas

	reading  reading          // the candidate for a body, reused
	json     *object.Call     // the one body for JSON at a time, reused
	tags     *tagCalls        // so is that for tags; nil: the grammar has none
	between  *object.Between  // that for a block, which the former reads for
	document *document.Reader // so is that for a document; nil: there was none yet
	quoted   *quotedCall      // and this
	sections *sections        // and this, of a grammar that has some
	frames   *frames          // and this

	output
}

// An output is what is known of the output that is being read.
type output struct {
	candidate Candidate
	taken     *Marker // that was opened last, and its length
	takenLen  int
	quote     quotation
	behind    int          // a call ended here, white space and a delimiter apart
	started   bool         // something but white space and tags was seen
	line      int          // a line begins here at which nobody looked; -1: nowhere
	special   int          // behind a special token: JSON here counts in inline code too
	owed      thoughtKinds // of the thought that a call ended: its closer is markup
	gates     gates
	ahead     ahead
	leading   bool // the open thought, or the JSON read last, begins the output
	cutOff    bool // a call was accepted that the end of the output cut off
	lead      int  // what can only stand at the start of the output was looked for here last
	after     afterCall
	penalty   int // a call that starts here costs 0.3; -1: nowhere
	drafts    int // so does one that starts before: it stood in a thought
	noJSON    bool
	before    lastBytes      // before the window
	textCalls int            // calls in running text and in fences
	open      place.Brackets // in running text, which nothing closed yet
	option    optionWatch
	fuel      quotes.Fuel
	python    pythonPlaces
	plain     *[256]bool // the bytes that mean something in plain text
}

// newEngine returns a parser for the table.
func newEngine(t *table) *Engine {
	g := t.Grammar
	e := &Engine{family: t, grammar: g, triggers: t.triggers(), json: object.New()}
	if t.hooks.Own != nil {
		e.own = t.hooks.Own()
	}
	if len(g.Named) > 0 {
		e.sections = new(sections)
	}
	e.around = place.Around{Cursor: &e.Cursor, Place: e, Breaks: e.BreakAt, Firsts: &e.triggers.tags}
	e.frames = newFrames(g.Frames)
	if len(g.Tags) > 0 {
		e.tags = new(tagCalls)
	}
	if len(g.Blocks) > 0 {
		e.between = new(object.Between)
	}
	return e
}

// Reset implements [parsers.Parser].
func (e *Engine) Reset(cfg *parsers.Config, h parsers.Handler) {
	e.Cursor.Reset(cfg, h)
	e.output = output{penalty: -1, behind: -1, lead: -1, line: -1, special: -1, gates: newGates(e.grammar, cfg)}
	e.sections.again()
	e.frames.again()
	e.json.Leave()
	e.schemas = e.schemas.of(cfg.Tools)
	e.tags.reset()
	e.maxDepth = cfg.Limits.Depth
	e.python = newPythonPlaces(e)
	e.plain = &e.triggers.plain
	if e.python.on {
		e.plain = &e.triggers.lines
	}
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
	e.Feed(piece)
	if e.Holds() && e.json.Pass(&e.around) {
		return // Feed has kept the piece
	}
	e.run()
	e.keep()
}

// prose reports a piece of plain prose at once: most pieces are that.
func (e *Engine) prose(piece []byte) bool {
	table := e.plain
	switch {
	case e.Holds() || !e.started:
		return false
	case e.frames.streams(e.candidate):
		table = &e.triggers.tags
	case e.candidate != nil || e.after.active || e.lineDue() || e.quote.quoted():
		return false
	case e.quote.think != 0:
		table = &e.triggers.think
	}
	for _, c := range piece {
		if table[c] {
			return false
		}
	}
	e.Handler.Text(e.Mark, piece)
	e.Mark += len(piece)
	e.Base, e.Pos = e.Mark, e.Mark
	if e.candidate != nil {
		e.frames.body.pos = e.Mark
	}
	if e.triggers.words {
		e.before = e.before.then(piece)
	}
	return true
}

// Finish implements [parsers.Parser].
func (e *Engine) Finish(reason parsers.FinishReason) {
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
	before := e.before.then(e.Win[:e.Mark-e.Base])
	if e.Keep() {
		e.before = before
	}
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

// Own is what the hooks keep with this parser.
func (e *Engine) Own() any { return e.own }

// MarkerEnd is where the marker ends that was opened last, at offset at.
func (e *Engine) MarkerEnd(at int) int { return at + e.takenLen }

// MaxDepth is how deep JSON may nest.
func (e *Engine) MaxDepth() int { return e.maxDepth }

// CutOff tells whether the call that the output ended in was accepted: what
// it lacks at its end is no repair.
func (e *Engine) CutOff() bool { return e.cutOff }

// InFence tells whether the position is in a fence.
func (e *Engine) InFence() bool { return e.quote.fence > 0 }

// AtStart tells whether only white space and tags stand before offset at.
func (e *Engine) AtStart(at int) bool { return e.lead == at }

// Called says that a call ended at the position: what may follow one is looked for.
func (e *Engine) Called() { e.after = afterCall{active: true} }

// Penalize makes a call that starts at offset at cost 0.3: it stood in a
// candidate that failed.
func (e *Engine) Penalize(at int) { e.penalty = at }

// Penalized tells whether a call that starts at offset at costs 0.3.
func (e *Engine) Penalized(at int) bool { return e.penalty == at || at < e.drafts }

// TextCalls is the number of calls found as JSON in text.
func (e *Engine) TextCalls() int { return e.textCalls }
