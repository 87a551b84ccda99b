package pythoncall

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A list is the state of the list brackets.
type list struct {
	given *given
	items *items

	depth   int // brackets that are open
	from    int // calls before the list
	inner   int // calls before the inner bracket, if there are two
	doubled bool
	closed  int // behind the inner bracket's closer
	comma   int // the last comma of the list, if no call followed it; -1: none
	closer  closer
	print   bool // the call is printed: a parenthesis is open around it
}

// opens starts outside of a list.
func (l *list) opens() { *l = list{given: l.given, items: l.items, comma: -1} }

// A closer looks for a ']' whose '[' is before the start of the search.
type closer struct {
	pos, depth int
	found      bool
	quoting
}

// maxList is how far the closing bracket of a list is searched for behind a call without a
// parenthesis.
const maxList = 1 << 10

// find reports whether the closer is behind offset from. It reads each byte only once.
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
	return match.If(l.found)
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

// mayOpen reports whether a list may begin here. A list can't begin on a line of calls, or inside
// of print. A second bracket may begin only before the first call of the list, or if the first call
// had one, too.
func (l *list) mayOpen() bool {
	switch l.depth {
	case 0:
		return l.given.where != OnLine && !l.print
	case 1:
		return l.doubled || !l.listed()
	}
	return false
}

// listed reports whether the list contains calls.
func (l *list) listed() bool { return len(l.items.all) > l.from }

// open opens the list at offset at, or its second bracket.
func (l *list) open(at int) {
	if l.depth == 0 {
		l.items.next.open = at
		l.from, l.doubled, l.closed = len(l.items.all), false, 0
	} else {
		l.items.next.note(repair.ExtraOpener, at)
		l.inner, l.doubled = len(l.items.all), true
	}
	l.depth++
}

// empty reports whether the innermost bracket contains no calls.
func (l *list) empty() bool {
	return l.depth == 1 && !l.listed() || l.depth == 2 && len(l.items.all) == l.inner
}

// close closes the innermost bracket, which ends at offset end.
func (l *list) close(e *place.Around, end int) {
	if l.comma >= 0 {
		l.items.note(e, l.items.last(), repair.TrailingComma, l.comma)
		l.comma = -1
	}
	l.depth--
	l.closed = end
}

// prints reports whether rest begins with a print around a call.
func (l *list) prints(e *place.Around, rest []byte) bool {
	return l.depth == 0 && !l.print && bytes.HasPrefix(rest, []byte(grammar.PrintOpens)) && !e.Declared("print")
}

// opener reports whether the block's opener is at offset at, instead of its closer. Then no call
// follows it.
func (l *list) opener(e *place.Around, at int, rest []byte) match.Answer {
	if l.given.block == nil || l.depth > 0 {
		return match.No
	}
	n := match.Text(l.given.block.Markers.Opener(), rest, e.Final)
	if !n.Yes() {
		return n
	}
	behind, more := e.Space(at + n.Len())
	b := e.Rest(behind)
	switch {
	case more:
		return match.More
	case len(b) > 0 && (b[0] == '{' || b[0] == '['):
		return match.No
	}
	if a := Opens(e, l.given.g, InBlock, b); a != match.No {
		return min(a, match.No)
	}
	return n
}

// misclosed reports whether the bracket at offset at, with which rest begins, replaces the last
// call's parenthesis, or is surplus. In both cases, a separator, another call and the list's own
// bracket follow.
func (l *list) misclosed(e *place.Around, at int, rest []byte) match.Answer {
	if !l.items.directly(at) || !l.items.last().unclosed && (l.depth > 1 || e.Prose.Open().Brackets > 0) {
		return match.No
	}
	b := rest[1:]
	for i := range 3 { // a comma may be doubled
		var long bool
		switch b, long = behindGap(e, b); {
		case long:
			return match.No
		case len(b) == 0:
			return match.End(e.Final)
		case b[0] == ',' || b[0] == ';':
			b = b[1:]
		case i == 0:
			return match.No
		}
	}
	where := l.given.where
	if c := l.items.last(); c.silent && !c.unclosed {
		where = OnLine // it may be code such as b[len(a):], len(a), so the next tool must be declared
	}
	if a := opensCall(e, l.given.g, where, b); !a.Yes() {
		return a
	}
	return l.closer.find(e, at+1)
}

// bare reports whether no bracket of a list or of the text is open around the calls.
func (l *list) bare(e *place.Around) bool {
	return l.depth == 0 && l.items.last().close == 0 && l.given.where != whole && e.Prose.Open().Brackets == 0
}

// goesOn reports whether the last call is part of an expression that continues with b, at offset
// at.
func (l *list) goesOn(at int, b []byte, final bool) match.Answer {
	last := l.items.last()
	switch {
	case last.close > 0 || last.failed() || !l.items.directly(at) && l.depth == 0:
		return match.No
	case strings.IndexByte(".+-*/%|&^@<>=", b[0]) >= 0:
		return match.Answer(1)
	case l.items.directly(at):
		return match.If(b[0] == '[' || b[0] == '(')
	}
	return match.Any(operators, b, final)
}

// operators are words that continue an expression.
var operators = []string{"if ", "for ", "else ", "and ", "or ", "in ", "not ", "is "}
