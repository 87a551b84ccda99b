package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
)

// longBytes are as many as an output has for which it is worth to make the pairs for dull
// newlines.
const longBytes = 2 << 10

// far is skip in long text, on a processor that looks up many bytes at a time, with those
// behind them. In plain text it passes over single backticks, too, as to follow each span of
// inline code costs more: whether one is open is asked where something else stops it. If the
// output is longer still, it passes over dull newlines.
func (e *Engine) far(b []byte, i int, s *stops) int {
	p, q, known := s.pairs, &e.quote, i // up to here it is known that nothing is quoted
	if s.lazy && (e.nested || q.inline|q.fence > 0 || q.think != 0 || e.special == e.Pos) {
		return e.near(b, i, s)
	}
	lines := (e.dullLong || e.Base+len(b) >= longBytes) && s == e.plain && s.in['\n'] && e.dullLines()
	if lines {
		p = e.dullPairs(p)
	}
	for len(b)-i >= bytetable.Least {
		i = p.Index(b, i)
		if i+1 == len(b) {
			break
		}
		c, next := b[i], b[i+1]
		if !s.in[c] || lines && c == '\n' && !e.newlines.firsts[next] || !s.fits(c, next) {
			i++
			continue
		}
		to, dull := e.dullSince(b, known, i, s)
		if !dull {
			return to
		}
		i, known = to, to
	}
	if s.lazy && e.inCode(b, known, i) {
		to, dull := e.codeEnds(b, i)
		if !dull {
			return to
		}
		i = to
	}
	return e.near(b, i, s)
}

// dullSince is dull where single backticks were passed over behind index known.
func (e *Engine) dullSince(b []byte, known, i int, s *stops) (to int, dull bool) {
	if s.lazy && e.inCode(b, known, i) {
		return e.codeEnds(b, i)
	}
	return e.dull(b, i, s)
}

// inCode tells whether index i is in the inline code of a single backtick, and notes that.
// Up to index known nothing was quoted, and behind it no two backticks stand together.
func (e *Engine) inCode(b []byte, known, i int) bool {
	text, ticks, last := b[known:i], 0, 0
	if e.Visits.IndexByte(text, '`') < 0 {
		return false
	}
	for k := len(text) - 1; k >= 0 && text[k] != '\n'; k-- {
		if text[k] == '`' {
			last = max(last, known+k+1)
			ticks++
		}
	}
	if ticks%2 == 0 {
		return false
	}
	e.quote.inline, e.quote.behind = 1, e.Base+last
	return true
}
