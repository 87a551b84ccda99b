package prose

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// Skipper decides which text needn't be looked at.
type Skipper struct {
	_ room.NoCopy
	*Below
	prose *Prose

	search    *search   // nil: there was no need yet; most processors never need it
	newlines  *newlines // what they mean; nil: the same
	dullKnown bool      // newlines know what a line may begin with
	dullLong  bool      // and so do their pairs
}

// Init makes it a part of a parser.
func (sk *Skipper) Init(pr *Prose) { sk.Below, sk.prose = pr.Below, pr }

// Reset makes the skipper ready for another output.
func (sk *Skipper) Reset() {
	if s := sk.search; s != nil {
		s.stops, s.near = nil, true
	}
	sk.dullKnown, sk.dullLong = false, false
}

// A search is a way to pass over long text. It finds the next place of each byte that means
// something, and remembers the place until it is reached. If these bytes are few and rare,
// that takes a fifth of the time of a look at every byte.
type search struct {
	stops *marks.Stops      // that the bytes are of
	next  [marks.MaxFew]int // where the next of each is; limit: there is none before it
	at    int               // where it was searched from last
	limit int               // up to where
	near  bool              // the last one was near
}

const (
	// nearBytes are looked at one by one first, if the last byte that means something
	// was near.
	nearBytes = 64
	// farBytes is the length of text that is worth a search.
	farBytes = 4 * nearBytes
	// searchBlock is how far one search goes: so much text stays in the first cache
	// for the bytes searched for next.
	searchBlock = 4 << 10
)

// Skip is the index of the first byte of b from i on that may mean something there, and
// isn't dull. Text stops there; what it is quoted in may have changed.
func (sk *Skipper) Skip(b []byte, i int, s *marks.Stops) int {
	switch {
	case len(b)-i < bytetable.Enough:
		return sk.near(b, i, s)
	case bytetable.Wide && s.Pairs != nil:
		if b[i] != '\n' && s.In[b[i]] && s.Fits(b[i], b[i+1]) {
			return i // as between calls: far would take longer
		}
		return sk.far(b, i, s)
	case len(b)-i >= farBytes && s.Few.Bytes != nil:
		return sk.apart(b, i, s)
	}
	return sk.near(b, i, s)
}

// apart is skip where few bytes mean something: each of them is searched for.
func (sk *Skipper) apart(b []byte, i int, st *marks.Stops) int {
	if sk.search == nil {
		sk.search = &search{near: true}
	}
	s := sk.search
	for near := s.near; len(b)-i >= farBytes; {
		if i = sk.nextApart(b, i, st); i == len(b) {
			return i
		}
		c := b[i]
		to, dull := sk.dull(b, i, st)
		if !dull {
			return to
		}
		if c == '\n' {
			near = near && s.near // the newlines of an empty line are near each other, which says nothing
			s.near = near
		}
		i = to
	}
	return sk.near(b, i, st)
}

// nextApart is the index of the next of the few bytes.
func (sk *Skipper) nextApart(b []byte, i int, st *marks.Stops) int {
	s, bytes := sk.search, st.Few.Bytes
	if s.near {
		near := b[:i+nearBytes]
		if i = st.Tells.Index(near, i); i < len(near) {
			return i
		}
	}
	if sk.prose.open == (place.Brackets{}) {
		bytes = bytes[:len(bytes)-st.Few.Closers]
	}
	for from := i; ; i++ {
		i = s.skip(b, i, sk.Cur.Base, st, bytes)
		if i+1 >= len(b) || st.Fits(b[i], b[i+1]) {
			s.near = i-from < nearBytes
			return i
		}
	}
}

// skip is the index of the first of a few bytes in b from i on. b begins at offset base.
func (s *search) skip(b []byte, i, base int, st *marks.Stops, few []byte) int {
	if at := base + i; st != s.stops || at < s.at {
		s.stops, s.limit = st, at
	}
	for i < len(b) {
		at := base + i
		if at >= s.limit {
			s.limit = base + min(len(b), i+searchBlock)
			for k := range s.next {
				s.next[k] = -1
			}
		}
		s.at = at
		first := s.limit
		for k, c := range few {
			if s.next[k] < at {
				s.next[k] = s.limit
				if n := bytes.IndexByte(b[i:s.limit-base], c); n >= 0 {
					s.next[k] = at + n
				}
			}
			first = min(first, s.next[k])
		}
		i = first - base
		if first < s.limit {
			break
		}
	}
	return i
}

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
	if s.Lazy && (sk.Rules.Nested || q.Quoted() || q.Think != 0 || sk.prose.Special == sk.Cur.Pos) {
		return sk.near(b, i, s)
	}
	lines := (sk.dullLong || sk.Cur.Base+len(b) >= longBytes) && s == sk.prose.plain && s.In['\n'] && sk.dullLines()
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
	sk.prose.Quote.openCode(1, sk.Cur.Base+last)
	return true
}

// lineHasCode reports whether a backtick may be in the last line of the text. Two searches of a
// part of the text, each for one byte, are faster than one that goes back byte by byte.
func (sk *Skipper) lineHasCode(text []byte) bool {
	for n := lineBytes; ; n *= 2 {
		end := text[max(len(text)-n, 0):]
		if sk.Cur.Visits.IndexByte(end, fence.Code) >= 0 {
			return true
		}
		if len(end) == len(text) || sk.Cur.Visits.IndexByte(end, '\n') >= 0 {
			return false
		}
	}
}
