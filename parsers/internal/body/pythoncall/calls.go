package pythoncall

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// Calls is the body for the calls of one place. They begin where [Opens] or
// [OpensList] said so.
type Calls struct {
	g     *grammar.Python
	where Where
	block *grammar.PythonBlock // around the calls; nil: none is
	phase phase
	pos   int
	free  bool // calls cost 0.3
	sure  bool // that these are calls: each begins with its first argument
	lost  bool // the block's closer follows, but no opener stands before

	fence int // backticks of the one that is open in the block

	list    list
	next    item // what is known of the call that is due
	items   []item
	repairs int  // that they have
	told    int  // calls that were reported
	trail   bool // something that goes with the last call follows it
	line    bool // a line ended since the last call
	print   bool // the call is being printed

	comment bool // the position is in a comment
	any     bool // any name counts
	prose   bool // a name that doesn't: there are no calls here

	raw    []byte // what stands in a block that may be echoed
	copied int    // up to here
	echo   []byte // what stood in the block before, if the list stands directly behind it

	args pythonargs.Reader
	end  end
	text text
}

type phase uint8

const (
	isDue     phase = iota // a call, or the end of the list
	inArgs                 // in a call's arguments
	inString               // in a string that holds calls
	inBroken               // behind what failed
	afterCall              // or after a list
	afterList              // directly behind the bracket that closed it
)

type status uint8

const (
	goOn    status = iota
	waits          // more bytes must tell
	isProse        // there are no calls, up to the position
	isOver         // the place ended
)

// Open begins to read calls at offset at, in the room that was made for others.
func (p *Calls) Open(g *grammar.Python, where Where, at int) {
	items, args := room.Emptied(p.items), p.args.Emptied()
	*p = Calls{g: g, where: where, pos: at, copied: at, list: list{comma: -1}, next: item{open: -1}, items: items, args: args}
	p.any = where.anyName(g) || where == InText && !g.AllDeclared
	p.sure = p.any && !(where == InText && g.Echoed() != nil)
	p.free = where == InText || where == OnLine || where == InFence && !g.NativeFence
}

// OpenBlock begins to read what stands in the block from offset at on; its opener is
// repeated at offset extra, unless that is 0. free: it costs 0.3.
func (p *Calls) OpenBlock(g *grammar.Python, b *grammar.PythonBlock, at, extra int, free bool) {
	p.Open(g, InBlock, at)
	p.block, p.free = b, free
	if extra > 0 {
		p.next.note(repair.ExtraOpener, extra)
	}
}

// Step implements [place.Body].
func (p *Calls) Step(e *place.Around) bool {
	switch p.read(e) {
	case waits:
		return false
	case isOver:
		p.report(e)
	default:
		p.giveUp(e)
	}
	return true
}

// read reads on up to the end of the place.
func (p *Calls) read(e *place.Around) status {
	for {
		if s := p.step(e); s != goOn {
			return s
		}
	}
}

func (p *Calls) step(e *place.Around) status {
	switch p.phase {
	case inArgs:
		return p.arguments(e)
	case inString:
		return p.quoted(e)
	case inBroken:
		return p.broken(e)
	case afterList:
		return p.listClosed(e)
	}
	if !p.space(e) {
		return waits
	}
	if p.phase == isDue {
		return p.due(e)
	}
	return p.after(e)
}

// space skips white space and comments, on a line only what stands in it;
// false if it may go on.
func (p *Calls) space(e *place.Around) bool {
	defer e.Visits.Passed(p.pos, &p.pos)
	for ; p.pos < e.Window.End(); p.pos++ {
		c := e.Win[p.pos-e.Base]
		switch {
		case c == '\n':
			p.comment, p.line = false, true
			if p.where == OnLine && !p.print {
				return true
			}
		case p.comment:
		case c == '#':
			p.noteComment()
		case c >= utf8.RuneSelf:
			n := match.WideSpace(e.Rest(p.pos), e.Final)
			if !n.Yes() {
				return n == match.No
			}
			p.pos += n.Len() - 1
		case !match.IsSpace(c):
			return true
		}
	}
	return e.Final
}

// noteComment notes a comment, which goes with the call beside it.
func (p *Calls) noteComment() {
	p.comment, p.trail = true, true
	c := &p.next
	if p.phase == afterCall {
		c = p.last()
	}
	c.note(repair.Comment, p.pos)
	p.next.between, p.next.leads = true, len(p.items) == 0 && p.where == InBlock
}

// quoted looks for the end of the string, and reads the calls in it.
func (p *Calls) quoted(e *place.Around) status {
	t := &p.text
	defer e.Visits.Passed(t.pos, &t.pos)
	for ; t.pos < e.Window.End(); t.pos++ {
		rest := e.Rest(t.pos)
		switch rest[0] {
		case '\n':
			if p.list.depth == 0 {
				t.burn(e)
				return p.nothing(e)
			}
		case '\\':
			if len(rest) < 2 && !e.Final {
				return waits
			}
			t.pos++
		case t.quote:
			ends, more := p.endsText(e, t.pos)
			if more {
				return waits
			}
			if ends {
				t.burn(e)
				return p.unquote(e)
			}
		}
	}
	if !e.Final {
		return waits
	}
	t.burn(e)
	if p.list.depth == 0 {
		return p.nothing(e)
	}
	return p.openText(e)
}

// unquote reads the calls in the string, which ends at its quote.
func (p *Calls) unquote(e *place.Around) status {
	t := &p.text
	decoded, at := unescaped(e.Visits, e.Slice(t.start+1, t.pos), t.start+1)
	items, ok := inside(e, p.g, decoded, p.any)
	p.pos = t.pos + 1
	if !ok {
		return p.nothing(e)
	}
	for i := range items {
		c := &items[i]
		c.move(at)
		c.between, c.free = i > 0, true
		c.note(repair.QuoteStyle, t.start)
	}
	first := &items[0]
	first.start, first.open, first.between = t.start, p.next.open, p.next.between
	first.repairs = append(first.repairs, p.next.repairs...)
	items[len(items)-1].end = p.pos
	for _, c := range items {
		p.add(c)
	}
	if p.list.depth == 0 {
		return isOver
	}
	return goOn
}

// inside reads a text that is nothing but calls, of declared tools or of any.
func inside(e *place.Around, g *grammar.Python, text []byte, undeclared bool) ([]item, bool) {
	around := *e
	inner := &around
	inner.Cursor = &cursor.Cursor{Config: e.Config, Window: jsonscan.Window{Win: text, Final: true, Visits: e.Visits}}
	a := &aside{e.Costs, e.Markers, e.Prose, e.Calls, inner.Cursor}
	inner.Costs, inner.Markers, inner.Prose, inner.Calls = a, a, a, a
	var p Calls
	p.Open(g, whole, 0)
	p.any = undeclared
	if p.read(inner) != isOver || p.prose || len(e.Visits.TrimSpace(inner.Rest(p.pos))) > 0 {
		return nil, false
	}
	return p.items, true
}

// aside is the place of a text that is read by itself.
type aside struct {
	place.Costs
	place.Markers
	place.Prose
	place.Calls
	cursor *cursor.Cursor
}

// MarkAt implements [place.Markers].
func (a aside) MarkAt(at int) (place.Mark, match.Answer) { return a.MarkIn(a.cursor.Rest(at), true) }

// EndingAt implements [place.Calls].
func (a aside) EndingAt(at int) (place.Ending, bool) {
	m, _ := a.MarkAt(at)
	return m.Ends, false
}

// Nothing quotes the text, and nothing in it concerns what stands around it.

func (aside) InFence() bool         { return false }
func (aside) Fenced() bool          { return false }
func (aside) Marks() bool           { return true }
func (aside) Open() *place.Brackets { return &place.Brackets{} }
func (aside) Penalize(int)          {}
func (aside) Penalized(int) bool    { return false }
