package pythoncall

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A list is what is known of the list brackets.
type list struct {
	depth   int // brackets that are open
	from    int // calls before the list
	inner   int // calls before the inner one of its brackets, if they are doubled
	doubled bool
	closed  int // behind the inner one's closer
	comma   int // the last comma of the list, if no call followed it; -1: none
	closer  closer
}

// A closer looks for a ']' whose '[' stands before where it began to look.
type closer struct {
	pos, depth int
	found      bool
	quoting
}

// maxList is how far behind a call that lacks its parenthesis its list's bracket is looked for.
const maxList = 1 << 10

// find tells whether it stands behind offset from. No byte is looked at twice.
func (l *closer) find(e *place.Around, from int) match.Answer {
	if from >= l.pos {
		*l = closer{pos: from}
	}
	defer e.Visits.Passed(l.pos, &l.pos)
	for limit := min(from+maxList, e.Window.End()); !l.found && l.pos < limit; l.pos++ {
		l.next(e.Win[l.pos-e.Base])
	}
	if !l.found && l.pos < from+maxList {
		return match.End(e.Final)
	}
	return answer(l.found, false)
}

func (l *closer) next(c byte) {
	switch {
	case l.takes(c):
	case c == '[':
		l.depth++
	case c == ']' && l.depth == 0:
		l.found = true
	case c == ']':
		l.depth--
	}
}

// mayOpen tells whether a list may begin: not on a line nor where one is printed, and in
// another one only if brackets were doubled before its first call.
func (p *Calls) mayOpen() bool {
	switch p.list.depth {
	case 0:
		return p.where != OnLine && !p.print
	case 1:
		return p.list.doubled || !p.listed()
	}
	return false
}

func (p *Calls) openList() status {
	l := &p.list
	if l.depth == 0 {
		p.next.open, l.from, l.doubled, l.closed = p.pos, len(p.items), false, 0
	} else {
		p.next.note(repair.ExtraOpener, p.pos)
		l.inner, l.doubled = len(p.items), true
	}
	l.depth++
	p.pos++
	return goOn
}

// closeList closes the list, or its inner bracket. One that holds nothing
// holds no calls.
func (p *Calls) closeList(e *place.Around) status {
	l := &p.list
	if l.depth == 1 && !p.listed() || l.depth == 2 && len(p.items) == l.inner {
		return p.nothing(e)
	}
	if l.comma >= 0 {
		p.note(e, p.last(), repair.TrailingComma, l.comma)
		l.comma = -1
	}
	p.pos++
	p.phase = afterCall
	if l.depth--; l.depth == 0 {
		p.phase = afterList
	}
	l.closed = p.pos
	return goOn
}

// listClosed takes one ']' too many, directly behind, into the list. In running
// text a block's closer there says that the list's opener was lost.
func (p *Calls) listClosed(e *place.Around) status {
	rest := e.Rest(p.pos)
	if len(rest) == 0 && !e.Final {
		return waits
	}
	if b := p.g.Echoed(); b != nil && p.where == InText {
		switch a := match.Text(b.Close, rest, e.Final); {
		case a == match.More:
			return waits
		case a.Yes():
			p.block, p.lost = b, true
		}
	}
	if len(rest) > 0 && rest[0] == ']' && e.Open().Brackets == 0 {
		p.note(e, p.last(), repair.ExtraCloser, p.pos)
		p.pos++
	}
	if p.last().told {
		p.copyRaw(e) // what closes it is reported at once
	}
	p.closes(e, p.last(), p.pos)
	p.phase = afterCall
	if p.where == InText || p.where == AtStart {
		return isOver
	}
	return goOn
}
