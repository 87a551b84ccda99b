package prose

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// PythonHere reports whether calls begin at the position, at which they may, and in which place.
func (pr *Prose) PythonHere() (where pythoncall.Where, a match.Answer) {
	p := &pr.Places
	if !pr.Quote.None() || pr.rules.Nested {
		p.at = -1
		return 0, match.No
	}
	if p.Chained {
		at, more := pr.cur.Space(pr.cur.Pos)
		if more {
			return 0, match.More
		}
		pr.cur.Pos = at
		p.at = at
		p.behind(at)
	}
	where = p.where
	a = pr.PythonOpens(pr.cur.Pos, where)
	if a == match.More {
		return 0, a
	}
	p.at = -1
	if a == match.No {
		return 0, a
	}
	if c := pr.cur.Rest(pr.cur.Pos)[0]; c != '"' && c != '\'' {
		where = pythoncall.OnLine
	}
	if !pr.pythonCounts(where, nil) {
		return 0, match.No
	}
	return where, a
}

// PythonAtBracket reports whether the '[' at the position begins a list of calls, and in which place.
func (pr *Prose) PythonAtBracket() (where pythoncall.Where, a match.Answer) {
	where = pythoncall.InText
	if p := &pr.Places; pr.cur.Pos != p.echoAt && (pr.AtStart(pr.cur.Pos) || p.free == pr.cur.Pos) {
		where = pythoncall.AtStart
	}
	if pr.Quote.Quoted() || !pr.listsCount(where) {
		return where, match.No
	}
	return where, pythoncall.OpensList(pr.place, pr.rules.Grammar.Python, where, pr.cur.Rest(pr.cur.Pos))
}

// pythonCounts reports whether calls in such a place may count at the position; b is the
// block around them.
func (pr *Prose) pythonCounts(where pythoncall.Where, b *grammar.PythonBlock) bool {
	p := &pr.Places
	return p.on && !p.Code && pr.cur.Config.Counts(pythoncall.Format(pr.PythonOf(where), where, b))
}

// BlockCounts reports whether calls in the block that the marker opens may count at the position.
func (pr *Prose) BlockCounts(m *marks.Marker) bool {
	return (!pr.rules.Nested || pr.thinks || m.Begins) && pr.pythonCounts(pythoncall.InBlock, m.Python)
}

// listsCount reports whether lists in such a place may be calls at the position.
func (pr *Prose) listsCount(where pythoncall.Where) bool {
	p := &pr.Places
	echoed := pr.thinks && pr.cur.Pos == p.echoAt
	return p.on && pr.PythonOf(where).Calls == grammar.PythonLists && pr.Quote.Think == 0 && (!pr.rules.Nested || echoed) && pr.pythonCounts(where, nil)
}

// PythonOf is how calls are written in such a place at the position.
func (pr *Prose) PythonOf(where pythoncall.Where) *grammar.Python {
	g := pr.rules.Grammar.Python
	if where == pythoncall.InFence && pr.Quote.code {
		return g.Fence
	}
	return g
}

// PythonOpens reports whether calls begin at offset at.
func (pr *Prose) PythonOpens(at int, where pythoncall.Where) match.Answer {
	return pythoncall.Opens(pr.place, pr.PythonOf(where), where, pr.cur.Rest(at))
}

// Echo is what was in the block that ended at the position, if one did.
func (pr *Prose) Echo() (text []byte, ok bool) {
	p := &pr.Places
	return p.echo, p.echoAt == pr.cur.Pos
}
