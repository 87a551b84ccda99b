package engine

import "github.com/toolparser/toolparser/parsers/internal/bytetable"

// pairs are those of the tables of bytes of the same names.
type pairs struct{ plain, lines, think, fence, inline, json *bytetable.Pairs }

func (t *triggers) makePairs() {
	t.pairs = pairs{
		plain:  bytetable.NewPairs(&t.plain, &t.seconds),
		lines:  bytetable.NewPairs(&t.lines, &t.seconds),
		think:  bytetable.NewPairs(&t.think, &t.seconds),
		fence:  bytetable.NewPairs(&t.fence, &t.seconds),
		inline: bytetable.NewPairs(&t.inline, &t.seconds),
		json:   bytetable.NewPairs(&t.json, &t.seconds),
	}
}

// pairsOf are those of the table; nil: there are none.
func (t *triggers) pairsOf(table *[256]bool) *bytetable.Pairs {
	switch table {
	case &t.plain:
		return t.pairs.plain
	case &t.lines:
		return t.pairs.lines
	case &t.think:
		return t.pairs.think
	case &t.fence:
		return t.pairs.fence
	case &t.inline:
		return t.pairs.inline
	case &t.json:
		return t.pairs.json
	}
	return nil
}

// longBytes are so many that it is worth to make the pairs for dull newlines.
const longBytes = 2 << 10

// far is skip in long text, on a processor that looks up many bytes at a time, with those
// behind them. In plain text, if it is longer still, it passes over dull newlines, too.
func (e *Engine) far(b []byte, i int, table *[256]bool, p *bytetable.Pairs) int {
	t := e.triggers
	dull := (e.dullLong || len(b)-i >= longBytes) && table == e.plain && table['\n'] && e.dullLines()
	if dull {
		p = e.dullPairs(p)
	}
	for len(b)-i >= bytetable.Enough {
		i = p.Index(b, i)
		if i+1 == len(b) {
			break
		}
		c, next := b[i], b[i+1]
		switch {
		case dull && c == '\n':
			if e.lineFirsts[next] {
				return i
			}
		case table[c] && t.fits(c, next):
			return i
		}
		i++
	}
	return t.skip(b, i, table)
}

// dullPairs are p where dull tells what newlines do.
func (e *Engine) dullPairs(p *bytetable.Pairs) *bytetable.Pairs {
	if !e.dullLong {
		e.dull()
		if e.linePairs == nil {
			e.linePairs = new(bytetable.Pairs)
		}
		*e.linePairs, e.dullLong = p.Newline(e.lineFirsts), true
	}
	return e.linePairs
}
