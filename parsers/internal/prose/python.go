package prose

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// Python decides whether Python calls begin at a place.
type Python struct {
	_ room.NoCopy
	below
	prose *Prose
}

// Init makes it a part of a parser.
func (py *Python) Init(pr *Prose) { py.below, py.prose = pr.below, pr }

// Here reports whether calls begin at the position, at which they may, and in which place.
func (py *Python) Here() (where pythoncall.Where, a match.Answer) {
	p := &py.prose.Places
	if !py.prose.Quote.None() || py.rules.Nested {
		p.at = -1
		return 0, match.No
	}
	if p.Chained {
		at, more := py.cur.Space(py.cur.Pos)
		if more {
			return 0, match.More
		}
		py.cur.Pos = at
		p.at = at
		p.behind(at)
	}
	where = p.where
	a = py.Opens(py.cur.Pos, where)
	if a == match.More {
		return 0, a
	}
	p.at = -1
	if a == match.No {
		return 0, a
	}
	if c := py.cur.Rest(py.cur.Pos)[0]; c != '"' && c != '\'' {
		where = pythoncall.OnLine
	}
	if !py.counts(where, nil) {
		return 0, match.No
	}
	return where, a
}

// AtBracket reports whether the '[' at the position begins a list of calls, and in which place.
func (py *Python) AtBracket() (where pythoncall.Where, a match.Answer) {
	where = pythoncall.InText
	if p := &py.prose.Places; py.cur.Pos != p.echoAt && (py.prose.AtStart(py.cur.Pos) || p.free == py.cur.Pos) {
		where = pythoncall.AtStart
	}
	if py.prose.Quote.Quoted() || !py.listsCount(where) {
		return where, match.No
	}
	return where, pythoncall.OpensList(py.place, py.rules.Grammar.Python, where, py.cur.Rest(py.cur.Pos))
}

// counts reports whether calls in such a place may count at the position; b is the
// block around them.
func (py *Python) counts(where pythoncall.Where, b *grammar.PythonBlock) bool {
	p := &py.prose.Places
	return p.on && !p.Code && py.cur.Config.Counts(pythoncall.Format(py.Of(where), where, b))
}

// BlockCounts reports whether calls in the block that the marker opens may count at the position.
func (py *Python) BlockCounts(m *marks.Marker) bool {
	return (!py.rules.Nested || py.prose.thinks || m.Begins) && py.counts(pythoncall.InBlock, m.Python)
}

// listsCount reports whether lists in such a place may be calls at the position.
func (py *Python) listsCount(where pythoncall.Where) bool {
	p := &py.prose.Places
	echoed := py.prose.thinks && py.cur.Pos == p.echoAt
	return p.on && py.Of(where).Calls == grammar.PythonLists && py.prose.Quote.Think == 0 && (!py.rules.Nested || echoed) && py.counts(where, nil)
}

// Of is how calls are written in such a place at the position.
func (py *Python) Of(where pythoncall.Where) *grammar.Python {
	g := py.rules.Grammar.Python
	if where == pythoncall.InFence && py.prose.Quote.code {
		return g.Fence
	}
	return g
}

// Opens reports whether calls begin at offset at.
func (py *Python) Opens(at int, where pythoncall.Where) match.Answer {
	return pythoncall.Opens(py.place, py.Of(where), where, py.cur.Rest(at))
}

// Echo is what was in the block that ended at the position, if one did.
func (py *Python) Echo() (text []byte, ok bool) {
	p := &py.prose.Places
	return p.echo, p.echoAt == py.cur.Pos
}
