package bytetable

import (
	"encoding/binary"
	"slices"
)

// whole has the groups that each byte is in, and the groups behind which it counts.
type whole struct{ first, next [256]byte }

// makeWhole is NewPairs. It returns false if there are too many groups.
func (p *Pairs) makeWhole(first *[256]bool, second *[256]*[256]bool) bool {
	var groups []kind
	for c, in := range first {
		if !in {
			continue
		}
		g := kind{second[c], c == '\n'}
		k := slices.Index(groups, g)
		if k < 0 {
			if k = len(groups); k == 8 {
				return false
			}
			groups = append(groups, g)
			p.whole.behind(1<<k, g.second)
		}
		p.whole.first[c] = 1 << k
		if g.newline {
			p.newline = 1 << k
		}
	}
	return true
}

// behind notes that only the bytes of second count behind the bytes of a group; nil means all.
func (w *whole) behind(bit byte, second *[256]bool) {
	const each = 0x0101010101010101
	for from := 0; from < 256; from += 8 { // this is done for every long output
		eight := w.next[from : from+8]
		if second == nil {
			binary.LittleEndian.PutUint64(eight, binary.LittleEndian.Uint64(eight)|each*uint64(bit))
			continue
		}
		binary.LittleEndian.PutUint64(eight, binary.LittleEndian.Uint64(eight)&^(each*uint64(bit)))
		if [8]bool(second[from:from+8]) == ([8]bool{}) {
			continue
		}
		for c := from; c < from+8; c++ {
			if second[c] {
				w.next[c] |= bit
			}
		}
	}
}

// halves are the groups of a byte by its half, and the groups behind which a next byte counts by its
// half. A processor that takes 32 bytes at a time can only look up half a byte, four bits. So a byte
// is in the groups that both of its halves have.
type halves struct{ low, high, nextLow, nextHigh [16]byte }

// A group is the bytes of a kind in a row of sixteen, and the bytes at the same places of other
// rows.
type group struct {
	kind
	low uint16 // their low halves
}

// makeHalves is NewPairs. It returns false if there are too many groups.
func (p *Pairs) makeHalves(first *[256]bool, second *[256]*[256]bool) bool {
	p.any = true
	var groups []group
	for high := range 16 {
		for _, g := range groupsIn(high, first, second) {
			k := slices.Index(groups, g)
			if k < 0 {
				k = len(groups)
				groups = append(groups, g)
				p.add(g, 1<<k)
			}
			p.halves.high[high] |= 1 << k
		}
	}
	return len(groups) <= 8
}

// groupsIn are the groups in the row of the bytes with this high half.
func groupsIn(high int, first *[256]bool, second *[256]*[256]bool) []group {
	var row []group
	for low := range 16 {
		c := high<<4 | low
		if !first[c] {
			continue
		}
		of := kind{second[c], c == '\n'}
		k := slices.IndexFunc(row, func(g group) bool { return g.kind == of })
		if k < 0 {
			k = len(row)
			row = append(row, group{kind: of})
		}
		row[k].low |= 1 << low
	}
	return row
}

// add adds a group, without its high halves.
func (p *Pairs) add(g group, bit byte) {
	for low := range 16 {
		if g.low>>low&1 != 0 {
			p.halves.low[low] |= bit
		}
	}
	if g.newline {
		p.newline = bit
	}
	p.any = p.any && g.second == nil
	p.halves.behind(bit, g.second)
}

// behind notes the bytes that count behind the bytes of a group. It also notes the bytes with the
// low half of one and the high half of another one of these.
func (h *halves) behind(bit byte, second *[256]bool) {
	for from := 0; from < 256; from += 8 {
		if second != nil && [8]bool(second[from:from+8]) == ([8]bool{}) {
			continue // at one comparison: this is done for every long output
		}
		for c := from; c < from+8; c++ {
			if second == nil || second[c] {
				h.nextLow[c&15] |= bit
				h.nextHigh[c>>4] |= bit
			}
		}
	}
}
