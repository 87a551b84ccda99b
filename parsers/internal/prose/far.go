package prose

import (
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/marks"
)

// longBytes is the length of an output from which on it is worth making the pairs for dull
// newlines.
const longBytes = 2 << 10

// lineBytes is the length of text in which a newline is expected.
const lineBytes = 512

// far is skip in long text, on a processor that looks up many bytes at a time, each with the
// byte behind it. In plain text it passes over single backticks, too: following each span of
// inline code takes longer. Where something else stops it, it asks whether inline code is open.
// If the output is longer still, it passes over dull newlines.
func (sk *Skipper) far(b []byte, i int, s *marks.Stops) int {
	p, q, known := s.Pairs, &sk.prose.Quote, i // up to here it is known that nothing is quoted
	if s.Lazy && (sk.rules.Nested || q.Quoted() || q.Think != 0 || sk.prose.Special == sk.cur.Pos) {
		return sk.near(b, i, s)
	}
	lines := (sk.dullLong || sk.cur.Base+len(b) >= longBytes) && s == sk.prose.plain && s.In['\n'] && sk.dullLines()
	if lines {
		p = sk.dullPairs(p)
	}
	for len(b)-i >= bytetable.Least {
		i = p.Index(b, i)
		if i+1 == len(b) {
			break
		}
		c, next := b[i], b[i+1]
		if !s.In[c] || lines && c == '\n' && !sk.newlines.firsts[next] || !s.Fits(c, next) {
			i++
			continue
		}
		to, dull := sk.dullSince(b, known, i, s)
		if !dull {
			return to
		}
		i, known = to, to
	}
	if s.Lazy && sk.inCode(b, known, i) {
		to, dull := sk.codeEnds(b, i)
		if !dull {
			return to
		}
		i = to
	}
	return sk.near(b, i, s)
}

// dullSince is dull where single backticks were passed over behind index known.
func (sk *Skipper) dullSince(b []byte, known, i int, s *marks.Stops) (to int, dull bool) {
	if s.Lazy && sk.inCode(b, known, i) {
		return sk.codeEnds(b, i)
	}
	return sk.dull(b, i, s)
}

// inCode reports whether index i is in the inline code of a single backtick, and notes that.
// Up to index known nothing was quoted, and behind it no backtick is next to another one.
func (sk *Skipper) inCode(b []byte, known, i int) bool {
	text, ticks, last := b[known:i], 0, 0
	if !sk.lineHasCode(text) {
		return false
	}
	for k := len(text) - 1; k >= 0 && text[k] != '\n'; k-- {
		if text[k] == fence.Code {
			last = max(last, known+k+1)
			ticks++
		}
	}
	if ticks%2 == 0 {
		return false
	}
	sk.prose.Quote.openCode(1, sk.cur.Base+last)
	return true
}

// lineHasCode reports whether a backtick may be in the last line of the text. Two searches of a
// part of the text, each for one byte, are faster than one that goes back byte by byte.
func (sk *Skipper) lineHasCode(text []byte) bool {
	for n := lineBytes; ; n *= 2 {
		end := text[max(len(text)-n, 0):]
		if sk.cur.Visits.IndexByte(end, fence.Code) >= 0 {
			return true
		}
		if len(end) == len(text) || sk.cur.Visits.IndexByte(end, '\n') >= 0 {
			return false
		}
	}
}
