package bytetable

// Enough bytes are worth an Index of Pairs: 32 and one behind them. For fewer, a loop
// takes no longer.
const Enough = 33

// Pairs is a table of bytes, some of which count before certain bytes only, as a processor
// looks up many at a time. The bytes are in at most eight groups, each a bit, by what counts
// behind them.
type Pairs struct {
	whole   whole  // of a processor that takes 64 bytes at a time
	halves  halves // of one that takes 32
	newline byte   // the newline's group
	any     bool   // anything counts behind any of them; not noted with whole
}

// A kind is what the bytes of a group have in common. The newline is one of its own.
type kind struct {
	second  *[256]bool // what counts behind them; nil: anything
	newline bool
}

// NewPairs makes those of a table, with the bytes before which each one counts; nil: any.
// Nil if the processor doesn't look bytes up that way, or there are too many groups.
func NewPairs(first *[256]bool, second *[256]*[256]bool) *Pairs {
	p := new(Pairs)
	switch {
	case wider && p.makeWhole(first, second):
	case Wide && !wider && p.makeHalves(first, second):
	default:
		return nil
	}
	return p
}

// Newline are the same where a newline counts before these bytes only.
func (p *Pairs) Newline(second *[256]bool) Pairs {
	q := *p
	switch {
	case q.newline == 0:
	case wider:
		q.whole.behind(q.newline, second)
	default:
		for i := range 16 {
			q.halves.nextLow[i] &^= q.newline
			q.halves.nextHigh[i] &^= q.newline
		}
		q.any = false
		q.halves.behind(q.newline, second)
	}
	return q
}

// Index is the index of the first byte of b from index i on that may be one which counts,
// or that of the last byte. At least Least bytes are there.
func (p *Pairs) Index(b []byte, i int) int {
	from, n := &b[i], len(b)-1-i
	switch {
	case wider:
		return i + findWhole(&p.whole, from, n)
	case p.any:
		return i + find(&p.halves, from, n)
	}
	return i + findBefore(&p.halves, from, n)
}
