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
	if !pr.Quote.None() || pr.Rules.Nested {
		p.at = -1
		return 0, match.No
	}
	if p.Chained {
		at, more := pr.Cur.Space(pr.Cur.Pos)
		if more {
			return 0, match.More
		}
		pr.Cur.Pos = at
		p.at = at
		p.behind(at)
	}
	where = p.where
	a = pr.PythonOpens(pr.Cur.Pos, where)
	if a == match.More {
		return 0, a
	}
	p.at = -1
	if a == match.No {
		return 0, a
	}
	if c := pr.Cur.Rest(pr.Cur.Pos)[0]; c != '"' && c != '\'' {
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
	if p := &pr.Places; pr.Cur.Pos != p.echoAt && (pr.AtStart(pr.Cur.Pos) || p.free == pr.Cur.Pos) {
		where = pythoncall.AtStart
	}
	if pr.Quote.Quoted() || !pr.listsCount(where) {
		return where, match.No
	}
	return where, pythoncall.OpensList(&pr.Place, pr.Rules.Grammar.Python, where, pr.Cur.Rest(pr.Cur.Pos))
}

// pythonCounts reports whether calls in such a place may count at the position; b is the
// block around them.
func (pr *Prose) pythonCounts(where pythoncall.Where, b *grammar.PythonBlock) bool {
	p := &pr.Places
	return p.on && !p.Code && pr.Cur.Config.Counts(pythoncall.Format(pr.PythonOf(where), where, b))
}

// BlockCounts reports whether calls in the block that the marker opens may count at the position.
func (pr *Prose) BlockCounts(m *marks.Marker) bool {
	return (!pr.Rules.Nested || pr.thinks || m.Begins) && pr.pythonCounts(pythoncall.InBlock, m.Python)
}

// listsCount reports whether lists in such a place may be calls at the position.
func (pr *Prose) listsCount(where pythoncall.Where) bool {
	p := &pr.Places
	echoed := pr.thinks && pr.Cur.Pos == p.echoAt
	return p.on && pr.PythonOf(where).Calls == grammar.PythonLists && pr.Quote.Think == 0 && (!pr.Rules.Nested || echoed) && pr.pythonCounts(where, nil)
}

// PythonOf is how calls are written in such a place at the position.
func (pr *Prose) PythonOf(where pythoncall.Where) *grammar.Python {
	g := pr.Rules.Grammar.Python
	if where == pythoncall.InFence && pr.Quote.code {
		return g.Fence
	}
	return g
}

// PythonOpens reports whether calls begin at offset at.
func (pr *Prose) PythonOpens(at int, where pythoncall.Where) match.Answer {
	return pythoncall.Opens(&pr.Place, pr.PythonOf(where), where, pr.Cur.Rest(at))
}

// Echo is what was in the block that ended at the position, if one did.
func (pr *Prose) Echo() (text []byte, ok bool) {
	p := &pr.Places
	return p.echo, p.echoAt == pr.Cur.Pos
}
