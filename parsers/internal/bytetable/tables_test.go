package bytetable

import (
	"math/rand/v2"
	"testing"
)

// found reports whether a processor that takes 32 bytes at a time finds c before next: a group has
// both halves of c, and the halves of what counts behind the group are those of next.
func (h *halves) found(c, next byte) bool {
	return h.low[c&15]&h.high[c>>4]&h.nextLow[next&15]&h.nextHigh[next>>4] != 0
}

// found reports whether a processor that takes 64 bytes at a time finds c before next.
func (w *whole) found(c, next byte) bool { return w.first[c]&w.next[next] != 0 }

// checkTables compares both tables with the bytes that they are made of. A processor with halves
// may also find a byte of the table before one that has the low half of one byte that counts and
// the high half of another one.
func (t *pairTable) checkTables(tb testing.TB, halves, whole *Pairs) {
	tb.Helper()
	for c := range 256 {
		for next := range 256 {
			want := t.first[c] && (t.second[c] == nil || t.second[c][next])
			if whole != nil && whole.whole.found(byte(c), byte(next)) != want {
				tb.Fatalf("whole: %#x before %#x: %v", c, next, !want)
			}
			if halves == nil {
				continue
			}
			got := halves.halves.found(byte(c), byte(next))
			if want && !got || got && !t.first[c] || got && !want && !t.mixes(c, next) {
				tb.Fatalf("halves: %#x before %#x: %v", c, next, got)
			}
		}
	}
}

// mixes reports whether the halves of next are those of bytes that count behind c.
func (t *pairTable) mixes(c, next int) bool {
	low, high := false, false
	for other, in := range t.second[c] {
		low = low || in && other&15 == next&15
		high = high || in && other>>4 == next>>4
	}
	return low && high
}

// TestTables checks the tables for both kinds of processors, on any processor.
func TestTables(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	made := 0
	for range 200 {
		table, halves, whole := randomPairs(r), new(Pairs), new(Pairs)
		if !halves.makeHalves(&table.first, &table.second) {
			halves = nil
		}
		if !whole.makeWhole(&table.first, &table.second) {
			whole = nil
		}
		if halves != nil && whole != nil {
			made++
		}
		table.checkTables(t, halves, whole)
		if halves != nil && halves.any != table.any() {
			t.Errorf("any byte counts behind each: %v", halves.any)
		}
	}
	if made < 100 {
		t.Errorf("%d tables of 200 have few enough groups", made)
	}
}

// any reports whether any byte counts behind each byte of the table.
func (t *pairTable) any() bool {
	for c, in := range t.first {
		if in && t.second[c] != nil {
			return false
		}
	}
	return true
}

// TestTablesOfManyGroups checks that a ninth group is one too many for each table.
func TestTablesOfManyGroups(t *testing.T) {
	var table pairTable
	for i := range 9 {
		table.first[i<<4|i], table.second[i<<4|i] = true, new([256]bool)
	}
	if new(Pairs).makeHalves(&table.first, &table.second) || new(Pairs).makeWhole(&table.first, &table.second) {
		t.Error("nine groups fit")
	}
	table.first[0] = false
	if !new(Pairs).makeHalves(&table.first, &table.second) || !new(Pairs).makeWhole(&table.first, &table.second) {
		t.Error("eight groups don't fit")
	}
}
