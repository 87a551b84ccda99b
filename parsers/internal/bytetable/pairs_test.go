package bytetable

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A pairTable is a table, with the bytes that count behind its bytes.
type pairTable struct {
	first  [256]bool
	second [256]*[256]bool
}

// randomPairs makes a table of a few bytes. The ends of the range are among them, and newlines.
func randomPairs(r *rand.Rand) *pairTable {
	t := new(pairTable)
	seconds := []*[256]bool{nil}
	for range 3 {
		second := new([256]bool)
		for range r.IntN(6) {
			second[r.IntN(256)] = true
		}
		seconds = append(seconds, second)
	}
	some := []int{0, 0x7f, 0x80, 0xff, '\n', '[', ']', '{', '}'}
	for range 1 + r.IntN(7) {
		c := r.IntN(256)
		if r.IntN(2) == 0 {
			c = some[r.IntN(len(some))]
		}
		t.first[c] = true
		if r.IntN(2) == 0 {
			t.second[c] = seconds[r.IntN(len(seconds))]
		}
	}
	return t
}

// counts reports whether the byte at index i counts. The last byte counts in any case.
func (t *pairTable) counts(b []byte, i int) bool {
	c := b[i]
	return i == len(b)-1 || t.first[c] && (t.second[c] == nil || t.second[c][b[i+1]])
}

// check compares Index with the loop, from index i on. Index may stop before a byte that doesn't
// count, but only at a byte of the table, before a byte with the halves of bytes that count.
func (t *pairTable) check(tb testing.TB, p *Pairs, b []byte, i int) {
	tb.Helper()
	for len(b)-i >= Least {
		want := i
		for !t.counts(b, want) {
			want++
		}
		got := p.Index(b, i)
		if got < i || got > want || got < want && !t.first[b[got]] {
			tb.Fatalf("from %d of %d bytes: got %d, want %d", i, len(b), got, want)
		}
		i = got + 1
	}
}

func TestPairs(t *testing.T) {
	if !Wide {
		t.Skip("the processor has no AVX2")
	}
	r := rand.New(rand.NewPCG(1, 2))
	memory := guarded(t, 512)
	made := 0
	for range 300 {
		table := randomPairs(r)
		p := NewPairs(&table.first, &table.second)
		if p == nil {
			continue
		}
		made++
		var firsts []byte
		for c, in := range table.first {
			if in {
				firsts = append(firsts, byte(c))
			}
		}
		for n := range 201 {
			b := memory[len(memory)-n:] // no byte behind it may be read
			fill(r, b, firsts)
			for i := range max(n-Least+1, 0) {
				table.check(t, p, b, i)
			}
			table.check(t, p, slices.Clone(b), 0) // at another alignment
		}
	}
	if made < 100 {
		t.Errorf("%d tables of 300 can be looked up", made)
	}
}

// fill makes text with few bytes of the table.
func fill(r *rand.Rand, b, firsts []byte) {
	for i := range b {
		if b[i] = byte(r.IntN(256)); r.IntN(40) == 0 {
			b[i] = firsts[r.IntN(len(firsts))]
		} else if r.IntN(4) > 0 {
			b[i] = 'x'
		}
	}
}

func TestPairsNewline(t *testing.T) {
	if !Wide {
		t.Skip("the processor has no AVX2")
	}
	var table pairTable
	table.first['\n'], table.first['<'] = true, true
	p := NewPairs(&table.first, &table.second)
	b := []byte(strings.Repeat("a line\n", 10) + "<tag>\nbut" + strings.Repeat(" more", 10))
	if got := p.Index(b, 0); got != 6 {
		t.Errorf("the first newline: got %d", got)
	}
	var before [256]bool
	before['b'] = true
	q := p.Newline(&before)
	if got := q.Index(b, 0); got != 70 {
		t.Errorf("the tag: got %d", got)
	}
	if got := q.Index(b, 71); got != 75 {
		t.Errorf("the newline before b: got %d", got)
	}
	before = [256]bool{}
	if q = q.Newline(&before); q.Index(b, 71) != len(b)-1 {
		t.Errorf("no newline: got %d", q.Index(b, 71))
	}
	if got := p.Index(b, 71); got != 75 {
		t.Errorf("the table it was made of has changed: got %d", got)
	}
}

func TestPairsTooMany(t *testing.T) {
	var table pairTable
	for i := range 9 {
		table.first[i<<4|i], table.second[i<<4|i] = true, new([256]bool)
	}
	if NewPairs(&table.first, &table.second) != nil {
		t.Error("nine groups")
	}
	table.first[0] = false
	if Wide && NewPairs(&table.first, &table.second) == nil {
		t.Error("eight groups are none")
	}
}

func FuzzPairs(f *testing.F) {
	f.Add(uint64(1), []byte("\n<{[]}P"), []byte("Plain text, with a <tag> in it;\nand [more] of it: {\"a\": 1}\n"))
	f.Add(uint64(2), []byte{0, 0x80, 0xff}, bytes.Repeat([]byte{0x7f, 0xe2, 0x81}, 40))
	f.Fuzz(func(t *testing.T, seed uint64, firsts, b []byte) {
		r := rand.New(rand.NewPCG(seed, 0))
		table := randomPairs(r)
		for _, c := range firsts {
			table.first[c] = true
		}
		if p := NewPairs(&table.first, &table.second); p != nil {
			table.check(t, p, b[:len(b):len(b)], 0)
		}
	})
}

func BenchmarkPairs(b *testing.B) {
	var table pairTable
	for _, c := range "\n<[]`{}Pp" {
		table.first[c] = true
	}
	var t [256]bool
	t['t'] = true
	table.second['P'], table.second['p'], table.second['\n'] = &t, &t, &t
	text := []byte(strings.Repeat("Prose, in which people put paragraphs; each ends with a newline.\n", 63))
	b.Run("loop", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			for i := 0; i < len(text); i++ {
				if i = Index(text, i, &table.first); i == len(text) || table.counts(text, i) {
					break
				}
			}
		}
	})
	b.Run("wide", func(b *testing.B) {
		p := NewPairs(&table.first, &table.second)
		if p == nil {
			b.Skip("the processor has no AVX2")
		}
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			p.Index(text, 0)
		}
	})
}
