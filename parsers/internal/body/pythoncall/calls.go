package pythoncall

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
	"github.com/toolparser/toolparser/parsers/internal/repair"
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

	list  list
	next  item // what is known of the call that is due
	items []item
	told  int  // calls that were reported
	trail bool // something that goes with the last call follows it
	line  bool // a line ended since the last call
	print bool // the call is being printed

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

// Open begins to read calls at offset at.
func (p *Calls) Open(g *grammar.Python, where Where, at int) {
	*p = Calls{g: g, where: where, pos: at, copied: at, list: list{comma: -1}, next: item{open: -1}}
	p.any = where.anyName(g) || where == InText && !g.AllDeclared
	p.sure = p.any && !(where == InText && g.Echoed() != nil)
	p.free = where == InText || where == OnLine || where == InFence && !g.NativeFence
}

// OpenBlock begins to read what stands in the block from offset at on; free: it costs 0.3.
func (p *Calls) OpenBlock(g *grammar.Python, b *grammar.PythonBlock, at int, free bool) {
	p.Open(g, InBlock, at)
	p.block, p.free = b, free
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
	for ; p.pos < e.Window().End(); p.pos++ {
		c := e.Win[p.pos-e.Base]
		switch {
		case c == '\n':
			p.comment, p.line = false, true
			if p.where == OnLine {
				return true
			}
		case p.comment:
		case c == '#':
			p.noteComment()
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
	p.next.between = true
}
