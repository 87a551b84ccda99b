package bytetable

// Enough is how many bytes are worth an Index of Pairs: 32 and one behind them. For fewer, a loop
// takes no longer.
const Enough = 33

// Pairs is a table of bytes, in the form in which a processor looks up many at a time. Some of the
// bytes count before certain bytes only. There are at most eight groups of bytes, each with a bit,
// by the bytes that count behind them.
type Pairs struct {
	whole   whole  // for a processor that takes 64 bytes at a time
	halves  halves // for a processor that takes 32
	newline byte   // the newline's group
	any     bool   // any byte counts behind all of them; not noted with whole
}

// A kind is what the bytes of a group have in common. The newline has a kind of its own.
type kind struct {
	second  *[256]bool // the bytes that count behind them; nil: all
	newline bool
}

// NewPairs makes the Pairs of a table. second has, for each byte, the bytes before which it counts;
// nil means all. NewPairs returns nil if the processor can't look bytes up that way, or if there are
// too many groups.
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

// Newline returns the same Pairs, except that a newline counts before these bytes only.
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

// Index is the index of the first byte of b from index i on that may count, or of the last byte. At
// least Least bytes must be there.
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
