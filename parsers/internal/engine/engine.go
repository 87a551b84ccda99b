package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/look"
	"github.com/toolparser/toolparser/parsers/internal/openings"
	"github.com/toolparser/toolparser/parsers/internal/quoting"
)

// An Engine is a parser for one grammar: it decides whose turn it is. It implements
// [parsers.Parser].
//
// It consists of parts. A part points to the parts before it that it needs.
type Engine struct {
	_ buffers.NoCopy
	openings.Below
	skipper  quoting.Skipper
	openings openings.Openings

	others *others // other parsers; nil: none was needed yet
	chosen *chosen // the output may be what a request for a call makes of it; nil: it isn't
	over   bool    // of a nested engine: text follows, or the quotation ends, so what follows doesn't matter
	outer  bool    // reads an output for a family, and isn't a part of another parser
	cut    bool    // running text stops at the position: more bytes must tell at what
	opened int32   // where the last candidate began

	flow *bytetable.Watched // what means something in the next chunk; nil: the chunk isn't just text
}

// others are the parsers that read parts of the output.
type others struct {
	quoted *quotedCall // reads what is quoted; nil: nothing was yet
	common *commonCall // reads calls in the common formats; nil: none began yet
}

// held is what they hold, in bytes.
func (o *others) held() (n int) {
	if o == nil {
		return 0
	}
	if o.quoted != nil {
		n += o.quoted.nested.Held()
	}
	if o.common != nil {
		n += o.common.nested.Held()
	}
	return n
}

// Reset implements [parsers.Parser].
func (e *Engine) Reset(cfg *parsers.Config, h parsers.Handler) {
	if e.Markers.Triggers == nil {
		e.compile()
	}
	e.chosen = nil
	if e.outer && cfg.ToolChoice.Demands() {
		e.chosen = &chosen{cfg: cfg, handler: h, parse: func(h parsers.Handler, text []byte, reason parsers.FinishReason) {
			calls := newEngine(&chosenTable)
			calls.Reset(cfg, h)
			calls.ParseLast(text, reason)
		}}
	}
	e.Cur.Reset(cfg, h)
	e.Place.Own, e.over, e.cut, e.flow = nil, false, false, nil
	e.Rules.Reset(cfg)
	e.Markers.Reset(cfg)
	e.Penalties.Reset()
	e.Prose.Reset(cfg, e.commons(cfg))
	e.Quoting.TakeDue()
	e.skipper.Reset()
	e.Enclosing.Reset()
	e.openings.Reset()
}

// compile takes the compiled table.
func (e *Engine) compile() {
	t := e.openings.Table.Compile()
	e.Markers.Triggers, e.Place.Table = t, &e.openings.Table.Signs
}

// Parse implements [parsers.Parser].
func (e *Engine) Parse(piece []byte) { e.Pass(piece) }

// Pass is Parse, and returns what the next chunk of prose is searched for, as package parsers asks.
func (e *Engine) Pass(piece []byte) *bytetable.Watched {
	if e.flow != nil && e.passProse(piece) {
		return e.flow
	}
	if e.chosen != nil {
		if e.chosen.add(piece) {
			return nil
		}
		piece, e.chosen = e.chosen.text, nil
	}
	e.Cur.Feed(piece)
	if e.Cur.HoldsBack() && e.openings.Pass() {
		return nil // Feed has kept the piece
	}
	e.run()
	e.Enclosing.Follow(false)
	if e.Cur.Mark > e.Cur.Base || !e.Cur.HoldsBack() { // otherwise Feed has kept the piece
		e.Markers.WindowMoves()
		e.Cur.Keep(min(e.Place.Notes.Needs(e.Cur.Mark), e.Penalties.Needs(e.Cur.Mark)))
	}
	if e.Cur.HoldsBack() || e.Place.Notes.Watching() || e.Penalties.Watching() { // it must be fed to what is going on
		e.flow = nil
		return nil
	}
	if e.flow = e.flowing(len(piece)); e.flow != nil && e.Prose.LineWaits() {
		return e.lineWatched()
	}
	return e.flow
}

// flowing is what means something where the next chunk begins, if nothing is held back; nil: the chunk
// must be fed to what is going on. The chunk before it had n bytes.
func (e *Engine) flowing(n int) *bytetable.Watched {
	switch {
	case !e.Prose.Started:
		return nil
	case e.openings.Streams():
		return &e.Markers.Triggers.BodyWatched
	case e.openings.Reads() || e.Enclosing.After.Active:
		return nil
	}
	return e.skipper.Flowing(n)
}

// passProse reports a chunk of plain prose at once. Most chunks are plain prose.
func (e *Engine) passProse(piece []byte) bool {
	if !e.skipper.PassLine(piece) {
		return false
	}
	e.Cur.Visits.Add(len(piece))
	if e.flow.In(piece) {
		return false
	}
	e.Cur.Handler.Text(e.Cur.Mark, piece)
	e.Skip(piece)
	return true
}

// Skip takes text that needn't be looked at, as package parsers asks.
func (e *Engine) Skip(text []byte) {
	line := e.flow != nil && e.flow.Line != nil && len(text) > 0 && text[len(text)-1] == '\n'
	e.flow = nil // the next chunk isn't prose: it needn't be looked at for that
	e.Cur.Skip(text)
	if line {
		e.Prose.LineBegins()
	}
}

// Finish implements [parsers.Parser].
func (e *Engine) Finish(reason parsers.FinishReason) { e.ParseLast(nil, reason) }

// ParseLast reads the last chunk, and ends the output, as package parsers asks.
func (e *Engine) ParseLast(piece []byte, reason parsers.FinishReason) {
	if c := e.chosen; c != nil {
		e.chosen = nil
		if c.add(piece) && c.read(reason) {
			return
		}
		piece = c.text
	}
	e.Cur.Feed(piece)
	e.Cur.End(reason)
	e.run()
	look.Follow(&e.Place, true)
	e.Penalties.Over()
	e.Cur.Text(e.Cur.Base + len(e.Cur.Win))
	e.Quoting.EndQuotation()
	e.Enclosing.Sections.Leave()
}

func (e *Engine) run() {
	for !e.over {
		if !e.openings.Reads() {
			if !e.text() {
				return
			}
			e.opened = int32(e.Cur.Mark)
			continue
		}
		if !e.openings.Step() {
			return
		}
		if quoting.Common(&e.Prose) != nil && !e.openings.Reads() && e.Cur.Mark == int(e.opened) {
			e.declined()
		}
	}
}

// Held is what the engine holds, in bytes, in addition to the output's text, as package parsers asks.
func (e *Engine) Held() int {
	n := e.chosen.held() + e.Cur.Held() + e.openings.Held() + e.Place.Notes.Held()
	n += e.others.held()
	return n
}
