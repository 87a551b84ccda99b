package markers

import (
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
)

// Stops are the bytes that may mean something in one kind of text, and how they are
// looked for in long text.
type Stops struct {
	In      [256]bool
	seconds *[256]*[256]bool  // what may be behind them; nil: anything
	Pairs   *bytetable.Pairs  // nil: there are none
	Watched bytetable.Watched // what a parser must see in such text
	Lazy    bool              // of plain text: in the pairs, the byte of inline code counts before another one only
	Few     few
	Forms   bool    // calls in forms that belong to no model are read in such text
	Common  *Common // where calls in the common formats may begin in such text; nil: none are read
	own     *Stops  // without what begins these
}

// look sets what may be behind the bytes, and with that how they are looked for.
func (st *Stops) look(seconds *[256]*[256]bool) {
	st.seconds, st.Watched = seconds, bytetable.Watched{First: &st.In, Second: seconds}
	st.Pairs = bytetable.NewPairs(&st.In, seconds)
}

// passCode has single bytes of inline code passed over, if the pairs can do that.
func (st *Stops) passCode() {
	seconds := *st.seconds
	seconds[fence.Code] = &fence.Begins
	if pairs := bytetable.NewPairs(&st.In, &seconds); pairs != nil {
		st.Pairs, st.Lazy = pairs, true
	}
}

// few are the bytes that may mean something, if there are few of them.
type few struct {
	Bytes   []byte
	Closers int // the last ones are closing brackets, which mean something behind opening ones only
}

// MaxFew is the number of bytes up to which a search for each is worth it.
const MaxFew = 11

// fewIn are the few bytes in the table.
func (tr *Triggers) fewIn(table *[256]bool) few {
	var f few
	var closers []byte
	for i, in := range table {
		switch c := byte(i); {
		case !in:
		case (c == ']' || c == '}') && len(tr.begin[c]) == 0:
			closers = append(closers, c)
		default:
			f.Bytes = append(f.Bytes, c)
		}
	}
	f.Bytes, f.Closers = append(f.Bytes, closers...), len(closers)
	if len(f.Bytes) > MaxFew {
		return few{}
	}
	return f
}

// Fits reports whether a byte that may mean something does so before the next one.
func (st *Stops) Fits(c, next byte) bool {
	seconds := st.seconds[c]
	return seconds == nil || seconds[next]
}

// CommonAlone reports whether the byte c before the next one may mean something for the common formats alone.
func (st *Stops) CommonAlone(c, next byte) bool {
	return st.own != nil && (!st.own.In[c] || !st.own.Fits(c, next))
}

// Index is the index of the next such byte in b from index i on, or len(b).
func (st *Stops) Index(b []byte, i int) int {
	for st.Pairs != nil && len(b)-i >= bytetable.Enough {
		if i = st.Pairs.Index(b, i); st.In[b[i]] && (i+1 == len(b) || st.Fits(b[i], b[i+1])) {
			return i
		}
		i++
	}
	return st.Watched.Index(b, i)
}
