package quoting

import (
	"bytes"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// Flowing is what means something where the next chunk of running text begins; nil: text must look at the
// chunk. The chunk before it had n bytes.
func (sk *Skipper) Flowing(n int) *bytetable.Watched {
	switch {
	case sk.prose.LineDue() && !sk.lineRuledOut():
		return nil
	case sk.prose.Quote.Quoted():
		if n >= bytetable.Enough || sk.prose.LineDue() || sk.prose.special == sk.Cur.Pos || sk.prose.Quote.BodyDue() {
			return nil // most fences and inline code are too short for a long chunk
		}
		return &sk.prose.Stops().Watched
	case sk.prose.Quote.Think != 0:
		return &sk.Markers.Triggers.Think.Watched
	case sk.prose.plain.In['\n'] && sk.skippableLines():
		return sk.skippableWatch()
	}
	return &sk.prose.plain.Watched
}

// lineRuledOut reports whether the next byte will most likely rule out what is due at the position,
// a marker that is a text.
func (sk *Skipper) lineRuledOut() bool {
	m := sk.Markers.Triggers.Line
	return sk.prose.Places.at != sk.Cur.Pos && sk.prose.Quote.Think == 0 && m != nil && m.Match == nil
}

// PassLine reports whether the marker that counts at a line start isn't at the start of the chunk, or not due there.
func (sk *Skipper) PassLine(piece []byte) bool {
	if !sk.prose.LineWaits() {
		return true
	}
	if len(piece) == 0 || piece[0] == sk.Markers.Triggers.Line.First {
		return false
	}
	sk.prose.LinePassed()
	return true
}

// Skipper decides which text needn't be looked at.
type Skipper struct {
	_ buffers.NoCopy
	*Below
	prose *Prose

	search         *search   // nil: there was no need yet; most processors never need it
	newlines       *newlines // what they mean; nil: the same
	skippableKnown bool      // newlines know what a line may begin with
	skippableLong  bool      // and so do their pairs
}

// Init makes it a part of a parser.
func (sk *Skipper) Init(pr *Prose) { sk.Below, sk.prose = pr.Below, pr }

// Reset makes the skipper ready for another output.
func (sk *Skipper) Reset() {
	if s := sk.search; s != nil {
		s.stops, s.near = nil, true
	}
	sk.skippableKnown, sk.skippableLong = false, false
}

// A search is a way to pass over long text. It finds the next place of each byte that means
// something, and remembers the place until it is reached. If these bytes are few and rare,
// that takes a fifth of the time of a look at every byte.
type search struct {
	stops *markers.Stops      // that the bytes are of
	next  [markers.MaxFew]int // where the next of each is; limit: there is none before it
	at    int                 // where it was searched from last
	limit int                 // up to where
	near  bool                // the last one was near
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
// isn't skippable. Text stops there; what it is quoted in may have changed.
func (sk *Skipper) Skip(b []byte, i int, s *markers.Stops) int {
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
func (sk *Skipper) apart(b []byte, i int, st *markers.Stops) int {
	if sk.search == nil {
		sk.search = &search{near: true}
	}
	s := sk.search
	for near := s.near; len(b)-i >= farBytes; {
		if i = sk.nextApart(b, i, st); i == len(b) {
			return i
		}
		c := b[i]
		to, skippable := sk.skippable(b, i, st)
		if !skippable {
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
func (sk *Skipper) nextApart(b []byte, i int, st *markers.Stops) int {
	s, bytes := sk.search, st.Few.Bytes
	if s.near {
		near := b[:i+nearBytes]
		if i = st.Watched.Index(near, i); i < len(near) {
			return i
		}
	}
	if sk.prose.open == (body.Brackets{}) {
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
func (s *search) skip(b []byte, i, base int, st *markers.Stops, few []byte) int {
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

// longBytes is the length of an output from which on it is worth making the pairs for skippable
// newlines.
const longBytes = 2 << 10

// lineBytes is the length of text in which a newline is expected.
const lineBytes = 512

// far is skip in long text, on a processor that looks up many bytes at a time, each with the
// byte behind it. In plain text it passes over single backticks, too: following each span of
// inline code takes longer. Where something else stops it, it asks whether inline code is open.
// If the output is longer still, it passes over skippable newlines.
func (sk *Skipper) far(b []byte, i int, s *markers.Stops) int {
	p, q, known := s.Pairs, &sk.prose.Quote, i // up to here it is known that nothing is quoted
	if s.Lazy && (sk.Rules.Nested || q.Quoted() || q.Think != 0 || sk.prose.special == sk.Cur.Pos) {
		return sk.near(b, i, s)
	}
	lines := (sk.skippableLong || sk.Cur.Base+len(b) >= longBytes) && s == sk.prose.plain && s.In['\n'] && sk.skippableLines()
	if lines {
		p = sk.skippablePairs(p)
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
		if s.CommonAlone(c, next) && noCommon(sk.prose, b[i:], sk.Cur.Base+i) {
			i++ // whatever quotes it
			continue
		}
		to, skippable := sk.skippableSince(b, known, i, s)
		if !skippable {
			return to
		}
		i, known = to, to
	}
	if s.Lazy && sk.inCode(b, known, i) {
		to, skippable := sk.codeEnds(b, i)
		if !skippable {
			return to
		}
		i = to
	}
	return sk.near(b, i, s)
}

// skippableSince is skippable where single backticks were passed over behind index known.
func (sk *Skipper) skippableSince(b []byte, known, i int, s *markers.Stops) (to int, skippable bool) {
	if s.Lazy && sk.inCode(b, known, i) {
		return sk.codeEnds(b, i)
	}
	return sk.skippable(b, i, s)
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

// lineHasCode reports whether a backtick may be in the last line of the text. Searches of a part of the text, each for one byte,
// are faster than one that goes back byte by byte. If the line is long, another one is.
func (sk *Skipper) lineHasCode(text []byte) bool {
	from := max(len(text)-lineBytes, 0)
	switch {
	case sk.Cur.Visits.IndexByte(text[from:], fence.Code) >= 0:
		return true
	case sk.Cur.Visits.IndexByte(text[from:], '\n') >= 0:
		return false
	}
	return sk.Cur.Visits.IndexByte(text[:from], fence.Code) >= 0
}

// near is skip, byte by byte.
func (sk *Skipper) near(b []byte, i int, s *markers.Stops) int {
	watched, lines := &s.Watched, sk.skippableKnown && s == sk.prose.plain && sk.skippableLines()
	if lines {
		watched = &sk.newlines.watched
	}
	for {
		from := i
		if i = watched.Index(b, i); i == len(b) {
			if !lines || i == from || b[i-1] != '\n' {
				return i
			}
			i-- // what follows the newline decides
		}
		to, skippable := sk.skippable(b, i, s)
		if !skippable {
			return to
		}
		i = to
	}
}

// skippable passes over what is at index i of b, where text stops, if that is skippable: text would find
// nothing but what is noted here. Most backticks and brackets of Markdown are skippable, and a turn
// of text takes many times as long. Text goes on at to. If skippable is false, it stops there.
func (sk *Skipper) skippable(b []byte, i int, s *markers.Stops) (to int, skippable bool) {
	c, q := b[i], &sk.prose.Quote
	switch {
	case c == '{' && i+1 < len(b) && b[i+1] == '"': // a call: it needn't be looked at twice
	case c == '\n' && s == sk.prose.plain:
		skippable = sk.skippableLine(b[i+1:])
	case s == &sk.Markers.Triggers.Fence:
		return sk.skippableInFence(b, i)
	case i+1 == len(b) || q.Quoted() || q.Think != 0 && s == sk.prose.plain || sk.prose.special == sk.Cur.Base+i:
	case fence.Begins[c]:
		return sk.skippableRun(b, i)
	case c|0x20 == markers.OptionWord[1] && sk.Rules.Grammar.Options:
		skippable = i > 0 && b[i-1]|0x20 != markers.OptionWord[0]
	case !sk.Markers.None(b[i:], sk.Cur.Base+i):
	case sk.prose.plain.Common != nil && CommonOpens(sk.prose, b[i:], sk.Cur.Base+i, true) != match.No:
	case (c == '[' || c == '{') && FormOpens(sk.prose, b[i:], sk.Cur.Base+i) != match.No:
	case c == '[' || c == '{':
		n := sk.skippableBracket(b, i)
		return i + n, n > 0
	default:
		sk.prose.open.Close(c)
		skippable = true
	}
	if skippable {
		i++
	}
	return i, skippable
}

// skippableRun is skippable for a run that may quote.
func (sk *Skipper) skippableRun(b []byte, i int) (to int, skippable bool) {
	run := fence.At(b[i:])
	end := i + run.Len
	if end == len(b) || sk.Rules.Nested {
		return i, false
	}
	switch {
	case run.Code():
		sk.prose.Quote.openCode(run.Len, sk.Cur.Base+end)
		return sk.codeEnds(b, end)
	case sk.prose.fences(run, sk.Cur.Base+i):
		return sk.skippableFence(b, i, run)
	}
	return end, true
}

// codeEnds is skippable from index i on, in inline code. Text stops where the line ends, which ends
// inline code, too, and where something may count in it.
func (sk *Skipper) codeEnds(b []byte, i int) (to int, skippable bool) {
	q, stops := &sk.prose.Quote, &sk.Markers.Triggers.Inline
	for {
		for i < len(b) && !stops.In[b[i]] { // most are short: a search would take longer
			i++
		}
		if i+1 >= len(b) || b[i] == '\n' {
			return i, false
		}
		if b[i] != fence.Code {
			if stops.Fits(b[i], b[i+1]) && !sk.Markers.None(b[i:], sk.Cur.Base+i) {
				return i, false
			}
			i++
			continue
		}
		run := fence.At(b[i:]).Len
		if i+run == len(b) {
			return i, false
		}
		i += run
		if run == q.Inline {
			q.closeCode()
			return i, true
		}
	}
}

// skippableBracket is how many bytes text passes over at the opening bracket at index i, if no call
// begins there; else 0. A bracket that JSON would leave open counts as open.
func (sk *Skipper) skippableBracket(b []byte, i int) int {
	c, at, behind := b[i], sk.Cur.Base+i, b[i+1:]
	p := &sk.prose.Places
	switch {
	case sk.prose.AtStart(at) || p.free == at || p.echoAt == at || sk.prose.leading:
		return 0
	case c == '[' && sk.prose.listsCount(pythoncall.InText) && pythoncall.MayList(&sk.Place, behind):
		return 0
	case !sk.prose.JSONAllowed() || sk.Markers.FormatFilter.Inline || sk.Rules.Grammar.JSON == nil:
		return 1
	}
	if n := match.BracketedWord(b[i:]); n > 0 {
		return n
	}
	if c == '[' && !fence.Begins[behind[0]] && !sk.Markers.Triggers.Begins(behind[0]) && jsonscan.NoValue(behind) {
		sk.prose.open.Brackets++
		return 1
	}
	return 0
}

// skippableFence is skippable for the fence that opens with the run at index i, if all of it is there, its
// text begins with nothing that could be a call, and nothing counts in it.
func (sk *Skipper) skippableFence(b []byte, i int, run fence.Run) (to int, skippable bool) {
	if len(b)-i < farBytes {
		return i, false // most fences end behind such a short chunk
	}
	begins := i + run.Len
	begins += match.WordLen(b[begins:]) // the label
	if begins+1 >= len(b) || b[begins] != '\n' || !sk.skippableBody(b, begins+1) {
		return i, false
	}
	q := &sk.prose.Quote
	q.openFence(run, sk.Cur.Base+begins, false)
	end, closes := sk.fenceEnds(b, begins)
	q.closeFence()
	if !closes {
		return i, false
	}
	sk.prose.closeFence()
	return end, true
}

// skippableBody reports whether the body of a fence that begins at index i is text.
func (sk *Skipper) skippableBody(b []byte, i int) bool {
	c := b[i]
	if c <= ' ' || c >= utf8.RuneSelf || c == '{' || c == '[' || fence.Begins[c] || sk.Markers.Triggers.Tags[c] || sk.prose.Quote.Think != 0 || sk.prose.leftFence {
		return false
	}
	if p := sk.Rules.Grammar.Python; p != nil && p.Fence != nil {
		return false // the label decides
	}
	return !sk.prose.listsCount(pythoncall.InFence) || sk.prose.PythonOpens(sk.Cur.Base+i, pythoncall.InFence) == match.No
}

// fenceEnds is where the fence's closing ends, if nothing counts before it.
func (sk *Skipper) fenceEnds(b []byte, i int) (end int, closes bool) {
	from := i
	for skippable := true; skippable; {
		i = sk.Markers.Triggers.Fence.Index(b, i)
		if i == len(b) {
			sk.Cur.Visits.Add(i - from)
			return i, false
		}
		i, skippable = sk.skippableInFence(b, i)
	}
	sk.Cur.Visits.Add(i - from)
	if !fence.Begins[b[i]] {
		return i, false
	}
	run := fence.At(b[i:])
	closes, _ = sk.prose.ClosesFence(sk.Cur.Base+i, run, false)
	return i + run.Len, closes
}

// skippableInFence is skippable for a fence in which nothing but markers counts: another run than it
// opened with ends nothing.
func (sk *Skipper) skippableInFence(b []byte, i int) (to int, skippable bool) {
	if fence.Begins[b[i]] {
		run := fence.At(b[i:])
		end := i + run.Len
		if end == len(b) || run.Closes(sk.prose.Quote.fence) || sk.Rules.Nested {
			return i, false
		}
		return end, true
	}
	if sk.prose.special == sk.Cur.Base+i || i+1 == len(b) || !sk.Markers.None(b[i:], sk.Cur.Base+i) {
		return i, false
	}
	return i + 1, true
}
