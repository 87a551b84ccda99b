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
